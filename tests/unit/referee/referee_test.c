// Whole games: mixed protocols, how they end, and what is written down.

#include <sys/resource.h>

#include "unit/support/script.h"

// --- Our own engines -----------------------------------------------------------------------------

typedef struct Pairing {
    const char *game;
    const char *variant;
    const char *protocols[2];
    bool keep_running[2];
} Pairing;

static const Pairing PAIRINGS[] = {
    {"amazons", "6x6", {"botzone", "text"}, {false, false}},
    {"amazons", "6x6", {"uci", "botzone-json"}, {false, true}},
    {"amazons", "6x6", {"botzone-json", "botzone"}, {false, true}},
    {"quoridor", "sjtu", {"sjtu", "text"}, {false, false}},
    {"quoridor", "sjtu", {"sjtu", "sjtu"}, {false, false}},
    {"quoridor", "sjtu-2022", {"text", "sjtu-2022"}, {false, false}},
};

typedef struct Call {
    char *argv[16];
} Call;

static PlayerOptions engine_player(const Pairing *pairing, Side side, Call *call) {
    const char *protocol = pairing->protocols[side];
    *call = (Call){{getenv("IMMURE"), "bot", (char *)pairing->game, "--protocol", (char *)protocol,
        "--engine", "random", "--seed", side == SIDE_FIRST ? "1" : "2", "--variant",
        (char *)pairing->variant, pairing->keep_running[side] ? "--keep-running" : NULL}};
    return (PlayerOptions){
        .name = protocol,
        .argv = call->argv,
        .protocol = player_protocol_find(slice_from(protocol)),
        .start_ms = 60000,
        .margin_ms = 60000,
    };
}

static void test_engines_play_whole_games_in_any_protocols(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof PAIRINGS / sizeof *PAIRINGS; i++) {
        const Pairing *pairing = &PAIRINGS[i];
        const Rules *rules = rules_find(slice_from(pairing->game));
        Call calls[2];
        RefereeOptions options = {
            .rules = rules,
            .variant = rules_variant(rules, slice_from(pairing->variant)),
            .players = {engine_player(pairing, SIDE_FIRST, &calls[0]),
                engine_player(pairing, SIDE_SECOND, &calls[1])},
        };
        Record record;
        Verdict verdict = referee_play(&options, &record);
        Verdict fair = verdict_from_outcome(game_outcome(&record.game));
        if (verdict.kind != fair.kind || verdict.kind == VERDICT_FAULT) {
            fail_msg("%s against %s: %s, %s", pairing->protocols[0], pairing->protocols[1],
                verdict_name(verdict.kind), verdict.reason.text);
        }
        assert_int_equal(verdict.result, fair.result);
        assert_int_equal(record.result, fair.result);
        record_release(&record);
        assert_true(has_no_children());
    }
}

// --- Scripts -------------------------------------------------------------------------------------

static void test_record_tells_what_happened(void **state) {
    (void)state;
    Stage stage;
    Record record;
    stage_init(&stage, "botzone", "uci");
    Verdict verdict = script_play(&stage.script, stage.actors, NULL, &record);
    assert_true(is_fair(&stage, &verdict));
    assert_int_equal(record.game.count, stage.script.game.count);
    assert_memory_equal(
        record.game.moves, stage.script.game.moves, record.game.count * sizeof(Move));
    assert_true(slice_is(record_tag(&record, slice_from("First")), "botzone"));
    assert_true(slice_is(record_tag(&record, slice_from("Second")), "uci"));
    assert_true(slice_is(record_tag(&record, slice_from("Verdict")), "no-move"));
    assert_true(slice_is(record_tag(&record, slice_from("Termination")), verdict.reason.text));
    for (size_t i = 1; i <= record.game.count; i++) {
        bool was_asked = i > stage.script.opening_count;
        const RecordNote *note = &record.notes[i];
        assert_int_equal(note->elapsed_ms != RECORD_TIME_NONE, was_asked);
        assert_int_equal(slice_starts(record_text(&record, note->comment), "cpu "), was_asked);
    }
    record_release(&record);
    stage_release(&stage);
}

