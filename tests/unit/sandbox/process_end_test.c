// The life and death of a program: its CPU time, and that nothing of it stays.

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "unit/sandbox/process_fixture.h"

static void wait_for_cpu(const Process *process, int64_t above_ns) {
    while (process_cpu_ns(process) <= above_ns) {
    }
}

static void test_suspended_program_gets_no_time(void **state) {
    (void)state;
    Process *process = start("busy");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    wait_for_cpu(process, process_cpu_ns(process) + 2 * NS_PER_MS);

    process_suspend(process);
    wait_for_stop(process_pid(process));
    int64_t stopped_ns = process_cpu_ns(process);
    Process *other = start("busy");
    assert_true(sends(other, "?\n"));
    assert_true(is_line(other, "?"));
    wait_for_cpu(other, process_cpu_ns(other) + 2 * NS_PER_MS);
    assert_true(process_cpu_ns(process) == stopped_ns);
    assert_true(process_kill(other));
    process_free(other);

    process_resume(process);
    wait_for_cpu(process, stopped_ns);
    assert_true(sends(process, "next\n"));
    assert_true(is_line(process, "next"));
    int64_t last_ns = process_cpu_ns(process);
    process_suspend(process); // a stopped program can be killed, too
    assert_true(process_kill(process));
    assert_true(process_cpu_ns(process) >= last_ns - NS_PER_MS); // the summary rounds
    finish(process);
}

// --- Ending --------------------------------------------------------------------------------------

static void test_kill_is_repeatable(void **state) {
    (void)state;
    Process *process = start("outstay");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    process_close_input(process);
    assert_true(process_kill(process));
    assert_ended(process, PROCESS_SIGNALED, SIGKILL);
    process_suspend(process);
    process_resume(process);
    finish(process);
}

static bool kills_all(const char *mode) {
    Process *process = start(mode);
    bool works = sends(process, "?\n") && is_line(process, "?");
    works = process_kill(process) && works;
    process_free(process);
    return works && has_no_children();
}

static void test_kills_what_it_leaves_behind(void **state) {
    (void)state;
    assert_true(kills_all("child"));
    assert_true(kills_all("orphan"));
    assert_true(kills_all("daemon"));
    assert_true(kills_all("daemon-crash"));
}

static void *do_nothing(void *argument) {
    return argument;
}

// So many pids later that the daemon has to be looked for among all processes.
static void test_kills_a_daemon_of_long_ago(void **state) {
    (void)state;
    Process *process = start("daemon-crash");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    for (int i = 0; i < 600; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, do_nothing, NULL), 0);
        pthread_join(thread, NULL);
    }
    assert_ended(process, PROCESS_SIGNALED, SIGSEGV);
    finish(process);
}

// Where orphans go to init, which reaps them: a corpse may still be there, but nothing alive.
static void test_kills_orphans_of_others(void **state) {
    (void)state;
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    Process *process = start("daemon-crash");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    assert_ended(process, PROCESS_SIGNALED, SIGSEGV);
    Text errors;
    text_init(&errors);
    process_errors(process, &errors);
    int daemon;
    assert_int_equal(sscanf(errors.data, "daemon %d", &daemon), 1);
    text_release(&errors);
    assert_int_equal(kill(daemon, 0), 0);
    finish(process);
    char run = run_state(daemon);
    assert_true(run == '\0' || run == 'Z');
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

// A kernel without pidfd and close_range, as far as the program can tell.
static bool works_on_an_old_kernel(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    Error error;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 &&
           pidfd_open(getpid(), 0) < 0 && process_adopt_orphans(&error) && kills_all("orphan") &&
           kills_all("daemon-crash") && kills_all("outstay");
}

static void test_old_kernel(void **state) {
    (void)state;
    assert_true_in_child(works_on_an_old_kernel);
}

static void test_dies_with_its_host(void **state) {
    (void)state;
    int told[2];
    assert_int_equal(pipe2(told, O_CLOEXEC), 0);
    pid_t host = fork();
    if (host == 0) {
        Process *process = start("outstay");
        pid_t pid = sends(process, "?\n") && is_line(process, "?") ? process_pid(process) : 0;
        ssize_t written = write(told[1], &pid, sizeof pid);
        _exit(written == sizeof pid && pause());
    }
    pid_t pid;
    assert_int_equal(read(told[0], &pid, sizeof pid), sizeof pid);
    close(told[0]);
    close(told[1]);
    struct pollfd ended = {.fd = pidfd_open(pid, 0), .events = POLLIN};
    assert_true(ended.fd >= 0);
    kill(host, SIGKILL);
    assert_int_equal(waitpid(host, NULL, 0), host);
    assert_int_equal(poll(&ended, 1, 60000), 1);
    close(ended.fd);
    assert_int_equal(waitpid(pid, NULL, 0), pid); // adopted by the test
    assert_true(has_no_children());
}

// --- Many at once --------------------------------------------------------------------------------

// If a program inherited its neighbour's pipe, the neighbour would never see its input end.
static void *run_pairs(void *argument) {
    bool *works = argument;
    for (int i = 0; i < 20 && *works; i++) {
        Process *other = start("silent", "--at", "0");
        Process *process = start("echo");
        Process *another = start("silent", "--at", "0");
        Slice output;
        *works = sends(process, "?\n") && is_line(process, "?");
        process_close_input(process);
        *works = *works && process_read_all(process, soon(), &output) == PROCESS_OK &&
                 process_wait(process, soon()).kind == PROCESS_EXITED && process_kill(other) &&
                 process_kill(process) && process_kill(another);
        process_free(other);
        process_free(process);
        process_free(another);
    }
    return NULL;
}

static void test_many_threads(void **state) {
    (void)state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    bool works[THREADS];
    for (int i = 0; i < THREADS; i++) {
        works[i] = true;
        assert_int_equal(pthread_create(&threads[i], NULL, run_pairs, &works[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(works[i]);
    }
    assert_true(has_no_children());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suspended_program_gets_no_time),
        cmocka_unit_test(test_kill_is_repeatable),
        cmocka_unit_test(test_kills_what_it_leaves_behind),
        cmocka_unit_test(test_kills_a_daemon_of_long_ago),
        cmocka_unit_test(test_kills_orphans_of_others),
        cmocka_unit_test(test_old_kernel),
        cmocka_unit_test(test_dies_with_its_host),
        cmocka_unit_test(test_many_threads),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
