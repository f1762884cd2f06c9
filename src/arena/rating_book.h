#pragma once
// The ranked games of a board as ratings, without the store: counts, ratings, the points of their
// history, meetings, and who fails again and again.
//
// All of it follows from the versions and the games in their order, in whatever batches they come:
// so `immure arena rerate` finds what a running server found. Ratings are the same to a thousandth
// of an Elo point.
//
// History. A version gets a point when it has 2, 4, 6, ... 16 games and at four even steps in each
// doubling after that, with its rating and error from all games so far. The fits for it come after
// every pair of games at first, and from the 1,024th pair on 512 times in each doubling; a point
// that is due waits for the next of them. So 100,000 games need about 4,000 fits.
//
// Versions of one bot are successors in the order of their numbers (match/ratings.h).

#include "match/ratings.h"
#include "referee/verdict.h"

// A bot whose version ends so many games in a row by a foul is paused.
#define BOOK_FOULS_IN_ROW 10

typedef struct RatingBook RatingBook;

typedef struct BookVersion {
    int64_t id;
    int64_t bot_id;
    bool is_anchor;
    int64_t games;
    int64_t wins;
    int64_t draws;
    int64_t losses;
    int64_t fouls;
    int64_t fouls_in_row;
    int64_t foul_games[BOOK_FOULS_IN_ROW]; // the last of them, in a ring
    int64_t last_pair;                     // the number of its last pair
    bool is_due;                           // for a point of the history
} BookVersion;

typedef struct BookGame {
    int64_t id;
    int64_t pair; // the number of its pair on the ladder
    int64_t versions[2];
    Result result;
    VerdictKind verdict;
    int64_t ended_ms;
} BookGame;

typedef struct BookPoint {
    int64_t bot_id;
    int64_t version_id;
    int64_t game_id;
    int64_t at_ms;
    int64_t games;
    Rating rating;
} BookPoint;

// Free with rating_book_free.
RatingBook *rating_book_new(void);
void rating_book_free(RatingBook *book);

// Adds a version with a higher number than all others have. `anchor_elo` is null if its rating is
// not given.
void rating_book_add_version(
    RatingBook *book, int64_t id, int64_t bot_id, const double *anchor_elo);

// Adds a game with a higher number than all others have; one of a version that was not added does
// not count. `is_news` is false for one whose news are known: then no fit is made for it.
void rating_book_add_game(RatingBook *book, const BookGame *game, bool is_news);

// Fits all ratings to all games. Errors are computed for versions that have played since the last
// fit, or for all with `all_errors`.
void rating_book_fit(RatingBook *book, bool all_errors);

size_t rating_book_count(const RatingBook *book);
const BookVersion *rating_book_version(const RatingBook *book, size_t index);
Rating rating_book_rating(const RatingBook *book, size_t index);
// SIZE_MAX if it was not added.
size_t rating_book_find(const RatingBook *book, int64_t version_id);
int64_t rating_book_last_game(const RatingBook *book);
int64_t rating_book_last_version(const RatingBook *book);

// A version whose last BOOK_FOULS_IN_ROW games ended by a foul of its own.
typedef struct BookFailure {
    int64_t bot_id;
    int64_t version_id;
    int64_t game_id;       // the last of these games
    int64_t first_game_id; // and the first
} BookFailure;

// What happened since rating_book_clear_news, each in the order of the games.
typedef struct BookNews {
    const BookPoint *points;
    size_t point_count;
    const BookGame *games;
    size_t game_count;
    const BookFailure *failures;
    size_t failure_count;
} BookNews;

BookNews rating_book_news(const RatingBook *book);
void rating_book_clear_news(RatingBook *book);
