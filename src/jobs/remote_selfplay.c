#include "jobs/remote_selfplay.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/remote_group.h"
#include "jobs/selfplay_job.h"
#include "train/selfplay_log.h"

// Chunks that are submitted ahead of the first that is missing.
#define AHEAD 256
// A run is cut into this many chunks, but none is smaller or larger than it is good for: some
// seconds of work at least, some minutes at most.
#define CHUNKS 64
#define CHUNK_GAMES_MIN 20
#define CHUNK_GAMES_MAX 1000

typedef struct Spread {
    const RemoteSelfplay *remote;
    SelfplayJob job; // its settings are those of the next chunk
    uint64_t games;  // of the whole
    uint64_t chunk;  // games of a chunk
    uint64_t next;   // the first game that is not submitted
    PortableFiles files;
    RemoteGroup group;
    json_t *ready; // results by name
    SelfplayLog log;
} Spread;

static uint64_t chunk_size(uint64_t games) {
    uint64_t size = games / CHUNKS;
    return size < CHUNK_GAMES_MIN   ? CHUNK_GAMES_MIN
           : size > CHUNK_GAMES_MAX ? CHUNK_GAMES_MAX
                                    : size;
}

// Sets the chunk that begins at a game; ends of chunks are the same wherever a run begins anew.
static void set_chunk(Spread *spread, uint64_t first) {
    uint64_t end = (first / spread->chunk + 1) * spread->chunk;
    end = end < spread->games ? end : spread->games;
    spread->job.settings.first = first;
    spread->job.settings.games = end - first;
}

#define NAME_SIZE 48

static const char *chunk_name(const Spread *spread, char out[NAME_SIZE]) {
    const SelfplaySettings *settings = &spread->job.settings;
    snprintf(out, NAME_SIZE, "%llu+%llu", (unsigned long long)settings->first,
        (unsigned long long)settings->games);
    return out;
}

static json_t *chunk_job(const Spread *spread) {
    char name[NAME_SIZE];
    Text payload;
    text_init(&payload);
    selfplay_job_write(&spread->job, &payload);
    json_t *blobs = json_array();
    for (size_t i = 0; i < spread->files.count; i++) {
        json_array_append_new(blobs, json_string(spread->files.items[i].hash));
    }
    json_t *job = json_pack("{s:s s:s s:{s:s} s:o s:o}", "name", chunk_name(spread, name), "kind",
        "selfplay", "needs", "bench", spread->remote->bench, "payload",
        json_loadb(payload.data, payload.size, 0, NULL), "blobs", blobs);
    text_release(&payload);
    return job;
}

static bool submit(Spread *spread, Error *error) {
    json_t *jobs = json_array();
    uint64_t have = spread->log.progress.games;
    while (spread->next < spread->games && spread->next < have + AHEAD * spread->chunk) {
        set_chunk(spread, spread->next);
        json_array_append_new(jobs, chunk_job(spread));
        spread->next += spread->job.settings.games;
    }
    if (json_array_size(jobs) > 0) {
        return remote_group_submit(&spread->group, jobs, error);
    }
    json_decref(jobs);
    return true;
}

static bool put_game(void *context, const SampleGame *game, Error *error) {
    return selfplay_log_put(context, game, error);
}

static bool refuse_nothing(void *context, const SampleGame *game, Error *error) {
    (void)context;
    (void)game;
    (void)error;
    return true;
}

// Adds the chunk that the file needs next; all of it is looked at before any of it is written.
static bool add_chunk(Spread *spread, const json_t *ended, Error *error) {
    const char *state = json_string_value(json_object_get(ended, "state"));
    const char *reason = json_string_value(json_object_get(ended, "reason"));
    const char *hash = "";
    char name[NAME_SIZE];
    chunk_name(spread, name);
    json_unpack((json_t *)ended, "{s:{s:s}}", "result", "samples", &hash);
    if (!state || strcmp(state, "done") != 0 || !sha256_is_text(slice_from(hash))) {
        return error_set(error, ERROR_SERVER_REFUSED, "games %s were not played (%.20s): %.150s",
            name, state ? state : "?", reason ? reason : "");
    }
    Text samples;
    text_init(&samples);
    Slice bytes;
    bool done = remote_group_blob(&spread->group, hash, &samples, error);
    bytes = text_slice(&samples);
    done = done && selfplay_job_visit(&spread->job, bytes, refuse_nothing, NULL, error) &&
           selfplay_job_visit(&spread->job, bytes, put_game, &spread->log, error);
    text_release(&samples);
    return done;
}

