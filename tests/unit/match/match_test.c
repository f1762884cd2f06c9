#include "match/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "match_fixture.h"
#include "near.h"

#define FIRST RESULT_FIRST_WINS
#define SECOND RESULT_SECOND_WINS
#define DRAW RESULT_DRAW

static void test_games_are_found_by_name(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 3, SCHEDULE_ROUND_ROBIN, 2000);
    assert_null(match_find(&fixture.match, 0, 0, 0));
    for (int number = 0; number < 2000; number++) {
        for (int encounter = 0; encounter < 3; encounter++) {
            MatchGame game = fixture_game(encounter, number, 0, 1);
            assert_true(match_take_game(&fixture.match, &game));
        }
    }
    assert_int_equal(fixture.match.game_count, 6000);
    for (int number = 0; number < 2000; number++) {
        const MatchGame *game = match_find(&fixture.match, 0, 2, number);
        assert_non_null(game);
        assert_int_equal(game->encounter, 2);
        assert_int_equal(game->number, number);
        assert_null(match_find(&fixture.match, 1, 2, number));
    }
    fixture_release(&fixture);
}

static void test_a_game_counts_once(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 2);
    fixture_play(&fixture, 0, FIRST, VERDICT_NO_MOVE);
    MatchGame again = fixture_game(0, 0, 0, 1);
    again.result = SECOND;
    assert_false(match_take_game(&fixture.match, &again));
    fixture_drop(&again);
    assert_int_equal(fixture.match.game_count, 1);
    assert_int_equal(match_find(&fixture.match, 0, 0, 0)->result, FIRST);
    fixture_release(&fixture);
}

static void assert_score(MatchScore score, int wins, int draws, int losses, double points) {
    assert_int_equal(score.games, wins + draws + losses);
    assert_int_equal(score.wins, wins);
    assert_int_equal(score.draws, draws);
    assert_int_equal(score.losses, losses);
    assert_near(score.points, points, 0);
}

static void test_points(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 3, SCHEDULE_ROUND_ROBIN, 4);
    assert_score(match_score(&fixture.match, 0), 0, 0, 0, 0);
    fixture_play(&fixture, 0, FIRST, VERDICT_NO_MOVE);   // A wins
    fixture_play(&fixture, 1, FIRST, VERDICT_NO_MOVE);   // B wins
    fixture_play(&fixture, 2, DRAW, VERDICT_REPETITION); // nobody wins
    MatchGame game = fixture_game(1, 0, 2, 0);           // C wins against A
    assert_true(match_take_game(&fixture.match, &game));

    assert_score(match_score(&fixture.match, 0), 1, 1, 2, 1.5);
    assert_score(match_score(&fixture.match, 1), 1, 1, 1, 1.5);
    assert_score(match_score(&fixture.match, 2), 1, 0, 0, 1);
    assert_score(match_score_between(&fixture.match, 0, 1), 1, 1, 1, 1.5);
    assert_score(match_score_between(&fixture.match, 0, 2), 0, 0, 1, 0);
    assert_score(match_score_between(&fixture.match, 1, 2), 0, 0, 0, 0);
    fixture_release(&fixture);
}

// Each loss is counted under what its program did wrong, and a win is nobody's fault.
static void test_verdicts_are_told_apart(void **state) {
    (void)state;
    static const struct {
        VerdictKind verdict;
        int timeouts, crashes, fouls;
    } CASES[] = {
        {VERDICT_WIN, 0, 0, 0},
        {VERDICT_NO_MOVE, 0, 0, 0},
        {VERDICT_ILLEGAL_MOVE, 0, 0, 1},
        {VERDICT_MALFORMED, 0, 0, 1},
        {VERDICT_TIMEOUT, 1, 0, 0},
        {VERDICT_CRASH, 0, 1, 0},
        {VERDICT_OUTPUT_LIMIT, 0, 0, 1},
        {VERDICT_MEMORY_LIMIT, 0, 0, 1},
        {VERDICT_NEVER_STARTED, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Fixture fixture;
        fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 2);
        fixture_play(&fixture, 0, SECOND, CASES[i].verdict);
        MatchScore loser = match_score(&fixture.match, 0);
        assert_int_equal(loser.timeouts, CASES[i].timeouts);
        assert_int_equal(loser.crashes, CASES[i].crashes);
        assert_int_equal(loser.fouls, CASES[i].fouls);
        MatchScore winner = match_score(&fixture.match, 1);
        assert_int_equal(winner.timeouts + winner.crashes + winner.fouls, 0);
        fixture_release(&fixture);
    }
}

