// The ends of pairs: their games are written, and the module that ordered the pair is told.

#include <stdlib.h>

#include "arena/games.h"
#include "arena/pairs_parts.h"
#include "arena/people.h"
#include "arena/reasons.h"
#include "match/game_result.h"
#include "match/side_log.h"
#include "rules/record/record_io.h"

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
    const bool *have_left;     // whose owners have, since the pair was ordered
    const Rules *rules;
    int64_t opening_plies;
    int64_t now_ms;
} Settling;

static int64_t add_game(StoreTx *tx, const Settling *settling, int number, int64_t ended_ms) {
    const SettledPair *pair = settling->pair;
    const MatchGame *played = &pair->games[number];
    int64_t times_ms[2] = {0, 0};
    add_times(played->record, settling->rules, times_ms);
    Text record;
    text_init(&record);
    text_add(&record, played->record);
    GameRow game = {
        .purpose = pair->purpose,
        .game = pair->game,
        .variant = pair->variant,
        .result = result_text(played->result),
        .verdict = verdict_name(played->verdict),
        .detail = played->detail,
        .reason = played->reason,
        .plies = played->plies,
        .opening_plies = settling->opening_plies,
        .started_ms = ended_ms - played->time_ms,
        .ended_ms = ended_ms,
        .pair_id = pair->id,
        .number = number,
        .request_id = pair->request_id,
        .contest_id = pair->contest_id,
    };
    for (int side = 0; side < 2; side++) {
        int index = (side + number) % 2;
        const PairPlayer *player = &settling->players[index];
        const char *log = settling->have_left[index] ? NULL : played->logs[side];
        game_name_side(&record, (Side)side, player->name.data);
        game.sides[side] = (GameSide){
            .bot_id = player->bot_id,
            .version_id = player->version_id,
            .person_id = player->owner_id,
            .name = player->name.data,
            .time_ms = times_ms[side],
            .memory_kb = memory_of(played->logs[side]),
            .log = log,
        };
    }
    game.record = record.data;
    int64_t id = game_add(tx, &game);
    text_release(&record);
    return id;
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
        reason_given_up(&reason, pair->code, pair->reason);
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

// A version whose owner stays until its game is written; if he has left, it has lost its name.
static bool find_player(StoreTx *tx, int64_t version, PairPlayer *out, bool *has_left) {
    bool is_found = pair_player_find(tx, version, out, NULL);
    *has_left = is_found && !person_hold(tx, out->owner_id);
    if (*has_left) { // perhaps only now
        pair_player_release(out);
        is_found = pair_player_find(tx, version, out, NULL);
    }
    return is_found;
}

static void settle_games(
    StoreTx *tx, const PairSettler *settler, SettledPair *pair, Slice opening, int64_t now_ms) {
    PairPlayer players[2];
    bool have_left[2];
    bool is_found = find_player(tx, pair->versions[0], &players[0], &have_left[0]);
    is_found = find_player(tx, pair->versions[1], &players[1], &have_left[1]) && is_found;
    if (is_found) {
        Settling settling = {
            .pair = pair,
            .players = players,
            .have_left = have_left,
            .rules = rules_find(slice_from(pair->game)),
            .opening_plies = count_words(opening),
            .now_ms = now_ms,
        };
        add_games(tx, &settling, pair);
        end_pair(tx, settler, pair);
    }
    pair_player_release(&players[0]);
    pair_player_release(&players[1]);
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
        .code = settlement->code,
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
