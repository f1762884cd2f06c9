#pragma once
// The child of a start, between vfork and exec. It runs in the host's memory while the thread that
// made it stands still: it makes system calls only, and changes no memory but its own stack.

#include "sandbox/box.h"
#include "sandbox/process_spawn.h"
#include "sandbox/spawn_report.h"

// The pipes of one start: the program's three, the child's reports that it could not become the
// program (the pipe closes by itself when it could), and what bubblewrap tells of its box.
typedef enum PipeName {
    PIPE_INPUT,
    PIPE_OUTPUT,
    PIPE_ERRORS,
    PIPE_REPORT,
    PIPE_INFO,
    PIPE_COUNT,
} PipeName;
typedef enum PipeEnd { READ_END, WRITE_END } PipeEnd;

typedef struct Pipes {
    int fds[PIPE_COUNT][2];
} Pipes;

// All that the child needs, made before it exists: between vfork and exec it may not allocate.
typedef struct Launch {
    const ProcessOptions *options;
    const char *const *words; // what is executed
    const char *program;      // what was asked for: the first of the words, or what is in the box
    ProcessMark mark;
    int cgroup_file; // its cgroup.procs, or -1
    BoxCommand box;  // if the options want one
    pid_t host;
    bool is_root;
    Pipes pipes;
} Launch;

// Becomes the program, or reports by PIPE_REPORT which step failed (SpawnReport) and ends.
_Noreturn void process_child_run(const Launch *launch);