static void assert_pairs(Tally pairs, int ll, int ld, int dd, int wd, int ww) {
    const long long expected[] = {ll, ld, dd, wd, ww};
    assert_int_equal(pairs.unit, TALLY_PENTANOMIAL);
    assert_memory_equal(pairs.count, expected, sizeof expected);
}

static void test_only_complete_pairs_count(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 20);
    fixture_play(&fixture, 0, FIRST, VERDICT_NO_MOVE);
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 0, 0, 0, 0, 0);
    fixture_play(&fixture, 3, SECOND, VERDICT_NO_MOVE);
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 0, 0, 0, 0, 0);
    fixture_play(&fixture, 1, SECOND, VERDICT_NO_MOVE); // 0 and 1: A wins both
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 0, 0, 0, 0, 1);
    fixture_play(&fixture, 2, SECOND, VERDICT_NO_MOVE); // 2 and 3: one each
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 0, 0, 1, 0, 1);
    assert_pairs(match_pentanomial(&fixture.match, 1, 0), 1, 0, 1, 0, 0);
    fixture_release(&fixture);
}

// All nine pairs of results, seen by either player.
static void test_pairs_of_any_results(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 20);
    static const Result RESULTS[] = {FIRST, DRAW, SECOND};
    for (int i = 0; i < 9; i++) {
        fixture_play(&fixture, 2 * i, RESULTS[i / 3], VERDICT_NO_MOVE);
        fixture_play(&fixture, 2 * i + 1, RESULTS[i % 3], VERDICT_NO_MOVE);
    }
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 1, 2, 3, 2, 1);
    assert_pairs(match_pentanomial(&fixture.match, 1, 0), 1, 2, 3, 2, 1);
    fixture_play(&fixture, 18, FIRST, VERDICT_NO_MOVE);
    fixture_play(&fixture, 19, DRAW, VERDICT_PLY_CAP);
    assert_pairs(match_pentanomial(&fixture.match, 0, 1), 1, 2, 3, 3, 1);
    assert_pairs(match_pentanomial(&fixture.match, 1, 0), 1, 3, 3, 2, 1);
    fixture_release(&fixture);
}

static void test_planned_games(void **state) {
    (void)state;
    static const struct {
        ScheduleFormat format;
        size_t players;
        int games;
    } CASES[] = {
        {SCHEDULE_ROUND_ROBIN, 2, 10},
        {SCHEDULE_ROUND_ROBIN, 8, 280},
        {SCHEDULE_GAUNTLET, 8, 70},
        {SCHEDULE_KNOCKOUT, 8, 70},
        {SCHEDULE_KNOCKOUT, 5, 40},
        {SCHEDULE_SWISS, 8, 160},
        {SCHEDULE_SWISS, 5, 80},
        {SCHEDULE_GROUPS, 8, 180},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Fixture fixture;
        fixture_init(&fixture, CASES[i].players, CASES[i].format, 10);
        assert_int_equal(match_planned_games(&fixture.options), CASES[i].games);
        fixture_release(&fixture);
    }
}

// 32,640 encounters of a million games each are more than an int holds.
static void test_planned_games_are_bounded(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_KNOCKOUT, 1000000);
    fixture.options.schedule.player_count = SCHEDULE_PLAYERS_MAX;
    assert_int_equal(match_planned_games(&fixture.options), 255000000);
    fixture.options.schedule.format = SCHEDULE_ROUND_ROBIN;
    assert_int_equal(match_planned_games(&fixture.options), INT_MAX);
    assert_int_equal(match_expected_games(&fixture.match), INT_MAX);
    fixture.options.schedule.format = SCHEDULE_SWISS;
    fixture.options.schedule.rounds = 1000;
    assert_int_equal(match_planned_games(&fixture.options), INT_MAX);
    fixture_release(&fixture);
}

