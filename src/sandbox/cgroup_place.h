#pragma once
// Where this host's control groups are, from the kernel's two texts about it.

#include <limits.h>

#include "base/slice.h"
#include "sandbox/cgroup.h"

// The group into which a host moves itself (cgroup.h).
#define CGROUP_HOST_NAME "immure-host"

typedef struct CgroupPlace {
    CgroupVersion version;
    char folder[PATH_MAX]; // where groups of ours can be made
} CgroupPlace;

// Reads /proc/self/mountinfo and /proc/self/cgroup. False, with the reason, if neither version has
// a memory controller.
bool cgroup_place_find(CgroupPlace *place, Slice mounts, Slice membership, Error *error);
