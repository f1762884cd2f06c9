// Lines of the log.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"

// What was written since the last call, behind the time.
static const char *read_line(int file, char out[512]) {
    ssize_t size = read(file, out, 511);
    assert_true(size > 0);
    out[size] = '\0';
    assert_memory_equal(out, "{\"time\":\"20", 11);
    return out + strlen("{\"time\":\"2026-01-31T12:00:00Z\",");
}

static void a_line_is_one_object(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Log log = {.level = LOG_WARNING, .file = ends[1]};
    LogLine line;
    char text[512];
    assert_true(log_begin(&line, &log, LOG_WARNING, "lease-lost"));
    json_put_integer(&line.json, "job", 7);
    json_put_slice(&line.json, "host", (Slice){"a\n\xff\"", 4});
    log_end(&line);
    assert_string_equal(read_line(ends[0], text),
        "\"level\":\"warning\",\"event\":\"lease-lost\",\"job\":7,"
        "\"host\":\"a\\u000a\xef\xbf\xbd\\\"\"}\n");
    Error error;
    error_set(&error, ERROR_STOPPED, "it stopped");
    log_reason(&log, LOG_ERROR, "end", &error);
    assert_string_equal(read_line(ends[0], text),
        "\"level\":\"error\",\"event\":\"end\",\"error\":{\"code\":\"stopped\",\"arguments\":[],"
        "\"places\":[],\"text\":\"it stopped\"}}\n");
    close(ends[0]);
    close(ends[1]);
}

static void what_nobody_wants_is_not_written(void **state) {
    (void)state;
    Log log = {.level = LOG_WARNING, .file = -1};
    LogLine line;
    assert_false(log_begin(&line, &log, LOG_INFO, "request"));
    assert_false(log_begin(&line, NULL, LOG_ERROR, "request"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_one_object),
        cmocka_unit_test(what_nobody_wants_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
