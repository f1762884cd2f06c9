// Sample files: what is written is read again, and a file that was cut off anywhere is still good
// up to the cut.

#include "train/samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "unit/train/sample_path.h"

#define GAMES 5

static const Rules *amazons(void) {
    return rules_find(slice_from("amazons"));
}

// A random game to its end, from a start that is some moves into the game.
static void make_game(const Rules *rules, const Variant *variant, uint64_t seed, SampleGame *game) {
    *game = (SampleGame){.rules = rules, .variant = variant};
    Rng rng;
    rng_init(&rng, seed);
    Position pos;
    rules->start(&pos, variant);
    Move moves[MOVES_MAX];
    size_t count;
    for (uint64_t i = 0; i < seed % 4; i++) {
        count = rules->moves(&pos, moves);
        rules->apply(&pos, moves[rng_below(&rng, count)], &pos);
    }
    game->start = pos;
    while ((count = rules->moves(&pos, moves)) > 0 && game->count < SAMPLE_PLIES_MAX) {
        Move move = moves[rng_below(&rng, count)];
        SamplePly *ply = &game->plies[game->count++];
        *ply = (SamplePly){
            .move = move, .value = (int16_t)rng_next(&rng), .is_quiet = rng_below(&rng, 2) == 1};
        ply->share_count = (uint8_t)rng_below(&rng, SAMPLE_SHARES_MAX + 1);
        ply->share_count = (uint8_t)(ply->share_count < count ? ply->share_count : count);
        for (size_t i = 0; i < ply->share_count; i++) {
            ply->shares[i] = (SampleShare){
                .move = moves[count - 1 - i], .share = (uint8_t)(1 + rng_below(&rng, 255))};
        }
        rules->apply(&pos, move, &pos);
    }
    game->result = rules->outcome(&pos).result;
}

static void assert_same_game(const SampleGame *a, const SampleGame *b) {
    char text[2][POSITION_TEXT_SIZE];
    a->rules->write(&a->start, text[0]);
    b->rules->write(&b->start, text[1]);
    assert_string_equal(text[0], text[1]);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->plies[i].move, b->plies[i].move);
        assert_int_equal(a->plies[i].value, b->plies[i].value);
        assert_int_equal(a->plies[i].is_quiet, b->plies[i].is_quiet);
        assert_int_equal(a->plies[i].share_count, b->plies[i].share_count);
        for (size_t j = 0; j < a->plies[i].share_count; j++) {
            assert_int_equal(a->plies[i].shares[j].move, b->plies[i].shares[j].move);
            assert_int_equal(a->plies[i].shares[j].share, b->plies[i].shares[j].share);
        }
    }
}

// Appends games with these seeds and returns where each one starts and the last one ends.
static void append(const Rules *rules, const Variant *variant, uint64_t first, uint64_t count,
    long starts[GAMES + 1]) {
    Error error;
    SampleFile *file = samples_append_to(path, rules, variant, &error);
    assert_non_null(file);
    SampleGame game;
    for (uint64_t i = 0; i < count; i++) {
        starts[i] = samples_tell(file);
        make_game(rules, variant, first + i, &game);
        assert_true(samples_put(file, &game, &error));
    }
    starts[count] = samples_tell(file);
    assert_true(samples_close(file, &error));
}

// How many games can be read, each of which must be the one of its seed.
static size_t count_games(uint64_t first, bool *broken) {
    Error error;
    SampleFile *file = samples_open(path, &error);
    assert_non_null(file);
    SampleGame game;
    SampleGame expected;
    size_t count = 0;
    while (samples_next(file, &game, broken)) {
        make_game(samples_rules(file), samples_variant(file), first + count, &expected);
        assert_same_game(&game, &expected);
        count++;
    }
    assert_true(samples_close(file, &error));
    return count;
}

static void test_round_trip(void **state) {
    (void)state;
    for (size_t r = 0; r < rules_count(); r++) {
        const Rules *rules = rules_at(r);
        for (size_t v = 0; v < rules->variant_count; v++) {
            long starts[GAMES + 1];
            unlink(path);
            append(rules, &rules->variants[v], 1, GAMES - 2, starts);
            append(rules, &rules->variants[v], GAMES - 1, 2, starts);
            bool broken;
            assert_int_equal(count_games(1, &broken), GAMES);
            assert_false(broken);
        }
    }
}

static void test_cut_off(void **state) {
    (void)state;
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, GAMES, starts);
    for (long cut = starts[GAMES] - 1; cut > starts[GAMES - 2]; cut -= 7) {
        assert_int_equal(truncate(path, cut), 0);
        size_t whole = cut >= starts[GAMES - 1] ? GAMES - 1 : GAMES - 2;
        bool broken;
        assert_int_equal(count_games(1, &broken), whole);
        assert_int_equal(broken, cut != starts[whole]);
    }
    // The next writer goes on after the last whole game.
    append(amazons(), &amazons()->variants[0], GAMES - 1, 2, starts);
    bool broken;
    assert_int_equal(count_games(1, &broken), GAMES);
    assert_false(broken);
}

