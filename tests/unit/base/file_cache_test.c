// The folder of files that programs share: bounded, and never half an entry.

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file_cache.h"

typedef struct Fixture {
    char folder[64];
    FileCache cache;
} Fixture;

static int set_up(void **state) {
    static Fixture fixture;
    strcpy(fixture.folder, "/tmp/immure-cache-XXXXXX");
    if (!mkdtemp(fixture.folder)) {
        return -1;
    }
    fixture.cache = (FileCache){fixture.folder, 100};
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", ((Fixture *)*state)->folder);
    return system(command);
}

static bool has(const FileCache *cache, const char *key, const char *expected) {
    Text text;
    text_init(&text);
    bool found = file_cache_get(cache, key, &text) && slice_is(text_slice(&text), expected);
    text_release(&text);
    return found;
}

// Sets when a file was used, in seconds.
static void set_use(const Fixture *fixture, const char *name, long seconds) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void what_was_put_is_there(void **state) {
    const FileCache *cache = &((Fixture *)*state)->cache;
    assert_false(has(cache, "a", ""));
    assert_true(file_cache_put(cache, "a", slice_from("first"), NULL));
    assert_true(has(cache, "a", "first"));
    assert_true(file_cache_put(cache, "a", slice_from("second"), NULL));
    assert_true(has(cache, "a", "second"));
    file_cache_drop(cache, "a");
    assert_false(has(cache, "a", "second"));
}

static void a_folder_is_made_where_it_can_be(void **state) {
    Fixture *fixture = *state;
    char folder[128];
    snprintf(folder, sizeof folder, "%s/new", fixture->folder);
    FileCache cache = {folder, 100};
    assert_false(has(&cache, "a", ""));
    assert_true(file_cache_put(&cache, "a", slice_from("x"), NULL));
    assert_true(has(&cache, "a", "x"));
    snprintf(folder, sizeof folder, "%s/no/such/folder", fixture->folder);
    Error error;
    assert_false(file_cache_put(&cache, "a", slice_from("x"), &error));
    assert_int_equal(error.reason.code, ERROR_FILE_UNWRITABLE);
}

static void the_least_recently_used_goes(void **state) {
    const Fixture *fixture = *state;
    const FileCache *cache = &fixture->cache;
    const char *forty = "0123456789012345678901234567890123456789";
    assert_true(file_cache_put(cache, "a", slice_from(forty), NULL));
    assert_true(file_cache_put(cache, "b", slice_from(forty), NULL));
    set_use(fixture, "a", 1000);
    set_use(fixture, "b", 2000);
    assert_true(has(cache, "a", forty)); // from now on b is the older one
    assert_true(file_cache_put(cache, "c", slice_from(forty), NULL));
    assert_true(has(cache, "a", forty));
    assert_false(has(cache, "b", forty));
    assert_true(has(cache, "c", forty));
}

static void leftovers_of_the_dead_go(void **state) {
    const Fixture *fixture = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/a.1.0", fixture->folder);
    close(open(path, O_WRONLY | O_CREAT, 0644));
    assert_true(file_cache_put(&fixture->cache, "b", slice_from("x"), NULL));
    assert_int_equal(access(path, F_OK), 0); // its writer may still be at it
    set_use(fixture, "a.1.0", 1000);
    assert_true(file_cache_put(&fixture->cache, "c", slice_from("x"), NULL));
    assert_int_equal(access(path, F_OK), -1);
}

static void links_are_not_followed(void **state) {
    const Fixture *fixture = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/a", fixture->folder);
    assert_int_equal(symlink("/etc/hostname", path), 0);
    assert_false(has(&fixture->cache, "a", ""));
    assert_true(file_cache_put(&fixture->cache, "a", slice_from("x"), NULL));
    assert_true(has(&fixture->cache, "a", "x"));
}

// Writers and readers of several processes: an entry is always one of those that were written.
static bool is_never_torn(const FileCache *cache, char letter) {
    char bytes[50];
    memset(bytes, letter, sizeof bytes);
    for (int i = 0; i < 100; i++) {
        Text text;
        text_init(&text);
        bool good = file_cache_put(cache, "shared", (Slice){bytes, sizeof bytes}, NULL) &&
                    file_cache_get(cache, "shared", &text) && text.size == sizeof bytes &&
                    strspn(text.data, (char[]){text.data[0], '\0'}) == sizeof bytes;
        text_release(&text);
        if (!good) {
            return false;
        }
    }
    return true;
}

static void processes_share_it(void **state) {
    const FileCache *cache = &((Fixture *)*state)->cache;
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            _exit(is_never_torn(cache, (char)('a' + i)) ? 0 : 1);
        }
    }
    for (int i = 0; i < 3; i++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_put_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_is_made_where_it_can_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_least_recently_used_goes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leftovers_of_the_dead_go, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_are_not_followed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(processes_share_it, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
