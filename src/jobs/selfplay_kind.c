#include "jobs/selfplay_kind.h"

#include <jansson.h>

#include "jobs/selfplay_job.h"
#include "store/blobs.h"

// {"samples": HASH}, and that blob was sent with it.
static bool read_result(const JobResultView *view, Sha256 *out, Error *error) {
    json_t *root = json_loadb(view->result.data, view->result.size, 0, NULL);
    const char *text = "";
    bool is_good = json_unpack(root, "{s:s!}", "samples", &text) == 0 &&
                   sha256_parse(slice_from(text), out) && view->blob_count == 1 &&
                   sha256_equal(out, &view->blobs[0]);
    json_decref(root);
    return is_good || error_set(error, ERROR_BAD_RESULT, "a chunk's result is one file of samples");
}

static bool pass(void *context, const SampleGame *game, Error *error) {
    (void)context, (void)game, (void)error;
    return true;
}

static bool check(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    Sha256 hash;
    SelfplayJob job;
    Text samples;
    selfplay_job_init(&job);
    text_init(&samples);
    bool is_true = read_result(view, &hash, error) &&
                   selfplay_job_read(&job, view->payload, error) &&
                   blob_fetch(context, &hash, &samples, error) &&
                   selfplay_job_visit(&job, text_slice(&samples), pass, NULL, error);
    if (is_true) {
        sha256_hex(&hash, finding->fingerprint);
    }
    text_release(&samples);
    selfplay_job_release(&job);
    return is_true;
}

JobKind selfplay_kind(Store *store) {
    return (JobKind){.name = "selfplay", .context = store, .check = check};
}
