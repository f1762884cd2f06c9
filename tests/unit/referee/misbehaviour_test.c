// Each kind of misbehaving program behind each protocol: the right verdict, against the right side,
// within its time, and nothing of it left. With IMMURE_BOXED=1 they run in a box, behind one
// protocol, on each kind of host.

#include "base/clock.h"
#include "unit/support/host_kind.h"
#include "unit/support/script.h"

// What a program that is never heard of again may take. No other limit is ever reached here.
#define LIMIT_MS 100

// The game takes its course.
#define GOES_ON VERDICT_KIND_COUNT
// The same misbehaviour is another one here.
#define NOT_ASKED (VERDICT_KIND_COUNT + 1)

// When it misbehaves: before it reads anything, or when it is asked for its first or second move.
typedef enum When { AT_START, AT_FIRST, AT_SECOND } When;

typedef struct Misdeed {
    const char *mode; // of `hostile`
    When when;
    // What comes of it: for a program that is started for each turn, for one that Botzone keeps
    // running, at SJTU, and where a line `bestmove` is awaited.
    int restarted, kept, sjtu, text;
} Misdeed;

static const Misdeed MISDEEDS[] = {
    {"crash", AT_START, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"crash", AT_SECOND, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"abort", AT_FIRST, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"exit", AT_START, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"exit", AT_SECOND, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"leave", AT_FIRST, GOES_ON, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"silent", AT_START, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT},
    {"silent", AT_SECOND, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT},
    {"half-line", AT_SECOND, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT},
    {"huge-line", AT_FIRST, VERDICT_OUTPUT_LIMIT, VERDICT_OUTPUT_LIMIT, VERDICT_OUTPUT_LIMIT,
        VERDICT_OUTPUT_LIMIT},
    {"flood", AT_FIRST, VERDICT_OUTPUT_LIMIT, VERDICT_ILLEGAL_MOVE, VERDICT_ILLEGAL_MOVE,
        NOT_ASKED},
    {"no-newline", AT_FIRST, GOES_ON, GOES_ON, VERDICT_CRASH, VERDICT_CRASH},
    {"binary", AT_FIRST, VERDICT_MALFORMED, VERDICT_TIMEOUT, VERDICT_MALFORMED, VERDICT_TIMEOUT},
    {"early", AT_START, VERDICT_ILLEGAL_MOVE, VERDICT_ILLEGAL_MOVE, VERDICT_MALFORMED, GOES_ON},
    // The two that are made of the script's answers, so that they arrive in one piece.
    {"next too", AT_FIRST, GOES_ON, GOES_ON, VERDICT_ILLEGAL_MOVE, VERDICT_MALFORMED},
    {"twice", AT_FIRST, GOES_ON, VERDICT_ILLEGAL_MOVE, VERDICT_ILLEGAL_MOVE, VERDICT_MALFORMED},
    {"close-stdout", AT_SECOND, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_MALFORMED,
        VERDICT_MALFORMED},
    {"close-stdin", AT_FIRST, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT, VERDICT_TIMEOUT},
    {"outstay", AT_FIRST, VERDICT_TIMEOUT, GOES_ON, GOES_ON, GOES_ON},
    {"child", AT_FIRST, GOES_ON, GOES_ON, GOES_ON, GOES_ON},
    {"orphan", AT_FIRST, GOES_ON, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"daemon", AT_FIRST, GOES_ON, GOES_ON, GOES_ON, GOES_ON},
    {"daemon-crash", AT_FIRST, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH, VERDICT_CRASH},
    {"memory", AT_FIRST, VERDICT_MEMORY_LIMIT, VERDICT_MEMORY_LIMIT, VERDICT_MEMORY_LIMIT,
        VERDICT_MEMORY_LIMIT},
    {"stderr", AT_FIRST, GOES_ON, GOES_ON, GOES_ON, GOES_ON},
    // The rest is for a box only.
    {"fork-bomb", AT_FIRST, NOT_ASKED, NOT_ASKED, VERDICT_TIMEOUT, NOT_ASKED},
    {"fill-disk", AT_FIRST, NOT_ASKED, NOT_ASKED, VERDICT_TIMEOUT, NOT_ASKED},
};
enum { MISDEED_COUNT = sizeof MISDEEDS / sizeof *MISDEEDS };

// Where one protocol of its kind differs: more than the JSON is no JSON, and SJTU's judge of 2017
// waits for an END before it looks at anything.
static const struct {
    const char *mode;
    const char *manner;
    int verdict;
} EXCEPTIONS[] = {
    {"early", "botzone-json", VERDICT_MALFORMED},
    {"next too", "botzone-json", VERDICT_MALFORMED},
    {"twice", "botzone-json", VERDICT_MALFORMED},
    {"no-newline", "botzone-json, keep running", VERDICT_MALFORMED},
    {"binary", "sjtu", VERDICT_TIMEOUT},
};

typedef struct Question {
    char name[96];
    const Misdeed *misdeed;
    const Manner *manner;
    Side culprit;
} Question;

static bool is_boxed(void) {
    return getenv("IMMURE_BOXED") != NULL;
}

