#pragma once
// The system calls that a program in a box may not make, as a BPF program for bubblewrap.
//
// Namespaces alone leave holes: sockets of the host's hypervisor, the kernel's key rings, further
// namespaces, cores other than the ones given. The list denies; a list of what is allowed would
// break with each new C library.

#include "base/error.h"

// A new descriptor from which bubblewrap can read the program. -1, with the reason, if it cannot be
// had.
int seccomp_filter_open(Error *error);
