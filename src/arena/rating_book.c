#include "arena/rating_book.h"

#include <assert.h>
#include <stdlib.h>

// How many fits and points there are in each doubling of the pairs and of a version's games.
#define FITS_PER_DOUBLING 512
#define POINTS_PER_DOUBLING 4

struct RatingBook {
    Ratings *ratings; // a player for each version
    BookVersion *versions;
    size_t version_count;
    size_t version_capacity;
    int64_t game_count;
    int64_t last_game;
    BookPoint *points;
    size_t point_count;
    size_t point_capacity;
    BookGame *games;
    size_t new_game_count;
    size_t game_capacity;
    BookFailure *failures;
    size_t failure_count;
    size_t failure_capacity;
};

// Makes room for one more item.
static void *reserve(void *items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return items;
    }
    *capacity = 2 * *capacity + 16;
    items = realloc(items, *capacity * size);
    if (!items) {
        abort();
    }
    return items;
}

RatingBook *rating_book_new(void) {
    RatingBook *book = calloc(1, sizeof *book);
    if (!book) {
        abort();
    }
    book->ratings = ratings_new(0);
    return book;
}

void rating_book_free(RatingBook *book) {
    if (book) {
        ratings_free(book->ratings);
        free(book->versions);
        free(book->points);
        free(book->games);
        free(book->failures);
        free(book);
    }
}

void rating_book_add_version(
    RatingBook *book, int64_t id, int64_t bot_id, const double *anchor_elo) {
    assert(id > rating_book_last_version(book));
    size_t index = ratings_add_player(book->ratings);
    assert(index == book->version_count);
    size_t before = index;
    while (before > 0 && book->versions[before - 1].bot_id != bot_id) {
        before--;
    }
    if (anchor_elo) {
        ratings_anchor(book->ratings, index, *anchor_elo);
    } else if (before > 0) {
        ratings_succeed(book->ratings, index, before - 1);
    }
    book->versions = reserve(
        book->versions, book->version_count, &book->version_capacity, sizeof *book->versions);
    book->versions[book->version_count++] =
        (BookVersion){.id = id, .bot_id = bot_id, .is_anchor = anchor_elo != NULL};
}

// The greatest power of two that is not above `value`, and at least `least`.
static int64_t power_below(int64_t value, int64_t least) {
    int64_t power = least;
    while (2 * power <= value) {
        power *= 2;
    }
    return power;
}

static bool is_milestone(int64_t games) {
    return games % power_below(games / POINTS_PER_DOUBLING, 2) == 0;
}

static bool is_fit_due(int64_t games) {
    int64_t pairs = games / 2;
    return games % 2 == 0 && pairs % power_below(pairs / FITS_PER_DOUBLING, 1) == 0;
}

static void count_side(BookVersion *version, const BookGame *game, Side side) {
    bool is_win = game->result == result_win_for(side);
    bool is_draw = game->result == RESULT_DRAW;
    bool is_foul = !is_win && !is_draw && verdict_is_forfeit(game->verdict);
    version->games++;
    version->wins += is_win;
    version->draws += is_draw;
    version->losses += !is_win && !is_draw;
    version->fouls += is_foul;
    if (is_foul) {
        version->foul_games[version->fouls_in_row++ % BOOK_FOULS_IN_ROW] = game->id;
    } else {
        version->fouls_in_row = 0;
    }
    version->last_pair = game->pair;
    version->is_due |= !version->is_anchor && is_milestone(version->games);
}

static void add_failure(RatingBook *book, const BookVersion *version, const BookGame *game) {
    int64_t fouls = version->fouls_in_row;
    if (fouls < BOOK_FOULS_IN_ROW) {
        return;
    }
    book->failures = reserve(
        book->failures, book->failure_count, &book->failure_capacity, sizeof *book->failures);
    book->failures[book->failure_count++] = (BookFailure){
        version->bot_id, version->id, game->id, version->foul_games[fouls % BOOK_FOULS_IN_ROW]};
}

static void add_news(RatingBook *book, const BookGame *game, const size_t players[2]) {
    book->games =
        reserve(book->games, book->new_game_count, &book->game_capacity, sizeof *book->games);
    book->games[book->new_game_count++] = *game;
    for (int side = 0; side < 2; side++) {
        add_failure(book, &book->versions[players[side]], game);
    }
}

// Notes the points that are due.
static void add_points(RatingBook *book, const BookGame *game, bool is_news) {
    bool is_fitted = false;
    for (size_t i = 0; i < book->version_count; i++) {
        BookVersion *version = &book->versions[i];
        bool is_due = version->is_due;
        version->is_due = false;
        if (!is_due || !is_news) {
            continue;
        }
        if (!is_fitted) {
            rating_book_fit(book, false);
            is_fitted = true;
        }
        book->points =
            reserve(book->points, book->point_count, &book->point_capacity, sizeof *book->points);
        book->points[book->point_count++] = (BookPoint){
            .bot_id = version->bot_id,
            .version_id = version->id,
            .game_id = game->id,
            .at_ms = game->ended_ms,
            .games = version->games,
            .rating = rating_book_rating(book, i),
        };
    }
}

void rating_book_add_game(RatingBook *book, const BookGame *game, bool is_news) {
    assert(game->id > book->last_game);
    book->last_game = game->id;
    const size_t players[2] = {
        rating_book_find(book, game->versions[0]), rating_book_find(book, game->versions[1])};
    if (players[0] == SIZE_MAX || players[1] == SIZE_MAX || players[0] == players[1]) {
        return;
    }
    Tally tally = {.unit = TALLY_TRINOMIAL};
    tally_add(&tally, game->result == RESULT_FIRST_WINS ? 2 : game->result == RESULT_DRAW ? 1 : 0);
    ratings_add(book->ratings, players[0], players[1], &tally);
    count_side(&book->versions[players[0]], game, SIDE_FIRST);
    count_side(&book->versions[players[1]], game, SIDE_SECOND);
    if (is_news) {
        add_news(book, game, players);
    }
    book->game_count++;
    if (is_fit_due(book->game_count)) {
        add_points(book, game, is_news);
    }
}

void rating_book_fit(RatingBook *book, bool all_errors) {
    ratings_refit(book->ratings, all_errors);
}

size_t rating_book_count(const RatingBook *book) {
    return book->version_count;
}

const BookVersion *rating_book_version(const RatingBook *book, size_t index) {
    assert(index < book->version_count);
    return &book->versions[index];
}

Rating rating_book_rating(const RatingBook *book, size_t index) {
    return ratings_get(book->ratings, index);
}

size_t rating_book_find(const RatingBook *book, int64_t version_id) {
    size_t low = 0;
    size_t high = book->version_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (book->versions[middle].id < version_id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < book->version_count && book->versions[low].id == version_id ? low : SIZE_MAX;
}

int64_t rating_book_last_game(const RatingBook *book) {
    return book->last_game;
}

int64_t rating_book_last_version(const RatingBook *book) {
    return book->version_count > 0 ? book->versions[book->version_count - 1].id : 0;
}

BookNews rating_book_news(const RatingBook *book) {
    return (BookNews){
        .points = book->points,
        .point_count = book->point_count,
        .games = book->games,
        .game_count = book->new_game_count,
        .failures = book->failures,
        .failure_count = book->failure_count,
    };
}

void rating_book_clear_news(RatingBook *book) {
    book->point_count = 0;
    book->new_game_count = 0;
    book->failure_count = 0;
}