static int expected_verdict(const Misdeed *misdeed, const Manner *manner) {
    for (size_t i = 0; i < sizeof EXCEPTIONS / sizeof *EXCEPTIONS; i++) {
        if (strcmp(EXCEPTIONS[i].mode, misdeed->mode) == 0 &&
            strcmp(EXCEPTIONS[i].manner, manner->name) == 0) {
            return EXCEPTIONS[i].verdict;
        }
    }
    bool is_for_box =
        strcmp(misdeed->mode, "fork-bomb") == 0 || strcmp(misdeed->mode, "fill-disk") == 0;
    if (is_for_box && !is_boxed()) {
        return NOT_ASKED;
    }
    // The box holds the pipe open for as long as anything runs in it.
    if (is_boxed() && strcmp(misdeed->mode, "close-stdout") == 0) {
        return VERDICT_TIMEOUT;
    }
    if (manner->is_restarted) {
        return misdeed->restarted;
    }
    if (manner->is_kept) {
        return misdeed->kept;
    }
    return strncmp(manner->protocol, "sjtu", 4) == 0 ? misdeed->sjtu : misdeed->text;
}

static void instruct(Actor *actor, const Misdeed *misdeed, char at[16]) {
    bool is_twice = strcmp(misdeed->mode, "twice") == 0;
    if (is_twice || strcmp(misdeed->mode, "next too") == 0) {
        Text more;
        text_init(&more);
        text_addf(&more, "\\n%s", actor->moves[is_twice ? 0 : 1]->data);
        text_add(actor->moves[0], more.data);
        text_release(&more);
        return;
    }
    int turn = misdeed->when == AT_START ? 0 : actor_turn(actor, misdeed->when == AT_FIRST ? 1 : 2);
    snprintf(at, 16, "%d", turn);
    actor_misbehave(actor, misdeed->mode, at);
}

static void test_misdeed(void **state) {
    const Question *question = *state;
    int expected = expected_verdict(question->misdeed, question->manner);
    Script script;
    Actor actors[2];
    char at[16];
    Side culprit = question->culprit;
    script_init(&script, question->manner, NULL);
    const char *other = manner_partner(question->manner);
    actor_init(&actors[culprit], question->manner, &script, culprit);
    actor_init(&actors[side_other(culprit)], manner_find(other), &script, side_other(culprit));
    instruct(&actors[culprit], question->misdeed, at);
    PlayerOptions *limits = &actors[culprit].options;
    limits->is_boxed = is_boxed();
    limits->memory_mb = expected == VERDICT_MEMORY_LIMIT ? 64 : 0;
    if (expected == VERDICT_TIMEOUT) {
        limits->turn_ms = limits->first_turn_ms = limits->start_ms = LIMIT_MS;
        limits->margin_ms = 1;
    }

    Record record;
    int64_t start_ns = clock_now_ns();
    Verdict verdict = script_play(&script, actors, NULL, &record);
    bool is_prompt = clock_now_ns() < start_ns + 30 * NS_PER_S;
    bool is_clean = has_no_children();
    Outcome outcome = script_outcome(&script);
    record_release(&record);
    actor_release(&actors[0]);
    actor_release(&actors[1]);
    script_release(&script);

    Verdict fair = verdict_from_outcome(outcome);
    int kind = expected == GOES_ON ? (int)fair.kind : expected;
    Result result = expected == GOES_ON ? fair.result : result_win_for(side_other(culprit));
    if ((int)verdict.kind != kind) {
        fail_msg("%s (%s) instead of %s", verdict_name(verdict.kind), verdict.reason.text,
            verdict_name((VerdictKind)kind));
    }
    assert_int_equal(verdict.result, result);
    if (verdict_is_forfeit(verdict.kind)) { // every foul has a code, and names who lost
        const ErrorPart *place = &verdict.reason.places[verdict.reason.place_count - 1];
        assert_int_not_equal(verdict.reason.reason.code, ERROR_NONE);
        assert_int_equal(place->code, ERROR_AT_SIDE);
        assert_string_equal(place->arguments[0], side_name(culprit));
    }
    assert_true(is_clean);
    assert_true(is_prompt);
}

static int run(void) {
    static const char *const WHEN[] = {"at its start", "at its first move", "at its second move"};
    static Question questions[MISDEED_COUNT * MANNER_COUNT];
    static struct CMUnitTest tests[MISDEED_COUNT * MANNER_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < MISDEED_COUNT; i++) {
        for (size_t j = 0; j < MANNER_COUNT; j++) {
            if (expected_verdict(&MISDEEDS[i], &MANNERS[j]) == NOT_ASKED ||
                (is_boxed() && strcmp(MANNERS[j].name, "sjtu-2022") != 0)) {
                continue;
            }
            // Both sides have their turn as the culprit.
            Question *question = &questions[count];
            *question =
                (Question){.misdeed = &MISDEEDS[i], .manner = &MANNERS[j], .culprit = (i + j) % 2};
            snprintf(question->name, sizeof question->name, "%s: %s %s", MANNERS[j].name,
                MISDEEDS[i].mode, WHEN[MISDEEDS[i].when]);
            tests[count] = (struct CMUnitTest){question->name, test_misdeed, NULL, NULL, question};
            count++;
        }
    }
    return _cmocka_run_group_tests("misbehaviour", tests, count, adopt_orphans, NULL);
}

int main(void) {
    return host_run(run);
}