// The earlier player wins all games of an encounter that is not a bye.
static void play_encounter(Fixture *fixture, const Encounter *encounter, int index) {
    for (int number = 0; number < fixture->options.games && encounter->a != encounter->b;
         number++) {
        size_t first = number % 2 ? encounter->b : encounter->a;
        size_t second = number % 2 ? encounter->a : encounter->b;
        MatchGame game = fixture_game(index, number, first, second);
        game.round = encounter->round;
        game.result = first < second ? FIRST : SECOND;
        assert_true(match_take_game(&fixture->match, &game));
    }
}

static void test_a_round_is_known_when_the_last_is_complete(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 5, SCHEDULE_SWISS, 4);
    Encounter *out = calloc(match_encounters_max(&fixture.options), sizeof *out);
    assert_int_equal(match_encounters(&fixture.match, out), 3);
    assert_near(out[0].points_a, 4, 0); // a bye is won
    play_encounter(&fixture, &out[1], 1);
    assert_int_equal(match_encounters(&fixture.match, out), 3);
    assert_near(out[1].points_a, 4, 0);
    assert_near(out[1].points_b, 0, 0);
    assert_near(out[2].points_a, 0, 0);
    play_encounter(&fixture, &out[2], 2);
    assert_int_equal(match_encounters(&fixture.match, out), 6);
    for (int i = 3; i < 6; i++) {
        assert_int_equal(out[i].round, 1);
    }
    free(out);
    fixture_release(&fixture);
}

// The games that a schedule asks for are as many as were planned, whatever the format.
static void test_plans_come_true(void **state) {
    (void)state;
    for (int format = 0; format < SCHEDULE_FORMAT_COUNT; format++) {
        for (size_t players = 2; players <= FIXTURE_PLAYERS_MAX; players++) {
            Fixture fixture;
            fixture_init(&fixture, players, (ScheduleFormat)format, 2);
            Encounter *out = calloc(match_encounters_max(&fixture.options), sizeof *out);
            for (int round = 0; round < schedule_rounds(&fixture.options.schedule); round++) {
                size_t count = match_encounters(&fixture.match, out);
                int index = 0;
                for (size_t i = 0; i < count; i++) {
                    if (out[i].round == round) {
                        play_encounter(&fixture, &out[i], index++);
                    }
                }
            }
            assert_int_equal(fixture.match.game_count, match_planned_games(&fixture.options));
            free(out);
            fixture_release(&fixture);
        }
    }
}

// A pair of an encounter between two players, each of whose games the first to move wins unless
// `b_wins` is set: then b wins both.
static void play_pair(Fixture *fixture, int encounter, int pair, size_t a, size_t b, bool b_wins) {
    MatchGame first = fixture_game(encounter, 2 * pair, a, b);
    MatchGame second = fixture_game(encounter, 2 * pair + 1, b, a);
    first.result = b_wins ? SECOND : FIRST;
    second.result = FIRST;
    assert_true(match_take_game(&fixture->match, &first));
    assert_true(match_take_game(&fixture->match, &second));
}

// Level encounters of a knockout have more pairs until they are decided; after the last one the
// earlier of the list goes on. Other formats have none.
static void test_level_knockouts_go_on(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 4, SCHEDULE_KNOCKOUT, 2);
    Encounter out[6]; // of either format
    play_pair(&fixture, 0, 0, 0, 3, false);
    play_pair(&fixture, 1, 0, 1, 2, false);
    assert_int_equal(match_encounters(&fixture.match, out), 2);
    assert_true(!out[0].is_over && out[0].games == 4 && !out[1].is_over);
    play_pair(&fixture, 0, 1, 0, 3, true);
    for (int pair = 1; pair <= MATCH_EXTRA_PAIRS_MAX; pair++) {
        assert_int_equal(match_encounters(&fixture.match, out), 2);
        assert_true(out[0].is_over && out[0].games == 4 && out[0].points_b == 3);
        assert_true(!out[1].is_over && out[1].games == 2 + 2 * pair);
        play_pair(&fixture, 1, pair, 1, 2, false);
    }
    assert_int_equal(match_encounters(&fixture.match, out), 3);
    assert_true(out[1].is_over && out[2].a == 3 && out[2].b == 1);
    assert_int_equal(match_planned_games(&fixture.options), 6);
    assert_int_equal(match_expected_games(&fixture.match), 6 + 2 + 2 * MATCH_EXTRA_PAIRS_MAX);
    fixture.options.schedule.format = SCHEDULE_ROUND_ROBIN;
    match_encounters(&fixture.match, out);
    assert_true(out[0].is_over && out[0].games == 2);
    fixture_release(&fixture);
}

