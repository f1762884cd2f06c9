#pragma once
// The processor cores that this process may use.

// How many; at least 1.
int cores_count(void);

// The n-th of them, counted from 0, by the system's number; -1 if there is none.
int cores_nth(int n);
