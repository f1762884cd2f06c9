#include "arena/contest_step.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena/contest_match.h"
#include "arena/contest_parts.h"
#include "arena/pairs.h"
#include "arena/reasons.h"

// Pairs of a contest that wait in the queue: so many at most, and more are ordered when there are
// fewer than half of them.
#define AHEAD_MAX 256
#define CONTESTS_MAX 1000 // in one step
#define PAIR_DEADLINE_MS (24 * 3600 * 1000ll)

bool contest_withdraw_pairs(StoreTx *tx, const Queue *queue, const Contest *contest,
    int64_t version, const Error *reason, Error *error) {
    Query *pairs = query_begin(tx, "contest_pairs_open");
    query_bind_int(pairs, 1, contest->id);
    bool is_done = true;
    while (is_done && query_step(pairs)) {
        bool is_of_version = version == 0 || query_column_int(pairs, 3) == version ||
                             query_column_int(pairs, 4) == version;
        if (is_of_version && slice_is(query_column_text(pairs, 1), "waiting")) {
            is_done = queue_withdraw(
                queue, tx, query_column_int(pairs, 2), slice_from(reason->text), error);
        }
    }
    query_end(pairs);
    return is_done;
}

// ---- What is in the queue ----

// A pair that is not done: waiting, or failed in some try.
typedef struct OpenContestPair {
    ContestPairKey key;
    bool is_waiting;
} OpenContestPair;

typedef struct OpenContestPairs {
    OpenContestPair *items;
    size_t count;
    int64_t waiting_count;
} OpenContestPairs;

static void read_open(StoreTx *tx, const Contest *contest, OpenContestPairs *out) {
    *out = (OpenContestPairs){0};
    size_t capacity = 0;
    Query *pairs = query_begin(tx, "contest_pairs_open");
    query_bind_int(pairs, 1, contest->id);
    while (query_step(pairs)) {
        OpenContestPair pair = {.is_waiting = slice_is(query_column_text(pairs, 1), "waiting")};
        if (!contest_pair_key_read(query_column_text(pairs, 0), &pair.key)) {
            continue;
        }
        if (out->count == capacity) {
            capacity = 2 * capacity + 16;
            out->items = realloc(out->items, capacity * sizeof *out->items);
            if (!out->items) {
                abort();
            }
        }
        out->items[out->count++] = pair;
        out->waiting_count += pair.is_waiting;
    }
    query_end(pairs);
}

typedef enum PairFate { PAIR_UNKNOWN, PAIR_WAITS, PAIR_FAILED } PairFate;

// What became of a pair in this try.
static PairFate find_fate(const OpenContestPairs *open, const ContestPairKey *key) {
    PairFate fate = PAIR_UNKNOWN;
    for (size_t i = 0; i < open->count; i++) {
        const ContestPairKey *other = &open->items[i].key;
        if (other->round != key->round || other->encounter != key->encounter ||
            other->pair != key->pair) {
            continue;
        }
        if (open->items[i].is_waiting) {
            return PAIR_WAITS;
        }
        fate = other->try_count == key->try_count ? PAIR_FAILED : fate;
    }
    return fate;
}

// ---- A round ----

typedef struct Round {
    StoreTx *tx;
    const Contest *contest;
    const ContestMatch *match;
    OpenContestPairs open;
    int64_t failed_count;
    bool is_ordered; // nothing of it is left to order
} Round;

static bool order(Round *round, const MatchGame *game, const ContestPairKey *key, Error *error) {
    const Contest *contest = round->contest;
    Pair pair = pair_make(&round->match->options, game);
    char owner[32];
    Text text;
    text_init(&text);
    contest_pair_key_add(&text, contest->id, key);
    snprintf(owner, sizeof owner, "contest/%lld", (long long)contest->id);
    PairOrder order = {
        .key = text_slice(&text),
        .purpose = PURPOSE_CONTEST,
        .versions = {round->match->entries[game->first].version_id,
            round->match->entries[game->second].version_id},
        .opening = pair.opening,
        .opening_count = pair.opening_count,
        .time_ms = (int)contest->plan.time_ms,
        .contest_id = contest->id,
        .owner = slice_from(owner),
        .deadline_ms = PAIR_DEADLINE_MS,
    };
    for (int i = 0; i < 2; i++) {
        for (EACH_SIDE(side)) {
            order.seeds[i][side] = pair.seeds[i][side];
        }
    }
    bool is_ordered = pair_order(round->tx, &order, error) != 0;
    text_release(&text);
    round->open.waiting_count++;
    return is_ordered;
}

// Orders a pair of an encounter unless it is played, waits or has failed in this try.
static bool order_if_due(
    Round *round, const Encounter *encounter, int index, int pair, Error *error) {
    ContestPairKey key = {encounter->round, index, pair, round->contest->try_count};
    MatchGame game = {
        .round = key.round,
        .encounter = index,
        .number = 2 * pair,
        .first = encounter->a,
        .second = encounter->b,
    };
    if (match_find(&round->match->match, key.round, index, game.number)) {
        return true; // both games of a pair are there or none
    }
    PairFate fate = find_fate(&round->open, &key);
    if (fate != PAIR_UNKNOWN) {
        round->failed_count += fate == PAIR_FAILED;
        return true;
    }
    if (round->open.waiting_count >= AHEAD_MAX) {
        round->is_ordered = false;
        return true;
    }
    game.opening = match_opening(&round->match->match, key.round, index, game.number);
    return order(round, &game, &key, error);
}

