#include "sandbox/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "sandbox/cgroup_place.h"

struct Cgroup {
    CgroupVersion version;
    char path[PATH_MAX]; // its folder
    int file;            // cgroup.procs
};

#define PROC_LIMIT_BYTES (1u << 20)

static bool find_place(CgroupPlace *place, Error *error) {
    Text mounts;
    Text membership;
    text_init(&mounts);
    text_init(&membership);
    bool done = text_read_file(&mounts, "/proc/self/mountinfo", PROC_LIMIT_BYTES, error) &&
                text_read_file(&membership, "/proc/self/cgroup", PROC_LIMIT_BYTES, error) &&
                cgroup_place_find(place, text_slice(&mounts), text_slice(&membership), error);
    text_release(&mounts);
    text_release(&membership);
    return done;
}

static bool path_of(char out[PATH_MAX], const char *folder, const char *name) {
    int length = snprintf(out, PATH_MAX, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX;
}

static bool write_value(const char *folder, const char *name, const char *value) {
    char path[PATH_MAX];
    if (!path_of(path, folder, name)) {
        errno = ENAMETOOLONG;
        return false;
    }
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    size_t size = strlen(value);
    bool done = write(file, value, size) == (ssize_t)size;
    int failure = errno;
    close(file);
    errno = failure;
    return done;
}

static bool write_number(const char *folder, const char *name, unsigned long long number) {
    char value[24];
    snprintf(value, sizeof value, "%llu", number);
    return write_value(folder, name, value);
}

// Lets groups below a folder of version 2 be limited. Its own processes, the host, must leave it
// for that.
static bool enable_controllers(const char *folder) {
    static const char CONTROLLERS[] = "+memory";
    char host[PATH_MAX];
    if (write_value(folder, "cgroup.subtree_control", CONTROLLERS)) {
        return true;
    }
    return errno == EBUSY && path_of(host, folder, CGROUP_HOST_NAME) &&
           (mkdir(host, 0755) == 0 || errno == EEXIST) &&
           write_number(host, "cgroup.procs", (unsigned long long)getpid()) &&
           write_value(folder, "cgroup.subtree_control", CONTROLLERS);
}

CgroupVersion cgroup_version(Error *error) {
    CgroupPlace place;
    if (!find_place(&place, error)) {
        return CGROUP_NONE;
    }
    if (access(place.folder, W_OK) != 0) {
        error_set(
            error, ERROR_NO_CGROUP, "%.180s is not writable: %s", place.folder, strerror(errno));
        return CGROUP_NONE;
    }
    return place.version;
}

const char *cgroup_version_name(CgroupVersion version) {
    return version == CGROUP_V2 ? "v2" : version == CGROUP_V1 ? "v1" : "none";
}

static bool set_limit(const Cgroup *cgroup, size_t memory_bytes) {
    const char *path = cgroup->path;
    if (cgroup->version == CGROUP_V1) {
        return write_number(path, "memory.limit_in_bytes", memory_bytes);
    }
    return write_number(path, "memory.max", memory_bytes) &&
           (write_number(path, "memory.swap.max", 0) || errno == ENOENT); // no swap, no file
}

static bool make(Cgroup *cgroup, const CgroupPlace *place, size_t memory_bytes) {
    static _Atomic unsigned made;
    char name[64];
    char procs[PATH_MAX];
    unsigned number = atomic_fetch_add(&made, 1);
    snprintf(name, sizeof name, CGROUP_NAME_PREFIX "%d-%u", (int)getpid(), number);
    if (number == 0) {
        cgroup_place_sweep(place->folder);
    }
    if ((place->version == CGROUP_V2 && !enable_controllers(place->folder)) ||
        !path_of(cgroup->path, place->folder, name) || mkdir(cgroup->path, 0755) != 0) {
        return false;
    }
    cgroup->file =
        path_of(procs, cgroup->path, "cgroup.procs") ? open(procs, O_WRONLY | O_CLOEXEC) : -1;
    return cgroup->file >= 0 && set_limit(cgroup, memory_bytes);
}

Cgroup *cgroup_new(size_t memory_bytes, Error *error) {
    CgroupPlace place;
    if (!find_place(&place, error)) {
        return NULL;
    }
    Cgroup *cgroup = calloc(1, sizeof *cgroup);
    if (!cgroup) {
        abort();
    }
    cgroup->version = place.version;
    cgroup->file = -1;
    if (!make(cgroup, &place, memory_bytes)) {
        error_set(
            error, ERROR_NO_CGROUP, "no cgroup below %.150s: %s", place.folder, strerror(errno));
        cgroup_free(cgroup);
        return NULL;
    }
    return cgroup;
}

void cgroup_free(Cgroup *cgroup) {
    if (!cgroup) {
        return;
    }
    if (cgroup->file >= 0) {
        close(cgroup->file);
    }
    rmdir(cgroup->path);
    free(cgroup);
}

int cgroup_file(const Cgroup *cgroup) {
    return cgroup->file;
}

bool cgroup_is_out_of_memory(const Cgroup *cgroup) {
    const bool is_v2 = cgroup->version == CGROUP_V2;
    char path[PATH_MAX];
    Text text;
    text_init(&text);
    long long kills = 0;
    if (path_of(path, cgroup->path, is_v2 ? "memory.events" : "memory.oom_control") &&
        text_read_file(&text, path, PROC_LIMIT_BYTES, NULL)) {
        Slice rest = text_slice(&text);
        Slice line;
        while (slice_next_line(&rest, &line)) {
            if (slice_starts(line, "oom_kill ")) {
                slice_to_long(slice_skip(line, strlen("oom_kill ")), &kills);
            }
        }
    }
    text_release(&text);
    return kills > 0;
}
