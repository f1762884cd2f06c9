#pragma once
// The threads of a search: started with the engine, asleep between searches.
//
// The calling thread is one of them, so a crew of one has no thread of its own and runs anywhere,
// in the browser too.

typedef struct Crew Crew;

typedef void (*CrewWork)(void *context, int index);

// A crew of `size` threads, the caller included, or of fewer if the system refuses them. Null if
// the memory cannot be had.
Crew *crew_new(int size);
void crew_free(Crew *crew);

int crew_size(const Crew *crew);

// Every thread does the work once, with its index from 0, the caller's; returns when all are done.
void crew_run(Crew *crew, CrewWork work, void *context);
