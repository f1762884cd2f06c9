#pragma once
// What may be changed by hand: every line below, and nothing else needs to be.

#define SUBMISSION_TIME_MS 950    // thinking time for a move, in milliseconds
#define SUBMISSION_LEVEL 8        // 1 (beginner) to 8 (all that it can do)
#define SUBMISSION_KEEP_RUNNING 0 // Botzone: 1 to stay alive between turns (and say so on the site)
#define SUBMISSION_PONDERS 0      // 1 to think on the opponent's time, where the file has that
#define SUBMISSION_MEMORY_MB 128  // for the search tree
#define SUBMISSION_NAME "Immure"  // SJTU: the name that the judge is told
