#include "search/book.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "search/book_key.h"

typedef struct BookEntry {
    BookKey key;
    BookAnswer answer; // for the board that the key was made from
} BookEntry;

struct Book {
    const Rules *rules;
    BookEntry *entries; // by key
    size_t count;
    size_t capacity;
};

Book *book_new(const Rules *rules) {
    Book *book = (Book *)calloc(1, sizeof *book);
    if (!book) {
        abort();
    }
    book->rules = rules;
    return book;
}

void book_free(Book *book) {
    if (book) {
        free(book->entries);
        free(book);
    }
}

size_t book_size(const Book *book) {
    return book->count;
}

// Where the entry of a key is or belongs.
static size_t place_of(const Book *book, const BookKey *key) {
    size_t low = 0;
    size_t high = book->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (book_key_compare(&book->entries[middle].key, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool has_at(const Book *book, size_t place, const BookKey *key) {
    return place < book->count && book_key_compare(&book->entries[place].key, key) == 0;
}

static void mirror_answer(const Book *book, const Variant *variant, BookAnswer *answer) {
    for (size_t i = 0; i < answer->choice_count; i++) {
        answer->choices[i].move = book_key_mirror(book->rules, variant, answer->choices[i].move);
    }
}

bool book_add(Book *book, const Position *pos, const BookAnswer *answer) {
    BookEntry entry = {.answer = *answer};
    if (book_key_make(&entry.key, book->rules, pos)) {
        mirror_answer(book, pos->variant, &entry.answer);
    }
    size_t place = place_of(book, &entry.key);
    if (has_at(book, place, &entry.key)) {
        return false;
    }
    if (book->count == book->capacity) {
        book->capacity = book->capacity ? 2 * book->capacity : 64;
        book->entries = (BookEntry *)realloc(book->entries, book->capacity * sizeof *book->entries);
        if (!book->entries) {
            abort();
        }
    }
    BookEntry *here = book->entries + place;
    memmove(here + 1, here, (book->count - place) * sizeof *here);
    *here = entry;
    book->count++;
    return true;
}

bool book_find(const Book *book, const Position *pos, BookAnswer *answer) {
    BookKey key;
    bool mirrors = book_key_make(&key, book->rules, pos);
    size_t place = place_of(book, &key);
    if (!has_at(book, place, &key)) {
        return false;
    }
    *answer = book->entries[place].answer;
    if (mirrors) {
        mirror_answer(book, pos->variant, answer);
    }
    return true;
}

static bool stood_before(const Game *game) {
    const Position *pos = game_position(game);
    for (size_t i = 0; game->rules->same && i < game->count; i++) {
        if (game->rules->same(&game->positions[i], pos)) {
            return true;
        }
    }
    return false;
}

static bool is_legal(const Game *game, Move move) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i] == move) {
            return true;
        }
    }
    return false;
}

Move book_choose(const Book *book, const Game *game, BookAnswer *answer) {
    BookAnswer found;
    if (!book || !book_find(book, game_position(game), &found) || stood_before(game) ||
        !is_legal(game, found.choices[0].move)) {
        return MOVE_NONE;
    }
    if (answer) {
        *answer = found;
    }
    return found.choices[0].move;
}

// A move in standard notation and its score, cut off the front of `*words`.
static bool read_choice(const Game *game, Slice *words, BookChoice *choice, Error *error) {
    Slice word;
    if (!slice_next(words, " \t", &word)) {
        return error_set(error, ERROR_BAD_BOOK_ENTRY, "a move is missing");
    }
    if (!game->rules->parse(game_position(game), word, NOTATION_STANDARD, &choice->move, error)) {
        return false;
    }
    if (!slice_next(words, " \t", &word) || !slice_to_int(word, &choice->score)) {
        return error_set(error, ERROR_BAD_BOOK_ENTRY, "a move's score is missing");
    }
    return (choice->score >= -BOOK_SCORE_MAX && choice->score <= BOOK_SCORE_MAX) ||
           error_set(error, ERROR_BAD_BOOK_ENTRY, "a move's score is beyond %d", BOOK_SCORE_MAX);
}

// `MOVE SCORE NODES ; MOVE SCORE ; ...` for the position of the game.
static bool read_answer(const Game *game, Slice text, BookAnswer *answer, Error *error) {
    Slice piece;
    *answer = (BookAnswer){0};
    while (slice_next(&text, ";", &piece)) {
        Slice word;
        long long nodes = 0;
        if (answer->choice_count == BOOK_CHOICES_MAX) {
            return error_set(error, ERROR_BAD_BOOK_ENTRY, "more than %d moves", BOOK_CHOICES_MAX);
        }
        if (!read_choice(game, &piece, &answer->choices[answer->choice_count], error)) {
            return false;
        }
        if (answer->choice_count++ == 0) {
            if (!slice_next(&piece, " \t", &word) || !slice_to_long(word, &nodes) || nodes < 1) {
                return error_set(error, ERROR_BAD_BOOK_ENTRY, "the number of nodes is missing");
            }
            answer->nodes = (uint64_t)nodes;
        }
        if (slice_trim(piece).size > 0) {
            return error_set(error, ERROR_BAD_BOOK_ENTRY, "words after the score");
        }
    }
    return answer->choice_count > 0 ||
           error_set(error, ERROR_BAD_BOOK_ENTRY, "the move to play is missing");
}

