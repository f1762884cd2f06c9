#include "arena/ladder_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "arena/reasons.h"

// Ratings are written anew when they have moved by so much: less is not shown.
#define ELO_SHOWN 0.05

// The places of those who play, the strongest first.
static int compare_ranks(const void *left, const void *right) {
    const RatingRow *a = *(const RatingRow *const *)left;
    const RatingRow *b = *(const RatingRow *const *)right;
    if (a->rating.elo != b->rating.elo) {
        return a->rating.elo > b->rating.elo ? -1 : 1;
    }
    return (a->version_id > b->version_id) - (a->version_id < b->version_id);
}

static void rank_rows(const Ladder *ladder, RatingRow *rows) {
    RatingRow **order = calloc(ladder->bot_count + 1, sizeof *order);
    if (!order) {
        abort();
    }
    for (size_t i = 0; i < ladder->bot_count; i++) {
        order[i] = &rows[ladder->bots[i].index];
    }
    qsort(order, ladder->bot_count, sizeof *order, compare_ranks);
    for (size_t i = 0; i < ladder->bot_count; i++) {
        order[i]->rank = (int64_t)i + 1;
    }
    free(order);
}

RatingRow *ladder_rows(const Ladder *ladder) {
    size_t count = rating_book_count(ladder->book);
    RatingRow *rows = calloc(count + 1, sizeof *rows);
    if (!rows) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        const BookVersion *version = rating_book_version(ladder->book, i);
        rows[i] = (RatingRow){
            .version_id = version->id,
            .bot_id = version->bot_id,
            .rating = rating_book_rating(ladder->book, i),
            .games = version->games,
            .wins = version->wins,
            .draws = version->draws,
            .losses = version->losses,
            .fouls = version->fouls,
        };
    }
    rank_rows(ladder, rows);
    return rows;
}

bool rating_row_equals(const RatingRow *a, const RatingRow *b) {
    return a->version_id == b->version_id && a->games == b->games && a->wins == b->wins &&
           a->draws == b->draws && a->losses == b->losses && a->fouls == b->fouls &&
           a->rank == b->rank && fabs(a->rating.elo - b->rating.elo) < ELO_SHOWN &&
           fabs(a->rating.error - b->rating.error) < ELO_SHOWN;
}

static void put_row(StoreTx *tx, const Board *board, const RatingRow *row) {
    Query *query = query_begin(tx, "rating_put");
    query_bind_int(query, 1, row->version_id);
    query_bind_int(query, 2, row->bot_id);
    query_bind_text(query, 3, slice_from(board->rules->name));
    query_bind_text(query, 4, slice_from(board->variant->name));
    query_bind_real(query, 5, row->rating.elo);
    query_bind_real(query, 6, row->rating.error);
    query_bind_int(query, 7, row->games);
    query_bind_int(query, 8, row->wins);
    query_bind_int(query, 9, row->draws);
    query_bind_int(query, 10, row->losses);
    query_bind_int(query, 11, row->fouls);
    if (row->rank > 0) {
        query_bind_int(query, 12, row->rank);
    } else {
        query_bind_null(query, 12);
    }
    query_end(query);
}

static void put_point(StoreTx *tx, const BookPoint *point) {
    Query *query = query_begin(tx, "rating_history_put");
    query_bind_int(query, 1, point->bot_id);
    query_bind_int(query, 2, point->game_id);
    query_bind_int(query, 3, point->version_id);
    query_bind_int(query, 4, point->at_ms);
    query_bind_int(query, 5, point->games);
    query_bind_real(query, 6, point->rating.elo);
    query_bind_real(query, 7, point->rating.error);
    query_end(query);
}

static void add_meeting(StoreTx *tx, const Ladder *ladder, const BookGame *game, Side side) {
    size_t own = rating_book_find(ladder->book, game->versions[side]);
    size_t other = rating_book_find(ladder->book, game->versions[side_other(side)]);
    bool is_win = game->result == result_win_for(side);
    bool is_draw = game->result == RESULT_DRAW;
    Query *query = query_begin(tx, "head_to_head_add");
    query_bind_int(query, 1, rating_book_version(ladder->book, own)->bot_id);
    query_bind_int(query, 2, rating_book_version(ladder->book, other)->bot_id);
    query_bind_int(query, 3, is_win);
    query_bind_int(query, 4, is_draw);
    query_bind_int(query, 5, !is_win && !is_draw);
    query_bind_int(query, 6, !is_win && !is_draw && verdict_is_forfeit(game->verdict));
    query_bind_int(query, 7, game->id);
    query_end(query);
}

