// Results of pairs, as a server checks and counts them.

#include "jobs/pair_kind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/game_result.h"
#include "match/pair.h"

#define PAYLOAD(first, second)                                                                     \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[\"" first "\",\"" second               \
    "\"],\"opening\":[],\"seeds\":[[1,2],[3,4]]}"

typedef struct Checked {
    Metrics *metrics;
    PairKind kind;
    JobFinding finding;
    Error error;
    Text result;
} Checked;

static void set_up_checked(Checked *checked) {
    *checked = (Checked){.metrics = metrics_new()};
    pair_kind_init(&checked->kind, checked->metrics);
    text_init(&checked->result);
}

static void tear_down_checked(Checked *checked) {
    text_release(&checked->result);
    metrics_free(checked->metrics);
}

// Plays the pair and keeps its result as a worker would send it.
static void play(Checked *checked, const char *payload) {
    PairSetting setting = {.self = getenv("IMMURE"), .core = -1};
    PairInput input;
    MatchGame games[2];
    assert_true(pair_read(&input, slice_from(payload), &checked->error));
    for (int i = 0; i < 2; i++) {
        assert_true(pair_play(&input.pair, i, &setting, &games[i], &checked->error));
    }
    text_clear(&checked->result);
    assert_true(pair_result_write(games, &checked->result, &checked->error));
    game_result_release(&games[0]);
    game_result_release(&games[1]);
    pair_input_release(&input);
}

static bool check(Checked *checked, const char *payload) {
    JobKind kind = pair_kind(&checked->kind);
    JobResultView view = {.payload = slice_from(payload), .result = text_slice(&checked->result)};
    checked->finding = (JobFinding){0};
    return kind.check(kind.context, &view, &checked->finding, &checked->error);
}

static void counts(Checked *checked, const char *line) {
    Text text;
    text_init(&text);
    metrics_write(checked->metrics, &text);
    if (!strstr(text.data, line)) {
        fail_msg("%s", text.data);
    }
    text_release(&text);
}

static void true_results_are_counted_by_verdict(void **state) {
    (void)state;
    static const char RANDOM[] = PAYLOAD("name=A,engine=random", "name=B,engine=random");
    Checked checked;
    set_up_checked(&checked);
    play(&checked, RANDOM);
    assert_true(check(&checked, RANDOM));
    assert_string_equal(checked.finding.fingerprint, ""); // no limit of nodes
    assert_int_equal(checked.finding.program_count, 0);
    counts(&checked, "immure_games_total{verdict=\"no-move\"} 2\n");
    counts(&checked, "immure_results_refused_total 0\n");
    tear_down_checked(&checked);
}

static void untrue_ones_are_refused(void **state) {
    (void)state;
    static const char RANDOM[] = PAYLOAD("name=A,engine=random", "name=B,engine=random");
    static const char OTHER[] = PAYLOAD("name=C,engine=random", "name=B,engine=random");
    Checked checked;
    set_up_checked(&checked);
    play(&checked, OTHER);
    assert_false(check(&checked, RANDOM));
    text_clear(&checked.result);
    text_add(&checked.result, "{}");
    assert_false(check(&checked, RANDOM));
    counts(&checked, "immure_results_refused_total 2\n");
    counts(&checked, "immure_games_total{verdict=\"no-move\"} 0\n");
    tear_down_checked(&checked);
}

// Without a clock, or with one that lets a search come to its end.
static void engines_with_a_limit_of_nodes_can_be_compared(void **state) {
    (void)state;
    static const char *const PAIRS[] = {
        PAYLOAD("name=A,engine=greedy,nodes=1,time=10s", "name=B,engine=greedy,nodes=1,time=10s"),
        PAYLOAD("name=A,engine=greedy,nodes=1", "name=B,engine=greedy,depth=1"),
    };
    Checked checked;
    set_up_checked(&checked);
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        play(&checked, PAIRS[i]);
        assert_true(check(&checked, PAIRS[i]));
        JobFinding first = checked.finding;
        play(&checked, PAIRS[i]);
        assert_true(check(&checked, PAIRS[i]));
        assert_true(first.fingerprint[0] != '\0');
        assert_string_equal(checked.finding.fingerprint, first.fingerprint);
    }
    tear_down_checked(&checked);
}

static void engines_by_the_clock_cannot(void **state) {
    (void)state;
    static const char CLOCK[] =
        PAYLOAD("name=A,engine=greedy,nodes=1", "name=B,engine=greedy,nodes=1,time=9s");
    Checked checked;
    set_up_checked(&checked);
    play(&checked, CLOCK);
    assert_true(check(&checked, CLOCK));
    assert_string_equal(checked.finding.fingerprint, "");
    tear_down_checked(&checked);
}

static void a_program_that_fails_is_named(void **state) {
    (void)state;
    static const char CRASHES[] =
        PAYLOAD("name=A,cmd=/bin/false,protocol=text", "name=B,engine=random");
    Checked checked;
    set_up_checked(&checked);
    play(&checked, CRASHES);
    assert_true(check(&checked, CRASHES));
    assert_int_equal(checked.finding.program_count, 1);
    assert_true(checked.finding.programs[0].has_failed);
    assert_int_equal(strlen(checked.finding.programs[0].program), 64);
    counts(&checked, "immure_games_total{verdict=\"crash\"} 2\n");
    tear_down_checked(&checked);
}

// Where a pair says whose its programs are, hosts are judged by that.
static void programs_have_the_owners_of_the_pair(void **state) {
    (void)state;
    static const char OWNED[] =
        "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[\"name=A,cmd=/bin/false,protocol="
        "text\",\"name=B,cmd=/bin/"
        "false,protocol=text,time=1s\"],\"opening\":[],\"seeds\":[[1,2],[3,4]"
        "],\"owners\":[\"person 3\",\"person 5\"]}";
    Checked checked;
    set_up_checked(&checked);
    play(&checked, OWNED);
    assert_true(check(&checked, OWNED));
    assert_int_equal(checked.finding.program_count, 2);
    assert_string_equal(checked.finding.programs[0].owner, "person 3");
    assert_string_equal(checked.finding.programs[1].owner, "person 5");
    tear_down_checked(&checked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_results_are_counted_by_verdict),
        cmocka_unit_test(untrue_ones_are_refused),
        cmocka_unit_test(engines_with_a_limit_of_nodes_can_be_compared),
        cmocka_unit_test(engines_by_the_clock_cannot),
        cmocka_unit_test(a_program_that_fails_is_named),
        cmocka_unit_test(programs_have_the_owners_of_the_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
