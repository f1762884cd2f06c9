#pragma once
// The processor cores that this process may use.

// The most threads that one search or one training run takes: whoever reads a number of threads
// refuses more.
#define THREADS_MAX 64

// How many; at least 1.
int cores_count(void);

// The n-th of them, counted from 0, by the system's number; -1 if there is none.
int cores_nth(int n);
