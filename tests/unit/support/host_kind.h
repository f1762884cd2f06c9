#pragma once
// The kinds of hosts on which strangers' programs run, made of whatever this one is.
//
//     root, user              with cgroups that can be written to, as far as there are any
//     root-bare, user-bare    without any
//
// A test names its kind in IMMURE_HOST; without a name it runs as it was started. Only root can
// make the kinds, so for anybody else a test with a name is skipped.

#include <glob.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/box.h"
#include "sandbox/cgroup_place.h"

// A group of this process's own that BOX_USER may divide; removed by the parent. False if there is
// none to be had.
static inline bool host_delegate_group(char folder[PATH_MAX]) {
    static const char *const FILES[] = {"", "/cgroup.procs", "/cgroup.subtree_control", "/tasks"};
    Text mounts;
    Text membership;
    text_init(&mounts);
    text_init(&membership);
    CgroupPlace place;
    bool done = text_read_file(&mounts, "/proc/self/mountinfo", 1u << 20, NULL) &&
                text_read_file(&membership, "/proc/self/cgroup", 1u << 20, NULL) &&
                cgroup_place_find(&place, text_slice(&mounts), text_slice(&membership), NULL);
    text_release(&mounts);
    text_release(&membership);
    if (!done) {
        return false;
    }
    snprintf(folder, PATH_MAX, "%.3000s/immure-test-%d", place.folder, (int)getpid());
    if (mkdir(folder, 0755) != 0) {
        return false;
    }
    char path[PATH_MAX + 64];
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        snprintf(path, sizeof path, "%s%s", folder, FILES[i]);
        if (chown(path, BOX_USER, BOX_USER) != 0 && i < 2) {
            return false;
        }
    }
    return true;
}

static inline bool host_join_group(const char *folder) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/cgroup.procs", folder);
    FILE *file = fopen(path, "w");
    bool done = file && fprintf(file, "%d", (int)getpid()) > 0;
    return file && fclose(file) == 0 && done;
}

static inline bool host_hide_groups(void) {
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           (umount2("/sys/fs/cgroup", MNT_DETACH) == 0 || access("/sys/fs/cgroup/.", F_OK) != 0);
}

// Dumpable again: LeakSanitizer has to look into the process.
static inline bool host_become_user(void) {
    return setgroups(0, NULL) == 0 && setresgid(BOX_USER, BOX_USER, BOX_USER) == 0 &&
           setresuid(BOX_USER, BOX_USER, BOX_USER) == 0 && prctl(PR_SET_DUMPABLE, 1) == 0;
}

// Whether none of this process's groups is left.
static inline bool host_has_no_group(void) {
    char pattern[128] = "/sys/fs/cgroup";
    bool is_clean = true;
    for (int depth = 0; depth < 6; depth++) {
        glob_t found;
        size_t size = strlen(pattern);
        snprintf(pattern + size, sizeof pattern - size, "/immure-%d-*", (int)getpid());
        is_clean &= glob(pattern, 0, NULL, &found) == GLOB_NOMATCH;
        globfree(&found);
        strcpy(pattern + size, "/*");
    }
    return is_clean;
}

// Runs the tests in a child that is such a host, so that what belongs to root can be cleared away.
static inline int host_run_as(const char *kind, int (*run)(void)) {
    bool is_bare = strstr(kind, "-bare") != NULL;
    bool is_user = strncmp(kind, "user", 4) == 0;
    char folder[PATH_MAX] = "";
    bool has_group = is_user && !is_bare && host_delegate_group(folder);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        bool done = (!is_bare || host_hide_groups()) && (!has_group || host_join_group(folder)) &&
                    (!is_user || host_become_user());
        if (!done) {
            perror("this host cannot be made");
        }
        exit(done ? run() : 1);
    }
    int status = 1;
    waitpid(pid, &status, 0);
    if (has_group) {
        char below[PATH_MAX + 64];
        snprintf(below, sizeof below, "%s/" CGROUP_HOST_NAME, folder);
        rmdir(below);
        if (rmdir(folder) != 0) {
            perror(folder); // a group of a box was left behind
            return 1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// The main function of such tests.
static inline int host_run(int (*run)(void)) {
    const char *kind = getenv("IMMURE_HOST");
    if (!kind) {
        return run();
    }
    if (geteuid() != 0) {
        printf("1..0 # SKIP only root can make a host of the kind %s\n", kind);
        return 0;
    }
    return host_run_as(kind, run);
}