// A player that is out loses what it has not played, and the round is over without it.
static void test_walkovers(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 4, SCHEDULE_KNOCKOUT, 4);
    int out_rounds[] = {0, SCHEDULE_STAYS, 1, SCHEDULE_STAYS};
    fixture.options.schedule.out_rounds = out_rounds;
    Encounter *out = calloc(match_encounters_max(&fixture.options), sizeof *out);
    MatchGame won = fixture_game(0, 0, 0, 3);
    won.result = FIRST;
    assert_true(match_take_game(&fixture.match, &won));
    assert_int_equal(match_encounters(&fixture.match, out), 2);
    assert_true(out[0].is_over && out[0].points_a == 1 && out[0].points_b == 3);
    assert_false(out[1].is_over);
    Encounter upset = {.a = 2, .b = 1};
    for (int number = 0; number < 4; number++) {
        MatchGame game =
            fixture_game(1, number, number % 2 ? upset.b : upset.a, number % 2 ? upset.a : upset.b);
        game.result = number % 2 ? SECOND : FIRST;
        assert_true(match_take_game(&fixture.match, &game));
    }
    assert_int_equal(match_encounters(&fixture.match, out), 3);
    assert_true(out[1].points_b == 4 && out[1].is_over);
    assert_true(out[2].a == 3 && out[2].b == 2 && out[2].is_over);
    assert_true(out[2].points_a == 4 && out[2].points_b == 0);
    out_rounds[3] = 1; // nobody is left: nobody gets a point
    assert_int_equal(match_encounters(&fixture.match, out), 3);
    assert_true(out[2].is_over && out[2].points_a == 0 && out[2].points_b == 0);
    free(out);
    fixture_release(&fixture);
}

static void test_a_pair_shares_its_opening(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 4, SCHEDULE_ROUND_ROBIN, 40);
    fixture.openings.count = 30; // none is looked at
    for (int encounter = 0; encounter < 6; encounter++) {
        bool is_used[30] = {false};
        for (int number = 0; number < 40; number += 2) {
            size_t opening = match_opening(&fixture.match, 0, encounter, number);
            assert_int_equal(match_opening(&fixture.match, 0, encounter, number + 1), opening);
            assert_in_range(opening, 0, 29);
            assert_false(is_used[opening]);
            is_used[opening] = true;
        }
    }
    fixture.openings.count = 1;
    fixture_release(&fixture);
}

// Random openings are made by the dozen; more games must not move those already played.
static void test_more_games_keep_their_random_openings(void **state) {
    (void)state;
    for (int format = 0; format < SCHEDULE_FORMAT_COUNT; format++) {
        size_t openings[2][8];
        for (int run = 0; run < 2; run++) {
            Fixture fixture;
            fixture_init(&fixture, 5, (ScheduleFormat)format, run ? 60 : 4);
            int last_round = schedule_rounds(&fixture.options.schedule) - 1;
            fixture.openings.count = match_openings_needed(&fixture.options);
            for (int i = 0; i < 8; i++) {
                openings[run][i] = match_opening(&fixture.match, last_round, i / 4, i % 4);
            }
            fixture.openings.count = 1;
            fixture_release(&fixture);
        }
        assert_memory_equal(openings[0], openings[1], sizeof openings[0]);
    }
}

