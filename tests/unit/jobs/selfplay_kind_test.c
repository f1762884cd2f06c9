// Results of self-play as the queue checks them.

#include "unit/jobs/jobs_fixture.h"

#include <unistd.h>

#include "jobs/selfplay_job.h"
#include "jobs/selfplay_kind.h"
#include "store/blobs.h"

typedef struct Chunk {
    Text payload;
    Text samples;
} Chunk;

// Plays the games of a small chunk.
static void play(Chunk *chunk) {
    Error error;
    SelfplayJob job;
    SelfplayProgress progress;
    atomic_bool stop = false;
    char path[] = "/tmp/immure-samples-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    selfplay_job_init(&job);
    job.rules = rules_find(slice_from("amazons"));
    job.variant = &job.rules->variants[0];
    job.settings = (SelfplaySettings){.network = "none",
        .engine_settings = "",
        .nodes = 4,
        .full_share = 0.5,
        .opening_plies = 4,
        .thread_count = 1,
        .seed = 3,
        .games = 2,
        .first = 5};
    text_add(&job.network, "none");
    text_init(&chunk->payload);
    text_init(&chunk->samples);
    selfplay_job_write(&job, &chunk->payload);
    must(selfplay_run(
             &job.settings, job.rules, job.variant, path, &stop, NULL, NULL, &progress, &error),
        &error);
    must(text_read_file(&chunk->samples, path, 1u << 20, &error), &error);
    unlink(path);
    selfplay_job_release(&job);
}

// Checks a result that names some bytes, which are put there before.
static bool check(
    Store *store, const Chunk *chunk, Slice payload, JobFinding *finding, Error *error) {
    Sha256 hash;
    char hex[SHA256_TEXT_SIZE];
    char result[100];
    must(blob_store(store, text_slice(&chunk->samples), &hash, error), error);
    snprintf(result, sizeof result, "{\"samples\":\"%s\"}", sha256_hex(&hash, hex));
    JobResultView view = {
        .payload = payload, .result = slice_from(result), .blobs = &hash, .blob_count = 1};
    JobKind kind = selfplay_kind(store);
    *finding = (JobFinding){0};
    bool is_true = kind.check(kind.context, &view, finding, error);
    view.blob_count = 0;
    Error ignored;
    assert_false(kind.check(kind.context, &view, &(JobFinding){0}, &ignored));
    assert_int_equal(ignored.reason.code, ERROR_BAD_RESULT);
    return is_true;
}

static void games_are_replayed(void **state) {
    Store *store = store_of(state);
    Error error;
    JobFinding finding;
    Chunk chunk;
    play(&chunk);
    char hex[SHA256_TEXT_SIZE];
    must(check(store, &chunk, text_slice(&chunk.payload), &finding, &error), &error);
    assert_string_equal(finding.fingerprint, sha256_text(text_slice(&chunk.samples), hex));
    // Of another chunk, with another number of games.
    char *games = strstr(chunk.payload.data, "\"games\":2");
    assert_non_null(games);
    games[strlen("\"games\":")] = '3';
    assert_false(check(store, &chunk, text_slice(&chunk.payload), &finding, &error));
    games[strlen("\"games\":")] = '2';
    // Every byte counts.
    chunk.samples.data[chunk.samples.size / 2] ^= 0x10;
    assert_false(check(store, &chunk, text_slice(&chunk.payload), &finding, &error));
    assert_string_equal(finding.fingerprint, "");
    text_release(&chunk.payload);
    text_release(&chunk.samples);
}

int main(void) {
    static const StoreTest TESTS[] = {STORE_TEST(games_are_replayed)};
    return stores_run(TESTS, 1);
}
