#pragma once
// A birthmark that a program hands down to all its descendants, by which they can be found.
//
// A descendant can leave its parent, its process group and its session, clear its environment and
// close every descriptor. What it cannot do is raise a hard resource limit. So each program starts
// with a limit that is unique and harmless: RLIMIT_RTTIME, which counts only under a real-time
// scheduler, set to some hundred thousand years. Fork and exec hand it down.
//
// Later marks are lower ones, so a program that is itself such a host can mark its own children: a
// limit may always be lowered. Root can raise it and anybody can lower it on purpose; to hold those
// is the work of a sandbox (a pid namespace), not of this.

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ProcessMark {
    uint64_t limit;
} ProcessMark;

// A mark that no other thread or program carries.
ProcessMark process_mark_make(void);

// Puts the mark on the calling process. Async-signal-safe. Where the host itself runs under a lower
// limit this does nothing, and the program's descendants are known by their process group only.
void process_mark_wear(ProcessMark mark);

// Kills and, where they are ours, reaps all descendants of `ancestor` that wear the mark, but not
// `ancestor` itself: it must have ended but not been reaped, so that its pid still means it. False
// if some are still alive at the deadline, or if /proc cannot be read.
bool process_mark_kill(ProcessMark mark, pid_t ancestor, int64_t deadline_ns);
