// Talking to a program: what each kind of misbehaviour looks like from the other end of the pipe.

#include "unit/sandbox/process_fixture.h"

static void assert_closed(Process *process) {
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_CLOSED);
    assert_int_equal(line.size, 0);
}

// The wait must end by the deadline, and not before; how much after is the machine's affair.
static void assert_times_out(Process *process, const char *partial) {
    int64_t deadline_ns = clock_now_ns() + 30 * NS_PER_MS;
    Slice line;
    assert_int_equal(process_read_line(process, deadline_ns, &line), PROCESS_TIMEOUT);
    assert_true(slice_is(line, partial));
    assert_true(clock_now_ns() >= deadline_ns);
    assert_true(clock_now_ns() < deadline_ns + 30 * NS_PER_S);
}

static void test_answers_line_by_line(void **state) {
    (void)state;
    Process *process = start("echo");
    for (int i = 0; i < 3; i++) {
        assert_true(sends(process, "hello\n"));
        assert_true(is_line(process, "hello"));
    }
    assert_true(sends(process, "one\n\ntwo\n"));
    assert_true(is_line(process, "one"));
    assert_true(is_line(process, ""));
    assert_true(is_line(process, "two"));
    process_close_input(process);
    assert_closed(process);
    assert_ended(process, PROCESS_EXITED, 0);
    finish(process);
}

static void test_line_larger_than_the_pipes(void **state) {
    (void)state;
    enum { SIZE = 300000 };
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    memset(text, 'x', SIZE);
    text[SIZE] = '\n';
    // `cat` prints while it reads: the two sides would block each other if writing did not read.
    Process *process = process_new(&(ProcessOptions){.command = "cat"}, NULL);
    Slice line;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(process_write(process, (Slice){text, SIZE + 1}, soon()), PROCESS_OK);
        assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OK);
        assert_int_equal(line.size, SIZE);
        assert_memory_equal(line.data, text, SIZE);
    }
    finish(process);
    free(text);
}

static void test_reads_everything_to_the_end(void **state) {
    (void)state;
    Process *process = start("no-newline", "--at", "2", "--answer", "a", "--answer", "b\\nc");
    assert_true(sends(process, "1\n2\n"));
    Slice output;
    assert_int_equal(process_read_all(process, soon(), &output), PROCESS_OK);
    assert_true(slice_is(output, "a\nb\nc"));
    assert_int_equal(process_read_all(process, soon(), &output), PROCESS_OK);
    assert_int_equal(output.size, 0);
    finish(process);
}

static void test_last_line_without_newline(void **state) {
    (void)state;
    Process *process = start("no-newline", "--answer", "a\\nb");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "a"));
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_CLOSED);
    assert_true(slice_is(line, "b"));
    assert_ended(process, PROCESS_EXITED, 0);
    finish(process);
}

static void test_silent(void **state) {
    (void)state;
    Process *process = start("silent", "--at", "2");
    assert_true(sends(process, "1\n"));
    assert_true(is_line(process, "1"));
    assert_true(sends(process, "2\n"));
    assert_times_out(process, "");
    finish(process);
}

static void test_half_line(void **state) {
    (void)state;
    Process *process = start("half-line", "--answer", "d1-d7/g7");
    assert_true(sends(process, "?\n"));
    assert_has_output(process);
    assert_times_out(process, "d1-d");
    finish(process);
}

static void test_slow_but_in_time(void **state) {
    (void)state;
    Process *process = start("slow", "--ms", "20");
    int64_t start_ns = clock_now_ns();
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    assert_true(clock_now_ns() >= start_ns + 20 * NS_PER_MS);
    finish(process);
}

static void test_late_reader_gets_what_is_there(void **state) {
    (void)state;
    Process *process = start("echo");
    assert_true(sends(process, "1\n2\n"));
    assert_has_output(process);
    Slice line;
    assert_int_equal(process_read_line(process, 0, &line), PROCESS_OK);
    assert_true(slice_is(line, "1"));
    finish(process);
}

static void test_crashes(void **state) {
    (void)state;
    Process *process = start("crash", "--at", "0");
    assert_closed(process);
    assert_ended(process, PROCESS_SIGNALED, SIGSEGV);
    finish(process);

    process = start("abort", "--at", "2");
    assert_true(sends(process, "1\n2\n"));
    assert_true(is_line(process, "1"));
    assert_closed(process);
    assert_ended(process, PROCESS_SIGNALED, SIGABRT);
    finish(process);

    process = start("exit");
    assert_true(sends(process, "1\n"));
    assert_closed(process);
    assert_ended(process, PROCESS_EXITED, 3);
    finish(process);
}

