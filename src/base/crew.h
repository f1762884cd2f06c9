#pragma once
// A few threads that work together, over and over: a search's or a trainer's. They are started once
// and sleep between jobs.
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

// Shares out the parts of a job: work(context, part) once for each part from 0 on; returns when all
// are done. Who does which part is left to chance, so a job whose result must not depend on the
// number of threads writes what each part finds to a place of the part's own.
void crew_share(Crew *crew, int part_count, CrewWork work, void *context);
