// Programs in a box: what they see, what they may do, and how their ends are told. The intruder
// (tests/hostile) tries what is forbidden.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include "sandbox/box.h"
#include "sandbox/cgroup.h"
#include "sandbox/process_internal.h"
#include "unit/sandbox/process_fixture.h"
#include "unit/support/host_kind.h"

#define MB (1u << 20)

static Box box_of(size_t memory_bytes) {
    return (Box){.limits = box_limits(memory_bytes)};
}

static ProcessOptions boxed(const Box *box) {
    return (ProcessOptions){.box = box};
}

static const char *intruder_path(void) {
    return test_program("IMMURE_INTRUDER", "./intruder");
}

// Runs the intruder with some words in a box; its lines are left to be read.
static Process *start_intruder(const Box *box, const char *const *attempts) {
    const char *words[32] = {intruder_path()};
    size_t count = 1;
    for (; *attempts; attempts++) {
        words[count++] = *attempts;
    }
    ProcessOptions options = boxed(box);
    options.argv = (char *const *)words;
    Error error;
    Process *process = process_new(&options, &error);
    if (!process) {
        fail_msg("%s", error.text);
    }
    return process;
}

#define attempt(box, ...) start_intruder(box, (const char *const[]){__VA_ARGS__, NULL})

// The number that an attempt printed.
static int read_number(Process *process, const char *name) {
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OK);
    assert_true(slice_starts(line, name));
    int number;
    assert_true(slice_to_int(slice_trim(slice_skip(line, strlen(name))), &number));
    return number;
}

static void a_program_runs_and_is_measured(void **state) {
    (void)state;
    Box box = box_of(256 * MB);
    Process *process = start_with(boxed(&box), "burst", "--answer", "here", NULL);
    assert_non_null(process);
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "here"));
    assert_true(process_memory_peak_bytes(process) >= 128 * MB); // its own, not bubblewrap's
    assert_true(process_cpu_ns(process) > 0);
    finish(process);
}

static void ends_are_told_as_without_a_box(void **state) {
    (void)state;
    Box box = box_of(256 * MB);
    Process *process = start_with(boxed(&box), "crash", "--at", "0", NULL);
    assert_ended(process, PROCESS_SIGNALED, SIGSEGV);
    finish(process);
    process = start_with(boxed(&box), "abort", "--at", "0", NULL);
    assert_ended(process, PROCESS_SIGNALED, SIGABRT);
    finish(process);
    process = start_with(boxed(&box), "exit", "--at", "0", NULL);
    assert_ended(process, PROCESS_EXITED, 3);
    finish(process);
    ProcessOptions options = boxed(&box);
    options.command = "/no/such/program";
    process = process_new(&options, NULL);
    assert_non_null(process);
    assert_ended(process, PROCESS_NEVER_STARTED, 127);
    finish(process);
}

static void nothing_forbidden_works(void **state) {
    (void)state;
    static const char *const FORBIDDEN[] = {"inet", "unix", "vsock", "keyctl", "unshare", "clone",
        "clone3", "mount", "ptrace", "session", "cores", "timer", "queue-signal", "wake",
        "wake-by-child", "wake-by-parent", "wake-by-input", "terminal", "write-root",
        "see-processes", "privileges", NULL};
    Box box = box_of(256 * MB);
    Process *process = start_intruder(&box, FORBIDDEN);
    for (const char *const *name = FORBIDDEN; *name; name++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%s no", *name);
        Slice line;
        assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OK);
        char got[64];
        snprintf(got, sizeof got, "%.*s", (int)line.size, line.data);
        assert_string_equal(got, expected);
    }
    assert_ended(process, PROCESS_EXITED, 0);
    finish(process);
}

// The intruder can do all of it, or the test above would show nothing. (Not all: keys, tracing and
// terminals depend on the host.)
static void the_same_works_without_a_box(void **state) {
    (void)state;
    static const char *const POSSIBLE[] = {"inet", "unix", "session", "cores", "timer",
        "queue-signal", "wake", "wake-by-child", "wake-by-parent", "wake-by-input", "see-processes",
        NULL};
    const char *words[16] = {intruder_path()};
    memcpy(words + 1, POSSIBLE, sizeof POSSIBLE);
    Process *process = process_new(&(ProcessOptions){.argv = (char *const *)words}, NULL);
    for (const char *const *name = POSSIBLE; *name; name++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%s yes", *name);
        assert_true(is_line(process, expected));
    }
    finish(process);
}

static void files_of_others_are_not_there(void **state) {
    (void)state;
    char secret[] = "/tmp/immure-box-XXXXXX";
    int file = mkstemp(secret);
    assert_true(file >= 0 && write(file, "secret", 6) == 6);
    fchmod(file, 0644);
    close(file);
    char hidden[64];
    char opponent[1024];
    snprintf(hidden, sizeof hidden, "@%s", secret);
    snprintf(opponent, sizeof opponent, "@%s", hostile_path());
    Box box = box_of(256 * MB);
    Process *process = attempt(&box, "read", "@/etc/passwd", "read", "@/proc/self/status", "read",
        hidden, "read", opponent, "write-tmp");
    for (int i = 0; i < 4; i++) {
        assert_true(is_line(process, "read no"));
    }
    assert_true(is_line(process, "write-tmp yes"));
    finish(process);
    assert_int_equal(access("/tmp/intruder", F_OK), -1);
    // A file that a word names is there.
    process = attempt(&box, secret, "read", hidden);
    assert_true(is_line(process, "read yes"));
    finish(process);
    unlink(secret);
}