// Keeps the results that came, and writes what is next in the file.
static bool receive(Spread *spread, Error *error) {
    json_t *results = NULL;
    if (!remote_group_results(&spread->group, &results, error)) {
        return false;
    }
    size_t index;
    json_t *ended;
    json_array_foreach(results, index, ended) {
        const char *name = json_string_value(json_object_get(ended, "name"));
        const char *state = json_string_value(json_object_get(ended, "state"));
        if (name && state && strcmp(state, "cancelled") != 0) {
            json_object_set(spread->ready, name, ended);
        }
    }
    bool is_empty = json_array_size(results) == 0;
    json_decref(results);
    bool done = true;
    while (done && spread->log.progress.games < spread->games) {
        char name[NAME_SIZE];
        set_chunk(spread, spread->log.progress.games);
        const json_t *next = json_object_get(spread->ready, chunk_name(spread, name));
        if (!next) {
            break;
        }
        done = add_chunk(spread, next, error);
        json_object_del(spread->ready, name);
        is_empty = false;
    }
    if (is_empty) {
        remote_wait(spread->remote->poll_ms, spread->group.stop, NULL);
    }
    return done;
}

// The same games have the same name everywhere: what was played once need not be played again.
static void name_group(Spread *spread, char key[SHA256_TEXT_SIZE]) {
    Text text;
    text_init(&text);
    text_add(&text, spread->remote->bench);
    set_chunk(spread, 0);
    spread->job.settings.games = 1;
    selfplay_job_write(&spread->job, &text);
    sha256_text(text_slice(&text), key);
    text_release(&text);
}

static bool play(Spread *spread, const atomic_bool *stop, Error *error) {
    char key[SHA256_TEXT_SIZE];
    name_group(spread, key);
    remote_group_init(&spread->group, spread->remote->remote, key, "selfplay", stop);
    spread->next = spread->log.progress.games;
    bool done = remote_group_add_files(&spread->group, &spread->files, error) &&
                (spread->next >= spread->games || remote_group_open(&spread->group, error));
    while (done && !atomic_load(stop) && spread->log.progress.games < spread->games) {
        done = submit(spread, error) && receive(spread, error);
    }
    if (spread->log.progress.games < spread->games && spread->group.id > 0) {
        remote_group_cancel(&spread->group);
    }
    return done || (atomic_load(stop) && error->reason.code == ERROR_STOPPED);
}

static bool run(void *venue, const SelfplaySettings *settings, const Rules *rules,
    const Variant *variant, const char *path, const atomic_bool *stop, SelfplayListener listener,
    void *context, SelfplayProgress *progress, Error *error) {
    if (settings->games == 0) {
        return error_set(error, ERROR_OPTION_MISSING, "on workers, --games says how many to play");
    }
    Spread spread = {
        .remote = venue, .games = settings->games, .chunk = chunk_size(settings->games)};
    selfplay_job_init(&spread.job);
    spread.job.rules = rules;
    spread.job.variant = variant;
    spread.job.settings = *settings;
    text_add(
        &spread.job.engine_settings, settings->engine_settings ? settings->engine_settings : "");
    spread.ready = json_object();
    bool done = portable_export_text(settings->network ? settings->network : "",
                    &spread.job.network, &spread.files, error) &&
                selfplay_log_open(&spread.log, rules, variant, path, listener, context, error);
    if (done) {
        done = play(&spread, stop, error);
        done = selfplay_log_close(&spread.log, done ? error : NULL) && done;
        *progress = spread.log.progress;
    }
    json_decref(spread.ready);
    portable_files_release(&spread.files);
    selfplay_job_release(&spread.job);
    return done;
}

SelfplayVenue remote_selfplay_venue(RemoteSelfplay *remote) {
    return (SelfplayVenue){.context = remote, .run = run};
}
