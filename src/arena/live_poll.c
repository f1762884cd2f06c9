// The board from the store: which jobs are leased, how far they are, how they ended.

#include <stdlib.h>
#include <string.h>

#include "arena/board.h"
#include "arena/live_parts.h"
#include "base/clock.h"
#include "match/pair.h"

// What the store says about one job.
typedef struct Sight {
    int64_t job;
    bool is_leased;
    bool has_ended; // for good; else, if it is not leased, it waits again
    int64_t lease_ms;
    Text progress;
    bool is_new;  // then there are:
    Text payload; // of a pair
    Text key;     // of its group: PURPOSE/...
    Board board;  // of a room, with its seats
    char names[2][LIVE_NAME_SIZE];
    struct {
        int64_t record; // 0: there is none
        char result[8];
        char verdict[32];
    } games[2]; // of one that has ended
} Sight;

typedef struct LivePoll {
    int64_t known[LIVE_JOBS_MAX]; // on the board, and not gone
    size_t known_count;
    int64_t wanted; // one more; 0: none
    Sight sights[LIVE_JOBS_MAX];
    size_t count;
} LivePoll;

static void poll_clear(LivePoll *poll) {
    for (size_t i = 0; i < poll->count; i++) {
        text_release(&poll->sights[i].progress);
        text_release(&poll->sights[i].payload);
        text_release(&poll->sights[i].key);
    }
    poll->count = 0;
}

static bool is_known(const LivePoll *poll, int64_t job) {
    for (size_t i = 0; i < poll->known_count; i++) {
        if (poll->known[i] == job) {
            return true;
        }
    }
    return false;
}

static const Sight *find_sight(const LivePoll *poll, int64_t job) {
    for (size_t i = 0; i < poll->count; i++) {
        if (poll->sights[i].job == job) {
            return &poll->sights[i];
        }
    }
    return NULL;
}

static Sight *add_sight(LivePoll *poll, int64_t job) {
    Sight *sight = &poll->sights[poll->count++];
    *sight = (Sight){.job = job};
    text_init(&sight->progress);
    text_init(&sight->payload);
    text_init(&sight->key);
    return sight;
}

static void read_seats(StoreTx *tx, Sight *sight) {
    Query *query = query_begin(tx, "live_seats");
    query_bind_int(query, 1, sight->job);
    while (query_step(query)) {
        int side = query_column_int(query, 2) != 0;
        board_find(query_column_text(query, 0), query_column_text(query, 1), &sight->board, NULL);
        snprintf(
            sight->names[side], sizeof sight->names[side], "%s", query_column_text(query, 3).data);
    }
    query_end(query);
}

static void read_facts(StoreTx *tx, Sight *sight) {
    Query *query = query_begin(tx, "live_facts");
    query_bind_int(query, 1, sight->job);
    sight->is_new = query_step(query);
    text_add_slice(&sight->payload, query_column_text(query, 0));
    text_add_slice(&sight->key, query_column_text(query, 1));
    query_end(query);
}

// The moves of a room as a host would tell them.
static void write_progress(Slice moves, Text *out) {
    JsonWriter json = {.out = out};
    Slice move;
    json_open_object(&json, NULL);
    json_put_integer(&json, "game", 1);
    json_open_list(&json, "moves");
    while (slice_next(&moves, " ", &move)) {
        json_put_slice(&json, NULL, move);
    }
    json_close_list(&json);
    json_close_object(&json);
}

// Reads the leases of a query, as many as there is room for.
static void read_leases(StoreTx *tx, LivePoll *poll, Query *query) {
    while (query_step(query) && poll->count < LIVE_JOBS_MAX) {
        Sight *sight = add_sight(poll, query_column_int(query, 0));
        sight->is_leased = true;
        sight->lease_ms = query_column_int(query, 1);
        bool is_room = !query_column_is_null(query, 3);
        if (is_room) {
            write_progress(query_column_text(query, 3), &sight->progress);
        } else {
            text_add_slice(&sight->progress, query_column_text(query, 2));
        }
        if (!is_known(poll, sight->job)) {
            read_facts(tx, sight);
        }
        if (sight->is_new && is_room) {
            read_seats(tx, sight);
        }
    }
    query_end(query);
}

static void read_records(StoreTx *tx, Sight *sight) {
    Query *query = query_begin(tx, "live_records");
    query_bind_int(query, 1, sight->job);
    while (query_step(query)) {
        int number = query_column_int(query, 1) != 0;
        sight->games[number].record = query_column_int(query, 0);
        snprintf(sight->games[number].result, sizeof sight->games[number].result, "%s",
            query_column_text(query, 2).data);
        snprintf(sight->games[number].verdict, sizeof sight->games[number].verdict, "%s",
            query_column_text(query, 3).data);
    }
    query_end(query);
}

static void read_one(StoreTx *tx, LivePoll *poll, int64_t job) {
    size_t before = poll->count;
    Query *query = query_begin(tx, "live_lease");
    query_bind_int(query, 1, job);
    read_leases(tx, poll, query);
    if (poll->count > before || !is_known(poll, job) || before == LIVE_JOBS_MAX) {
        return;
    }
    Sight *sight = add_sight(poll, job);
    query = query_begin(tx, "live_state");
    query_bind_int(query, 1, job);
    sight->has_ended = !query_step(query) || !slice_is(query_column_text(query, 0), "waiting");
    query_end(query);
    read_records(tx, sight);
}

