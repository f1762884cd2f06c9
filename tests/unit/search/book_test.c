// Opening books: reading and writing them, finding positions and their mirror images.

#include "search/book.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "search/book_key.h"

#define QUORIDOR_HEAD "book quoridor standard # for a test\n"
#define AMAZONS_HEAD "book amazons 8x8\n"

static const Rules *rules_of(const char *game) {
    return rules_find(slice_from(game));
}

static Book *read_book(const char *game, const char *text) {
    Book *book = book_new(rules_of(game));
    Error error = {0};
    if (!book_read(book, slice_from(text), "test", &error)) {
        fail_msg("%s", error.text);
    }
    return book;
}

static void start_game(Game *game, const char *name, const char *variant, const char *moves) {
    const Rules *rules = rules_of(name);
    game_init(game, rules, rules_variant(rules, slice_from(variant)));
    assert_true(game_play_list(game, slice_from(moves), NOTATION_STANDARD, NULL));
}

// The book's move after some moves, as text; empty for none.
static const char *reply(const Book *book, const char *name, const char *variant, const char *moves,
    char out[MOVE_TEXT_SIZE]) {
    Game game;
    start_game(&game, name, variant, moves);
    Move move = book_choose(book, &game, NULL);
    out[0] = '\0';
    if (move != MOVE_NONE) {
        game.rules->format(game_position(&game), move, NOTATION_STANDARD, out);
    }
    game_release(&game);
    return out;
}

static void test_positions_are_found(void **state) {
    (void)state;
    Book *book = read_book("quoridor", QUORIDOR_HEAD "# a comment, and an empty line:\n"
                                                     "\n"
                                                     ": e2 3 20000 ; b2h -1\n"
                                                     "  e2 d7h  :  e3  -12  7  # the plan\r\n"
                                                     "e2 d7h e3 e8 : c3v 0 1");
    char move[MOVE_TEXT_SIZE];
    assert_int_equal(book_size(book), 3);
    assert_string_equal(reply(book, "quoridor", "standard", "", move), "e2");
    assert_string_equal(reply(book, "quoridor", "standard", "e2 d7h", move), "e3");
    assert_string_equal(reply(book, "quoridor", "standard", "e2 e8", move), "");
    // The mirror image of the moves: d7h lies over d and e, its image e7h over e and f.
    assert_string_equal(reply(book, "quoridor", "standard", "e2 e7h", move), "e3");
    assert_string_equal(reply(book, "quoridor", "standard", "e2 d7h e3 e8", move), "c3v");
    assert_string_equal(reply(book, "quoridor", "standard", "e2 e7h e3 e8", move), "f3v");
    // The rules of SJTU differ much later in a game.
    assert_string_equal(reply(book, "quoridor", "sjtu", "e2 e7h e3 e8", move), "f3v");
    book_free(book);

    book = read_book("amazons", AMAZONS_HEAD ": c1-c7/d8 25 500\n"
                                             "c1-c7/d8 : f8-f2/f7 -13 500\n");
    assert_string_equal(reply(book, "amazons", "8x8", "c1-c7/d8", move), "f8-f2/f7");
    assert_string_equal(reply(book, "amazons", "8x8", "f1-f7/e8", move), "c8-c2/c7");
    assert_string_equal(reply(book, "amazons", "8x8", "f1-f7/f6", move), "");
    assert_string_equal(reply(book, "amazons", "10x10", "", move), "");
    book_free(book);
}

// Other moves that lead to the same position find it, and one book may hold several boards.
static void test_positions_not_lines(void **state) {
    (void)state;
    Book *book = read_book("amazons", AMAZONS_HEAD ": c1-c7/d8 25 500\n");
    Error error = {0};
    assert_true(book_read(
        book, slice_from("book amazons 6x6\nb1-b4/b3 e6-e3/e4 : a2-a3/a2 1 1\n"), "more", &error));
    char move[MOVE_TEXT_SIZE];
    assert_string_equal(reply(book, "amazons", "6x6", "b1-b4/b3 e6-e3/e4", move), "a2-a3/a2");
    assert_string_equal(reply(book, "amazons", "8x8", "", move), "c1-c7/d8");
    book_free(book);

    book = read_book("quoridor", QUORIDOR_HEAD "e2 d7h e3 e8 : c3v 0 1\n");
    assert_string_equal(reply(book, "quoridor", "standard", "e2 e8 e3 d7h", move), "c3v");
    book_free(book);
}

static void test_no_answer(void **state) {
    (void)state;
    char move[MOVE_TEXT_SIZE];
    assert_string_equal(reply(NULL, "quoridor", "standard", "", move), "");
    Book *book = read_book("quoridor", QUORIDOR_HEAD ": e2 0 1\n");
    // The start again, after going forth and back: a book must not go in circles.
    assert_string_equal(reply(book, "quoridor", "standard", "e2 e8 e1 e9", move), "");
    book_free(book);

    // A move that cannot be played, whatever put it there.
    Game game;
    start_game(&game, "quoridor", "standard", "e2");
    BookAnswer answer = {.choices = {{0}}, .choice_count = 1, .nodes = 1};
    assert_true(game.rules->parse(
        &game.positions[0], slice_from("d1"), NOTATION_STANDARD, &answer.choices[0].move, NULL));
    book = book_new(game.rules);
    assert_true(book_add(book, game_position(&game), &answer));
    assert_false(book_add(book, game_position(&game), &answer));
    assert_true(book_find(book, game_position(&game), &answer));
    assert_int_equal(book_choose(book, &game, NULL), MOVE_NONE);
    book_free(book);
    game_release(&game);
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const LINES = ": e2 3 20000 ; b2h 1 ; d1h -12\n"
                                     "e2 : e8 -5 9000000000\n"
                                     "e2 e8 : e3 0 1 ; c3v 0 ; e6h -250 ; d3h -251\n";
    Text text;
    text_init(&text);
    text_add(&text, QUORIDOR_HEAD);
    text_add(&text, LINES);
    Book *book = read_book("quoridor", text.data);
    text_clear(&text);
    book_write_head(&text, rules_of("quoridor"), rules_of("quoridor")->variants, "for a test");
    static const char *const GAMES[] = {"", "e2", "e2 e8"};
    for (size_t i = 0; i < 3; i++) {
        Game game;
        BookAnswer answer;
        start_game(&game, "quoridor", "standard", GAMES[i]);
        assert_true(book_find(book, game_position(&game), &answer));
        book_write_entry(&text, &game, &answer);
        game_release(&game);
    }
    assert_memory_equal(text.data, QUORIDOR_HEAD, strlen(QUORIDOR_HEAD));
    assert_string_equal(text.data + strlen(QUORIDOR_HEAD), LINES);
    text_release(&text);
    book_free(book);
}

