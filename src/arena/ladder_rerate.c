#include "arena/ladder_parts.h"

#include <math.h>
#include <stdlib.h>

// A rating that was made again is found equal if it is as near as this, an error if as near as this
// share: a server writes only what has moved enough to be seen, and above some hundreds of versions
// it refreshes the errors of those who do not play now and then (ladder_read.c).
#define ELO_TOLERANCE 0.1
#define ERROR_TOLERANCE 0.05

static bool is_near(Rating found, Rating due) {
    return fabs(found.elo - due.elo) <= ELO_TOLERANCE &&
           fabs(found.error - due.error) <= ELO_TOLERANCE + ERROR_TOLERANCE * due.error;
}

typedef struct Rerating {
    Ladder *ladder;
    RatingRow *rows;
    RerateCounts *counts;
} Rerating;

static RatingRow read_row(Query *query) {
    return (RatingRow){
        .version_id = query_column_int(query, 0),
        .bot_id = query_column_int(query, 1),
        .rating = {query_column_real(query, 2), query_column_real(query, 3)},
        .games = query_column_int(query, 4),
        .wins = query_column_int(query, 5),
        .draws = query_column_int(query, 6),
        .losses = query_column_int(query, 7),
        .fouls = query_column_int(query, 8),
        .rank = query_column_int(query, 9),
    };
}

// Ranks may differ between two that are as good as equal.
static bool is_as_due(const RatingRow *found, const RatingRow *due) {
    return found->version_id == due->version_id && found->bot_id == due->bot_id &&
           found->games == due->games && found->wins == due->wins && found->draws == due->draws &&
           found->losses == due->losses && found->fouls == due->fouls &&
           (found->rank > 0) == (due->rank > 0) && is_near(found->rating, due->rating);
}

static void check_rows(StoreTx *tx, Rerating *rerating) {
    size_t count = rating_book_count(rerating->ladder->book);
    size_t index = 0;
    Query *query = ladder_query(tx, &rerating->ladder->board, "rerate_ratings");
    while (query_step(query)) {
        RatingRow found = read_row(query);
        rerating->counts->different += index >= count || !is_as_due(&found, &rerating->rows[index]);
        index++;
    }
    rerating->counts->different += index < count ? (int64_t)(count - index) : 0;
    query_end(query);
}

static void check_points(StoreTx *tx, Rerating *rerating) {
    BookNews news = rating_book_news(rerating->ladder->book);
    size_t index = 0;
    Query *query = ladder_query(tx, &rerating->ladder->board, "rerate_history");
    while (query_step(query)) {
        bool is_due = false;
        if (index < news.point_count) {
            const BookPoint *due = &news.points[index];
            Rating found = {query_column_real(query, 4), query_column_real(query, 5)};
            is_due = query_column_int(query, 0) == due->game_id &&
                     query_column_int(query, 1) == due->version_id &&
                     query_column_int(query, 2) == due->games &&
                     query_column_int(query, 3) == due->at_ms && is_near(found, due->rating);
        }
        rerating->counts->different += !is_due;
        index++;
    }
    rerating->counts->different +=
        index < news.point_count ? (int64_t)(news.point_count - index) : 0;
    query_end(query);
}

// The meetings are counted by the database, which has all games.
static void check_meetings(StoreTx *tx, Rerating *rerating) {
    Query *query = ladder_query(tx, &rerating->ladder->board, "rerate_meetings");
    rerating->counts->different += query_take_int(query);
}

static bool check_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Rerating *rerating = context;
    rerating->counts->different = 0;
    check_rows(tx, rerating);
    check_points(tx, rerating);
    check_meetings(tx, rerating);
    return true;
}

static bool replace_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Rerating *rerating = context;
    const Board *board = &rerating->ladder->board;
    query_end(ladder_query(tx, board, "ladder_forget_ratings"));
    query_end(ladder_query(tx, board, "ladder_forget_history"));
    query_end(ladder_query(tx, board, "ladder_forget_meetings"));
    ladder_write_all(tx, rerating->ladder, rerating->rows);
    return true;
}

static bool count_meetings(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Rerating *rerating = context;
    rerating->counts->meetings =
        query_take_int(ladder_query(tx, &rerating->ladder->board, "rerate_meeting_count"));
    return true;
}

bool ladder_rerate(
    Store *store, const Board *board, bool check_only, RerateCounts *out, Error *error) {
    Ladder ladder;
    ladder_init(&ladder, board);
    *out = (RerateCounts){0};
    bool is_done = ladder_read(&ladder, store, true, error);
    if (is_done) {
        BookNews news = rating_book_news(ladder.book);
        Rerating rerating = {.ladder = &ladder, .rows = ladder_rows(&ladder), .counts = out};
        out->games = (int64_t)news.game_count;
        out->ratings = (int64_t)rating_book_count(ladder.book);
        out->points = (int64_t)news.point_count;
        is_done =
            store_transact(store, STORE_READ, check_all, &rerating, error) &&
            (check_only || store_transact(store, STORE_WRITE, replace_all, &rerating, error)) &&
            store_transact(store, STORE_READ, count_meetings, &rerating, error);
        free(rerating.rows);
    }
    ladder_release(&ladder);
    return is_done;
}