static void test_leaves_after_its_answer(void **state) {
    (void)state;
    Process *process = start("leave");
    assert_true(sends(process, "bye\n"));
    assert_ended(process, PROCESS_EXITED, 0);
    assert_true(is_line(process, "bye"));
    assert_closed(process);
    // Nobody reads this any more; SIGPIPE would end the test.
    assert_int_equal(process_write(process, slice_from("?\n"), soon()), PROCESS_CLOSED);
    finish(process);
}

static void test_huge_line(void **state) {
    (void)state;
    Process *process =
        start_with((ProcessOptions){.output_limit_bytes = 100000}, "huge-line", "--at", "2", NULL);
    assert_true(sends(process, "1\n"));
    assert_true(is_line(process, "1"));
    assert_true(sends(process, "2\n"));
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OUTPUT_LIMIT);
    assert_int_equal(line.size, 100001);
    finish(process);
}

static void test_output_limit_counts_a_turn(void **state) {
    (void)state;
    // Each turn prints 8 bytes: "abcdefg" and a newline.
    ProcessOptions options = {.output_limit_bytes = 8};
    Process *process = start_with(options, "twice", "--at", "4", "--answer", "abcdefg", NULL);
    for (int turn = 1; turn <= 3; turn++) {
        assert_true(sends(process, "?\n"));
        assert_true(is_line(process, "abcdefg"));
    }
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "abcdefg"));
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OUTPUT_LIMIT);
    finish(process);
}

static void test_flood(void **state) {
    (void)state;
    Process *process = start("flood", "--answer", "more");
    assert_true(sends(process, "?\n"));
    ProcessStatus status;
    Slice line;
    size_t bytes = 0;
    while ((status = process_read_line(process, soon(), &line)) == PROCESS_OK) {
        bytes += line.size + 1;
    }
    assert_int_equal(status, PROCESS_OUTPUT_LIMIT);
    assert_true(bytes <= PROCESS_OUTPUT_LIMIT_BYTES);
    finish(process);

    process = start("flood", "--answer", "more");
    assert_true(sends(process, "?\n"));
    assert_int_equal(process_read_all(process, soon(), &line), PROCESS_OUTPUT_LIMIT);
    finish(process);
}

static void test_any_byte_passes(void **state) {
    (void)state;
    Process *process = start("binary");
    assert_true(sends(process, "?\n"));
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_OK);
    assert_int_equal(line.size, 12);
    assert_memory_equal(line.data, "\0\xff\xfe\x80", 4);
    finish(process);
}

static void test_speaks_before_it_is_asked(void **state) {
    (void)state;
    Process *process = start("early", "--at", "0", "--answer", "hasty");
    assert_has_output(process);
    assert_true(is_line(process, "hasty"));
    finish(process);

    process = start("twice", "--answer", "again");
    assert_false(process_has_output(process));
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "again"));
    assert_true(is_line(process, "again"));
    assert_false(process_has_output(process));
    finish(process);
}

static void test_closes_stdout_but_lives(void **state) {
    (void)state;
    Process *process = start("close-stdout", "--at", "2");
    assert_true(sends(process, "1\n2\n"));
    assert_true(is_line(process, "1"));
    assert_closed(process);
    assert_int_equal(process_wait(process, clock_now_ns()).kind, PROCESS_RUNNING);
    finish(process);
}

static void test_closes_stdin_but_answers(void **state) {
    (void)state;
    Process *process = start("close-stdin", "--answer", "yes");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "yes"));
    assert_int_equal(process_write(process, slice_from("?\n"), soon()), PROCESS_CLOSED);
    assert_int_equal(process_wait(process, clock_now_ns()).kind, PROCESS_RUNNING);
    finish(process);
}

static void test_does_not_read(void **state) {
    (void)state;
    static char text[300000];
    memset(text, '\n', sizeof text);
    Process *process = start("silent", "--at", "0");
    int64_t deadline_ns = clock_now_ns() + 30 * NS_PER_MS;
    Slice slice = {text, sizeof text};
    assert_int_equal(process_write(process, slice, deadline_ns), PROCESS_TIMEOUT);
    assert_true(clock_now_ns() >= deadline_ns);
    finish(process);
}

