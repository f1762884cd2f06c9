#include "arena/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/board.h"
#include "arena/games.h"
#include "arena/reasons.h"
#include "match/game_result.h"
#include "match/side_log.h"
#include "rules/record/record_io.h"

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

// ---- Players ----

// A version as a player. What the row points to lasts as long as its query.
typedef struct PairPlayer {
    Query *row;
    int64_t version_id;
    int64_t bot_id;
    int64_t owner_id; // 0: the house
    Slice game;
    Slice variant;
    bool has_binary;
    Sha256 binary;
    Text name; // as records have it: the bot, and the version of one that has several
    char owner[PAIR_OWNER_SIZE];
} PairPlayer;

static bool player_find(StoreTx *tx, int64_t version, PairPlayer *out, Error *error) {
    *out = (PairPlayer){.row = query_begin(tx, "pairs_version"), .version_id = version};
    text_init(&out->name);
    query_bind_int(out->row, 1, version);
    if (!query_step(out->row)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such version");
    }
    Slice binary = query_column_blob(out->row, 3);
    out->has_binary = binary.size == SHA256_BYTES;
    if (out->has_binary) {
        memcpy(out->binary.bytes, binary.data, SHA256_BYTES);
    }
    out->bot_id = query_column_int(out->row, 4);
    out->owner_id = query_column_int(out->row, 6);
    out->game = query_column_text(out->row, 7);
    out->variant = query_column_text(out->row, 8);
    text_add_slice(&out->name, query_column_text(out->row, 5));
    if (out->owner_id != 0) {
        text_addf(&out->name, " v%lld", (long long)query_column_int(out->row, 2));
        snprintf(out->owner, sizeof out->owner, "person %lld", (long long)out->owner_id);
    } else {
        snprintf(out->owner, sizeof out->owner, "house");
    }
    return true;
}

static void player_release(PairPlayer *player) {
    text_release(&player->name);
    query_end(player->row);
}

// Whether it may play now. A version that is being checked plays its check and nothing else.
static bool player_is_ready(const PairPlayer *player, GamePurpose purpose, Error *error) {
    Slice state = query_column_text(player->row, 0);
    return slice_is(state, "ready") || (purpose == PURPOSE_CHECK && slice_is(state, "checking")) ||
           error_set(error, ERROR_VERSION_NOT_READY, "%s v%lld is not ready to play",
               query_column_text(player->row, 5).data, (long long)query_column_int(player->row, 2));
}

// Its words with its name and its time, read. An engine that thinks by nodes or depth is not timed.
static bool player_contestant(
    const PairPlayer *player, const Rules *rules, int time_ms, Contestant *out, Error *error) {
    Text words;
    text_init(&words);
    contestant_add_word(&words, slice_from("name"), text_slice(&player->name));
    text_addf(&words, ",%s", query_column_text(player->row, 1).data);
    bool is_done = contestant_parse(out, text_slice(&words), rules, error);
    if (is_done && time_ms > 0 && out->nodes == 0 && out->depth == 0) {
        contestant_release(out);
        text_addf(&words, ",time=%dms", time_ms);
        is_done = contestant_parse(out, text_slice(&words), rules, error);
    }
    text_release(&words);
    return is_done;
}

// ---- Ordering ----

typedef struct Ordering {
    const PairOrder *order;
    PairPlayer players[2];
    Contestant contestants[2];
    Pair pair;
    Text opening; // its moves with blanks between them
} Ordering;