static bool look(StoreTx *tx, void *context, Error *error) {
    (void)error;
    LivePoll *poll = context;
    poll_clear(poll); // of a run that has to be repeated
    Query *query = query_begin(tx, "live_leases");
    query_bind_int(query, 1, LIVE_SHOWN_MAX);
    read_leases(tx, poll, query);
    for (size_t i = 0; i < poll->known_count; i++) {
        if (!find_sight(poll, poll->known[i])) {
            read_one(tx, poll, poll->known[i]);
        }
    }
    if (poll->wanted > 0 && !find_sight(poll, poll->wanted)) {
        read_one(tx, poll, poll->wanted);
    }
    return true;
}

// ---- Taking it over. The mutex is held. ----

static void read_purpose(LiveJob *job, Slice key) {
    Slice purpose = {0};
    Slice topic = {0};
    long long contest = 0;
    slice_next(&key, "/", &purpose);
    snprintf(job->purpose, sizeof job->purpose, "%.*s", (int)purpose.size, purpose.data);
    if (slice_is(purpose, "contest") && slice_next(&key, "/", &topic) &&
        slice_to_long(topic, &contest)) {
        job->contest = contest;
    }
}

static LiveJob *add_room(Live *live, const Sight *sight) {
    LiveJob *job = live_add(live, sight->job);
    if (job) {
        job->rules = sight->board.rules;
        job->variant = sight->board.variant;
        read_purpose(job, text_slice(&sight->key));
        memcpy(job->names, sight->names, sizeof job->names);
    }
    return job;
}

static LiveJob *add_job(Live *live, const Sight *sight) {
    PairInput input;
    if (sight->board.rules) {
        return add_room(live, sight);
    }
    if (!pair_read(&input, text_slice(&sight->payload), NULL)) {
        return NULL;
    }
    LiveJob *job = live_add(live, sight->job);
    if (job) {
        job->rules = input.pair.rules;
        job->variant = input.pair.variant;
        read_purpose(job, text_slice(&sight->key));
        for (int i = 0; i < 2; i++) {
            snprintf(job->names[i], sizeof job->names[i], "%s", input.contestants[i].name.data);
            job->turn_ms[i] = input.contestants[i].turn_ms;
        }
    }
    pair_input_release(&input);
    return job;
}

static void end_job(Live *live, LiveJob *job, const Sight *sight) {
    job->is_gone = true;
    for (int i = 0; i < 2; i++) {
        LiveGame *game = job->games[i];
        if (!game) {
            continue;
        }
        LiveEnd end = {.reason = sight->has_ended ? NULL : "played-again"};
        if (sight->games[i].record > 0) {
            end.result = sight->games[i].result;
            end.verdict = sight->games[i].verdict;
            end.record = sight->games[i].record;
        }
        if (game->ended_ms == 0 || end.record > 0) {
            live_end_game(live, game, &end);
        }
        game->is_over = true;
    }
}

static void take_sight(Live *live, const Sight *sight) {
    LiveJob *job = live_job(live, sight->job);
    if (!job && sight->is_new) {
        job = add_job(live, sight);
    }
    if (!job) {
        return;
    }
    if (!sight->is_leased) {
        end_job(live, job, sight);
        return;
    }
    if (job->is_gone || job->lease_ms != sight->lease_ms) { // another attempt
        job->is_gone = false;
        job->lease_ms = sight->lease_ms;
        job->number = 0;
    }
    live_advance(live, job, text_slice(&sight->progress));
}

static bool poll_with(Live *live, int64_t wanted, Error *error) {
    LivePoll *poll = calloc(1, sizeof *poll);
    if (!poll) {
        abort();
    }
    pthread_mutex_lock(&live->polling);
    poll->wanted = wanted;
    pthread_mutex_lock(&live->mutex);
    for (size_t i = 0; i < live->job_count; i++) {
        if (!live->jobs[i]->is_gone) {
            poll->known[poll->known_count++] = live->jobs[i]->id;
        }
    }
    pthread_mutex_unlock(&live->mutex);
    bool is_done = store_transact(live->options.store, STORE_READ, look, poll, error);
    pthread_mutex_lock(&live->mutex);
    int64_t now_ms = clock_now_ms();
    live->polled_ms = is_done ? now_ms : live->polled_ms;
    for (size_t i = 0; is_done && i < poll->count; i++) {
        take_sight(live, &poll->sights[i]);
    }
    live_forget(live, now_ms);
    pthread_mutex_unlock(&live->mutex);
    pthread_mutex_unlock(&live->polling);
    live_notify(live);
    poll_clear(poll);
    free(poll);
    return is_done;
}

bool live_poll(Live *live, Error *error) {
    return poll_with(live, 0, error);
}

LiveGame *live_follow(Live *live, Slice id, Error *error) {
    LiveGame *game = live_find(live, id);
    Slice rest = id;
    Slice number;
    long long job = 0;
    if (!game && slice_next(&rest, "-", &number) && slice_to_long(number, &job) && job > 0 &&
        !poll_with(live, job, error)) {
        return NULL;
    }
    game = game ? game : live_find(live, id);
    if (!game) {
        error_set(error, ERROR_NOT_FOUND, "this game is not under way");
    }
    return game;
}
