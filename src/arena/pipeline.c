#include "arena/pipeline.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/people.h"
#include "arena/reasons.h"
#include "base/json.h"
#include "jobs/compile_job.h"
#include "store/blobs.h"

// They go first, but nothing makes room for them: all cores may be held by games for hours.
#define COMPILE_DEADLINE_MS (24 * 3600 * INT64_C(1000))
#define CHECK_DEADLINE_MS (24 * 3600 * INT64_C(1000))
#define COMPILE_RUN_MS (5 * 60 * INT64_C(1000))
// The queue's own sweep comes first.
#define OVERDUE_MS (60 * INT64_C(1000))
#define OVERDUE_COUNT 100

static Query *begin_with(StoreTx *tx, const char *name, int64_t id) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, id);
    return query;
}

static void owner_text(int64_t owner_id, char out[32]) {
    snprintf(out, 32, "person %lld", (long long)owner_id);
}

// ---- Submitting ----

static bool check_input(const ArenaBot *bot, const VersionInput *input, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    const PlayerProtocol *protocol = player_protocol_find(input->protocol);
    if (!protocol) {
        return error_set(error, ERROR_UNKNOWN_PROTOCOL, "unknown protocol %s",
            slice_quote(input->protocol, quoted));
    }
    if ((protocol->game && strcmp(protocol->game, bot->game) != 0) ||
        (protocol->variant && strcmp(protocol->variant, bot->variant) != 0)) {
        return error_set(error, ERROR_PROTOCOL_OTHER_GAME, "protocol %s is for %s", protocol->name,
            protocol->variant ? protocol->variant : protocol->game);
    }
    if (!compile_language_find(input->language)) {
        return error_set(error, ERROR_UNKNOWN_LANGUAGE, "unknown language %s",
            slice_quote(input->language, quoted));
    }
    if (input->source.size == 0 || input->source.size > BOT_SOURCE_BYTES_MAX) {
        return error_set(
            error, ERROR_TOO_LARGE, "%s has from 1 to %u bytes", "a source", BOT_SOURCE_BYTES_MAX);
    }
    return strcmp(bot->state, "retired") != 0 ||
           error_set(error, ERROR_BOT_RETIRED, "the bot is retired");
}

static int64_t put_compilation(StoreTx *tx, const ArenaBot *bot, int64_t version,
    const VersionInput *input, const Sha256 *source, Error *error) {
    char hash[SHA256_TEXT_SIZE];
    char name[40];
    char owner[32];
    sha256_hex(source, hash);
    snprintf(name, sizeof name, "version/%lld", (long long)version);
    owner_text(bot->owner_id, owner);
    Text payload;
    text_init(&payload);
    JsonWriter json = {.out = &payload};
    json_open_object(&json, NULL);
    json_put_text(&json, "source", hash);
    json_put_slice(&json, "language", input->language);
    json_close_object(&json);
    JobSpec spec = job_spec();
    spec.name = slice_from(name);
    spec.kind = slice_from(COMPILE_JOB_KIND);
    spec.lane = LANE_COMPILE;
    spec.owner = slice_from(owner);
    spec.needs.sandbox = 1;
    spec.payload = text_slice(&payload);
    spec.blobs = source;
    spec.blob_count = 1;
    spec.run_ms = COMPILE_RUN_MS;
    spec.deadline_ms = COMPILE_DEADLINE_MS;
    int64_t job = queue_put(tx, slice_from(ARENA_OWNER), slice_from("compile"),
        slice_from("compilations"), &spec, error);
    text_release(&payload);
    return job;
}

int64_t pipeline_submit(StoreTx *tx, const ArenaBot *bot, const VersionInput *input, Error *error) {
    if (!check_input(bot, input, error)) {
        return 0;
    }
    if (!person_hold(tx, bot->owner_id)) { // perhaps since he signed in: nobody erases this again
        error_set(error, ERROR_NOT_FOUND, "there is no such person");
        return 0;
    }
    if (query_take_int(begin_with(tx, "versions_open_of_owner", bot->owner_id)) >=
        VERSIONS_OPEN_MAX) {
        error_set(error, ERROR_TOO_MANY_OPEN,
            "%d of your versions are on their way: wait until one is ready", VERSIONS_OPEN_MAX);
        return 0;
    }
    Sha256 source = blob_put(tx, input->source);
    blob_ref(tx, &source);
    query_end(begin_with(tx, "bots_lock", bot->id)); // for the number
    int64_t last = query_take_int(begin_with(tx, "versions_last", bot->id));
    Query *add = begin_with(tx, "versions_add", bot->id);
    query_bind_int(add, 2, last + 1);
    query_bind_text(add, 3, input->protocol);
    query_bind_text(add, 4, input->language);
    query_bind_blob(add, 5, sha256_slice(&source));
    query_bind_int(add, 6, input->is_draft);
    query_bind_int(add, 7, COMPILE_DEADLINE_MS);
    int64_t version = query_take_int(add);
    int64_t job = put_compilation(tx, bot, version, input, &source, error);
    if (job == 0) {
        return 0;
    }
    Query *set = begin_with(tx, "versions_set_job", version);
    query_bind_int(set, 2, job);
    return query_end(set) ? version : 0;
}