static void test_end_is_seen_though_a_child_holds_the_pipes(void **state) {
    (void)state;
    Process *process = start("orphan", "--answer", "gone");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "gone"));
    assert_closed(process);
    assert_ended(process, PROCESS_EXITED, 0);
    finish(process);
}

static void test_stderr_is_drained_and_cut_in_the_middle(void **state) {
    (void)state;
    Process *process = start("stderr");
    assert_true(sends(process, "?\n"));
    assert_true(is_line(process, "?"));
    assert_true(process_kill(process));
    Text errors;
    text_init(&errors);
    process_errors(process, &errors);
    assert_true(slice_starts(text_slice(&errors), "first words\nand so on"));
    assert_non_null(strstr(errors.data, "bytes left out ...]"));
    const char *last = strstr(errors.data, "\nlast words\n");
    assert_non_null(last);
    assert_int_equal(strlen(last), strlen("\nlast words\n"));
    assert_in_range(errors.size, 65536, 65536 + 64);
    text_release(&errors);
    finish(process);
}

static void test_memory_limit(void **state) {
    (void)state;
    ProcessOptions options = {.memory_limit_bytes = 64u << 20};
    Process *process = start_with(options, "memory", "--at", "2", NULL);
    assert_true(sends(process, "1\n"));
    assert_true(is_line(process, "1"));
    size_t before_bytes = process_memory_peak_bytes(process);
    assert_in_range(before_bytes, 4096, options.memory_limit_bytes);
    assert_true(sends(process, "2\n"));
    Slice line;
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_MEMORY_LIMIT);
    assert_true(process_memory_peak_bytes(process) > options.memory_limit_bytes);
    finish(process);
}

// Between two looks, or before the first: the kernel remembers the peak, and at the end sums up.
static void test_memory_limit_passed_for_a_moment(void **state) {
    (void)state;
    ProcessOptions options = {.memory_limit_bytes = 64u << 20};
    Slice line;
    Process *process = start_with(options, "burst", NULL);
    assert_true(sends(process, "?\n"));
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_MEMORY_LIMIT);
    finish(process);

    process = start_with(options, "burst", "--once", NULL);
    assert_true(sends(process, "?\n"));
    assert_ended(process, PROCESS_EXITED, 0);
    assert_int_equal(process_read_line(process, soon(), &line), PROCESS_MEMORY_LIMIT);
    finish(process);
}

static void test_memory_of_the_host_is_not_charged(void **state) {
    (void)state;
    enum { SIZE = 64 << 20 };
    char *ballast = malloc(SIZE);
    assert_non_null(ballast);
    memset(ballast, 1, SIZE);
    ProcessOptions options = {.memory_limit_bytes = 32u << 20};
    Process *process = start_with(options, "leave", NULL);
    assert_true(sends(process, "?\n"));
    assert_ended(process, PROCESS_EXITED, 0);
    assert_true(is_line(process, "?"));
    assert_true(process_memory_peak_bytes(process) < options.memory_limit_bytes);
    assert_int_equal(ballast[SIZE - 1], 1);
    finish(process);
    free(ballast);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_line_by_line),
        cmocka_unit_test(test_line_larger_than_the_pipes),
        cmocka_unit_test(test_reads_everything_to_the_end),
        cmocka_unit_test(test_last_line_without_newline),
        cmocka_unit_test(test_silent),
        cmocka_unit_test(test_half_line),
        cmocka_unit_test(test_slow_but_in_time),
        cmocka_unit_test(test_late_reader_gets_what_is_there),
        cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_leaves_after_its_answer),
        cmocka_unit_test(test_huge_line),
        cmocka_unit_test(test_output_limit_counts_a_turn),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_any_byte_passes),
        cmocka_unit_test(test_speaks_before_it_is_asked),
        cmocka_unit_test(test_closes_stdout_but_lives),
        cmocka_unit_test(test_closes_stdin_but_answers),
        cmocka_unit_test(test_does_not_read),
        cmocka_unit_test(test_end_is_seen_though_a_child_holds_the_pipes),
        cmocka_unit_test(test_stderr_is_drained_and_cut_in_the_middle),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_memory_limit_passed_for_a_moment),
        cmocka_unit_test(test_memory_of_the_host_is_not_charged),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