// Pair by pair over all encounters, so that standings mean something early.
static bool order_round(Round *round, size_t start, Error *error) {
    const ContestMatch *match = round->match;
    bool is_done = true;
    int pairs_max = match->options.games / 2 + MATCH_EXTRA_PAIRS_MAX;
    for (int pair = 0; pair < pairs_max; pair++) {
        for (size_t i = start; is_done && i < match->encounter_count; i++) {
            const Encounter *encounter = &match->encounters[i];
            if (!encounter->is_over && pair < encounter->games / 2) {
                is_done = order_if_due(round, encounter, (int)(i - start), pair, error);
            }
        }
    }
    return is_done;
}

static void note_progress(Round *round, int number) {
    Text reason;
    text_init(&reason);
    if (round->failed_count > 0) {
        Error failed;
        error_set(&failed, ERROR_GAMES_FAILED,
            "%lld pairs of games could not be played: staff may order them again",
            (long long)round->failed_count);
        reason_write(&reason, &failed);
    }
    Query *update = query_begin(round->tx, "contests_set_progress");
    query_bind_int(update, 1, round->contest->id);
    query_bind_int(update, 2, number);
    query_bind_int(update, 3, round->is_ordered);
    query_bind_text(update, 4, text_slice(&reason));
    query_end(update);
    text_release(&reason);
}

static bool play(StoreTx *tx, const Contest *contest, const ContestMatch *match, Error *error) {
    size_t start = match->encounter_count;
    int last = start > 0 ? match->encounters[start - 1].round : 0;
    bool is_over = true; // once all that is known is over, all rounds are known
    while (start > 0 && match->encounters[start - 1].round == last) {
        is_over = match->encounters[--start].is_over && is_over;
    }
    if (is_over) {
        contest_move(tx, contest, CONTEST_ENDED, NULL);
        return true;
    }
    Round round = {.tx = tx, .contest = contest, .match = match, .is_ordered = true};
    read_open(tx, contest, &round.open);
    bool is_done = order_round(&round, start, error);
    note_progress(&round, last);
    free(round.open.items);
    return is_done;
}

// Whether there is nothing to do before more games have ended.
static bool must_wait(StoreTx *tx, const Contest *contest) {
    Query *count = query_begin(tx, "contest_pairs_waiting");
    query_bind_int(count, 1, contest->id);
    int64_t waiting = query_take_int(count);
    return waiting > AHEAD_MAX / 2 || (contest->is_ordered && (waiting > 0 || *contest->reason));
}

static bool run(StoreTx *tx, const Contest *contest, Error *error) {
    if (must_wait(tx, contest)) {
        return true;
    }
    ContestMatch match;
    if (!contest_match_load(&match, tx, contest, CONTEST_PLAYING, error)) {
        return false;
    }
    bool is_done = play(tx, contest, &match, error);
    contest_match_release(&match);
    return is_done;
}

static bool step(StoreTx *tx, void *context, Error *error) {
    const int64_t *id = context;
    Contest contest;
    if (!contest_lock(tx, *id, &contest, error)) {
        return false;
    }
    const ContestPlan *plan = &contest.plan;
    switch (contest.state) {
    case CONTEST_DRAFT:
        if (plan->opens_ms > 0 && plan->opens_ms <= contest.now_ms) {
            contest_move(tx, &contest, CONTEST_OPEN, NULL);
        }
        return true;
    case CONTEST_OPEN:
        if (plan->deadline_ms <= contest.now_ms) {
            contest_freeze(tx, &contest);
        }
        return true;
    case CONTEST_FROZEN:
        if (!*contest.reason) {
            contest_move(tx, &contest, CONTEST_RUNNING, NULL);
        }
        return true;
    case CONTEST_RUNNING:
        return run(tx, &contest, error);
    default:
        return true;
    }
}

typedef struct DueContests {
    int64_t ids[CONTESTS_MAX];
    size_t count;
} DueContests;

static bool find_due(StoreTx *tx, void *context, Error *error) {
    (void)error;
    DueContests *due = context;
    due->count = 0;
    Query *list = query_begin(tx, "contests_due");
    while (due->count < CONTESTS_MAX && query_step(list)) {
        due->ids[due->count++] = query_column_int(list, 0);
    }
    query_end(list);
    return true;
}

bool contests_step(void *queue, Error *error) {
    Store *store = queue_store(queue);
    DueContests due;
    Error failure;
    if (!store_transact(store, STORE_READ, find_due, &due, error)) {
        return false;
    }
    bool is_done = true;
    for (size_t i = 0; i < due.count; i++) {
        // One that fails does not keep the others from going on.
        if (!store_transact(store, STORE_WRITE, step, &due.ids[i], &failure)) {
            error_copy(error, &failure);
            is_done = false;
        }
    }
    return is_done;
}