static void test_draws(void **state) {
    (void)state;
    static const struct {
        const char *manner;
        int rounds; // of four moves
        VerdictKind kind;
    } CASES[] = {{"sjtu", 25, VERDICT_PLY_CAP}, {"text", 2, VERDICT_REPETITION}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Manner *manner = manner_find(CASES[i].manner);
        Stage stage = {.at = ""};
        const PlayerProtocol *protocol = player_protocol_find(slice_from(manner->protocol));
        const Rules *rules = rules_find(slice_from("quoridor"));
        const Variant *variant = &rules->variants[0];
        if (protocol->variant) {
            variant = rules_variant(rules, slice_from(protocol->variant));
        }
        game_init(&stage.script.game, rules, variant);
        for (int round = 0; round < CASES[i].rounds; round++) {
            Slice moves = slice_from("e2 e8 e1 e9");
            assert_true(game_play_list(&stage.script.game, moves, NOTATION_STANDARD, NULL));
        }
        actor_init(&stage.actors[0], manner, &stage.script, SIDE_FIRST);
        actor_init(&stage.actors[1], manner, &stage.script, SIDE_SECOND);
        Verdict verdict = stage_play(&stage);
        assert_int_equal(verdict.kind, CASES[i].kind);
        assert_int_equal(verdict.result, RESULT_DRAW);
        stage_release(&stage);
    }
}

static void test_program_that_cannot_be_run(void **state) {
    (void)state;
    static const struct {
        const char *command;
        const char *reason;
    } CASES[] = {
        {"/nonexistent/bot", "No such file"},
        {"/", "Permission denied"},
        {"nonexistent-bot 'of mine'", "not found"},
    };
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        for (size_t j = 0; j < sizeof CASES / sizeof *CASES; j++) {
            Side culprit = (Side)((i + j) % 2);
            const char *names[2] = {MANNERS[i].name, MANNERS[i].name};
            names[side_other(culprit)] = manner_partner(&MANNERS[i]);
            Stage stage;
            stage_init(&stage, names[0], names[1]);
            Record record;
            RefereeOptions options = {
                .rules = stage.script.game.rules,
                .variant = stage.script.game.positions[0].variant,
                .players = {actor_options(&stage.actors[0]), actor_options(&stage.actors[1])},
            };
            options.players[culprit].argv = NULL;
            options.players[culprit].command = CASES[j].command;
            options.opening = stage.script.game.moves;
            options.opening_count = stage.script.opening_count;
            Verdict verdict = referee_play(&options, &record);
            assert_int_equal(verdict.kind, VERDICT_NEVER_STARTED);
            assert_int_equal(verdict.result, result_win_for(side_other(culprit)));
            assert_non_null(strstr(verdict.reason.text, CASES[j].reason));
            assert_non_null(strstr(
                verdict.reason.text, culprit == SIDE_FIRST ? "the first player" : "the second"));
            assert_true(has_no_children());
            record_release(&record);
            stage_release(&stage);
        }
    }
}

// The script's winner leaves as soon as it has won.
static Verdict play_winner_leaves(const Manner *manner, Side winner, size_t *move_count) {
    Stage stage;
    const char *names[2] = {manner->name, manner->name};
    names[side_other(winner)] = manner_partner(manner);
    stage_init(&stage, names[0], names[1]);
    int moves = (int)(stage.script.game.count - stage.script.opening_count + 1) / 2;
    stage_misbehave(&stage, winner, "leave", moves, 0);
    Record record;
    Verdict verdict = script_play(&stage.script, stage.actors, NULL, &record);
    *move_count = stage.script.game.count - record.game.count;
    record_release(&record);
    stage_release(&stage);
    assert_true(has_no_children());
    return verdict;
}

static void test_winner_leaves(void **state) {
    (void)state;
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        Script script;
        script_init(&script, &MANNERS[i], NULL);
        Verdict fair = verdict_from_outcome(script_outcome(&script));
        Side winner = side_other(position_turn(game_position(&script.game)));
        script_release(&script);
        bool is_sjtu = strncmp(MANNERS[i].protocol, "sjtu", 4) == 0;
        size_t moves_missing = 0;
        Verdict verdict = play_winner_leaves(&MANNERS[i], winner, &moves_missing);
        // The judge looks for a moment only; on a busy machine leaving may take longer than that.
        for (int tries = 1; is_sjtu && verdict.kind == VERDICT_WIN && tries < 5; tries++) {
            verdict = play_winner_leaves(&MANNERS[i], winner, &moves_missing);
        }
        assert_int_equal(verdict.kind, is_sjtu ? VERDICT_CRASH : fair.kind);
        assert_int_equal(
            verdict.result, is_sjtu ? result_win_for(side_other(winner)) : fair.result);
        assert_int_equal(moves_missing, is_sjtu ? 1 : 0);
    }
}