// ---- The end of a compilation ----

// The version whose compilation has ended.
typedef struct Compiled {
    int64_t id;
    Slice protocol;
    Slice language;
    int64_t owner_id;
    Board board;
    int64_t started_ms;
} Compiled;

// What has failed never plays: its program goes, for anybody may hand in hundreds a day.
static void drop_binary(StoreTx *tx, int64_t version) {
    Sha256 hash;
    Query *row = begin_with(tx, "versions_binary", version);
    bool has_binary = query_step(row);
    if (has_binary) {
        memcpy(hash.bytes, query_column_blob(row, 0).data, SHA256_BYTES);
    }
    query_end(row);
    if (has_binary) {
        Query *drop = begin_with(tx, "versions_drop_binary", version);
        bool is_dropped = query_changes(drop) > 0; // not by somebody else meanwhile
        query_end(drop);
        if (is_dropped) {
            blob_unref(tx, &hash);
        }
    }
}

static void fail_compilation(
    StoreTx *tx, const Compiled *version, const Text *reason, const char *messages) {
    Query *fail = begin_with(tx, "versions_not_compiled", version->id);
    query_bind_text(fail, 2, text_slice(reason));
    query_bind_text(fail, 3, slice_from(messages));
    query_bind_int(fail, 4, version->started_ms);
    query_end(fail);
    drop_binary(tx, version->id); // of one that was compiled and cannot be checked
}

// The check of a version that was compiled.
static bool order_check(StoreTx *tx, const Compiled *version, Error *error) {
    char key[40];
    char owner[32];
    uint64_t seed = (uint64_t)version->id * 4;
    snprintf(key, sizeof key, "check/%lld", (long long)version->id);
    owner_text(version->owner_id, owner);
    int64_t random = bot_house_version(tx, &version->board, "random", "engine=random");
    return pair_order(tx,
               &(PairOrder){
                   .key = slice_from(key),
                   .purpose = PURPOSE_CHECK,
                   .versions = {version->id, random},
                   .seeds = {{seed, seed + 1}, {seed + 2, seed + 3}},
                   .owner = slice_from(owner),
                   .deadline_ms = CHECK_DEADLINE_MS,
               },
               error) != 0;
}

static void begin_check(
    StoreTx *tx, const Compiled *version, const char *binary, const char *messages) {
    Sha256 hash;
    Text words;
    text_init(&words);
    const CompileLanguage *language = compile_language_find(version->language);
    bool is_script = language && compile_language_is_checked(language);
    text_addf(&words, "cmd=%sblob:%s,protocol=%.*s", is_script ? "python3 " : "", binary,
        (int)version->protocol.size, version->protocol.data);
    sha256_parse(slice_from(binary), &hash);
    blob_ref(tx, &hash);
    Query *update = begin_with(tx, "versions_compiled", version->id);
    query_bind_text(update, 2, text_slice(&words));
    query_bind_blob(update, 3, sha256_slice(&hash));
    query_bind_text(update, 4, slice_from(messages));
    query_bind_int(update, 5, version->started_ms);
    query_bind_int(update, 6, CHECK_DEADLINE_MS);
    query_end(update);
    text_release(&words);
    Error error;
    if (!order_check(tx, version, &error) && !tx_failed(tx)) {
        Text reason;
        text_init(&reason);
        reason_write(&reason, &error);
        fail_compilation(tx, version, &reason, messages);
        text_release(&reason);
    }
}

static bool is_too_large(StoreTx *tx, const char *binary) {
    Sha256 hash;
    return sha256_parse(slice_from(binary), &hash) && blob_size(tx, &hash) > BOT_BINARY_BYTES_MAX;
}

static void settle_result(StoreTx *tx, const Compiled *version, Slice result) {
    const char *status = "";
    const char *binary = NULL;
    const char *messages = "";
    json_t *root = json_loadb(result.data, result.size, 0, NULL);
    json_unpack(root, "{s:s s?s s:s}", "status", &status, "binary", &binary, "messages", &messages);
    if (binary && is_too_large(tx, binary)) {
        status = compile_status_name(COMPILE_TOO_MUCH_OUTPUT);
        binary = NULL;
    }
    if (!person_hold(tx, version->owner_id)) {
        messages = ""; // they show the source, which is erased
    }
    if (binary) {
        begin_check(tx, version, binary, messages);
    } else {
        Error error;
        Text reason;
        text_init(&reason);
        error_set(&error, ERROR_COMPILE_FAILED, "it does not compile: %s", status);
        reason_write(&reason, &error);
        fail_compilation(tx, version, &reason, messages);
        text_release(&reason);
    }
    json_decref(root);
}

