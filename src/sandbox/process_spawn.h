#pragma once
// The start of a program: from options to a running child with three pipes.
//
// The child is made by vfork, so a start costs the same however much memory the host holds: fork
// copies the page tables of every hash table in it.

#include "base/error.h"
#include "sandbox/cgroup.h"
#include "sandbox/process.h"
#include "sandbox/process_mark.h"

typedef struct ProcessChild {
    pid_t pid;
    pid_t init_pid; // the first process in its box; 0 without a box
    // Our ends of its stdin, stdout and stderr. They never block, and no child inherits them.
    int input;
    int output;
    int errors;
} ProcessChild;

typedef enum ProcessSpawn {
    PROCESS_SPAWN_DONE,
    PROCESS_SPAWN_REFUSED, // the program cannot be run: not found, not executable
    PROCESS_SPAWN_FAULT,   // the host failed
} ProcessSpawn;

// Starts it in a group, if there is one. `*child` is set only when done, and then the program runs,
// however long its box took; `*error` says why not.
ProcessSpawn process_spawn(const ProcessOptions *options, ProcessMark mark, const Cgroup *cgroup,
    ProcessChild *child, Error *error);
