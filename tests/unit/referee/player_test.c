// A player's time: the limits of each protocol, what a turn costs, and who runs between turns.

#include <time.h>

#include "referee/conversation.h"
#include "unit/support/script.h"

// --- Clocks --------------------------------------------------------------------------------------

// The first player takes `ms` for its move number `move`, of `limit_ms`.
static Verdict play_slowly(const Manner *manner, int move, int ms, int limit_ms) {
    Stage stage;
    stage_init(&stage, manner->name, manner_partner(manner));
    stage_misbehave(&stage, SIDE_FIRST, "slow", move, ms);
    PlayerOptions *limits = &stage.actors[SIDE_FIRST].options;
    limits->turn_ms = limit_ms - 1;
    limits->margin_ms = 1;
    Verdict verdict = stage_play(&stage);
    if (verdict.kind != VERDICT_TIMEOUT) {
        assert_true(is_fair(&stage, &verdict));
    } else {
        assert_int_equal(verdict.result, RESULT_SECOND_WINS);
    }
    stage_release(&stage);
    return verdict;
}

static void test_five_milliseconds_too_slow(void **state) {
    (void)state;
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        Verdict verdict = play_slowly(&MANNERS[i], 2, 155, 150);
        // What has arrived when the referee looks counts; on a busy machine it may look late.
        for (int tries = 1; verdict.kind != VERDICT_TIMEOUT && tries < 5; tries++) {
            verdict = play_slowly(&MANNERS[i], 2, 155, 150);
        }
        assert_int_equal(verdict.kind, VERDICT_TIMEOUT);
        assert_string_equal(verdict.reason.text, "the first player: no answer within 0.150 s");
    }
}

static void test_half_of_the_time_is_no_timeout(void **state) {
    (void)state;
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        assert_int_not_equal(play_slowly(&MANNERS[i], 2, 200, 400).kind, VERDICT_TIMEOUT);
    }
}

