#pragma once
// A few threads that share out the parts of a job, over and over.
//
// Who does which part is left to chance, so a job whose result must not depend on the number of
// threads writes what each part finds to a place of the part's own.

typedef struct Crew Crew;

// Null if threads cannot be had. The caller's own thread is one of `thread_count`.
Crew *crew_new(int thread_count);
void crew_free(Crew *crew);

// Calls work(context, part) once for each part from 0 on, and returns when all are done.
void crew_run(Crew *crew, int part_count, void (*work)(void *context, int part), void *context);