static void test_refusals(void **state) {
    (void)state;
#define HEAD "book quoridor standard\n"
    static const struct {
        const char *text;
        const char *reason;
    } CASES[] = {
        {"", "book x: line 1: a book begins with `book GAME VARIANT`"},
        {": e2 1 1\n", "book x: line 1: a book begins with `book GAME VARIANT`"},
        {"book quoridor standard !\n", "book x: line 1: a book begins with `book GAME VARIANT`"},
        {"book amazons 8x8\n", "book x: line 1: a book for 'amazons', not for quoridor"},
        {"book quoridor 8x8\n", "book x: line 1: unknown variant '8x8' of quoridor"},
        {HEAD "e2 e8\n", "book x: line 2: no colon between the moves and the answer"},
        {HEAD "\n# x\ne2 e5 : e3 1 1\n", "book x: line 4: move 1 (second): e9 to e5 is not a step"},
        {HEAD ":\n", "book x: line 2: answer: the move to play is missing"},
        {HEAD ": ; e2 1 1\n", "book x: line 2: answer: a move is missing"},
        {HEAD ": e2\n", "book x: line 2: answer: a move's score is missing"},
        {HEAD ": e2 good 1\n", "book x: line 2: answer: a move's score is missing"},
        {HEAD ": e2 1000001 1\n", "book x: line 2: answer: a move's score is beyond 1000000"},
        {HEAD ": e2 1 1 ; d1 -2147483648\n",
            "book x: line 2: answer: a move's score is beyond 1000000"},
        {HEAD ": e2 1\n", "book x: line 2: answer: the number of nodes is missing"},
        {HEAD ": e2 1 0\n", "book x: line 2: answer: the number of nodes is missing"},
        {HEAD ": e2 1 1 1\n", "book x: line 2: answer: words after the score"},
        {HEAD ": e2 1 1 ; d1 1 1\n", "book x: line 2: answer: words after the score"},
        {HEAD ": e3 1 1\n", "book x: line 2: answer: e1 to e3 is not a step"},
        {HEAD ": e2 1 1 ; a1h 1 ; a2h 1 ; a3h 1 ; a4h 1\n",
            "book x: line 2: answer: more than 4 moves"},
        {HEAD ": e2 1 1\ne2 : e8 1 1\n: d1 1 1\n",
            "book x: line 4: the position has an entry already"},
        {HEAD "d1 : e8 1 1\nf1 : e8 1 1\n", "book x: line 3: the position has an entry already"},
        {HEAD "e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 e8 d3 e9 : d2 1 1\n",
            "book x: line 2: the moves end the game"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Book *book = book_new(rules_of("quoridor"));
        Error error = {0};
        assert_false(book_read(book, slice_from(CASES[i].text), "x", &error));
        assert_string_equal(error.text, CASES[i].reason);
        book_free(book);
    }
}

// A random game and its mirror image: the same keys, and the mirrored move is as legal.
static void compare_with_mirror(const Rules *rules, const Variant *variant, Rng *rng) {
    Game game;
    Game image;
    game_init(&game, rules, variant);
    game_init(&image, rules, variant);
    while (game_outcome(&game).result == RESULT_NONE) {
        BookKey key;
        BookKey image_key;
        bool mirrors = book_key_make(&key, rules, game_position(&game));
        bool image_mirrors = book_key_make(&image_key, rules, game_position(&image));
        assert_int_equal(book_key_compare(&key, &image_key), 0);
        assert_false(mirrors && image_mirrors);
        Move moves[MOVES_MAX];
        Move move = moves[rng_below(rng, game_moves(&game, moves))];
        Move mirrored = book_key_mirror(rules, variant, move);
        assert_int_equal(book_key_mirror(rules, variant, mirrored), move);
        size_t count = game_moves(&image, moves);
        size_t index = 0;
        while (index < count && moves[index] != mirrored) {
            index++;
        }
        assert_true(index < count);
        game_play(&game, move);
        game_play(&image, mirrored);
        BookKey next;
        book_key_make(&next, rules, game_position(&game));
        assert_int_not_equal(book_key_compare(&key, &next), 0);
    }
    assert_int_equal(game_outcome(&image).ending, game_outcome(&game).ending);
    game_release(&game);
    game_release(&image);
}

static void test_mirrored_games(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        for (size_t j = 0; j < rules->variant_count; j++) {
            compare_with_mirror(rules, &rules->variants[j], &rng);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_are_found),
        cmocka_unit_test(test_positions_not_lines),
        cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_mirrored_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