// Says in the bot's row why it does not play any more, so that its author is told.
static void pause_bot(StoreTx *tx, const BookFailure *failure) {
    Text reason;
    Error why;
    text_init(&reason);
    error_set(&why, ERROR_TOO_MANY_FOULS, "%d ranked games in a row ended by a foul of this bot",
        BOOK_FOULS_IN_ROW);
    reason_write(&reason, &why);
    Query *query = query_begin(tx, "ladder_pause_bot");
    query_bind_int(query, 1, failure->bot_id);
    query_bind_int(query, 2, failure->version_id);
    query_bind_text(query, 3, text_slice(&reason));
    query_bind_int(query, 4, failure->first_game_id);
    query_end(query);
    text_release(&reason);
}

static void write_points_and_meetings(StoreTx *tx, const Ladder *ladder, int64_t mark) {
    BookNews news = rating_book_news(ladder->book);
    for (size_t i = 0; i < news.point_count; i++) {
        if (news.points[i].game_id > mark) {
            put_point(tx, &news.points[i]);
        }
    }
    for (size_t i = 0; i < news.game_count; i++) {
        if (news.games[i].id > mark) {
            add_meeting(tx, ladder, &news.games[i], SIDE_FIRST);
            add_meeting(tx, ladder, &news.games[i], SIDE_SECOND);
        }
    }
}

static void set_mark(StoreTx *tx, const Ladder *ladder) {
    Query *query = ladder_query(tx, &ladder->board, "ladder_set_rated");
    query_bind_int(query, 3, rating_book_last_game(ladder->book));
    query_end(query);
}

typedef struct Writing {
    Ladder *ladder;
    const RatingRow *rows;
    bool is_written;
} Writing;

static bool write_news(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Writing *writing = context;
    Ladder *ladder = writing->ladder;
    BookNews news = rating_book_news(ladder->book);
    LadderRow row;
    query_end(ladder_query(tx, &ladder->board, "ladder_add"));
    ladder_read_row(tx, &ladder->board, "ladder_lock", &row);
    writing->is_written = row.rated_game_id <= rating_book_last_game(ladder->book);
    if (!writing->is_written) {
        return true;
    }
    write_points_and_meetings(tx, ladder, row.rated_game_id);
    for (size_t i = 0; i < news.failure_count; i++) {
        if (news.failures[i].game_id > row.rated_game_id) {
            pause_bot(tx, &news.failures[i]);
        }
    }
    // Another server has written since: then every row may be another.
    bool is_mine = row.rated_game_id == ladder->written_game;
    for (size_t i = 0; i < rating_book_count(ladder->book); i++) {
        if (!is_mine || i >= ladder->row_count ||
            !rating_row_equals(&ladder->rows[i], &writing->rows[i])) {
            put_row(tx, &ladder->board, &writing->rows[i]);
        }
    }
    set_mark(tx, ladder);
    return true;
}

static bool has_changed(const Ladder *ladder, const RatingRow *rows) {
    size_t count = rating_book_count(ladder->book);
    if (ladder->row_count != count || rating_book_news(ladder->book).game_count > 0) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!rating_row_equals(&ladder->rows[i], &rows[i])) {
            return true;
        }
    }
    return false;
}

// What is in the tables now. A row that has moved too little to be written stays as it was, so that
// small steps add up until it is.
static void keep_rows(Ladder *ladder, RatingRow *rows) {
    for (size_t i = 0; i < ladder->row_count; i++) {
        if (rating_row_equals(&ladder->rows[i], &rows[i])) {
            rows[i] = ladder->rows[i];
        }
    }
    free(ladder->rows);
    ladder->rows = rows;
    ladder->row_count = rating_book_count(ladder->book);
    ladder->written_game = rating_book_last_game(ladder->book);
}

bool ladder_write(Ladder *ladder, Store *store, Error *error) {
    RatingRow *rows = ladder_rows(ladder);
    Writing writing = {.ladder = ladder, .rows = rows};
    if (!has_changed(ladder, rows)) {
        free(rows);
        return true;
    }
    bool is_done = store_transact(store, STORE_WRITE, write_news, &writing, error);
    if (is_done && writing.is_written) {
        keep_rows(ladder, rows);
    } else {
        free(rows);
    }
    if (is_done) {
        rating_book_clear_news(ladder->book);
    }
    return is_done;
}

void ladder_write_all(StoreTx *tx, const Ladder *ladder, const RatingRow *rows) {
    query_end(ladder_query(tx, &ladder->board, "ladder_add"));
    write_points_and_meetings(tx, ladder, 0);
    for (size_t i = 0; i < rating_book_count(ladder->book); i++) {
        put_row(tx, &ladder->board, &rows[i]);
    }
    set_mark(tx, ladder);
}