static bool read_entry(Book *book, const Variant *variant, Slice line, Error *error) {
    const char *colon = (const char *)memchr(line.data, ':', line.size);
    if (!colon) {
        return error_set(error, ERROR_BAD_BOOK_ENTRY, "no colon between the moves and the answer");
    }
    size_t size = (size_t)(colon - line.data);
    Game game;
    BookAnswer answer;
    game_init(&game, book->rules, variant);
    bool done = game_play_list(&game, (Slice){line.data, size}, NOTATION_STANDARD, error);
    if (done && game_outcome(&game).result != RESULT_NONE) {
        done = error_set(error, ERROR_BAD_BOOK_ENTRY, "the moves end the game");
    }
    done = done && (read_answer(&game, slice_skip(line, size + 1), &answer, error) ||
                       error_prefix(error, ERROR_AT_ANSWER, "answer"));
    if (done && !book_add(book, game_position(&game), &answer)) {
        done = error_set(error, ERROR_BAD_BOOK_ENTRY, "the position has an entry already");
    }
    game_release(&game);
    return done;
}

// Without a comment and blanks.
static Slice strip(Slice line) {
    const char *comment = line.size > 0 ? (const char *)memchr(line.data, '#', line.size) : NULL;
    return slice_trim(comment ? (Slice){line.data, (size_t)(comment - line.data)} : line);
}

static const Variant *read_head(const Rules *rules, Slice text, Error *error) {
    Slice line = {"", 0};
    Slice words[3] = {{"", 0}, {"", 0}, {"", 0}};
    slice_next_line(&text, &line);
    line = strip(line);
    for (size_t i = 0; i < 3 && slice_next(&line, " \t", &words[i]); i++) {
    }
    char quoted[SLICE_QUOTE_SIZE];
    if (!slice_is(words[0], "book") || line.size > 0) {
        error_set(error, ERROR_NOT_A_BOOK, "a book begins with `book GAME VARIANT`");
        return NULL;
    }
    if (!slice_is(words[1], rules->name)) {
        error_set(error, ERROR_OTHER_BOOK, "a book for %s, not for %s",
            slice_quote(words[1], quoted), rules->name);
        return NULL;
    }
    const Variant *variant = rules_variant(rules, words[2]);
    if (!variant) {
        error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
            slice_quote(words[2], quoted), rules->name);
    }
    return variant;
}

const Variant *book_read_head(const Rules *rules, Slice text, Error *error) {
    const Variant *variant = read_head(rules, text, error);
    if (!variant) {
        error_prefix(error, ERROR_AT_LINE, "line %d", 1);
    }
    return variant;
}

bool book_read(Book *book, Slice text, const char *name, Error *error) {
    const Variant *variant = book_read_head(book->rules, text, error);
    Slice line;
    bool done = variant != NULL && slice_next_line(&text, &line);
    for (int number = 2; done && slice_next_line(&text, &line); number++) {
        line = strip(line);
        done = line.size == 0 || read_entry(book, variant, line, error) ||
               error_prefix(error, ERROR_AT_LINE, "line %d", number);
    }
    return done || error_prefix(error, ERROR_AT_BOOK, "book %.100s", name);
}

bool book_read_file(Book *book, const char *path, Error *error) {
    Text text;
    text_init(&text);
    bool done = text_read_file(&text, path, BOOK_LIMIT_BYTES, error) &&
                book_read(book, text_slice(&text), path, error);
    text_release(&text);
    return done;
}

void book_write_head(Text *out, const Rules *rules, const Variant *variant, const char *maker) {
    text_addf(out, "book %s %s # %s\n", rules->name, variant->name, maker);
}

void book_write_entry(Text *out, const Game *game, const BookAnswer *answer) {
    char move[MOVE_TEXT_SIZE];
    for (size_t i = 0; i < game->count; i++) {
        game->rules->format(&game->positions[i], game->moves[i], NOTATION_STANDARD, move);
        text_addf(out, "%s ", move);
    }
    for (size_t i = 0; i < answer->choice_count; i++) {
        const BookChoice *choice = &answer->choices[i];
        game->rules->format(game_position(game), choice->move, NOTATION_STANDARD, move);
        text_addf(out, "%s %s %d", i == 0 ? ":" : " ;", move, choice->score);
        if (i == 0) {
            text_addf(out, " %" PRIu64, answer->nodes);
        }
    }
    text_add_byte(out, '\n');
}
