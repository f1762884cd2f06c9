#include "search/book_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "search/book_key.h"

// A guess, not tuned: five plies deeper cost as much as a move that is a quarter of a logit (about
// 6 % of win probability) worse than the best.
#define PLY_PRICE 5
#define PLIES_MAX 60

// A position that may get an entry.
typedef struct Candidate {
    BookKey key;
    Move moves[PLIES_MAX];
    size_t move_count;
    long price;
    // Bit set of the sides that have played another move than the first choice; never both.
    unsigned strayed;
    bool is_done;
} Candidate;

typedef struct Builder {
    const BookPlan *plan;
    const Rules *rules;
    Engine *engine;
    Book *book;
    Text text; // the file
    Candidate *candidates;
    size_t count;
    size_t capacity;
    bool has_stopped;
} Builder;

// Adds a candidate or lowers its price. One that is done was the cheapest when it was taken.
static void offer(Builder *builder, const Candidate *candidate) {
    for (size_t i = 0; i < builder->count; i++) {
        Candidate *known = &builder->candidates[i];
        if (known->strayed == candidate->strayed &&
            book_key_compare(&known->key, &candidate->key) == 0) {
            if (!known->is_done && candidate->price < known->price) {
                *known = *candidate;
            }
            return;
        }
    }
    if (builder->count == builder->capacity) {
        builder->capacity = builder->capacity ? 2 * builder->capacity : 256;
        builder->candidates =
            realloc(builder->candidates, builder->capacity * sizeof *builder->candidates);
        if (!builder->candidates) {
            abort();
        }
    }
    builder->candidates[builder->count++] = *candidate;
}

// The cheapest candidate that is left, of equals the oldest; null if there is none.
static Candidate *take_cheapest(Builder *builder) {
    Candidate *best = NULL;
    for (size_t i = 0; i < builder->count; i++) {
        Candidate *candidate = &builder->candidates[i];
        if (!candidate->is_done && (!best || candidate->price < best->price)) {
            best = candidate;
        }
    }
    return best;
}

// Adds the positions after the moves of an entry.
static void widen(
    Builder *builder, const Candidate *from, const Game *game, const BookAnswer *answer) {
    unsigned mover = 1u << position_turn(game_position(game));
    for (size_t i = 0; i < answer->choice_count && from->move_count < PLIES_MAX; i++) {
        unsigned strayed = from->strayed | (i > 0 ? mover : 0);
        Position next;
        builder->rules->apply(game_position(game), answer->choices[i].move, &next);
        if (strayed == 3 || builder->rules->outcome(&next).result != RESULT_NONE) {
            continue;
        }
        int loss = answer->choices[0].score - answer->choices[i].score;
        Candidate candidate = *from;
        candidate.moves[candidate.move_count++] = answer->choices[i].move;
        candidate.price += PLY_PRICE + (loss > 0 ? loss : 0);
        candidate.strayed = strayed;
        candidate.is_done = false;
        book_key_make(&candidate.key, builder->rules, &next);
        offer(builder, &candidate);
    }
}

static void watch_stop(void *context, const EngineReport *report) {
    (void)report;
    Builder *builder = context;
    if (atomic_load(builder->plan->stop)) {
        builder->has_stopped = true;
        engine_stop(builder->engine);
    }
}

// Searches a position. The next best moves are those of the same search.
static void search(Builder *builder, const Game *game, BookAnswer *answer) {
    EngineReport report;
    EngineReport lines[BOOK_CHOICES_MAX];
    engine_new_game(builder->engine);
    engine_think(builder->engine, game, &builder->plan->limits, watch_stop, builder, &report);
    *answer = (BookAnswer){
        .choices = {{report.pv[0], report.score}}, .choice_count = 1, .nodes = report.nodes};
    size_t count = engine_lines(builder->engine, BOOK_CHOICES_MAX, lines);
    for (size_t i = 0; i < count && answer->choice_count < BOOK_CHOICES_MAX; i++) {
        if (lines[i].pv[0] != report.pv[0]) {
            answer->choices[answer->choice_count++] = (BookChoice){lines[i].pv[0], lines[i].score};
        }
    }
}

// Makes the entry of a position.
static bool enter(
    Builder *builder, const char *path, const Game *game, BookAnswer *answer, Error *error) {
    const BookPlan *plan = builder->plan;
    search(builder, game, answer);
    if (builder->has_stopped) {
        return true;
    }
    book_add(builder->book, game_position(game), answer);
    book_write_entry(&builder->text, game, answer);
    if (!text_write_file(&builder->text, path, error)) {
        return false;
    }
    if (plan->listener) {
        plan->listener(plan->context,
            &(BookProgress){.entries = book_size(builder->book), .game = game, .answer = answer});
    }
    return true;
}

static bool grow(Builder *builder, const char *path, Error *error) {
    const BookPlan *plan = builder->plan;
    Candidate *candidate;
    bool done = true;
    while (done && book_size(builder->book) < plan->entries && !atomic_load(plan->stop) &&
           (candidate = take_cheapest(builder))) {
        candidate->is_done = true;
        Candidate from = *candidate; // the array may be reallocated
        Game game;
        BookAnswer answer;
        game_init(&game, builder->rules, plan->variant);
        for (size_t i = 0; i < from.move_count; i++) {
            game_play(&game, from.moves[i]);
        }
        if (game_outcome(&game).result == RESULT_NONE) {
            done = book_find(builder->book, game_position(&game), &answer) ||
                   enter(builder, path, &game, &answer, error);
            if (done && !builder->has_stopped) {
                widen(builder, &from, &game, &answer);
            }
        }
        game_release(&game);
    }
    return done;
}

// Reads the file, or writes the first line of a new one.
static bool begin(Builder *builder, const char *path, Error *error) {
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        book_write_head(
            &builder->text, builder->rules, builder->plan->variant, builder->plan->maker);
        return text_write_file(&builder->text, path, error);
    }
    if (!text_read_file(&builder->text, path, BOOK_LIMIT_BYTES, error) ||
        !book_read(builder->book, text_slice(&builder->text), path, error)) {
        return false;
    }
    if (builder->text.data[builder->text.size - 1] != '\n') {
        text_add_byte(&builder->text, '\n');
    }
    const Variant *variant = book_read_head(builder->rules, text_slice(&builder->text), error);
    return variant == builder->plan->variant ||
           error_set(error, ERROR_OTHER_BOOK, "a book for %s, not for %s", variant->name,
               builder->plan->variant->name) ||
           error_prefix(error, ERROR_AT_BOOK, "book %.100s", path);
}

bool book_build(const BookPlan *plan, const Rules *rules, Engine *engine, const char *path,
    size_t *entries, Error *error) {
    Builder builder = {.plan = plan, .rules = rules, .engine = engine, .book = book_new(rules)};
    text_init(&builder.text);
    bool done = begin(&builder, path, error);
    if (done) {
        Position start;
        Candidate candidate = {0};
        rules->start(&start, plan->variant);
        book_key_make(&candidate.key, rules, &start);
        offer(&builder, &candidate);
        done = grow(&builder, path, error);
        *entries = book_size(builder.book);
    }
    free(builder.candidates);
    text_release(&builder.text);
    book_free(builder.book);
    return done;
}