static bool ask_without_descriptors(void) {
    Stage stage;
    stage_init(&stage, "botzone", "uci");
    struct rlimit limit = {5, 5};
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) {
        return false;
    }
    Record record;
    Verdict verdict = script_play(&stage.script, stage.actors, NULL, &record);
    record_release(&record);
    stage_release(&stage);
    return verdict.kind == VERDICT_FAULT && verdict.result == RESULT_NONE;
}

static void test_own_trouble_is_nobodys_loss(void **state) {
    (void)state;
    assert_true_in_child(ask_without_descriptors);
}

static void test_logs(void **state) {
    (void)state;
    Stage stage;
    Record record;
    RefereeLogs logs;
    referee_logs_init(&logs);
    stage_init(&stage, "sjtu", "text");
    stage_misbehave(&stage, SIDE_SECOND, "stderr", 1, 0);
    Verdict verdict = script_play(&stage.script, stage.actors, &logs, &record);
    assert_true(is_fair(&stage, &verdict));
    record_release(&record);
    stage_release(&stage);
    assert_true(slice_starts(text_slice(&logs.transcripts[SIDE_FIRST]),
        "> 0\n< hostile\n< END\n> Action\n< 4 10\n< END\n> 18 8\n> \n> Action\n< 6 10\n< END\n"));
    assert_int_equal(logs.errors[SIDE_FIRST].size, 0);
    assert_true(slice_starts(text_slice(&logs.transcripts[SIDE_SECOND]),
        "> newgame quoridor sjtu\n> isready\n< readyok\n> "
        "position startpos moves e2\n> go nodes 1\n"));
    assert_true(slice_starts(text_slice(&logs.errors[SIDE_SECOND]), "first words\n"));
    assert_non_null(strstr(logs.errors[SIDE_SECOND].data, "\nlast words\n"));
    referee_logs_release(&logs);
}

// Follows a game, and breaks it off after so many moves.
typedef struct Follower {
    size_t told;
    size_t moves;
    size_t stop_after;
    atomic_bool stop;
} Follower;

static void follow(void *context, const Game *game) {
    Follower *follower = context;
    follower->told++;
    follower->moves = game->count;
    if (game->count == follower->stop_after) {
        atomic_store(&follower->stop, true);
    }
}

static RefereeOptions followed_game(const Pairing *pairing, Call calls[2], Follower *follower) {
    const Rules *rules = rules_find(slice_from(pairing->game));
    RefereeOptions options = {
        .rules = rules,
        .variant = rules_variant(rules, slice_from(pairing->variant)),
        .players = {engine_player(pairing, SIDE_FIRST, &calls[0]),
            engine_player(pairing, SIDE_SECOND, &calls[1])},
        .on_move = follow,
        .context = follower,
    };
    options.players[0].stop = options.players[1].stop = &follower->stop;
    return options;
}

static void test_every_move_is_told(void **state) {
    (void)state;
    Call calls[2];
    Follower follower = {.stop_after = SIZE_MAX};
    RefereeOptions options = followed_game(&PAIRINGS[0], calls, &follower);
    Record record;
    Verdict verdict = referee_play(&options, &record);
    assert_int_equal(verdict.kind, VERDICT_NO_MOVE);
    assert_int_equal(follower.told, record.game.count + 1);
    assert_int_equal(follower.moves, record.game.count);
    record_release(&record);
}

// Also while a program thinks: this one would for a day.
static void test_a_game_is_broken_off(void **state) {
    (void)state;
    Call calls[2];
    Follower follower = {.stop_after = 1};
    RefereeOptions options = followed_game(&PAIRINGS[2], calls, &follower);
    options.players[1].argv = NULL;
    options.players[1].command = "sleep 86400";
    options.players[1].first_turn_ms = 86400000;
    Record record;
    Verdict verdict = referee_play(&options, &record);
    assert_int_equal(verdict.kind, VERDICT_FAULT);
    assert_string_equal(verdict.reason.text, "the second player: the game was broken off");
    assert_int_equal(record.game.count, 1);
    record_release(&record);
    assert_true(has_no_children());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_move_is_told),
        cmocka_unit_test(test_a_game_is_broken_off),
        cmocka_unit_test(test_engines_play_whole_games_in_any_protocols),
        cmocka_unit_test(test_record_tells_what_happened),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_program_that_cannot_be_run),
        cmocka_unit_test(test_winner_leaves),
        cmocka_unit_test(test_own_trouble_is_nobodys_loss),
        cmocka_unit_test(test_logs),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
