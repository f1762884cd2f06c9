// The search with a policy: it has a say in which moves are kept and visited first, and the others
// are seen in time.

#include "unit/search/engines_support.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/portable_math.h"
#include "eval/net/builtin.h"
#include "rules/quoridor/quoridor.h"

static char path[] = "/tmp/immure-policy-XXXXXX";

// The built-in network of a game's first board; with a policy if `likes_walls` is 1 or -1: one that
// likes nothing but walls in Quoridor, or nothing but steps.
static void save_network(const Rules *rules, int likes_walls) {
    const NetworkShape *shape = network_shape_for(rules, &rules->variants[0]);
    Network plain;
    Network network;
    Error error;
    assert_true(network_read_as(&plain, shape, network_builtin(shape), &error));
    const int hidden = plain.hidden_count;
    assert_true(likes_walls ? network_init_with_policy(&network, shape, hidden)
                            : network_init(&network, shape, hidden));
    memcpy(network.input, plain.input, (size_t)(shape->input_count * hidden) * sizeof(int16_t));
    memcpy(network.bias, plain.bias, (size_t)hidden * sizeof(int16_t));
    memcpy(network.output, plain.output, (size_t)(shape->bucket_count * hidden) * sizeof(int16_t));
    memcpy(network.linear, plain.linear,
        (size_t)(shape->bucket_count * shape->linear_count) * sizeof(int32_t));
    for (int i = 0; likes_walls && i < shape->policy->output_count * hidden; i++) {
        const bool is_step = i / hidden < QUORIDOR_SQUARES;
        network.policy_output[i] = (int16_t)(is_step ? -likes_walls * 100 : likes_walls * 100);
    }
    assert_true(network_save(&network, path, &error));
    network_release(&plain);
    network_release(&network);
}

static Engine *make_immure(
    const Rules *rules, const char *network, const char *settings, int threads) {
    EngineOptions options = {.rules = rules,
        .thread_count = threads,
        .memory_mb = 64,
        .seed = 1,
        .network = network,
        .variant = &rules->variants[0],
        .settings = settings};
    Engine *engine = engine_new(slice_from("immure"), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static int setup(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file >= 0 ? close(file) : 1;
}

static int teardown(void **state) {
    (void)state;
    return unlink(path);
}

static void assert_same_report(const EngineReport *a, const EngineReport *b) {
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->pv_count, b->pv_count);
    assert_memory_equal(a->pv, b->pv, a->pv_count * sizeof *a->pv);
}

// A network with a policy is searched otherwise than one without, and each always the same.
static void a_policy_changes_the_search(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        Game game;
        game_init(&game, rules, &rules->variants[0]);
        EngineReport reports[4];
        for (int run = 0; run < 4; run++) {
            save_network(rules, run < 2 ? 0 : 1);
            Engine *engine = make_immure(rules, path, NULL, 1);
            reports[run] = think(engine, &game, (EngineLimits){.nodes = 300});
            engine_free(engine);
        }
        assert_same_report(&reports[0], &reports[1]);
        assert_same_report(&reports[2], &reports[3]);
        assert_true(reports[1].score != reports[2].score);
        game_release(&game);
    }
}

// However a root came to be, all its moves are there.
static void every_root_has_all_moves(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        save_network(rules, 1);
        Engine *engine = make_immure(rules, path, "width=8", 2);
        check_roots_have_all_moves(engine, rules, 4, 60);
        engine_free(engine);
    }
}

// The position of widening_test.c, in which a wall refutes the first player's best move. A policy
// that likes nothing but steps would never look at it; as visits grow the search does.
static void what_the_policy_hates_is_seen_in_time(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    assert_true(game_play_list(&game,
        slice_from("c4v g2v e2 e8 c5h a1h e3 e7 e4 e6 h3h a5h f2h e5 e6 e4 d2h b1v d6 d6h c7v b6h"),
        NOTATION_STANDARD, NULL));
    save_network(rules, -1);
    double found[2];
    for (int widens = 0; widens < 2; widens++) {
        Engine *engine = make_immure(rules, path,
            widens ? "width=4,fpu=0,growth=0,widen=32" : "width=4,fpu=0,growth=0,widen=0", 1);
        found[widens] =
            engine_win_probability(think(engine, &game, (EngineLimits){.nodes = 12000}).score);
        engine_free(engine);
    }
    print_message("# never widened %.3f, widened %.3f\n", found[0], found[1]);
    assert_true(found[0] > 0.85 && found[1] < found[0] - 0.2);
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_policy_changes_the_search),
        cmocka_unit_test(every_root_has_all_moves),
        cmocka_unit_test(what_the_policy_hates_is_seen_in_time),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
