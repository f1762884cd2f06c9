#include "arena/ladder_parts.h"

#include <stdlib.h>
#include <string.h>

#include "arena/site_settings.h"

// So many games are read at a time.
#define GAMES_BATCH 10000

void ladder_init(Ladder *ladder, const Board *board) {
    *ladder = (Ladder){.board = *board};
}

static void forget_book(Ladder *ladder) {
    rating_book_free(ladder->book);
    free(ladder->rows);
    ladder->book = NULL;
    ladder->rows = NULL;
    ladder->row_count = 0;
}

void ladder_release(Ladder *ladder) {
    forget_book(ladder);
    free(ladder->bots);
    free(ladder->open);
    if (ladder->has_openings) {
        openings_release(&ladder->openings);
    }
}

Query *ladder_query(StoreTx *tx, const Board *board, const char *name) {
    Query *query = query_begin(tx, name);
    query_bind_text(query, 1, slice_from(board->rules->name));
    query_bind_text(query, 2, slice_from(board->variant->name));
    return query;
}

bool ladder_read_row(StoreTx *tx, const Board *board, const char *name, LadderRow *out) {
    *out = (LadderRow){0};
    Query *query = ladder_query(tx, board, name);
    bool is_there = query_step(query);
    if (is_there) {
        out->settings.is_paused = query_column_int(query, 0) != 0;
        out->settings.time_ms = query_column_int(query, 1);
        out->pair_number = query_column_int(query, 2);
        out->rated_game_id = query_column_int(query, 3);
        out->rated_ms = query_column_int(query, 4);
    }
    query_end(query);
    return is_there;
}

// A version as it is read.
typedef struct VersionRow {
    int64_t id;
    int64_t bot_id;
    bool is_anchor;
    double elo;
} VersionRow;

// What one transaction reads.
typedef struct LadderReading {
    Ladder *ladder;
    int64_t version_count; // of the board
    VersionRow *versions;  // that are new
    size_t new_version_count;
    BookGame *games; // that are new, up to GAMES_BATCH
    size_t game_count;
} LadderReading;

// One item more; the caller's count is raised.
static void *grow(void *items, size_t *count, size_t size) {
    if ((*count & (*count - 1)) == 0) { // full at every power of two
        items = realloc(items, (*count > 0 ? 2 * *count : 1) * size);
        if (!items) {
            abort();
        }
    }
    (*count)++;
    return items;
}

static void read_versions(StoreTx *tx, LadderReading *reading) {
    const RatingBook *book = reading->ladder->book;
    Query *query = ladder_query(tx, &reading->ladder->board, "ladder_version_count");
    reading->version_count = query_take_int(query);
    reading->new_version_count = 0;
    query = ladder_query(tx, &reading->ladder->board, "ladder_versions");
    query_bind_int(query, 3, rating_book_last_version(book));
    while (query_step(query)) {
        reading->versions =
            grow(reading->versions, &reading->new_version_count, sizeof *reading->versions);
        reading->versions[reading->new_version_count - 1] = (VersionRow){
            .id = query_column_int(query, 0),
            .bot_id = query_column_int(query, 1),
            .is_anchor = !query_column_is_null(query, 2),
            .elo = query_column_real(query, 2),
        };
    }
    query_end(query);
}

// The number at the end of a pair's key, `ranked/BOARD/N`.
static int64_t number_of_key(Slice key) {
    size_t digits = 0;
    while (digits < key.size && key.data[key.size - 1 - digits] != '/') {
        digits++;
    }
    long long number = 0;
    slice_to_long(slice_skip(key, key.size - digits), &number);
    return number;
}

static void read_games(StoreTx *tx, LadderReading *reading) {
    reading->game_count = 0;
    Query *query = ladder_query(tx, &reading->ladder->board, "ladder_games");
    query_bind_int(query, 3, rating_book_last_game(reading->ladder->book));
    query_bind_int(query, 4, GAMES_BATCH);
    while (query_step(query)) {
        reading->games = grow(reading->games, &reading->game_count, sizeof *reading->games);
        BookGame *game = &reading->games[reading->game_count - 1];
        *game = (BookGame){
            .id = query_column_int(query, 0),
            .versions = {query_column_int(query, 1), query_column_int(query, 2)},
            .ended_ms = query_column_int(query, 5),
            .pair = number_of_key(query_column_text(query, 6)),
        };
        result_parse(query_column_text(query, 3), &game->result);
        verdict_find(query_column_text(query, 4), &game->verdict);
    }
    query_end(query);
}

