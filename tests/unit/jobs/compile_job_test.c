// Compilations as jobs: what a worker is told, and what the queue believes of its answer.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "jobs/compile_job.h"

static char source[SHA256_TEXT_SIZE];
static char binary[SHA256_TEXT_SIZE];

static int set_up(void **state) {
    (void)state;
    sha256_text(slice_from("source"), source);
    sha256_text(slice_from("binary"), binary);
    return 0;
}

static bool reads(CompileJob *job, const char *format) {
    char json[512];
    snprintf(json, sizeof json, format, source);
    Error error;
    bool done = compile_job_read(job, slice_from(json), &error);
    assert_true(done || error.reason.code == ERROR_BAD_JOB);
    return done;
}

static void payloads_are_read(void **state) {
    (void)state;
    CompileJob job;
    assert_true(reads(&job, "{\"source\":\"%s\",\"language\":\"c++17\",\"name\":\"a.cpp\"}"));
    assert_string_equal(job.source, source);
    assert_ptr_equal(job.language, compile_language_find(slice_from("c++17")));
    assert_string_equal(job.name.data, "a.cpp");
    compile_job_release(&job);
    assert_true(reads(&job, "{\"source\":\"%s\",\"language\":\"python3\"}"));
    assert_string_equal(job.name.data, "");
    compile_job_release(&job);
    static const char *const BAD[] = {"", "[]", "{\"source\":\"%s\"}",
        "{\"source\":\"%s\",\"language\":\"basic\"}", "{\"source\":\"12\",\"language\":\"c17\"}",
        "{\"source\":\"%s\",\"language\":\"c17\",\"flags\":\"-O3\"}",
        "{\"source\":\"%s\",\"language\":\"c17\",\"name\":7}"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_false(reads(&job, BAD[i]));
        compile_job_release(&job);
    }
}

// Whether the queue takes a result with these blobs; `finding` may be null.
static bool takes(const char *language, const char *result, const char *blob, JobFinding *finding) {
    char payload[256];
    snprintf(payload, sizeof payload, "{\"source\":\"%s\",\"language\":\"%s\"}", source, language);
    Sha256 hash;
    JobResultView view = {
        .payload = slice_from(payload), .result = slice_from(result), .blobs = &hash};
    view.blob_count = blob && sha256_parse(slice_from(blob), &hash) ? 1 : 0;
    JobFinding unused = {0};
    Error error;
    bool done = COMPILE_JOB.check(NULL, &view, finding ? finding : &unused, &error);
    assert_true(done || error.reason.code == ERROR_BAD_RESULT);
    return done;
}

static Text result_of(CompileStatus status, const char *hash) {
    CompileResult result;
    compile_result_init(&result);
    result.status = status;
    result.time_ns = 1500 * NS_PER_MS;
    result.memory_bytes = 1u << 20;
    text_add(&result.messages, "a \"quoted\" line\n");
    text_add(&result.version, "gcc 12");
    Text json;
    text_init(&json);
    compile_job_write_result(&result, hash, &json);
    compile_result_release(&result);
    return json;
}

static void results_of_a_worker_are_taken(void **state) {
    (void)state;
    for (int status = 0; status < COMPILE_STATUS_COUNT; status++) {
        bool is_ok = status == COMPILE_OK;
        Text json = result_of((CompileStatus)status, is_ok ? binary : NULL);
        JobFinding finding = {0};
        assert_int_equal(
            takes("c++17", json.data, is_ok ? binary : NULL, &finding), status != COMPILE_FAULT);
        bool is_sure = is_ok || status == COMPILE_ERRORS;
        assert_string_equal(
            finding.fingerprint, is_sure ? compile_status_name((CompileStatus)status) : "");
        text_release(&json);
    }
}

#define ERRORS(time)                                                                               \
    "{\"status\":\"errors\",\"messages\":\"\",\"memoryBytes\":0,\"compiler\":\"\","                \
    "\"timeMs\":" time "}"

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    Text json = result_of(COMPILE_OK, binary);
    assert_false(takes("c17", json.data, NULL, NULL));       // the program was not sent
    assert_false(takes("c17", json.data, source, NULL));     // nor this one
    assert_false(takes("python3", json.data, binary, NULL)); // a program that is not its source
    text_release(&json);
    json = result_of(COMPILE_OK, source);
    assert_true(takes("python3", json.data, source, NULL));
    text_release(&json);
    json = result_of(COMPILE_ERRORS, binary);
    assert_false(takes("c17", json.data, binary, NULL)); // a program though it is wrong
    text_release(&json);
    json = result_of(COMPILE_OK, NULL);
    assert_false(takes("c17", json.data, NULL, NULL));
    text_release(&json);
    assert_false(takes("c17", "", NULL, NULL));
    assert_false(takes("c17", "{\"status\":\"errors\"}", NULL, NULL));
    assert_true(takes("c17", ERRORS("1"), NULL, NULL));
    assert_false(takes("c17", ERRORS("-1"), NULL, NULL));
    assert_false(takes("c17", ERRORS("1,\"extra\":1"), NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payloads_are_read),
        cmocka_unit_test(results_of_a_worker_are_taken),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