static void add_opening(Ordering *ordering) {
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

static int64_t add_pair(StoreTx *tx, const Ordering *ordering) {
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
static void add_group_key(Text *out, const Ordering *ordering) {
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

static int64_t put_job(StoreTx *tx, const Ordering *ordering, Error *error) {
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
static int64_t order_pair(StoreTx *tx, Ordering *ordering, Error *error) {
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
static int64_t order_players(StoreTx *tx, Ordering *ordering, Error *error) {
    const PairOrder *order = ordering->order;
    PairPlayer *players = ordering->players;
    Board board;
    if (!player_is_ready(&players[0], order->purpose, error) ||
        !player_is_ready(&players[1], order->purpose, error) ||
        !are_of_one_board(players, &board, error)) {
        return 0;
    }
    int made = 0;
    while (made < 2 && player_contestant(&players[made], board.rules, order->time_ms,
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
    Ordering ordering = {.order = order};
    text_init(&ordering.opening);
    bool is_found = player_find(tx, order->versions[0], &ordering.players[0], error);
    is_found = player_find(tx, order->versions[1], &ordering.players[1], error) && is_found;
    int64_t id = is_found ? order_players(tx, &ordering, error) : 0;
    player_release(&ordering.players[0]);
    player_release(&ordering.players[1]);
    text_release(&ordering.opening);
    return tx_failed(tx) ? 0 : id;
}

// ---- Settling ----

void pair_settler_add(
    PairSettler *settler, void (*on_end)(void *, StoreTx *, const SettledPair *), void *context) {
    if (settler->count == PAIR_LISTENERS_MAX) {
        abort();
    }
    settler->listeners[settler->count++] = (PairListener){on_end, context};
}

// How long each side thought, by the record.
static void add_times(const char *text, const Rules *rules, int64_t times_ms[2]) {
    Record record;
    if (!record_read(slice_from(text), RECORD_PGN, rules, &record, NULL)) {
        return; // it was checked
    }
    for (size_t i = 0; i < record.game.count; i++) {
        Side side = position_turn(&record.game.positions[i]);
        int64_t elapsed_ms = record.notes[i + 1].elapsed_ms;
        times_ms[side] += elapsed_ms != RECORD_TIME_NONE ? elapsed_ms : 0;
    }
    record_release(&record);
}

static int64_t memory_of(const char *log) {
    json_t *root = log ? json_loads(log, 0, NULL) : NULL;
    int64_t memory_kb = root ? side_log_memory_kb(root) : 0;
    json_decref(root);
    return memory_kb;
}

// What both games have in common.
typedef struct Settling {
    const SettledPair *pair;
    const PairPlayer *players; // two of them
    const Rules *rules;
    int64_t opening_plies;
    int64_t now_ms;
} Settling;

static int64_t add_game(StoreTx *tx, const Settling *settling, int number, int64_t ended_ms) {
    const SettledPair *pair = settling->pair;
    const MatchGame *played = &pair->games[number];
    int64_t times_ms[2] = {0, 0};
    add_times(played->record, settling->rules, times_ms);
    GameRow game = {
        .purpose = pair->purpose,
        .game = pair->game,
        .variant = pair->variant,
        .result = result_text(played->result),
        .verdict = verdict_name(played->verdict),
        .detail = played->detail,
        .plies = played->plies,
        .opening_plies = settling->opening_plies,
        .started_ms = ended_ms - played->time_ms,
        .ended_ms = ended_ms,
        .pair_id = pair->id,
        .number = number,
        .request_id = pair->request_id,
        .contest_id = pair->contest_id,
        .record = played->record,
    };
    for (int side = 0; side < 2; side++) {
        const PairPlayer *player = &settling->players[(side + number) % 2];
        game.sides[side] = (GameSide){
            .bot_id = player->bot_id,
            .version_id = player->version_id,
            .person_id = player->owner_id,
            .name = player->name.data,
            .time_ms = times_ms[side],
            .memory_kb = memory_of(played->logs[side]),
            .log = played->logs[side],
        };
    }
    return game_add(tx, &game);
}

// Writes the games of a pair that is done. The second one has just ended.
static void add_games(StoreTx *tx, Settling *settling, SettledPair *pair) {
    const MatchGame *games = pair->games;
    pair->game_ids[0] = add_game(tx, settling, 0, settling->now_ms - games[1].time_ms);
    pair->game_ids[1] = add_game(tx, settling, 1, settling->now_ms);
}

static void end_pair(StoreTx *tx, const PairSettler *settler, const SettledPair *pair) {
    Text reason;
    text_init(&reason);
    if (pair->reason.size > 0) {
        reason_given_up(&reason, pair->reason);
    }
    Query *end = query_begin(tx, "pairs_end");
    query_bind_int(end, 1, pair->id);
    query_bind_text(end, 2, slice_from(pair->state));
    query_bind_text(end, 3, text_slice(&reason));
    query_end(end);
    text_release(&reason);
    for (int i = 0; i < settler->count && !tx_failed(tx); i++) {
        settler->listeners[i].on_end(settler->listeners[i].context, tx, pair);
    }
}

static int64_t count_words(Slice text) {
    int64_t count = 0;
    Slice word;
    while (slice_next(&text, " ", &word)) {
        count++;
    }
    return count;
}

static void settle_games(
    StoreTx *tx, const PairSettler *settler, SettledPair *pair, Slice opening, int64_t now_ms) {
    PairPlayer players[2];
    bool is_found = player_find(tx, pair->versions[0], &players[0], NULL);
    is_found = player_find(tx, pair->versions[1], &players[1], NULL) && is_found;
    if (is_found) {
        Settling settling = {
            .pair = pair,
            .players = players,
            .rules = rules_find(slice_from(pair->game)),
            .opening_plies = count_words(opening),
            .now_ms = now_ms,
        };
        add_games(tx, &settling, pair);
        end_pair(tx, settler, pair);
    }
    player_release(&players[0]);
    player_release(&players[1]);
}

void pair_settle(void *context, StoreTx *tx, const JobSettlement *settlement) {
    const PairSettler *settler = context;
    Query *row = query_begin(tx, "pairs_of_job");
    query_bind_int(row, 1, settlement->job_id);
    if (!query_step(row)) {
        query_end(row);
        return;
    }
    SettledPair pair = {
        .id = query_column_int(row, 0),
        .key = query_column_text(row, 1).data,
        .game = query_column_text(row, 3).data,
        .variant = query_column_text(row, 4).data,
        .state = settlement->state,
        .reason = settlement->reason,
        .versions = {query_column_int(row, 5), query_column_int(row, 6)},
        .request_id = query_column_int(row, 7),
        .contest_id = query_column_int(row, 8),
    };
    purpose_find(query_column_text(row, 2), &pair.purpose);
    MatchGame games[2];
    if (!settlement->result.data) {
        end_pair(tx, settler, &pair);
    } else if (pair_result_read(games, settlement->result, NULL)) {
        pair.games = games;
        settle_games(tx, settler, &pair, query_column_text(row, 9), query_column_int(row, 10));
        game_result_release(&games[0]);
        game_result_release(&games[1]);
    }
    query_end(row);
}