void pipeline_settle_compilation(void *context, StoreTx *tx, const JobSettlement *settlement) {
    (void)context;
    Query *row = begin_with(tx, "versions_of_job", settlement->job_id);
    Compiled version;
    if (query_step(row) &&
        board_find(query_column_text(row, 7), query_column_text(row, 8), &version.board, NULL)) {
        version.id = query_column_int(row, 0);
        version.protocol = query_column_text(row, 3);
        version.language = query_column_text(row, 4);
        version.owner_id = query_column_int(row, 6);
        version.started_ms = query_column_int(row, 9);
        if (settlement->result.data) {
            settle_result(tx, &version, settlement->result);
        } else {
            Text reason;
            text_init(&reason);
            reason_given_up(&reason, settlement->code, settlement->reason);
            fail_compilation(tx, &version, &reason, "");
            text_release(&reason);
        }
    }
    query_end(row);
}

// ---- The end of a check ----

// The game of a check in which the version fouled: 0 or 1; -1 if it did not.
static int fouled_game(const SettledPair *pair) {
    for (int number = 0; number < 2; number++) {
        const MatchGame *game = &pair->games[number];
        Result lost = number == 0 ? RESULT_SECOND_WINS : RESULT_FIRST_WINS;
        if (verdict_is_forfeit(game->verdict) && game->result == lost) {
            return number;
        }
    }
    return -1;
}

static void end_check(
    StoreTx *tx, const SettledPair *pair, const char *state, const Text *reason, int64_t game_id) {
    Query *end = begin_with(tx, "versions_checked", pair->versions[0]);
    query_bind_text(end, 2, slice_from(state));
    query_bind_text(end, 3, text_slice(reason));
    if (game_id != 0) {
        query_bind_int(end, 4, game_id);
        query_bind_int(end, 5, pair->games[0].time_ms + pair->games[1].time_ms);
    } else {
        query_bind_null(end, 4);
        query_bind_null(end, 5);
    }
    query_end(end);
    if (strcmp(state, "ready") != 0) {
        drop_binary(tx, pair->versions[0]);
    }
}

void pipeline_on_pair(void *context, StoreTx *tx, const SettledPair *pair) {
    (void)context;
    if (pair->purpose != PURPOSE_CHECK) {
        return;
    }
    Query *row = begin_with(tx, "versions_in_check", pair->versions[0]);
    if (!query_step(row)) {
        query_end(row);
        return;
    }
    Text reason;
    text_init(&reason);
    int fouled = pair->games ? fouled_game(pair) : -1;
    if (!pair->games) {
        reason_given_up(&reason, pair->code, pair->reason);
        end_check(tx, pair, "failed", &reason, 0);
    } else if (fouled >= 0) {
        Error error;
        const MatchGame *game = &pair->games[fouled];
        error_set(&error, ERROR_CHECK_FAILED, "it failed in its test game: %s: %.150s",
            verdict_name(game->verdict), game->detail);
        reason_write(&reason, &error);
        end_check(tx, pair, "failed", &reason, pair->game_ids[fouled]);
    } else {
        end_check(tx, pair, "ready", &reason, pair->game_ids[0]);
        if (query_column_int(row, 2) == 0) {
            Query *activate = begin_with(tx, "bots_activate_newer", query_column_int(row, 0));
            query_bind_int(activate, 2, pair->versions[0]);
            query_bind_int(activate, 3, query_column_int(row, 1));
            query_end(activate);
        }
    }
    text_release(&reason);
    query_end(row);
}

// ---- The steward's step ----

static bool end_overdue(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    Text reason;
    text_init(&reason);
    reason_given_up(&reason, ERROR_JOB_LATE, slice_from("its deadline has passed"));
    Query *rows = begin_with(tx, "versions_overdue", OVERDUE_MS);
    query_bind_int(rows, 2, OVERDUE_COUNT);
    while (query_step(rows)) {
        int64_t version = query_column_int(rows, 0);
        Query *fail = begin_with(tx, "versions_fail_overdue", version);
        query_bind_text(fail, 2, text_slice(&reason));
        query_bind_int(fail, 3, OVERDUE_MS);
        bool has_failed = query_changes(fail) > 0;
        query_end(fail);
        if (has_failed) {
            drop_binary(tx, version);
        }
    }
    query_end(rows);
    text_release(&reason);
    return true;
}

static bool find_overdue(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Query *rows = begin_with(tx, "versions_overdue", OVERDUE_MS);
    query_bind_int(rows, 2, 1);
    *(bool *)context = query_step(rows);
    query_end(rows);
    return true;
}

bool pipeline_step(void *store, Error *error) {
    bool is_found;
    return store_transact(store, STORE_READ, find_overdue, &is_found, error) &&
           (!is_found || store_transact(store, STORE_WRITE, end_overdue, NULL, error));
}

StepState pipeline_state(StoreTx *tx, const Version *version) {
    int64_t job = version->compile_job_id;
    if (strcmp(version->state, "checking") == 0) {
        char key[40];
        snprintf(key, sizeof key, "check/%lld", (long long)version->id);
        Query *find = query_begin(tx, "versions_check_job");
        query_bind_text(find, 1, slice_from(key));
        job = query_take_int(find);
    }
    Query *row = begin_with(tx, "versions_job_state", job);
    StepState state = {0};
    if (query_step(row)) {
        state.is_running = slice_is(query_column_text(row, 0), "leased");
        state.started_ms = query_column_int(row, 1);
    }
    query_end(row);
    return state;
}
