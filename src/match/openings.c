#include "match/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

#define BOOK_LIMIT_BYTES (64u << 20)
#define RANDOM_PLIES_MAX 60
#define RANDOM_TRIES 1000

static void add_game(Openings *openings, const Game *game) {
    openings->items = realloc(openings->items, (openings->count + 1) * sizeof *openings->items);
    Move *moves = malloc((game->count + 1) * sizeof *moves);
    if (!openings->items || !moves) {
        abort();
    }
    memcpy(moves, game->moves, game->count * sizeof *moves);
    openings->items[openings->count++] = (Opening){moves, game->count};
}

// Plays random legal moves that do not end the game. False if there is no way on.
static bool play_random(Game *game, int plies, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    size_t start = game->count;
    for (int try = 0; try < RANDOM_TRIES; try++) {
        Move moves[MOVES_MAX];
        size_t count;
        while (game->count < start + (size_t)plies && (count = game_moves(game, moves)) > 0) {
            game_play(game, moves[rng_below(&rng, count)]);
        }
        if (game->count == start + (size_t)plies && game_outcome(game).result == RESULT_NONE) {
            return true;
        }
        while (game->count > start) {
            game_undo(game);
        }
    }
    return false;
}

static bool make_random(Openings *openings, Slice plies_text, const Rules *rules,
    const Variant *variant, size_t count, uint64_t seed, Error *error) {
    int plies;
    if (!slice_to_int(plies_text, &plies) || plies < 0 || plies > RANDOM_PLIES_MAX) {
        return error_set(error, ERROR_BAD_OPENINGS, "random: takes a number of plies from 0 to %d",
            RANDOM_PLIES_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        Game game;
        game_init(&game, rules, variant);
        bool done = play_random(&game, plies, (seed << 32) + i);
        if (done) {
            add_game(openings, &game);
        }
        game_release(&game);
        if (!done) {
            return error_set(error, ERROR_BAD_OPENINGS,
                "games of %d random plies are over too often: use fewer", plies);
        }
    }
    return true;
}

static bool add_line(
    Openings *openings, Slice line, const Rules *rules, const Variant *variant, Error *error) {
    Game game;
    game_init(&game, rules, variant);
    bool done = game_play_list(&game, line, NOTATION_STANDARD, error);
    if (done && game_outcome(&game).result != RESULT_NONE) {
        done = error_set(error, ERROR_BAD_OPENINGS, "the opening ends the game");
    }
    if (done) {
        add_game(openings, &game);
    }
    game_release(&game);
    return done;
}

static bool read_lines(Openings *openings, Slice book, const char *name, const Rules *rules,
    const Variant *variant, Error *error) {
    Slice line;
    for (int number = 1; slice_next_line(&book, &line); number++) {
        const char *comment = line.size > 0 ? memchr(line.data, '#', line.size) : NULL;
        Slice moves =
            slice_trim(comment ? (Slice){line.data, (size_t)(comment - line.data)} : line);
        if (moves.size > 0 && !add_line(openings, moves, rules, variant, error)) {
            error_prefix(error, ERROR_AT_LINE, "line %d", number);
            return error_prefix(error, ERROR_AT_FILE, "%.100s", name);
        }
    }
    return openings->count > 0 ||
           error_set(error, ERROR_NO_OPENINGS, "%.100s holds no opening", name);
}

static void shuffle(Openings *openings, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    for (size_t i = openings->count; i > 1; i--) {
        size_t j = rng_below(&rng, i);
        Opening swapped = openings->items[i - 1];
        openings->items[i - 1] = openings->items[j];
        openings->items[j] = swapped;
    }
}

static void init(Openings *openings, const char *source) {
    *openings = (Openings){0};
    text_init(&openings->source);
    text_add(&openings->source, source);
}

bool openings_parse(Openings *openings, Slice book, const char *name, const Rules *rules,
    const Variant *variant, uint64_t seed, Error *error) {
    init(openings, name);
    if (!read_lines(openings, book, name, rules, variant, error)) {
        openings_release(openings);
        return error_prefix(error, ERROR_AT_OPENINGS, "openings");
    }
    shuffle(openings, seed);
    return true;
}

static bool load_file(Openings *openings, const char *path, const Rules *rules,
    const Variant *variant, uint64_t seed, Error *error) {
    Text book;
    text_init(&book);
    bool done = text_read_file(&book, path, BOOK_LIMIT_BYTES, error) &&
                openings_parse(openings, text_slice(&book), path, rules, variant, seed, error);
    text_release(&book);
    return done;
}

bool openings_load(Openings *openings, const char *source, const Rules *rules,
    const Variant *variant, size_t count, uint64_t seed, Error *error) {
    if (source && strncmp(source, "random:", 7) != 0) {
        return load_file(openings, source, rules, variant, seed, error);
    }
    init(openings, source ? source : "");
    if (!make_random(openings, slice_from(source ? source + 7 : "0"), rules, variant,
            source && count > 0 ? count : 1, seed, error)) {
        openings_release(openings);
        return error_prefix(error, ERROR_AT_OPENINGS, "openings");
    }
    return true;
}

void openings_release(Openings *openings) {
    for (size_t i = 0; i < openings->count; i++) {
        free(openings->items[i].moves);
    }
    free(openings->items);
    text_release(&openings->source);
    *openings = (Openings){0};
}
