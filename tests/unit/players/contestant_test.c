#include "players/contestant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const Rules *rules_of(const char *game) {
    return rules_find(slice_from(game));
}

static Contestant parse(const char *words) {
    Contestant contestant;
    Error error = {0};
    if (!contestant_parse(&contestant, slice_from(words), rules_of("amazons"), &error)) {
        fail_msg("%s: %s", words, error.text);
    }
    return contestant;
}

static void test_every_key(void **state) {
    (void)state;
    Contestant a = parse("name=A,cmd=./bot -x,dir=/tmp,protocol=botzone-json,time=500ms,"
                         "first-time=1.5s,start-time=2m,margin=30,memory=64,threads=3");
    assert_string_equal(a.name.data, "A");
    assert_string_equal(a.command.data, "./bot -x");
    assert_string_equal(a.directory.data, "/tmp");
    assert_string_equal(a.engine.data, "");
    assert_string_equal(a.protocol->name, "botzone-json");
    assert_int_equal(a.turn_ms, 500);
    assert_int_equal(a.first_turn_ms, 1500);
    assert_int_equal(a.start_ms, 120000);
    assert_int_equal(a.margin_ms, 30);
    assert_int_equal(a.memory_mb, 64);
    assert_int_equal(a.threads, 3);
    assert_int_equal(a.seed, -1);
    contestant_release(&a);

    Contestant b = parse("engine=greedy,seed=9223372036854775807,nodes=5000000000,depth=7");
    assert_string_equal(b.name.data, "greedy");
    assert_string_equal(b.engine.data, "greedy");
    assert_string_equal(b.protocol->name, "text");
    assert_true(b.seed == INT64_MAX);
    assert_true(b.nodes == UINT64_C(5000000000));
    assert_int_equal(b.depth, 7);
    assert_int_equal(b.threads, 1);
    assert_int_equal(b.turn_ms, 0);
    assert_string_equal(
        b.words.data, "engine=greedy,seed=9223372036854775807,nodes=5000000000,depth=7");
    contestant_release(&b);
}