static void test_openings_need_a_protocol_that_takes_them(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    static const char *const WORDS[] = {"engine=random", "cmd=./bot,protocol=text",
        "cmd=./bot,protocol=sjtu", "cmd=./bot,protocol=sjtu-2022"};
    Contestant contestants[4];
    for (size_t i = 0; i < 4; i++) {
        assert_true(contestant_parse(&contestants[i], slice_from(WORDS[i]), rules, NULL));
    }
    MatchOptions options = {.contestants = contestants, .contestant_count = 4};
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = 0; b < 4; b++) {
            assert_int_equal(match_uses_openings(&options, a, b), a < 2 && b < 2);
        }
    }
    for (size_t i = 0; i < 4; i++) {
        contestant_release(&contestants[i]);
    }
}

static Result cycle_result(int number) {
    return number % 4 == 3 ? DRAW : number % 2 ? SECOND : FIRST;
}

// After each game of a match, in whatever order they end: the pairs that count are the first ones
// by number, up to the first of which the test has heard enough.
static void test_sprt_counts_pairs_in_order_until_it_decides(void **state) {
    (void)state;
    enum { GAMES = 120, STRIDE = 7 };
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, GAMES);
    Sprt sprt = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    fixture.options.sprt = &sprt;
    const MatchTest *test = &fixture.match.test;
    bool is_played[GAMES] = {false};
    for (int i = 0; i < GAMES; i++) {
        int number = i * STRIDE % GAMES;
        fixture_play(&fixture, number, cycle_result(number), VERDICT_NO_MOVE);
        is_played[number] = true;
        Tally pairs = {.unit = TALLY_PENTANOMIAL};
        SprtStatus status = SPRT_CONTINUE;
        for (int k = 0; k + 1 < GAMES && is_played[k] && is_played[k + 1]; k += 2) {
            if (status == SPRT_CONTINUE) {
                tally_add(&pairs, k % 4 == 0 ? 4 : 3);
                status = sprt_status(&sprt, sprt_llr(&sprt, &pairs));
            }
        }
        assert_int_equal(test->status, status);
        assert_memory_equal(&test->pairs, &pairs, sizeof pairs);
        assert_near(test->llr, sprt_llr(&sprt, &pairs), 0);
    }
    assert_int_equal(test->status, SPRT_ACCEPT_H1);
    assert_in_range(tally_units(&test->pairs), 2, GAMES / 2 - 1);
    fixture_release(&fixture);
}

static void test_ratings_see_all_games(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, 2, SCHEDULE_ROUND_ROBIN, 100);
    for (int number = 0; number < 100; number++) {
        fixture_play(&fixture, number, cycle_result(number), VERDICT_NO_MOVE);
    }
    Ratings *ratings = match_ratings(&fixture.match);
    Tally games = {.unit = TALLY_TRINOMIAL, .count = {0, 25, 75}};
    Ratings *expected = ratings_new(2);
    ratings_add(expected, 0, 1, &games);
    ratings_fit(expected);
    assert_near(ratings_get(ratings, 0).elo, ratings_get(expected, 0).elo, 0);
    ratings_free(expected);
    ratings_free(ratings);
    fixture_release(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_found_by_name),
        cmocka_unit_test(test_a_game_counts_once),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_verdicts_are_told_apart),
        cmocka_unit_test(test_only_complete_pairs_count),
        cmocka_unit_test(test_pairs_of_any_results),
        cmocka_unit_test(test_planned_games),
        cmocka_unit_test(test_planned_games_are_bounded),
        cmocka_unit_test(test_a_round_is_known_when_the_last_is_complete),
        cmocka_unit_test(test_plans_come_true),
        cmocka_unit_test(test_level_knockouts_go_on),
        cmocka_unit_test(test_walkovers),
        cmocka_unit_test(test_a_pair_shares_its_opening),
        cmocka_unit_test(test_more_games_keep_their_random_openings),
        cmocka_unit_test(test_openings_need_a_protocol_that_takes_them),
        cmocka_unit_test(test_sprt_counts_pairs_in_order_until_it_decides),
        cmocka_unit_test(test_ratings_see_all_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
