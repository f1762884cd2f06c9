// Growing opening books: the same every time, however often the work is stopped.

#include "search/book_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A file name in the folder for temporary files, without a file.
typedef struct Place {
    char path[256];
} Place;

static Place new_place(void) {
    Place place;
    const char *folder = getenv("TMPDIR");
    snprintf(place.path, sizeof place.path, "%s/immure-book-XXXXXX", folder ? folder : "/tmp");
    int file = mkstemp(place.path);
    assert_true(file >= 0);
    close(file);
    unlink(place.path);
    return place;
}

// Sets the flag at an entry.
typedef struct Interrupt {
    atomic_bool stop;
    size_t at_entry;
    size_t heard;
} Interrupt;

static void hear(void *context, const BookProgress *progress) {
    Interrupt *interrupt = context;
    interrupt->heard++;
    if (progress->entries == interrupt->at_entry) {
        atomic_store(&interrupt->stop, true);
    }
}

// Grows a book and returns how many entries it has then; `stop_at` 0 is never.
static size_t build(const Place *place, const char *game, size_t entries, size_t stop_at) {
    EngineOptions options = {.rules = rules_find(slice_from(game)),
        .thread_count = 1,
        .memory_mb = 8,
        .seed = 1,
        .network = "none"};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    Interrupt interrupt = {.at_entry = stop_at};
    BookPlan plan = {.variant = &options.rules->variants[0],
        .limits = {.nodes = 60},
        .entries = entries,
        .maker = "a test",
        .stop = &interrupt.stop,
        .listener = hear,
        .context = &interrupt};
    size_t count = 0;
    Error error = {0};
    if (!book_build(&plan, options.rules, engine, place->path, &count, &error)) {
        fail_msg("%s", error.text);
    }
    engine_free(engine);
    return count;
}

static Text contents(const Place *place) {
    Text text;
    text_init(&text);
    assert_true(text_read_file(&text, place->path, BOOK_LIMIT_BYTES, NULL));
    return text;
}

static void test_the_same_in_pieces(void **state) {
    (void)state;
    static const char *const GAMES[] = {"amazons", "quoridor"};
    for (size_t i = 0; i < 2; i++) {
        Place at_once = new_place();
        Place in_pieces = new_place();
        assert_int_equal(build(&at_once, GAMES[i], 14, 0), 14);
        assert_int_equal(build(&in_pieces, GAMES[i], 4, 0), 4);
        assert_int_equal(build(&in_pieces, GAMES[i], 14, 9), 9);
        assert_int_equal(build(&in_pieces, GAMES[i], 14, 0), 14);
        Text a = contents(&at_once);
        Text b = contents(&in_pieces);
        assert_string_equal(a.data, b.data);
        // More than one line of play: the best moves alone would be 14 plies.
        size_t lines = 0;
        size_t longest = 0;
        Slice rest = text_slice(&a);
        Slice line;
        while (slice_next_line(&rest, &line)) {
            Slice words = {line.data, (size_t)(strchr(line.data, ':') - line.data)};
            Slice word;
            size_t plies = 0;
            while (lines > 0 && slice_next(&words, " ", &word)) {
                plies++;
            }
            longest = plies > longest ? plies : longest;
            lines++;
        }
        assert_int_equal(lines, 15);
        assert_in_range(longest, 2, 10);
        text_release(&a);
        text_release(&b);
        unlink(at_once.path);
        unlink(in_pieces.path);
    }
}

static void test_every_answer_is_played(void **state) {
    (void)state;
    Place place = new_place();
    build(&place, "quoridor", 10, 0);
    const Rules *rules = rules_find(slice_from("quoridor"));
    Book *book = book_new(rules);
    assert_true(book_read_file(book, place.path, NULL));
    assert_int_equal(book_size(book), 10);
    // The start is in it, and so is what follows its own answer.
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    for (int i = 0; i < 2; i++) {
        BookAnswer answer;
        Move move = book_choose(book, &game, &answer);
        assert_int_not_equal(move, MOVE_NONE);
        assert_int_equal(answer.nodes, 60);
        assert_int_equal(answer.choice_count, BOOK_CHOICES_MAX);
        game_play(&game, move);
    }
    game_release(&game);
    book_free(book);
    unlink(place.path);
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } CASES[] = {
        {"", "line 1: a book begins with `book GAME VARIANT`"},
        {"book quoridor sjtu\n", "a book for sjtu, not for standard"},
        {"book quoridor standard\n: e2 1\n", "line 2: answer: the number of nodes is missing"},
    };
    const Rules *rules = rules_find(slice_from("quoridor"));
    atomic_bool stop = false;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Place place = new_place();
        Text text;
        text_init(&text);
        text_add(&text, CASES[i].text);
        assert_true(text_write_file(&text, place.path, NULL));
        text_release(&text);
        BookPlan plan = {.variant = &rules->variants[0], .entries = 5, .stop = &stop};
        size_t count;
        Error error = {0};
        assert_false(book_build(&plan, rules, NULL, place.path, &count, &error));
        assert_non_null(strstr(error.text, CASES[i].reason));
        // What was there is left as it was.
        Text left = contents(&place);
        assert_string_equal(left.data, CASES[i].text);
        text_release(&left);
        unlink(place.path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_in_pieces),
        cmocka_unit_test(test_every_answer_is_played),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
