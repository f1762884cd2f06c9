#include "arena/pairs.h"

#include <string.h>

#include "arena/board.h"
#include "arena/pairs_parts.h"

static const char *const PURPOSE_NAMES[PURPOSE_COUNT] = {
    [PURPOSE_CHECK] = "check",
    [PURPOSE_REQUESTED] = "requested",
    [PURPOSE_RANKED] = "ranked",
    [PURPOSE_CONTEST] = "contest",
    [PURPOSE_ROOM] = "room",
};

const char *purpose_name(GamePurpose purpose) {
    return PURPOSE_NAMES[purpose];
}

bool purpose_find(Slice name, GamePurpose *out) {
    for (int purpose = 0; purpose < PURPOSE_COUNT; purpose++) {
        if (slice_is(name, PURPOSE_NAMES[purpose])) {
            *out = (GamePurpose)purpose;
            return true;
        }
    }
    return false;
}

typedef struct PairOrdering {
    const PairOrder *order;
    PairPlayer players[2];
    Contestant contestants[2];
    Pair pair;
    Text opening; // its moves with blanks between them
} PairOrdering;

static void add_opening(PairOrdering *ordering) {
    Pair *pair = &ordering->pair;
    if (!pair->players[0]->protocol->takes_openings ||
        !pair->players[1]->protocol->takes_openings) {
        return;
    }
    pair->opening = ordering->order->opening;
    pair->opening_count = ordering->order->opening_count;
    Position pos;
    pair->rules->start(&pos, pair->variant);
    for (size_t i = 0; i < pair->opening_count; i++) {
        char move[MOVE_TEXT_SIZE];
        pair->rules->format(&pos, pair->opening[i], NOTATION_STANDARD, move);
        text_addf(&ordering->opening, "%s%s", i > 0 ? " " : "", move);
        pair->rules->apply(&pos, pair->opening[i], &pos);
    }
}

static int64_t add_pair(StoreTx *tx, const PairOrdering *ordering) {
    const PairOrder *order = ordering->order;
    Query *add = query_begin(tx, "pairs_add");
    query_bind_text(add, 1, order->key);
    query_bind_text(add, 2, slice_from(purpose_name(order->purpose)));
    query_bind_text(add, 3, slice_from(ordering->pair.rules->name));
    query_bind_text(add, 4, slice_from(ordering->pair.variant->name));
    query_bind_int(add, 5, order->versions[0]);
    query_bind_int(add, 6, order->versions[1]);
    const int64_t optional[] = {order->request_id, order->contest_id};
    for (int i = 0; i < 2; i++) {
        if (optional[i] != 0) {
            query_bind_int(add, 7 + i, optional[i]);
        } else {
            query_bind_null(add, 7 + i);
        }
    }
    query_bind_text(add, 9, text_slice(&ordering->opening));
    query_bind_int(add, 10, order->deadline_ms);
    return query_take_int(add);
}

// The key of the group of jobs: one for each purpose and board, and for each contest.
static void add_group_key(Text *out, const PairOrdering *ordering) {
    const PairOrder *order = ordering->order;
    text_addf(out, "%s/", purpose_name(order->purpose));
    if (order->contest_id != 0) {
        text_addf(out, "%lld", (long long)order->contest_id);
    } else {
        board_add_slug(out, ordering->pair.rules->name, ordering->pair.variant->name);
    }
}

static JobLane lane_of(GamePurpose purpose) {
    return purpose == PURPOSE_CHECK    ? LANE_CHECK
           : purpose == PURPOSE_RANKED ? LANE_RANKED
                                       : LANE_REQUESTED;
}