// Three halves of a turn's time are too much, but for the first turn on Botzone.
static void test_first_turn(void **state) {
    (void)state;
    static const struct {
        const char *manner;
        bool is_doubled;
    } CASES[] = {{"botzone", true}, {"botzone-json, keep running", true}, {"sjtu", false},
        {"sjtu-2022", false}, {"text", false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Manner *manner = manner_find(CASES[i].manner);
        VerdictKind first = play_slowly(manner, 1, 600, 400).kind;
        assert_int_equal(first != VERDICT_TIMEOUT, CASES[i].is_doubled);
        if (CASES[i].is_doubled) {
            assert_int_equal(play_slowly(manner, 2, 300, 200).kind, VERDICT_TIMEOUT);
        }
    }
}

// A transcript of twelve megabytes: the beginning and the foul at its end are there.
static void test_long_transcript(void **state) {
    (void)state;
    Stage stage;
    stage_init(&stage, "text", "text");
    PlayerOptions options = stage.actors[SIDE_FIRST].options;
    options.argv = NULL;
    options.turn_ms = options.start_ms = 60000;
    options.command = "n=0; while read -r word rest; do case $word in isready) echo readyok ;; go) "
                      "head -c 1000000 /dev/zero | tr '\\0' x; n=$((n + 1)); echo; "
                      "if [ $n -lt 12 ]; then echo bestmove e2; else echo bestmove z9; fi ;; "
                      "esac; done";
    Player *player = player_new(&options, SIDE_FIRST);
    Game game;
    const Rules *rules = rules_find(slice_from("quoridor"));
    game_init(&game, rules, &rules->variants[0]);
    Foul foul;
    Move move;
    TurnCost cost;
    int moves = 0;
    bool done = player_begin(player, &game, &foul);
    while (done && player_ask(player, &game, &move, &cost, &foul)) {
        moves++;
    }
    assert_int_equal(moves, 11);
    assert_int_equal(foul.kind, VERDICT_ILLEGAL_MOVE);
    Text transcript;
    text_init(&transcript);
    player_transcript(player, &transcript);
    assert_true(transcript.size < (8u << 20) + 64);
    assert_true(slice_starts(text_slice(&transcript), "> newgame quoridor standard\n"));
    assert_non_null(strstr(transcript.data, " bytes left out ...]\n"));
    assert_string_equal(transcript.data + transcript.size - 18, "xxx\n< bestmove z9\n");
    text_release(&transcript);
    game_release(&game);
    player_free(player);
    stage_release(&stage);
}

// A megabyte can be a million lines: none of them may cost the referee much.
static void test_empty_lines_without_end(void **state) {
    (void)state;
    Stage stage;
    stage_init(&stage, "botzone", "uci");
    PlayerOptions options = stage.actors[SIDE_FIRST].options;
    options.argv = (char *[]){"yes", "", NULL};
    Player *player = player_new(&options, SIDE_FIRST);
    Move move;
    TurnCost cost;
    Foul foul;
    assert_false(player_ask(player, &stage.script.game, &move, &cost, &foul));
    assert_int_equal(foul.kind, VERDICT_OUTPUT_LIMIT);
    assert_true(cost.wall_ns < 5 * NS_PER_S); // 0.1 s
    player_free(player);
    stage_release(&stage);
}

static void test_limits_in_force(void **state) {
    (void)state;
    static const struct {
        const char *protocol;
        PlayerOptions given;
        int first_ms;
        int later_ms;
        int start_ms;
    } CASES[] = {
        {"botzone", {.name = ""}, 2000, 1000, 1000},
        {"botzone-json", {.name = ""}, 2000, 1000, 1000},
        {"botzone", {.turn_ms = 300}, 600, 300, 1000},
        {"botzone", {.turn_ms = 300, .first_turn_ms = 100}, 100, 300, 1000},
        {"botzone", {.first_turn_ms = 5000}, 5000, 1000, 1000},
        {"sjtu", {.name = ""}, 1000, 1000, 3000},
        {"sjtu-2022", {.start_ms = 70}, 1000, 1000, 70},
        {"text", {.turn_ms = 50}, 50, 50, 10000},
        {"text", {.nodes = 10}, 600000, 600000, 10000},
        {"uci", {.depth = 3, .turn_ms = 80}, 80, 80, 10000},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        PlayerOptions options = CASES[i].given;
        options.protocol = player_protocol_find(slice_from(CASES[i].protocol));
        Player *player = player_new(&options, SIDE_FIRST);
        assert_int_equal(player_start_ms(player), CASES[i].start_ms);
        player->turns = 1;
        assert_int_equal(player_turn_ms(player), CASES[i].first_ms);
        player->turns = 2;
        assert_int_equal(player_turn_ms(player), CASES[i].later_ms);
        player_free(player);
    }
}

// --- CPU time ------------------------------------------------------------------------------------

// One side of a script, asked by the test itself.
typedef struct Solo {
    Stage stage;
    PlayerOptions options;
    Player *player;
    Game game; // so far
} Solo;

static void solo_begin(Solo *solo, const char *manner, const char *mode, int ms, bool rests) {
    stage_init(&solo->stage, manner, manner_partner(manner_find(manner)));
    stage_misbehave(&solo->stage, SIDE_FIRST, mode, 1, ms);
    solo->options = actor_options(&solo->stage.actors[SIDE_FIRST]);
    solo->options.rests = rests;
    solo->player = player_new(&solo->options, SIDE_FIRST);
    const Game *whole = &solo->stage.script.game;
    game_init_at(&solo->game, whole->rules, &whole->positions[0]);
    // The first player's next turn.
    while (solo->game.count < solo->stage.script.opening_count ||
           position_turn(game_position(&solo->game)) != SIDE_FIRST) {
        game_play(&solo->game, whole->moves[solo->game.count]);
    }
    Foul foul;
    assert_true(player_begin(solo->player, &solo->game, &foul));
}

static void solo_init(Solo *solo, const char *manner, const char *mode, int ms) {
    solo_begin(solo, manner, mode, ms, false);
}

static TurnCost solo_ask(Solo *solo) {
    Move move;
    TurnCost cost;
    Foul foul;
    if (!player_ask(solo->player, &solo->game, &move, &cost, &foul)) {
        fail_msg("%s: %s", verdict_name(foul.kind), foul.reason.text);
    }
    game_play(&solo->game, move);
    return cost;
}

static void solo_reply(Solo *solo) {
    game_play(&solo->game, solo->stage.script.game.moves[solo->game.count]);
}

static void solo_release(Solo *solo) {
    player_free(solo->player);
    game_release(&solo->game);
    stage_release(&solo->stage);
    assert_true(has_no_children());
}

static void burn_cpu(int64_t time_ns) {
    struct timespec now;
    int64_t start_ns = -1;
    int64_t now_ns;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        now_ns = now.tv_sec * NS_PER_S + now.tv_nsec;
        start_ns = start_ns < 0 ? now_ns : start_ns;
    } while (now_ns < start_ns + time_ns);
}

