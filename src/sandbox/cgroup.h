#pragma once
// Control groups: the memory that all processes of a box may use together.
//
// Version 2 where its memory controller can be had, else version 1, else none: then only the limits
// on each process hold. The number of processes needs no group, a user namespace counts them; and
// each hierarchy that a process joins costs its start some milliseconds.
//
// With version 2 a group that has processes of its own cannot have groups below that are limited.
// So the first cgroup_new moves the host into a group `immure-host` below its own; systemd allows
// that where a unit says Delegate=yes.

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct Cgroup Cgroup;

typedef enum CgroupVersion { CGROUP_NONE, CGROUP_V1, CGROUP_V2 } CgroupVersion;

// What this host can use. With CGROUP_NONE `*error` says why.
CgroupVersion cgroup_version(Error *error);

// "v2", "v1" or "none".
const char *cgroup_version_name(CgroupVersion version);

// A new group with this limit. Null, with the reason, if there is none to be had.
Cgroup *cgroup_new(size_t memory_bytes, Error *error);

// Removes the group, which must be empty. Null is allowed.
void cgroup_free(Cgroup *cgroup);

// A descriptor into which a process writes "0" to join.
int cgroup_file(const Cgroup *cgroup);

// Whether the kernel killed one of its processes for want of memory.
bool cgroup_is_out_of_memory(const Cgroup *cgroup);