static void read_bots(StoreTx *tx, Ladder *ladder) {
    ladder->bot_count = 0;
    Query *query = ladder_query(tx, &ladder->board, "ladder_bots");
    while (query_step(query)) {
        ladder->bots = grow(ladder->bots, &ladder->bot_count, sizeof *ladder->bots);
        ladder->bots[ladder->bot_count - 1] = (LadderBot){
            .bot_id = query_column_int(query, 0),
            .owner_id = query_column_int(query, 1),
            .version_id = query_column_int(query, 2),
        };
    }
    query_end(query);
    ladder->open_count = 0;
    query = ladder_query(tx, &ladder->board, "ladder_open_pairs");
    while (query_step(query)) {
        ladder->open = grow(ladder->open, &ladder->open_count, sizeof *ladder->open);
        ladder->open[ladder->open_count - 1] = (OpenPair){
            .versions = {query_column_int(query, 0), query_column_int(query, 1)},
            .number = number_of_key(query_column_text(query, 2)),
        };
    }
    query_end(query);
}

static bool read_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    LadderReading *reading = context;
    ladder_read_row(tx, &reading->ladder->board, "ladder_get", &reading->ladder->row);
    reading->ladder->error_max = site_number(tx, SITE_RATING_ERROR);
    read_versions(tx, reading);
    read_games(tx, reading);
    read_bots(tx, reading->ladder);
    return true;
}

// Puts what was read into the book. False if the book has to be made anew: a version came that is
// not the newest.
static bool take_reading(LadderReading *reading, bool all_news) {
    Ladder *ladder = reading->ladder;
    for (size_t i = 0; i < reading->new_version_count; i++) {
        const VersionRow *row = &reading->versions[i];
        rating_book_add_version(
            ladder->book, row->id, row->bot_id, row->is_anchor ? &row->elo : NULL);
    }
    if ((int64_t)rating_book_count(ladder->book) != reading->version_count) {
        return false;
    }
    for (size_t i = 0; i < reading->game_count; i++) {
        const BookGame *game = &reading->games[i];
        rating_book_add_game(ladder->book, game, all_news || game->id > ladder->row.rated_game_id);
    }
    return true;
}

// Drops those whose version is not in the book: they are not ready.
static void find_bots(Ladder *ladder) {
    size_t kept = 0;
    for (size_t i = 0; i < ladder->bot_count; i++) {
        LadderBot *bot = &ladder->bots[i];
        bot->index = rating_book_find(ladder->book, bot->version_id);
        if (bot->index != SIZE_MAX) {
            ladder->bots[kept++] = *bot;
        }
    }
    ladder->bot_count = kept;
}

// Above so many versions the errors of those who have not played are computed with every so many
// fits.
#define ALL_ERRORS_MAX 256
#define FITS_PER_ALL_ERRORS 64

bool ladder_read(Ladder *ladder, Store *store, bool all_news, Error *error) {
    LadderReading reading = {.ladder = ladder};
    bool is_new = !ladder->book;
    bool has_news = is_new;
    bool is_read = true;
    bool is_whole = true;
    do {
        if (!is_whole) {
            forget_book(ladder);
        }
        if (!ladder->book) {
            ladder->book = rating_book_new();
        }
        is_read = store_transact(store, STORE_READ, read_all, &reading, error);
        is_whole = is_read && take_reading(&reading, all_news);
        has_news |= reading.new_version_count > 0 || reading.game_count > 0;
    } while (is_read && (!is_whole || reading.game_count == GAMES_BATCH));
    free(reading.versions);
    free(reading.games);
    if (!is_read) {
        return false;
    }
    find_bots(ladder);
    if (has_news) {
        bool is_turn = is_new || ++ladder->fit_count % FITS_PER_ALL_ERRORS == 0;
        rating_book_fit(ladder->book, is_turn || rating_book_count(ladder->book) <= ALL_ERRORS_MAX);
    }
    return true;
}