static void assert_stopped(const Process *process) {
    pid_t pid = process_pid(process);
    wait_for_stop(pid);
    int64_t stopped_ns = process_cpu_ns(process);
    burn_cpu(5 * NS_PER_MS);
    assert_int_equal(run_state(pid), 'T');
    assert_true(process_cpu_ns(process) == stopped_ns);
}

static void test_kept_program_is_stopped_between_turns(void **state) {
    (void)state;
    static const char *const MANNER_NAMES[] = {
        "botzone, keep running", "botzone-json, keep running"};
    for (size_t i = 0; i < 2; i++) {
        Solo solo;
        solo_init(&solo, MANNER_NAMES[i], "busy", 0);
        solo_ask(&solo);
        pid_t pid = process_pid(solo.player->process);
        assert_stopped(solo.player->process);
        solo_reply(&solo);
        solo_ask(&solo);
        assert_int_equal(process_pid(solo.player->process), pid);
        solo_release(&solo);
    }
}

// Whatever its protocol, before its first turn as well.
static void test_a_program_that_rests_is_stopped_between_turns(void **state) {
    (void)state;
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        Solo solo;
        if (MANNERS[i].is_restarted) {
            continue;
        }
        solo_begin(&solo, MANNERS[i].name, "busy", 0, true);
        if (solo.player->process) {
            assert_stopped(solo.player->process);
        }
        solo_ask(&solo);
        assert_stopped(solo.player->process);
        solo_reply(&solo);
        solo_ask(&solo);
        assert_stopped(solo.player->process);
        solo_release(&solo);
    }
}

// It could not, if it were still stopped.
static void test_a_program_that_rests_may_leave_after_its_last_move(void **state) {
    (void)state;
    Solo solo;
    Foul foul;
    solo_begin(&solo, "sjtu-2022", "leave", 0, true);
    solo_ask(&solo);
    int64_t deadline_ns = soon();
    while (player_end(solo.player, &foul)) { // it is on its way out
        assert_true(clock_now_ns() < deadline_ns);
    }
    assert_int_equal(foul.kind, VERDICT_CRASH);
    solo_release(&solo);
}

static void test_others_may_think_in_the_opponents_time(void **state) {
    (void)state;
    // Far more than what the program burns while the referee waits for a core.
    const int64_t thought_ns = 200 * NS_PER_MS;
    static const char *const MANNER_NAMES[] = {"sjtu", "sjtu-2022", "text", "uci"};
    for (size_t i = 0; i < 4; i++) {
        Solo solo;
        solo_init(&solo, MANNER_NAMES[i], "busy", 0);
        solo_ask(&solo);
        int64_t answered_ns = process_cpu_ns(solo.player->process);
        int64_t deadline_ns = soon();
        while (process_cpu_ns(solo.player->process) < answered_ns + thought_ns) {
            assert_true(clock_now_ns() < deadline_ns);
        }
        solo_reply(&solo);
        // That time is not charged to the next turn.
        assert_true(solo_ask(&solo).cpu_ns < thought_ns);
        solo_release(&solo);
    }
}

static void test_cost_of_a_turn(void **state) {
    (void)state;
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        Solo solo;
        solo_init(&solo, MANNERS[i].name, "burst", 0); // fills 128 MiB
        TurnCost busy = solo_ask(&solo);
        assert_true(busy.cpu_ns > 2 * NS_PER_MS);
        assert_true(busy.cpu_ns < busy.wall_ns + 20 * NS_PER_MS); // the kernel's sums are rounded
        solo_release(&solo);

        solo_init(&solo, MANNERS[i].name, "slow", 50);
        TurnCost asleep = solo_ask(&solo);
        assert_true(asleep.wall_ns >= 50 * NS_PER_MS);
        assert_true(asleep.cpu_ns < 40 * NS_PER_MS);
        assert_true(asleep.cpu_ns > 0);
        solo_release(&solo);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_milliseconds_too_slow),
        cmocka_unit_test(test_half_of_the_time_is_no_timeout),
        cmocka_unit_test(test_first_turn),
        cmocka_unit_test(test_empty_lines_without_end),
        cmocka_unit_test(test_long_transcript),
        cmocka_unit_test(test_limits_in_force),
        cmocka_unit_test(test_kept_program_is_stopped_between_turns),
        cmocka_unit_test(test_a_program_that_rests_is_stopped_between_turns),
        cmocka_unit_test(test_a_program_that_rests_may_leave_after_its_last_move),
        cmocka_unit_test(test_others_may_think_in_the_opponents_time),
        cmocka_unit_test(test_cost_of_a_turn),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