static void disk_processes_and_memory_are_bounded(void **state) {
    (void)state;
    Box box = box_of(64 * MB);
    Process *process = attempt(&box, "disk");
    int megabytes = read_number(process, "disk");
    assert_in_range(megabytes, 1, 16);
    finish(process);
    process = attempt(&box, "processes");
    assert_in_range(read_number(process, "processes"), 1, 16);
    finish(process);
    // As far as malloc goes, or up to its end by the kernel where there are cgroups.
    process = attempt(&box, "memory");
    Slice line;
    ProcessStatus status = process_read_line(process, soon(), &line);
    if (cgroup_version(NULL) == CGROUP_NONE) {
        assert_int_equal(status, PROCESS_OK);
    } else {
        assert_int_equal(status, PROCESS_MEMORY_LIMIT);
    }
    finish(process);
}

static void a_fork_bomb_ends_with_its_box(void **state) {
    (void)state;
    Box box = box_of(64 * MB);
    ProcessOptions options = boxed(&box);
    // The shell forks once, before there is a bomb, and waits by a builtin: one that has to fork
    // when the bomb has left no room ends at once.
    options.command = "f() { f | f & }; f & read -r line";
    Process *process = process_new(&options, NULL);
    assert_non_null(process);
    assert_int_equal(process_wait(process, clock_now_ns() + 200 * NS_PER_MS).kind, PROCESS_RUNNING);
    finish(process);
}

static void a_suspended_program_does_not_run(void **state) {
    (void)state;
    Box box = box_of(256 * MB);
    Process *process = start_with(boxed(&box), "busy", "--answer", "x", NULL);
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "x"));
    process_suspend(process);
    wait_for_stop(process->program_pid); // and not the box alone, which is process_pid
    process_resume(process);
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "x"));
    finish(process);
}

static void a_folder_is_seen_whole_and_read_only(void **state) {
    (void)state;
    char folder[] = "/tmp/immure-box-XXXXXX";
    assert_non_null(mkdtemp(folder));
    chmod(folder, 0755);
    char path[64];
    snprintf(path, sizeof path, "%s/data", folder);
    FILE *file = fopen(path, "w");
    fputs("weights\n", file);
    fclose(file);
    Box box = box_of(256 * MB);
    ProcessOptions options = boxed(&box);
    options.directory = folder;
    options.command = "cat data; echo no > data || echo refused";
    Process *process = process_new(&options, NULL);
    assert_true(is_line(process, "weights"));
    assert_true(is_line(process, "refused"));
    finish(process);
    unlink(path);
    rmdir(folder);
}

static void python_and_threads_run(void **state) {
    (void)state;
    Box box = box_of(256 * MB);
    static const char SCRIPT[] = "import threading\n"
                                 "t = threading.Thread(target=lambda: print('thread'))\n"
                                 "t.start(); t.join(); print(input())\n";
    BoxFile files[] = {{"/bot.py", {SCRIPT, sizeof SCRIPT - 1}}};
    box.files = files;
    box.file_count = 1;
    ProcessOptions options = boxed(&box);
    options.command = "python3 /bot.py";
    Process *process = process_new(&options, NULL);
    assert_true(sends(process, "answer\n"));
    assert_true(is_line(process, "thread"));
    assert_true(is_line(process, "answer"));
    assert_ended(process, PROCESS_EXITED, 0);
    finish(process);
}

static void a_box_that_cannot_be_made_says_why(void **state) {
    (void)state;
    Box box = box_of(256 * MB);
    ProcessOptions options = boxed(&box);
    options.command = "true";
    Error error;
    setenv("PATH", "/nowhere", 1);
    assert_null(process_new(&options, &error));
    setenv("PATH", "/usr/bin:/bin", 1);
    assert_int_equal(error.reason.code, ERROR_NO_SANDBOX);
    options.directory = "/no/such/folder";
    assert_null(process_new(&options, &error));
    assert_int_equal(error.reason.code, ERROR_NO_SANDBOX);
    assert_true(has_no_children());
}

// A program of root's host is somebody else, for whom one folder above is enough to be shut out.
static void a_closed_folder_is_named(void **state) {
    (void)state;
    char outer[] = "/tmp/immure-box-XXXXXX";
    char inner[64];
    Error error;
    assert_non_null(mkdtemp(outer)); // for its owner alone
    snprintf(inner, sizeof inner, "%s/inner", outer);
    assert_int_equal(mkdir(inner, 0755), 0);
    assert_int_equal(box_reaches(inner, &error), geteuid() != 0);
    if (geteuid() == 0) {
        assert_int_equal(error.reason.code, ERROR_NO_SANDBOX);
        assert_ptr_equal(strstr(error.text, outer), error.text);
        assert_null(strstr(error.text, inner));
    }
    assert_int_equal(chmod(outer, 0711), 0);
    assert_true(box_reaches(inner, &error));
    assert_int_equal(rmdir(inner), 0);
    assert_false(box_reaches(inner, &error));
    assert_int_equal(rmdir(outer), 0);
}

static void no_group_is_left(void **state) {
    (void)state;
    assert_true(host_has_no_group());
}

static int run(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_runs_and_is_measured),
        cmocka_unit_test(ends_are_told_as_without_a_box),
        cmocka_unit_test(nothing_forbidden_works),
        cmocka_unit_test(the_same_works_without_a_box),
        cmocka_unit_test(files_of_others_are_not_there),
        cmocka_unit_test(disk_processes_and_memory_are_bounded),
        cmocka_unit_test(a_fork_bomb_ends_with_its_box),
        cmocka_unit_test(a_suspended_program_does_not_run),
        cmocka_unit_test(a_folder_is_seen_whole_and_read_only),
        cmocka_unit_test(python_and_threads_run),
        cmocka_unit_test(a_box_that_cannot_be_made_says_why),
        cmocka_unit_test(a_closed_folder_is_named),
        cmocka_unit_test(no_group_is_left),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}

int main(void) {
    return host_run(run);
}
