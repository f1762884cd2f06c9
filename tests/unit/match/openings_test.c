#include "match/openings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const Rules *rules_of(const char *game) {
    return rules_find(slice_from(game));
}

static const Variant *variant_of(const char *game, const char *name) {
    return rules_variant(rules_of(game), slice_from(name));
}

static bool parse(Openings *openings, const char *book, uint64_t seed, Error *error) {
    return openings_parse(openings, slice_from(book), "book", rules_of("quoridor"),
        variant_of("quoridor", "standard"), seed, error);
}

// An opening as text: its moves with spaces between them.
static void add_opening(Text *out, const Rules *rules, const Variant *variant, Opening opening) {
    Game game;
    game_init(&game, rules, variant);
    for (size_t i = 0; i < opening.count; i++) {
        char move[MOVE_TEXT_SIZE];
        rules->format(game_position(&game), opening.moves[i], NOTATION_STANDARD, move);
        text_addf(out, "%s%s", i ? " " : "", move);
        game_play(&game, opening.moves[i]);
    }
    text_add_byte(out, '\n');
    game_release(&game);
}

// All openings as lines, in their order.
static Text lines_of(const Openings *openings, const Rules *rules, const Variant *variant) {
    Text text;
    text_init(&text);
    for (size_t i = 0; i < openings->count; i++) {
        add_opening(&text, rules, variant, openings->items[i]);
    }
    return text;
}

static void test_a_book(void **state) {
    (void)state;
    static const char *const BOOK = "# A comment, and an empty line:\n"
                                    "\n"
                                    "e2 e8 e3h\n"
                                    "   e2   e8  # the classic\r\n"
                                    "\t\n"
                                    "a1h # without a newline at the end";
    Openings openings;
    assert_true(parse(&openings, BOOK, 1, NULL));
    assert_int_equal(openings.count, 3);
    assert_string_equal(openings.source.data, "book");
    Text lines = lines_of(&openings, rules_of("quoridor"), variant_of("quoridor", "standard"));
    text_sort_lines(&lines);
    assert_string_equal(lines.data, "a1h\ne2 e8\ne2 e8 e3h\n");
    text_release(&lines);
    openings_release(&openings);
}

static void test_shuffling_is_by_seed(void **state) {
    (void)state;
    static const char *const BOOK = "a2h\nb2h\nc2h\nd2h\ne2h\nf2h\ng2h\nh2h\n";
    Text orders[3];
    for (size_t i = 0; i < 3; i++) {
        Openings openings;
        assert_true(parse(&openings, BOOK, i < 2 ? 7 : 8, NULL));
        orders[i] = lines_of(&openings, rules_of("quoridor"), variant_of("quoridor", "standard"));
        openings_release(&openings);
    }
    assert_string_equal(orders[0].data, orders[1].data);
    assert_string_not_equal(orders[0].data, orders[2].data);
    text_sort_lines(&orders[2]);
    assert_string_equal(orders[2].data, BOOK);
    for (size_t i = 0; i < 3; i++) {
        text_release(&orders[i]);
    }
}