static void test_damage(void **state) {
    (void)state;
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, 2, starts);
    for (long at = starts[1]; at < starts[2]; at += 3) {
        FILE *stream = fopen(path, "r+b");
        assert_non_null(stream);
        fseek(stream, at, SEEK_SET);
        int byte = fgetc(stream);
        fseek(stream, at, SEEK_SET);
        fputc(byte ^ 0x10, stream);
        fflush(stream);
        bool broken;
        assert_int_equal(count_games(1, &broken), 1);
        assert_true(broken);
        fseek(stream, at, SEEK_SET);
        fputc(byte, stream);
        fclose(stream);
    }
}

static void test_other_game_is_refused(void **state) {
    (void)state;
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, 1, starts);
    Error error;
    assert_null(samples_append_to(path, amazons(), &amazons()->variants[1], &error));
    assert_non_null(strstr(error.text, "holds samples of amazons 8x8"));
    FILE *stream = fopen(path, "wb");
    fputs("P6 640 480", stream);
    fclose(stream);
    assert_null(samples_open(path, &error));
    assert_non_null(strstr(error.text, "holds no samples"));
}

// A writer that was killed before its first game leaves a part of the header, or nothing.
static void test_cut_header(void **state) {
    (void)state;
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, 1, starts);
    for (long size = starts[0]; size >= 0; size--) {
        assert_int_equal(truncate(path, size), 0);
        append(amazons(), &amazons()->variants[0], 1, GAMES, starts);
        bool broken;
        assert_int_equal(count_games(1, &broken), GAMES);
        assert_false(broken);
    }
    // Of another game it is somebody else's file.
    assert_int_equal(truncate(path, starts[0] - 1), 0);
    Error error;
    assert_null(samples_append_to(path, amazons(), &amazons()->variants[1], &error));
}

// Only the last position of a game may be without a move.
static void test_gap_in_a_game(void **state) {
    (void)state;
    Error error;
    SampleFile *file = samples_append_to(path, amazons(), &amazons()->variants[0], &error);
    assert_non_null(file);
    SampleGame game;
    make_game(amazons(), &amazons()->variants[0], 1, &game);
    game.plies[game.count - 1].move = MOVE_NONE;
    assert_true(samples_put(file, &game, &error));
    game.plies[2].move = MOVE_NONE;
    assert_true(samples_put(file, &game, &error));
    assert_true(samples_close(file, &error));
    file = samples_open(path, &error);
    bool broken;
    assert_true(samples_next(file, &game, &broken));
    assert_false(samples_next(file, &game, &broken));
    assert_true(broken);
    assert_true(samples_close(file, &error));
}

// A file of version 1 is read, and written to, without shares.
static void test_version_1(void **state) {
    (void)state;
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fprintf(stream, "%-63s\n", "immure-samples 1 amazons 8x8");
    fclose(stream);
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, 2, starts);
    Error error;
    bool broken;
    SampleGame game;
    SampleGame expected;
    SampleFile *file = samples_open(path, &error);
    assert_non_null(file);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        assert_true(samples_next(file, &game, &broken));
        make_game(amazons(), &amazons()->variants[0], seed, &expected);
        for (size_t i = 0; i < expected.count; i++) {
            expected.plies[i].share_count = 0;
        }
        assert_same_game(&game, &expected);
    }
    assert_true(samples_close(file, &error));
}

// Shares of moves that cannot be played, of none, or of one twice are no samples.
static void test_bad_shares(void **state) {
    (void)state;
    const Variant *variant = &amazons()->variants[0];
    for (int kind = 0; kind < 3; kind++) {
        unlink(path);
        Error error;
        SampleGame game;
        make_game(amazons(), variant, 1, &game);
        SamplePly *ply = &game.plies[3];
        ply->share_count = 2;
        ply->shares[0] = (SampleShare){.move = ply->move, .share = kind == 0 ? 0 : 9};
        ply->shares[1] = (SampleShare){.move = kind == 1 ? ply->move : 1, .share = 9};
        SampleFile *file = samples_append_to(path, amazons(), variant, &error);
        assert_true(file && samples_put(file, &game, &error) && samples_close(file, &error));
        file = samples_open(path, &error);
        bool broken;
        assert_non_null(file);
        assert_false(samples_next(file, &game, &broken));
        assert_true(broken);
        assert_true(samples_close(file, &error));
    }
}

static void test_two_writers(void **state) {
    (void)state;
    Error error;
    SampleFile *file = samples_append_to(path, amazons(), &amazons()->variants[0], &error);
    assert_non_null(file);
    assert_null(samples_append_to(path, amazons(), &amazons()->variants[0], &error));
    assert_non_null(strstr(error.text, "is in use by another run"));
    assert_true(samples_close(file, &error));
    long starts[GAMES + 1];
    append(amazons(), &amazons()->variants[0], 1, 1, starts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_off, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damage, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_game_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_header, setup, teardown),
        cmocka_unit_test_setup_teardown(test_gap_in_a_game, setup, teardown),
        cmocka_unit_test_setup_teardown(test_version_1, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_shares, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_writers, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
