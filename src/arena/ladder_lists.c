#include "arena/ladder_lists.h"

#include <math.h>
#include <stdlib.h>

#include "arena/ladder_parts.h"
#include "arena/pairing.h"
#include "arena/site_settings.h"

// So many games of one change are looked at.
#define CHANGE_GAMES_MAX 64

void ladder_summary(StoreTx *tx, const Board *board, LadderSummary *out) {
    LadderRow row;
    ladder_read_row(tx, board, "ladder_get", &row);
    *out = (LadderSummary){.settings = row.settings, .rated_ms = row.rated_ms};
    int64_t error_max = site_number(tx, SITE_RATING_ERROR);
    Query *query = ladder_query(tx, board, "ladder_summary");
    query_bind_int(query, 3, error_max);
    query_bind_int(query, 4, pairing_games_max(error_max));
    if (query_step(query)) {
        out->bots = query_column_int(query, 0);
        out->games = query_column_int(query, 1);
        out->unsettled = query_column_int(query, 2);
    }
    query_end(query);
}

// A list of a board, from a key on.
static Query *begin_list(
    StoreTx *tx, const char *name, const Board *board, int64_t after, int64_t limit) {
    Query *query = ladder_query(tx, board, name);
    query_bind_int(query, 3, after);
    query_bind_int(query, 4, limit);
    return query;
}

void ladder_list(StoreTx *tx, const Board *board, int64_t after, int64_t limit, LadderVisit *visit,
    void *context) {
    Query *query = begin_list(tx, "ladder_list", board, after, limit);
    while (query_step(query)) {
        visit(context, &(LadderPlace){
                           .rank = query_column_int(query, 0),
                           .bot_id = query_column_int(query, 1),
                           .bot = query_column_text(query, 2).data,
                           .version_id = query_column_int(query, 3),
                           .version_number = query_column_int(query, 4),
                           .owner_id = query_column_int(query, 5),
                           .owner = query_column_text(query, 6).data,
                           .rating = {query_column_real(query, 7), query_column_real(query, 8)},
                           .games = query_column_int(query, 9),
                           .wins = query_column_int(query, 10),
                           .draws = query_column_int(query, 11),
                           .losses = query_column_int(query, 12),
                           .fouls = query_column_int(query, 13),
                           .is_anchor = query_column_int(query, 14) != 0,
                       });
    }
    query_end(query);
}

void ladder_waiting(StoreTx *tx, const Board *board, int64_t after, int64_t limit,
    WaitingVisit *visit, void *context) {
    Query *query = begin_list(tx, "ladder_waiting", board, after, limit);
    while (query_step(query)) {
        visit(context,
            &(WaitingPair){
                .id = query_column_int(query, 0),
                .bots = {query_column_int(query, 1), query_column_int(query, 3)},
                .names = {query_column_text(query, 2).data, query_column_text(query, 4).data},
                .created_ms = query_column_int(query, 5),
                .deadline_ms = query_column_int(query, 6),
                .started_ms = query_column_int(query, 7),
            });
    }
    query_end(query);
}

static Query *begin_points(StoreTx *tx, const char *name, int64_t bot, int64_t key, int64_t limit) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, bot);
    query_bind_int(query, 2, key);
    query_bind_int(query, 3, limit);
    return query;
}

static void visit_points(Query *query, HistoryVisit *visit, void *context) {
    while (query_step(query)) {
        visit(context, &(HistoryRow){
                           .game_id = query_column_int(query, 0),
                           .at_ms = query_column_int(query, 1),
                           .rating = {query_column_real(query, 2), query_column_real(query, 3)},
                           .games = query_column_int(query, 4),
                           .version_number = query_column_int(query, 5),
                       });
    }
    query_end(query);
}

void bot_history(
    StoreTx *tx, int64_t bot, int64_t after, int64_t limit, HistoryVisit *visit, void *context) {
    visit_points(begin_points(tx, "bot_history", bot, after, limit), visit, context);
}

void bot_history_thinned(
    StoreTx *tx, int64_t bot, int64_t points, HistoryVisit *visit, void *context) {
    Query *query = query_begin(tx, "bot_history_thinned");
    query_bind_int(query, 1, bot);
    query_bind_int(query, 2, points);
    visit_points(query, visit, context);
}

// The key of an opponent is its games and its number, which has 32 bits.
void bot_opponents(
    StoreTx *tx, int64_t bot, int64_t after, int64_t limit, OpponentVisit *visit, void *context) {
    Query *query = query_begin(tx, "bot_opponents");
    query_bind_int(query, 1, bot);
    query_bind_int(query, 2, after > 0 ? after >> 32 : INT64_MAX);
    query_bind_int(query, 3, after & UINT32_MAX);
    query_bind_int(query, 4, limit);
    while (query_step(query)) {
        int64_t other = query_column_int(query, 0);
        int64_t games = query_column_int(query, 2);
        visit(context, &(OpponentRow){
                           .key = games << 32 | other,
                           .bot_id = other,
                           .bot = query_column_text(query, 1).data,
                           .games = games,
                           .wins = query_column_int(query, 3),
                           .draws = query_column_int(query, 4),
                           .losses = query_column_int(query, 5),
                           .fouls = query_column_int(query, 6),
                       });
    }
    query_end(query);
}

// Adds up the games from the point before (0: from the beginning) to that of the change.
static void visit_change(StoreTx *tx, int64_t bot, int64_t before_game, ChangeRow *row,
    ChangeVisit *visit, void *context) {
    Query *query = begin_points(tx, "bot_point_games", bot, before_game, row->game_id);
    query_bind_int(query, 4, CHANGE_GAMES_MAX + 1);
    row->expected = 0;
    while (query_step(query)) {
        Result result;
        Side side = query_column_int(query, 1) == 0 ? SIDE_FIRST : SIDE_SECOND;
        int64_t opponent = query_column_int(query, 2);
        if (!result_parse(query_column_text(query, 0), &result)) {
            continue;
        }
        row->opponent = row->games == 0 || row->opponent == opponent ? opponent : 0;
        row->opponent_name = query_column_text(query, 3).data;
        row->games++;
        row->points += result == RESULT_DRAW ? 0.5 : result == result_win_for(side) ? 1 : 0;
        row->expected += stats_score(row->before - query_column_real(query, 4));
    }
    if (row->games > CHANGE_GAMES_MAX) {
        row->points = row->expected = NAN;
    }
    visit(context, row);
    query_end(query);
}

void bot_changes(
    StoreTx *tx, int64_t bot, int64_t below, int64_t limit, ChangeVisit *visit, void *context) {
    Query *query = begin_points(tx, "bot_points", bot, below > 0 ? below : INT64_MAX, limit + 1);
    ChangeRow next = {0}; // the point above, whose change is known with this one
    for (int64_t count = 0; count <= limit; count++) {
        bool is_there = query_step(query);
        ChangeRow row = {0};
        if (is_there) {
            row = (ChangeRow){
                .game_id = query_column_int(query, 0),
                .at_ms = query_column_int(query, 1),
                .after = query_column_real(query, 2),
                .version_number = query_column_int(query, 3),
            };
        }
        if (next.game_id != 0) {
            next.before = is_there ? row.after : NAN;
            visit_change(tx, bot, row.game_id, &next, visit, context);
        }
        next = row;
        if (!is_there) {
            break;
        }
    }
    query_end(query);
}
