// The birth of a program: how it is found and started, and what it inherits.

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include "unit/sandbox/process_fixture.h"

static Process *start_command(const char *command) {
    return process_new(&(ProcessOptions){.command = command}, NULL);
}

static void assert_never_started(ProcessOptions options, const char *reason) {
    Process *process = process_new(&options, NULL);
    assert_non_null(process);
    assert_int_equal(process_wait(process, soon()).kind, PROCESS_NEVER_STARTED);
    Slice line;
    assert_int_equal(process_write(process, slice_from("?\n"), soon()), PROCESS_CLOSED);
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_CLOSED);
    Text errors;
    text_init(&errors);
    process_errors(process, &errors);
    assert_non_null(strstr(errors.data, reason));
    text_release(&errors);
    finish(process);
}

static void test_never_started(void **state) {
    (void)state;
    char *missing[] = {"./no-such-program", NULL};
    assert_never_started((ProcessOptions){.argv = missing}, "No such file or directory");
    assert_never_started((ProcessOptions){.command = "./no-such-program --x"}, "No such file");
    assert_never_started((ProcessOptions){.command = "/etc/passwd"}, "Permission denied");
    assert_never_started((ProcessOptions){.command = "'./no-such-program'"}, "not found");
    assert_never_started((ProcessOptions){.command = "cat", .directory = "/nowhere"}, "directory");
    assert_never_started((ProcessOptions){.command = "  "}, "empty command");
}

static void test_commands(void **state) {
    (void)state;
    static const struct {
        const char *command;
        const char *output;
    } CASES[] = {
        {"echo plain  words", "plain words\n"},
        {"\techo a=b", "a=b\n"},
        {"echo 'a  b' \"$((1 + 1))\"", "a  b 2\n"},
        {"VALUE=7 printenv VALUE", "7\n"},
        {"cd / && pwd", "/\n"},
        {"exec echo replaced", "replaced\n"},
        {"echo error 1>&2; echo output", "output\n"},
        {"echo one; echo two", "one\ntwo\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Process *process = start_command(CASES[i].command);
        Slice output;
        assert_int_equal(process_read_all(process, soon(), &output), PROCESS_OK);
        assert_true(slice_is(output, CASES[i].output));
        assert_ended(process, PROCESS_EXITED, 0);
        finish(process);
    }
}

static void test_a_shell_does_not_stay(void **state) {
    (void)state;
    Process *process = start_command("sh -c 'echo $$'");
    char pid[32];
    snprintf(pid, sizeof pid, "%d", (int)process_pid(process));
    assert_true(is_line(process, pid));
    finish(process);
}

static void test_directory(void **state) {
    (void)state;
    // The program is found from there, and runs there.
    Process *process =
        process_new(&(ProcessOptions){.command = "./bin/pwd", .directory = "/"}, NULL);
    assert_true(is_line(process, "/"));
    finish(process);
}

static void test_cores(void **state) {
    (void)state;
    cpu_set_t ours;
    assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
    int core = 0;
    while (!CPU_ISSET(core, &ours)) {
        core++;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    Process *process = process_new(
        &(ProcessOptions){.command = "grep Cpus_allowed_list /proc/self/status", .cores = &one},
        NULL);
    char expected[64];
    snprintf(expected, sizeof expected, "Cpus_allowed_list:\t%d", core);
    assert_true(is_line(process, expected));
    finish(process);
}

static void ignore_signal(int number) {
    (void)number;
}

// Whatever the host has done to its own signals, limits and descriptors, a program starts clean.
static void test_inherits_nothing(void **state) {
    (void)state;
    int careless = open("/dev/null", O_RDONLY);
    int kept = fcntl(careless, F_DUPFD, 50);
    struct sigaction before;
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = ignore_signal}, &before);
    void (*pipe_before)(int) = signal(SIGPIPE, SIG_IGN);
    sigset_t blocked;
    sigset_t mask_before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);

    Process *process = process_new(
        &(ProcessOptions){
            .command = "grep -E 'Sig(Blk|Ign)' /proc/self/status; "
                       "ulimit -c; ulimit -n; test -t 0; ls /proc/self/fd | xargs",
            .kept_fds = &kept,
            .kept_fd_count = 1,
        },
        NULL);
    assert_true(is_line(process, "SigBlk:\t0000000000000000"));
    assert_true(is_line(process, "SigIgn:\t0000000000000000"));
    assert_true(is_line(process, "0"));
    assert_true(is_line(process, "1024"));
    assert_true(is_line(process, "0 1 2 3 50")); // 3 is the directory that ls reads
    finish(process);

    // And the host is as it was.
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, &mask_before, &mask);
    assert_true(sigismember(&mask, SIGTERM));
    assert_false(sigismember(&mask, SIGPIPE));
    assert_ptr_equal(signal(SIGPIPE, pipe_before), SIG_IGN);
    struct sigaction now;
    sigaction(SIGUSR1, &before, &now);
    assert_ptr_equal(now.sa_handler, ignore_signal);
    close(careless);
    close(kept);
}

static void test_refuses_a_host_that_ignores_its_children(void **state) {
    (void)state;
    void (*before)(int) = signal(SIGCHLD, SIG_IGN);
    Error error;
    assert_null(process_new(&(ProcessOptions){.command = "cat"}, &error));
    assert_string_equal(error.text, "the host ignores SIGCHLD");
    signal(SIGCHLD, before);
}

static bool works_without_stdio(void) {
    for (int fd = 0; fd <= STDERR_FILENO; fd++) {
        close(fd);
    }
    Process *process = start("echo");
    bool works = sends(process, "?\n") && is_line(process, "?");
    process_free(process);
    return works;
}

static void test_host_without_stdio(void **state) {
    (void)state;
    assert_true_in_child(works_without_stdio);
}

static int count_open_fds(void) {
    DIR *fds = opendir("/proc/self/fd");
    assert_non_null(fds);
    int count = 0;
    while (readdir(fds)) {
        count++;
    }
    closedir(fds);
    return count;
}

static void test_leaks_no_descriptor(void **state) {
    (void)state;
    int before = count_open_fds();
    Process *process = start_with((ProcessOptions){.memory_limit_bytes = 1u << 30}, "echo", NULL);
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    finish(process);
    finish(start_command("./no-such-program"));
    assert_int_equal(count_open_fds(), before);
}

// A host that waits for any child breaks the rule of process.h, and pays with a fault only.
static void test_leaks_no_descriptor_of_a_stolen_child(void **state) {
    (void)state;
    int before = count_open_fds();
    Process *process = start_with((ProcessOptions){.memory_limit_bytes = 1u << 30}, "echo", NULL);
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    process_close_input(process);
    assert_int_equal(waitpid(process_pid(process), NULL, 0), process_pid(process));
    assert_ended(process, PROCESS_EXITED, -1);
    Slice output;
    assert_int_equal(process_read_all(process, soon(), &output), PROCESS_OK);
    finish(process);
    assert_int_equal(count_open_fds(), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_started),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_a_shell_does_not_stay),
        cmocka_unit_test(test_directory),
        cmocka_unit_test(test_cores),
        cmocka_unit_test(test_inherits_nothing),
        cmocka_unit_test(test_refuses_a_host_that_ignores_its_children),
        cmocka_unit_test(test_host_without_stdio),
        cmocka_unit_test(test_leaks_no_descriptor),
        cmocka_unit_test(test_leaks_no_descriptor_of_a_stolen_child),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
