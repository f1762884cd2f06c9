#pragma once
// A box around a stranger's program: what it can see and how much it may use.
//
// bubblewrap makes the box, anew for each start. Inside, a program has process, mount, network,
// IPC, host-name and user namespaces of its own, no privileges, and a list of system calls that it
// may not make (seccomp_filter.h). Its root holds /usr, a few devices, and its own files, all read-
// only, and an empty /tmp of bounded size; no /proc, and of /etc only the loader's cache and the
// alternatives. Limits on a process always hold (rlimits); those on all of them together where the
// host may use cgroups.
//
//     host ---- bwrap ---- bwrap, pid 1 inside ---- box_entry, which becomes the program
//
// A host that runs as root starts bwrap as an ordinary user (BOX_USER): the program must be
// readable by that one.

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

// Who a program is outside, if the host is root: nobody.
#define BOX_USER 65534

typedef struct BoxLimits {
    size_t memory_bytes;        // of all its processes together, where cgroups can be had
    size_t address_space_bytes; // of each process: malloc returns null beyond
    size_t file_bytes;          // of each file
    size_t tmp_bytes;           // of all files in /tmp together
    unsigned process_count;     // threads count
    unsigned cpu_s;             // of each process, in its whole life
} BoxLimits;

// For a program that may use so much memory: some more address space, since libraries, stacks and
// a C library's arenas are never all touched, and a few threads.
BoxLimits box_limits(size_t memory_bytes);

// Whether a program in a box gets at files in a folder that is there: BOX_USER must be able to
// enter it and every folder above. NO_SANDBOX names the one that is closed, and what to do.
bool box_reaches(const char *folder, Error *error);

// How much a box holds on this host, for the record: "bubblewrap, seccomp, rlimits, cgroup v2".
// Returns `out`.
#define BOX_LEVEL_SIZE 64
const char *box_level(char out[BOX_LEVEL_SIZE]);

// Where box_entry is inside a box.
#define BOX_ENTRY_PATH "/box_entry"

// A file that a program finds in its box, under `path`; read from the beginning of `bytes`.
typedef struct BoxFile {
    const char *path;
    Slice bytes;
} BoxFile;

typedef struct Box {
    BoxLimits limits;
    const BoxFile *files; // beside the program's own; null at file_count 0
    size_t file_count;
    // Where the program starts, if nothing of it is on the host: then no word makes a file of the
    // host visible. Null: see box_command_init.
    const char *folder;
} Box;

// Files of a Box at most.
#define BOX_FILES_MAX 4

// The command line that runs words in a box.
typedef struct BoxCommand {
    char **words; // owned, null at the end
    size_t word_count;
    // What bwrap inherits: the filter, box_entry, the files.
    int fds[2 + BOX_FILES_MAX];
    size_t fd_count;
} BoxCommand;

// `directory` is seen whole, under its own path, and the program starts there. If it is null and
// the box has no folder, the program starts where the host is, and sees there only the files that
// its words name.
// `report_fd` is where box_entry writes to, `info_fd` where bubblewrap tells what it made. On
// refusal nothing needs releasing.
bool box_command_init(BoxCommand *command, const Box *box, const char *const *words,
    const char *directory, int report_fd, int info_fd, Error *error);
void box_command_release(BoxCommand *command);

// Ends all that is in a box by killing its first process, which `pidfd` stands for. That one is
// reaped, and `*usage` (may be null) set to what it and all it reaped have used, if the host adopts
// orphans (process_adopt_orphans); else `*usage` is zero. False if it has not ended by the
// deadline.
bool box_kill(pid_t init_pid, int pidfd, int64_t deadline_ns, struct rusage *usage);
