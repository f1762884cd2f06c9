#include "sandbox/cgroup_place.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

// How old a group of a host that was killed is at least.
#define ABANDONED_S 60

// A line of mountinfo, as far as it matters:
//
//     36 35 98:0 /root /mount/point rw,relatime shared:1 - cgroup cgroup rw,memory
//              root    point                              type   source options
typedef struct Mount {
    Slice root;
    Slice point;
    Slice type;
    Slice options;
} Mount;

static bool parse_mount(Slice line, Mount *mount) {
    Slice word = {0};
    for (int i = 0; i < 5; i++) {
        if (!slice_next(&line, " ", &word)) {
            return false;
        }
        if (i == 3) {
            mount->root = word;
        }
    }
    mount->point = word;
    do {
        if (!slice_next(&line, " ", &word)) {
            return false;
        }
    } while (!slice_is(word, "-"));
    return slice_next(&line, " ", &mount->type) && slice_next(&line, " ", &word) &&
           slice_next(&line, " ", &mount->options);
}

static bool lists(Slice list, const char *name) {
    Slice item;
    while (slice_next(&list, ",", &item)) {
        if (slice_is(item, name)) {
            return true;
        }
    }
    return false;
}

// The path of our group: the last field of `7:memory,other:/path`, or of `0::/path` for a null
// controller.
static bool find_membership(Slice membership, const char *controller, Slice *path) {
    Slice line;
    while (slice_next_line(&membership, &line)) {
        const char *first = memchr(line.data, ':', line.size);
        const char *end = line.data + line.size;
        const char *second = first ? memchr(first + 1, ':', (size_t)(end - first - 1)) : NULL;
        if (!second) {
            continue;
        }
        Slice controllers = {first + 1, (size_t)(second - first - 1)};
        if (controller ? lists(controllers, controller) : controllers.size == 0) {
            *path = (Slice){second + 1, (size_t)(end - second - 1)};
            return true;
        }
    }
    return false;
}

// Without the end of a path, if it has it.
static Slice without_end(Slice path, const char *end) {
    size_t size = strlen(end);
    bool has = path.size >= size && memcmp(path.data + path.size - size, end, size) == 0;
    return has ? (Slice){path.data, path.size - size} : path;
}

static bool join(char out[PATH_MAX], const Mount *mount, Slice path) {
    // A mount may show a part of the hierarchy only, and then the paths still start at its root.
    bool has_root = mount->root.size > 1 && path.size >= mount->root.size &&
                    memcmp(path.data, mount->root.data, mount->root.size) == 0;
    path = without_end(has_root ? slice_skip(path, mount->root.size) : path, "/" CGROUP_HOST_NAME);
    path = without_end(path, "/");
    int length = snprintf(out, PATH_MAX, "%.*s%.*s", (int)mount->point.size, mount->point.data,
        (int)path.size, path.data);
    return length > 0 && length < PATH_MAX;
}

// The folder of our group in the hierarchy of a controller of version 1, or in that of version 2.
static bool find_folder(
    char out[PATH_MAX], Slice mounts, Slice membership, const char *controller) {
    Slice line;
    Slice path;
    Mount mount;
    if (!find_membership(membership, controller, &path)) {
        return false;
    }
    while (slice_next_line(&mounts, &line)) {
        if (parse_mount(line, &mount) &&
            (controller ? slice_is(mount.type, "cgroup") && lists(mount.options, controller)
                        : slice_is(mount.type, "cgroup2"))) {
            return join(out, &mount, path);
        }
    }
    return false;
}

static bool has_memory_controller(const char *folder) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/cgroup.controllers", folder);
    Text text;
    text_init(&text);
    bool found = false;
    if (text_read_file(&text, path, 4096, NULL)) {
        Slice rest = text_slice(&text);
        Slice name;
        while (slice_next(&rest, " \n", &name)) {
            found |= slice_is(name, "memory");
        }
    }
    text_release(&text);
    return found;
}

bool cgroup_place_find(CgroupPlace *place, Slice mounts, Slice membership, Error *error) {
    *place = (CgroupPlace){.version = CGROUP_V2};
    if (find_folder(place->folder, mounts, membership, NULL) &&
        has_memory_controller(place->folder)) {
        return true;
    }
    *place = (CgroupPlace){.version = CGROUP_V1};
    return find_folder(place->folder, mounts, membership, "memory") ||
           error_set(
               error, ERROR_NO_CGROUP, "no cgroup hierarchy with a memory controller is mounted");
}

void cgroup_place_sweep(const char *folder) {
    DIR *groups = opendir(folder);
    const struct dirent *entry;
    while (groups && (entry = readdir(groups))) {
        struct stat about;
        if (slice_starts(slice_from(entry->d_name), CGROUP_NAME_PREFIX) &&
            strcmp(entry->d_name, CGROUP_HOST_NAME) != 0 &&
            fstatat(dirfd(groups), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            about.st_mtime + ABANDONED_S < time(NULL)) {
            unlinkat(dirfd(groups), entry->d_name, AT_REMOVEDIR);
        }
    }
    if (groups) {
        closedir(groups);
    }
}