static int64_t put_job(StoreTx *tx, const PairOrdering *ordering, Error *error) {
    const PairOrder *order = ordering->order;
    Text payload;
    Text key;
    text_init(&payload);
    text_init(&key);
    Sha256 blobs[2];
    JobSpec spec = job_spec();
    int64_t job = 0;
    if (pair_write(&ordering->pair, &payload, error)) {
        for (int i = 0; i < 2; i++) {
            if (ordering->players[i].has_binary) {
                blobs[spec.blob_count++] = ordering->players[i].binary;
                spec.needs.sandbox = 1;
            }
        }
        add_group_key(&key, ordering);
        spec.name = order->key;
        spec.kind = slice_from("pair");
        spec.lane = lane_of(order->purpose);
        spec.owner = order->owner;
        spec.payload = text_slice(&payload);
        spec.blobs = blobs;
        spec.run_ms = pair_run_ms(&ordering->pair);
        spec.deadline_ms = order->deadline_ms;
        job = queue_put(
            tx, slice_from(ARENA_OWNER), text_slice(&key), slice_from("pairs"), &spec, error);
    }
    text_release(&payload);
    text_release(&key);
    return job;
}

// The pair and its job; asked again it is there already.
static int64_t order_pair(StoreTx *tx, PairOrdering *ordering, Error *error) {
    add_opening(ordering);
    int64_t id = add_pair(tx, ordering);
    if (id == 0) {
        Query *find = query_begin(tx, "pairs_id");
        query_bind_text(find, 1, ordering->order->key);
        return query_take_int(find);
    }
    int64_t job = put_job(tx, ordering, error);
    if (job == 0) {
        Query *removal = query_begin(tx, "pairs_remove"); // for who goes on in the transaction
        query_bind_int(removal, 1, id);
        query_end(removal);
        return 0;
    }
    Query *set = query_begin(tx, "pairs_set_job");
    query_bind_int(set, 1, id);
    query_bind_int(set, 2, job);
    query_end(set);
    return id;
}

static bool are_of_one_board(const PairPlayer players[2], Board *board, Error *error) {
    return board_find(players[0].game, players[0].variant, board, error) &&
           ((slice_is(players[1].game, board->rules->name) &&
                slice_is(players[1].variant, board->variant->name)) ||
               error_set(error, ERROR_OTHER_BOARD, "the two play on different boards"));
}

// Reads what is to meet; makes the pair.
static int64_t order_players(StoreTx *tx, PairOrdering *ordering, Error *error) {
    const PairOrder *order = ordering->order;
    PairPlayer *players = ordering->players;
    Board board;
    if (!pair_player_is_ready(&players[0], order->purpose, error) ||
        !pair_player_is_ready(&players[1], order->purpose, error) ||
        !are_of_one_board(players, &board, error)) {
        return 0;
    }
    int made = 0;
    while (made < 2 && pair_player_contestant(&players[made], board.rules, order->time_ms,
                           &ordering->contestants[made], error)) {
        made++;
    }
    int64_t id = 0;
    if (made == 2) {
        ordering->pair = (Pair){
            .rules = board.rules,
            .variant = board.variant,
            .players = {&ordering->contestants[0], &ordering->contestants[1]},
            .owners = {players[0].owner, players[1].owner},
            .has_logs = true,
        };
        memcpy(ordering->pair.seeds, order->seeds, sizeof order->seeds);
        id = order_pair(tx, ordering, error);
    }
    while (made > 0) {
        contestant_release(&ordering->contestants[--made]);
    }
    return id;
}

int64_t pair_order(StoreTx *tx, const PairOrder *order, Error *error) {
    PairOrdering ordering = {.order = order};
    text_init(&ordering.opening);
    bool is_found = pair_player_find(tx, order->versions[0], &ordering.players[0], error);
    is_found = pair_player_find(tx, order->versions[1], &ordering.players[1], error) && is_found;
    int64_t id = is_found ? order_players(tx, &ordering, error) : 0;
    pair_player_release(&ordering.players[0]);
    pair_player_release(&ordering.players[1]);
    text_release(&ordering.opening);
    return tx_failed(tx) ? 0 : id;
}
