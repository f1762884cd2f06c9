#include "arena/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bots.h"
#include "arena/reasons.h"
#include "match/books.h"

#define DEADLINE_MS (24 * 3600 * INT64_C(1000))

// ---- Asking ----

// Whether a person may have a version play; a draft is only for its owner.
static bool may_play(
    StoreTx *tx, const Person *person, int64_t version_id, Board *board, Error *error) {
    Version version;
    ArenaBot bot;
    if (!version_find(tx, version_id, &version, error)) {
        return false;
    }
    bool is_draft = version.is_draft;
    version_release(&version);
    if (!bot_find(tx, version.bot_id, &bot, error)) {
        return false;
    }
    BotRights rights = bot_rights(&bot);
    bot_release(&bot);
    if (is_draft && !rights_change_bot(person, &rights)) {
        return error_set(error, ERROR_FORBIDDEN, "a draft is played by its owner alone");
    }
    if (strcmp(bot.state, "retired") == 0) {
        return error_set(error, ERROR_BOT_RETIRED, "%s is retired", bot.name);
    }
    return board_find(slice_from(bot.game), slice_from(bot.variant), board, error);
}

// Orders the pairs of a request, each from another opening of the book.
static bool order_pairs(StoreTx *tx, const RequestInput *input, int64_t request,
    const Openings *openings, const char *owner, Error *error) {
    for (int64_t i = 0; i < input->pair_count; i++) {
        const Opening *opening = &openings->items[(size_t)i % openings->count];
        uint64_t seed = (uint64_t)(request * REQUEST_PAIRS_MAX + i) * 4;
        char key[48];
        snprintf(key, sizeof key, "request/%lld/%lld", (long long)request, (long long)i + 1);
        PairOrder order = {
            .key = slice_from(key),
            .purpose = PURPOSE_REQUESTED,
            .versions = {input->versions[0], input->versions[1]},
            .opening = opening->moves,
            .opening_count = opening->count,
            .seeds = {{seed, seed + 1}, {seed + 2, seed + 3}},
            .time_ms = input->time_ms,
            .request_id = request,
            .owner = slice_from(owner),
            .deadline_ms = DEADLINE_MS,
        };
        if (pair_order(tx, &order, error) == 0) {
            return false;
        }
    }
    return true;
}

static int64_t add_request(StoreTx *tx, const Person *person, const RequestInput *input) {
    Query *add = query_begin(tx, "requests_add");
    query_bind_int(add, 1, person->id);
    query_bind_int(add, 2, input->versions[0]);
    query_bind_int(add, 3, input->versions[1]);
    query_bind_int(add, 4, input->pair_count);
    query_bind_int(add, 5, DEADLINE_MS);
    return query_take_int(add);
}

// Locked, so that two at once do not both fit.
static int64_t count_open(StoreTx *tx, const Person *person) {
    Query *lock = query_begin(tx, "requests_lock");
    query_bind_int(lock, 1, person->id);
    query_end(lock);
    Query *open = query_begin(tx, "requests_open");
    query_bind_int(open, 1, person->id);
    return query_take_int(open);
}

int64_t request_add(StoreTx *tx, const Person *person, const RequestInput *input, Error *error) {
    Board board;
    Openings openings;
    if (!may_play(tx, person, input->versions[0], &board, error) ||
        !may_play(tx, person, input->versions[1], &board, error)) {
        return 0;
    }
    if (count_open(tx, person) >= REQUESTS_OPEN_MAX) {
        error_set(error, ERROR_TOO_MANY_OPEN,
            "%d of your requests are being played: wait until one has ended", REQUESTS_OPEN_MAX);
        return 0;
    }
    int64_t request = add_request(tx, person, input);
    if (!books_load(&openings, NULL, board.rules, board.variant, 1, (uint64_t)request, error)) {
        return 0;
    }
    char owner[32];
    snprintf(owner, sizeof owner, "person %lld", (long long)person->id);
    bool is_ordered = order_pairs(tx, input, request, &openings, owner, error);
    openings_release(&openings);
    return is_ordered ? request : 0;
}

// ---- Reading ----

void request_release(GameRequest *request) {
    free(request->reason);
    request->reason = NULL;
}

bool request_find(StoreTx *tx, int64_t id, GameRequest *out, Error *error) {
    Query *row = query_begin(tx, "requests_find");
    query_bind_int(row, 1, id);
    bool is_found = query_step(row);
    if (is_found) {
        Slice reason = query_column_text(row, 7);
        *out = (GameRequest){
            .id = query_column_int(row, 0),
            .person_id = query_column_int(row, 1),
            .versions = {query_column_int(row, 2), query_column_int(row, 3)},
            .pair_count = query_column_int(row, 4),
            .open_count = query_column_int(row, 5),
            .reason = strndup(reason.data, reason.size),
            .deadline_ms = query_column_int(row, 8),
            .created_ms = query_column_int(row, 9),
            .ended_ms = query_column_int(row, 10),
        };
        snprintf(out->state, sizeof out->state, "%s", query_column_text(row, 6).data);
    }
    query_end(row);
    return is_found || error_set(error, ERROR_NOT_FOUND, "there is no such request");
}

// ---- The end of a pair ----

void request_on_pair(void *context, StoreTx *tx, const SettledPair *pair) {
    (void)context;
    if (pair->request_id == 0) {
        return;
    }
    Text reason;
    text_init(&reason);
    if (!pair->games) {
        reason_given_up(&reason, pair->code, pair->reason);
    }
    Query *end = query_begin(tx, "requests_end_pair");
    query_bind_int(end, 1, pair->request_id);
    query_bind_text(end, 2, text_slice(&reason));
    query_end(end);
    text_release(&reason);
}