static void test_bad_books(void **state) {
    (void)state;
    static const struct {
        const char *book;
        const char *reason;
    } CASES[] = {
        {"", "openings: book holds no opening"},
        {"# nothing\n\n", "openings: book holds no opening"},
        {"e2\nhello\n",
            "openings: book: line 2: move 1 (first): 'hello' is not a move like e2, e3h"},
        {"\n# x\ne2 e8 e5\n", "openings: book: line 3: move 2 (first): e2 to e5 is not a step"},
        {"e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 e8 d3 e9",
            "openings: book: line 1: the opening ends the game"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Openings openings;
        Error error = {0};
        assert_false(parse(&openings, CASES[i].book, 1, &error));
        assert_string_equal(error.text, CASES[i].reason);
    }
}

static void test_the_plain_start(void **state) {
    (void)state;
    Openings openings;
    const Rules *rules = rules_of("amazons");
    assert_true(openings_load(&openings, NULL, rules, &rules->variants[0], 100, 1, NULL));
    assert_int_equal(openings.count, 1);
    assert_int_equal(openings.items[0].count, 0);
    assert_string_equal(openings.source.data, "");
    openings_release(&openings);
}

static Text random_lines(const char *source, size_t count, uint64_t seed) {
    Openings openings;
    const Rules *rules = rules_of("amazons");
    assert_true(openings_load(&openings, source, rules, &rules->variants[0], count, seed, NULL));
    assert_int_equal(openings.count, count);
    assert_string_equal(openings.source.data, source);
    Text lines = lines_of(&openings, rules, &rules->variants[0]);
    openings_release(&openings);
    return lines;
}

// The same seed makes the same openings, however many are asked for; another seed makes others.
static void test_random_openings(void **state) {
    (void)state;
    Text few = random_lines("random:4", 5, 1);
    Text many = random_lines("random:4", 50, 1);
    Text others = random_lines("random:4", 50, 2);
    assert_memory_equal(few.data, many.data, few.size);
    Slice rest = text_slice(&others);
    Slice line;
    int moves = 0;
    while (slice_next_line(&rest, &line)) {
        Text whole;
        text_init(&whole);
        text_add_slice(&whole, line);
        text_add_byte(&whole, '\n');
        assert_null(strstr(many.data, whole.data));
        text_release(&whole);
        Slice move;
        while (slice_next(&line, " ", &move)) {
            moves++;
        }
    }
    assert_int_equal(moves, 200);
    text_release(&few);
    text_release(&many);
    text_release(&others);
}

static void test_bad_sources(void **state) {
    (void)state;
    static const struct {
        const char *source;
        const char *reason;
    } CASES[] = {
        {"random:", "openings: random: takes a number of plies from 0 to 60"},
        {"random:-1", "openings: random: takes a number of plies from 0 to 60"},
        {"random:61", "openings: random: takes a number of plies from 0 to 60"},
        {"random:4x", "openings: random: takes a number of plies from 0 to 60"},
        {"random:40", "openings: games of 40 random plies are over too often: use fewer"},
        {"/nonexistent", "/nonexistent cannot be opened: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Openings openings;
        Error error = {0};
        assert_false(openings_load(&openings, CASES[i].source, rules_of("amazons"),
            variant_of("amazons", "6x6"), 3, 1, &error));
        assert_string_equal(error.text, CASES[i].reason);
    }
}

// The first line of a book says how many openings it has: `# 500 openings of amazons ...`.
static int promised_count(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int count = 0;
    assert_int_equal(fscanf(file, "# %d openings of", &count), 1);
    fclose(file);
    return count;
}

// The books in the folder openings/: as many as they say, all legal, all different.
static void test_our_own_books(void **state) {
    (void)state;
    static const struct {
        const char *file;
        const char *game;
        const char *variant;
    } BOOKS[] = {
        {"amazons-6x6", "amazons", "6x6"},
        {"amazons-8x8", "amazons", "8x8"},
        {"amazons-10x10", "amazons", "10x10"},
        {"quoridor", "quoridor", "standard"},
        {"quoridor", "quoridor", "sjtu"},
        {"quoridor", "quoridor", "sjtu-2022"},
    };
    const char *source = getenv("IMMURE_SOURCE");
    for (size_t i = 0; i < sizeof BOOKS / sizeof *BOOKS; i++) {
        Text path;
        text_init(&path);
        text_addf(&path, "%s/openings/%s.txt", source ? source : ".", BOOKS[i].file);
        Openings openings;
        Error error = {0};
        const Variant *variant = variant_of(BOOKS[i].game, BOOKS[i].variant);
        if (!openings_load(&openings, path.data, rules_of(BOOKS[i].game), variant, 0, 1, &error)) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(openings.count, promised_count(path.data));
        Text lines = lines_of(&openings, rules_of(BOOKS[i].game), variant);
        text_sort_lines(&lines);
        Slice rest = text_slice(&lines);
        Slice last = {"", 0};
        Slice line;
        while (slice_next_line(&rest, &line)) {
            assert_false(last.size == line.size && memcmp(last.data, line.data, line.size) == 0);
            last = line;
        }
        text_release(&lines);
        openings_release(&openings);
        text_release(&path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_book),
        cmocka_unit_test(test_shuffling_is_by_seed),
        cmocka_unit_test(test_bad_books),
        cmocka_unit_test(test_the_plain_start),
        cmocka_unit_test(test_random_openings),
        cmocka_unit_test(test_bad_sources),
        cmocka_unit_test(test_our_own_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
