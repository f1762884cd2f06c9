#include "jobs/selfplay_job.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"

void selfplay_job_init(SelfplayJob *job) {
    *job = (SelfplayJob){0};
    text_init(&job->network);
    text_init(&job->engine_settings);
}

void selfplay_job_release(SelfplayJob *job) {
    text_release(&job->network);
    text_release(&job->engine_settings);
}

void selfplay_job_write(const SelfplayJob *job, Text *out) {
    const SelfplaySettings *settings = &job->settings;
    json_t *root =
        json_pack("{s:s s:s s:s s:s s:I s:f s:i s:I s:I s:I}", "game", job->rules->name, "variant",
            job->variant->name, "network", job->network.data, "set", job->engine_settings.data,
            "nodes", (json_int_t)settings->nodes, "fullShare", settings->full_share, "openingPlies",
            settings->opening_plies, "seed", (json_int_t)(settings->seed & INT64_MAX), "first",
            (json_int_t)settings->first, "games", (json_int_t)settings->games);
    char *text = json_dumps(root, JSON_COMPACT);
    text_add(out, text ? text : "");
    free(text);
    json_decref(root);
}

static bool unpack(SelfplayJob *job, const json_t *root) {
    const char *game;
    const char *variant;
    const char *network;
    const char *engine_settings;
    json_int_t nodes;
    json_int_t seed;
    json_int_t first;
    json_int_t games;
    SelfplaySettings *settings = &job->settings;
    if (json_unpack_ex((json_t *)root, NULL, JSON_STRICT,
            "{s:s s:s s:s s:s s:I s:F s:i s:I s:I s:I}", "game", &game, "variant", &variant,
            "network", &network, "set", &engine_settings, "nodes", &nodes, "fullShare",
            &settings->full_share, "openingPlies", &settings->opening_plies, "seed", &seed, "first",
            &first, "games", &games) != 0) {
        return false;
    }
    job->rules = rules_find(slice_from(game));
    job->variant = job->rules ? rules_variant(job->rules, slice_from(variant)) : NULL;
    text_add(&job->network, network);
    text_add(&job->engine_settings, engine_settings);
    settings->nodes = (uint64_t)nodes;
    settings->seed = (uint64_t)seed;
    settings->first = (uint64_t)first;
    settings->games = (uint64_t)games;
    settings->network = job->network.size > 0 ? job->network.data : NULL;
    settings->engine_settings = job->engine_settings.size > 0 ? job->engine_settings.data : NULL;
    return job->variant && nodes > 0 && seed >= 0 && first >= 0 && games > 0 &&
           games <= SELFPLAY_JOB_GAMES_MAX && settings->opening_plies >= 0 &&
           settings->opening_plies <= SELFPLAY_OPENING_PLIES_MAX && settings->full_share >= 0 &&
           settings->full_share <= 1;
}

bool selfplay_job_read(SelfplayJob *job, Slice json, Error *error) {
    selfplay_job_init(job);
    json_t *root = json_loadb(json.data, json.size, JSON_REJECT_DUPLICATES, NULL);
    bool done = root && unpack(job, root);
    json_decref(root);
    return done || error_set(error, ERROR_BAD_JOB, "this is no chunk of self-play");
}

static bool visit_games(
    const SelfplayJob *job, SampleFile *file, SelfplayVisit visit, void *context, Error *error) {
    SampleGame *game = malloc(sizeof *game);
    if (!game) {
        abort();
    }
    bool done = samples_rules(file) == job->rules && samples_variant(file) == job->variant;
    bool broken = false;
    uint64_t count = 0;
    while (done && samples_next(file, game, &broken)) {
        done = ++count <= job->settings.games && visit(context, game, error);
    }
    free(game);
    return (done && !broken && count == job->settings.games) ||
           error_set(error, ERROR_BAD_RESULT, "the samples are not those of this chunk");
}

bool selfplay_job_visit(
    const SelfplayJob *job, Slice samples, SelfplayVisit visit, void *context, Error *error) {
    int fd = memfd_create("samples", MFD_CLOEXEC);
    if (fd < 0 || !fd_write_all(fd, samples)) {
        error_set(error, ERROR_OUT_OF_MEMORY, "no room for samples: %s", strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    SampleFile *file = samples_open(path, error);
    bool done = file && visit_games(job, file, visit, context, error);
    if (file) {
        samples_close(file, NULL);
    }
    close(fd);
    return done;
}