static void test_usual_protocols(void **state) {
    (void)state;
    static const struct {
        const char *game;
        const char *words;
        const char *protocol;
    } CASES[] = {
        {"amazons", "cmd=./bot", "botzone"},
        {"quoridor", "cmd=./bot", "sjtu"},
        {"amazons", "engine=random", "text"},
        {"quoridor", "engine=random", "text"},
        {"quoridor", "cmd=./bot,protocol=text", "text"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        assert_true(contestant_parse(
            &contestant, slice_from(CASES[i].words), rules_of(CASES[i].game), NULL));
        assert_string_equal(contestant.protocol->name, CASES[i].protocol);
        contestant_release(&contestant);
    }
}

static void test_commas(void **state) {
    (void)state;
    static const struct {
        const char *words;
        const char *name;
        const char *command;
    } CASES[] = {
        {"cmd=./a,,b", "./a,b", "./a,b"},
        {"cmd=./a,,,name=A", "A", "./a,"},
        {"cmd=,,,,,name=A", "A", ",,"},
        {"name=A,cmd=./a=b c", "A", "./a=b c"},
        {"name=A,cmd=x,", "A", "x"},
        {"name=A=,cmd=x", "A=", "x"},
        {"name=A,name=B,cmd=x", "B", "x"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant = parse(CASES[i].words);
        assert_string_equal(contestant.name.data, CASES[i].name);
        assert_string_equal(contestant.command.data, CASES[i].command);
        assert_string_equal(contestant.words.data, CASES[i].words);
        contestant_release(&contestant);
    }
}

#define EITHER "player: a player is either cmd=COMMAND or engine=NAME"
#define KEYS                                                                                       \
    ": choose name, cmd, engine, protocol, time, first-time, start-time, margin, memory, "         \
    "nodes, depth, level, threads, seed, network, set, book, dir, sandbox"

#define PROTOCOLS ": choose botzone, botzone-json, sjtu, sjtu-2022, text or uci"

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *words;
        const char *reason;
    } CASES[] = {
        {"", EITHER},
        {"name=A", EITHER},
        {"cmd=./bot,engine=random", EITHER},
        {"name=,cmd=x", "player: name='': it takes a text"},
        {"name", "player: name='': it takes a text"},
        {"cmd=", "player: cmd='': it takes a command"},
        {"engine=", "player: engine='': it takes the name of an engine"},
        {"dir=,cmd=x", "player: dir='': it takes the name of a folder"},
        {"random", "player: unknown key 'random'" KEYS},
        {"cmd=x, time=1s", "player: unknown key ' time'" KEYS},
        {"cmd=x,,time=1s,tiem=1s", "player: unknown key 'tiem'" KEYS},
        {"cmd=x,\x01=1", "player: unknown key '\\x01'" KEYS},
        {"cmd=x,protocol=chess", "player: unknown protocol 'chess'" PROTOCOLS},
        {"cmd=x,time=0", "player: time='0': it takes a time such as 500ms, 2s or 1m"},
        {"cmd=x,time=soon\x1b[2J",
            "player: time='soon\\x1b[2J': it takes a time such as 500ms, 2s or 1m"},
        {"cmd=x,first-time=25h",
            "player: first-time='25h': it takes a time such as 500ms, 2s or 1m"},
        {"cmd=x,start-time=-1s",
            "player: start-time='-1s': it takes a time such as 500ms, 2s or 1m"},
        {"cmd=x,margin=1e99", "player: margin='1e99': it takes a time such as 500ms, 2s or 1m"},
        {"cmd=x,memory=0", "player: memory='0': it takes from 1 to 1048576 megabytes"},
        {"cmd=x,memory=1048577", "player: memory='1048577': it takes from 1 to 1048576 megabytes"},
        {"cmd=x,threads=65", "player: threads='65': it takes from 1 to 64 threads"},
        {"engine=random,depth=1001", "player: depth='1001': it takes from 1 to 1000 plies"},
        {"engine=random,nodes=0", "player: nodes='0': it takes a whole number from 1"},
        {"engine=random,nodes=1.5", "player: nodes='1.5': it takes a whole number from 1"},
        {"engine=random,seed=-1", "player: seed='-1': it takes a whole number from 0"},
        {"engine=random,protocol=text", "player: an engine needs no protocol"},
        {"cmd=x,seed=1", "player: seed, network, set, book and level are for engines; a program "
                         "has its own arguments"},
        {"cmd=x,book=on", "player: seed, network, set, book and level are for engines; a program "
                          "has its own arguments"},
        {"cmd=x,level=3", "player: seed, network, set, book and level are for engines; a program "
                          "has its own arguments"},
        {"engine=random,level=9", "player: level='9': it takes from 1 to 8 (1 is the weakest)"},
        {"engine=random,book=maybe", "player: book='maybe': it takes on or off"},
        {"cmd=x,protocol=sjtu", "player: protocol sjtu is for quoridor"},
        {"cmd=x,nodes=5", "player: protocol botzone knows no nodes or depth"},
        {"cmd=x,protocol=botzone-json,depth=5",
            "player: protocol botzone-json knows no nodes or depth"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        Error error = {0};
        assert_false(
            contestant_parse(&contestant, slice_from(CASES[i].words), rules_of("amazons"), &error));
        assert_string_equal(error.text, CASES[i].reason);
    }
}

static void test_a_nul_byte_is_no_part_of_a_word(void **state) {
    (void)state;
    Contestant contestant;
    Error error = {0};
    Slice words = {"cmd=./b\0t", 9};
    assert_false(contestant_parse(&contestant, words, rules_of("amazons"), &error));
    assert_string_equal(error.text, "player: cmd='./b\\x00t': it takes a command");
}

static void test_bare_commands(void **state) {
    (void)state;
    Contestant contestant;
    const Rules *rules = rules_of("quoridor");
    assert_true(contestant_from_command(&contestant, "./bot a,b", NULL, rules, NULL));
    assert_string_equal(contestant.command.data, "./bot a,b");
    assert_string_equal(contestant.name.data, "./bot a,b");
    assert_string_equal(contestant.protocol->name, "sjtu");
    contestant_release(&contestant);
    assert_true(contestant_from_command(&contestant, "engine:greedy", NULL, rules, NULL));
    assert_string_equal(contestant.engine.data, "greedy");
    assert_string_equal(contestant.protocol->name, "text");
    contestant_release(&contestant);

    static const struct {
        const char *command;
        const char *protocol;
        const char *reason;
    } CASES[] = {
        {"./bot", "chess", "unknown protocol 'chess'" PROTOCOLS},
        {"./bot", "botzone", "protocol botzone is for amazons"},
        {"engine:greedy", "text", "an engine needs no protocol"},
        {"engine:", NULL, "a player is either cmd=COMMAND or engine=NAME"},
        {"", NULL, "a player is either cmd=COMMAND or engine=NAME"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Error error = {0};
        assert_false(contestant_from_command(
            &contestant, CASES[i].command, CASES[i].protocol, rules, &error));
        assert_string_equal(error.text, CASES[i].reason);
    }
}

static void assert_words(char *const *argv, const char *expected) {
    Text text;
    text_init(&text);
    for (size_t i = 0; argv[i]; i++) {
        text_addf(&text, "%s%s", i ? " " : "", argv[i]);
    }
    assert_string_equal(text.data, expected);
    text_release(&text);
}

static const Variant *board(void) {
    return rules_variant(rules_find(slice_from("amazons")), slice_from("8x8"));
}

// An engine is this program again; its memory is told to it, not enforced.
static void test_how_an_engine_is_started(void **state) {
    (void)state;
    Contestant contestant = parse("engine=greedy,memory=50,threads=2,time=1s,depth=4,dir=/tmp");
    ContestantCall call;
    PlayerOptions options =
        contestant_player(&contestant, "/bin/immure", "amazons", board(), 77, &call);
    assert_null(options.command);
    assert_words(options.argv,
        "/bin/immure bot amazons --variant 8x8 --protocol text --engine greedy --seed 77 "
        "--threads 2 --memory-mb 50 --book none");
    assert_int_equal(options.memory_mb, 0);
    assert_int_equal(options.turn_ms, 1000);
    assert_int_equal(options.depth, 4);
    assert_string_equal(options.directory, "/tmp");
    contestant_release(&contestant);

    contestant = parse("engine=random,seed=5,book=off");
    options = contestant_player(&contestant, "immure", "amazons", board(), UINT64_MAX, &call);
    assert_words(options.argv,
        "immure bot amazons --variant 8x8 --protocol text --engine random --seed 5 "
        "--threads 1 --memory-mb 200 --book none");
    contestant_release(&contestant);

    contestant = parse("engine=immure,seed=5,network=n,set=s,book=on");
    options = contestant_player(&contestant, "immure", "amazons", board(), UINT64_MAX, &call);
    assert_words(options.argv,
        "immure bot amazons --variant 8x8 --protocol text --engine immure --seed 5 "
        "--threads 1 --memory-mb 200 --network n --set s");
    contestant_release(&contestant);

    contestant = parse("engine=random");
    options = contestant_player(&contestant, "immure", "amazons", board(), UINT64_MAX, &call);
    assert_string_equal(options.argv[10], "9223372036854775807");
    contestant_release(&contestant);
}

static void test_how_a_program_is_started(void **state) {
    (void)state;
    Contestant contestant = parse("name=A,cmd=./bot 1,memory=50,first-time=3s,margin=20ms");
    ContestantCall call;
    PlayerOptions options = contestant_player(&contestant, "immure", "amazons", board(), 77, &call);
    assert_null(options.argv);
    assert_null(options.directory);
    assert_string_equal(options.command, "./bot 1");
    assert_string_equal(options.name, "A");
    assert_int_equal(options.memory_mb, 50);
    assert_int_equal(options.first_turn_ms, 3000);
    assert_int_equal(options.margin_ms, 20);
    contestant_release(&contestant);
}

// On another machine: who is told its time gets more or less of it, others never less.
static void test_scaled_times(void **state) {
    (void)state;
    static const struct {
        const char *words;
        double scale;
        int turn_ms;
        int first_turn_ms;
        int margin_ms;
    } CASES[] = {
        {"engine=greedy,time=100ms,margin=1s", 2, 200, 0, 2000},
        {"engine=greedy,time=100ms,first-time=1s,margin=1s", 0.5, 50, 500, 1000},
        {"engine=greedy,time=1ms,margin=1s", 0.1, 1, 0, 1000},
        {"engine=greedy,nodes=10,margin=1s", 2, 0, 0, 2000},
        {"cmd=./bot,protocol=botzone,time=1s,margin=10ms", 2, 2000, 0, 20},
        {"cmd=./bot,protocol=botzone,time=1s,first-time=3s,margin=10ms", 0.5, 1000, 3000, 10},
        {"cmd=./bot,protocol=botzone,margin=10ms", 2, 2000, 0, 20},
    };
    const Rules *rules = rules_find(slice_from("amazons"));
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        assert_true(contestant_parse(&contestant, slice_from(CASES[i].words), rules, NULL));
        contestant_scale_times(&contestant, CASES[i].scale);
        assert_int_equal(contestant.turn_ms, CASES[i].turn_ms);
        assert_int_equal(contestant.first_turn_ms, CASES[i].first_turn_ms);
        assert_int_equal(contestant.margin_ms, CASES[i].margin_ms);
        contestant_release(&contestant);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaled_times),
        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_usual_protocols),
        cmocka_unit_test(test_commas),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_nul_byte_is_no_part_of_a_word),
        cmocka_unit_test(test_bare_commands),
        cmocka_unit_test(test_how_an_engine_is_started),
        cmocka_unit_test(test_how_a_program_is_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
