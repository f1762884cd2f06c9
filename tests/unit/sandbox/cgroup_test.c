// Where control groups are found: the kernel's texts on several kinds of hosts.

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sandbox/cgroup_place.h"

static const char V1_MOUNTS[] =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
    "39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n";

static void version_1_is_the_hierarchy_of_its_controller(void **state) {
    (void)state;
    CgroupPlace place;
    Error error;
    // The mount shows the hierarchy from /docker/abc on.
    assert_true(cgroup_place_find(&place, slice_from(V1_MOUNTS),
        slice_from("8:pids:/\n4:memory:/docker/abc/job\n1:cpu,cpuacct:/\n0::/\n"), &error));
    assert_int_equal(place.version, CGROUP_V1);
    assert_string_equal(place.folder, "/sys/fs/cgroup/memory/job");
    assert_true(cgroup_place_find(
        &place, slice_from(V1_MOUNTS), slice_from("4:hugetlb,memory:/other\n"), &error));
    assert_string_equal(place.folder, "/sys/fs/cgroup/memory/other");
}

static void a_controller_that_is_missing_is_told(void **state) {
    (void)state;
    CgroupPlace place;
    Error error;
    assert_false(
        cgroup_place_find(&place, slice_from(V1_MOUNTS), slice_from("1:cpu,cpuacct:/\n"), &error));
    assert_non_null(strstr(error.text, "memory"));
    assert_false(cgroup_place_find(&place, slice_from(""), slice_from(""), &error));
    assert_false(cgroup_place_find(
        &place, slice_from("garbage\n1 2 3\n- - -\n"), slice_from("::\n:\n0:\n"), &error));
}

// A folder that looks like version 2, with these controllers.
static void make_version_2(char folder[64], const char *controllers) {
    strcpy(folder, "/tmp/immure-cgroup-XXXXXX");
    assert_non_null(mkdtemp(folder));
    char path[128];
    snprintf(path, sizeof path, "%s/unit", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/unit/cgroup.controllers", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(controllers, file);
    fclose(file);
}

static void remove_version_2(const char *folder) {
    char path[128];
    snprintf(path, sizeof path, "%s/unit/cgroup.controllers", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/unit", folder);
    rmdir(path);
    rmdir(folder);
}

static bool find_version_2(const char *folder, const char *membership, CgroupPlace *place) {
    char mounts[256];
    snprintf(mounts, sizeof mounts, "30 23 0:26 / %s rw - cgroup2 cgroup2 rw\n", folder);
    Error error;
    return cgroup_place_find(place, slice_from(mounts), slice_from(membership), &error);
}

static void version_2_is_used_where_its_controllers_are(void **state) {
    (void)state;
    char folder[64];
    char expected[128];
    CgroupPlace place;
    make_version_2(folder, "cpu memory pids\n");
    snprintf(expected, sizeof expected, "%s/unit", folder);
    assert_true(find_version_2(folder, "0::/unit\n", &place));
    assert_int_equal(place.version, CGROUP_V2);
    assert_string_equal(place.folder, expected);
    // A host that has moved into its own group still makes groups where it was before.
    assert_true(find_version_2(folder, "0::/unit/" CGROUP_HOST_NAME "\n", &place));
    assert_string_equal(place.folder, expected);
    remove_version_2(folder);
    make_version_2(folder, "cpu pids\n");
    assert_false(find_version_2(folder, "0::/unit\n", &place));
    remove_version_2(folder);
}

// A folder in another, and when it was made.
static void make_group(const char *folder, const char *name, time_t age_s) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
    const struct timespec made[2] = {
        {.tv_sec = time(NULL) - age_s}, {.tv_sec = time(NULL) - age_s}};
    assert_int_equal(utimensat(AT_FDCWD, path, made, 0), 0);
}

static void groups_of_the_dead_are_removed(void **state) {
    (void)state;
    char folder[] = "/tmp/immure-cgroup-XXXXXX";
    assert_non_null(mkdtemp(folder));
    make_group(folder, "immure-1-0", 3600);
    make_group(folder, "immure-2-0", 3600);
    make_group(folder, "immure-2-0/in-use", 0); // stands for the processes of a group
    char path[128];
    snprintf(path, sizeof path, "%s/immure-2-0", folder);
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    make_group(folder, "immure-3-0", 0);
    make_group(folder, CGROUP_HOST_NAME, 3600);
    make_group(folder, "other", 3600);
    cgroup_place_sweep(folder);
    static const char *const LEFT[] = {
        "immure-2-0/in-use", "immure-2-0", "immure-3-0", CGROUP_HOST_NAME, "other"};
    for (size_t i = 0; i < sizeof LEFT / sizeof *LEFT; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, LEFT[i]);
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(rmdir(folder), 0); // nothing else was there
    cgroup_place_sweep(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_1_is_the_hierarchy_of_its_controller),
        cmocka_unit_test(a_controller_that_is_missing_is_told),
        cmocka_unit_test(version_2_is_used_where_its_controllers_are),
        cmocka_unit_test(groups_of_the_dead_are_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
