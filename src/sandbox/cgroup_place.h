#pragma once
// Where this host's control groups are, from the kernel's two texts about it.

#include <limits.h>

#include "base/slice.h"
#include "sandbox/cgroup.h"

// How the names of all our groups begin.
#define CGROUP_NAME_PREFIX "immure-"
// The group into which a host moves itself (cgroup.h).
#define CGROUP_HOST_NAME CGROUP_NAME_PREFIX "host"

typedef struct CgroupPlace {
    CgroupVersion version;
    char folder[PATH_MAX]; // where groups of ours can be made
} CgroupPlace;

// Reads /proc/self/mountinfo and /proc/self/cgroup. False, with the reason, if neither version has
// a memory controller.
bool cgroup_place_find(CgroupPlace *place, Slice mounts, Slice membership, Error *error);

// Removes the groups in a folder that hosts have left which were killed: those that are older than
// a minute and empty. A group in use has processes but for the moments of its start and its end.
void cgroup_place_sweep(const char *folder);
