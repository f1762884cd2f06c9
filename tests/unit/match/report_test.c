#include "match/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "markup.h"
#include "report_fixture.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void assert_holds(const char *text, const char *part) {
    if (!strstr(text, part)) {
        fail_msg("not there: %s", part);
    }
}

static void assert_lacks(const char *text, const char *part) {
    const char *found = strstr(text, part);
    if (found) {
        fail_msg("there: %.80s", found);
    }
}

static int occurrences(const char *text, const char *part) {
    int count = 0;
    while ((text = strstr(text, part))) {
        count++;
        text += strlen(part);
    }
    return count;
}

// Nothing that printf makes of a number that is none.
static void assert_no_word(const char *text, const char *word) {
    for (const char *at = text; (at = strcasestr(at, word)); at++) {
        bool joins = (at > text && isalpha((unsigned char)at[-1])) ||
                     isalpha((unsigned char)at[strlen(word)]);
        if (!joins) {
            fail_msg("a number is none: %.40s", at);
        }
    }
}

// What every page must be. Release the text.
static Text write_page(const Fixture *fixture) {
    Text page;
    text_init(&page);
    report_write(&fixture->match, "2025-11-03", slice_from(""), &page);
    const char *where;
    const char *fault = markup_fault(page.data, &where);
    if (fault) {
        fail_msg("%s before: %.80s", fault, where);
    }
    assert_int_equal(strlen(page.data), page.size);
    assert_no_word(page.data, "nan");
    assert_no_word(page.data, "inf");
    static const char *const OUTSIDE[] = {"http:", "https:", "src=", "url(", "@import", "<link"};
    for (size_t i = 0; i < COUNT(OUTSIDE); i++) {
        assert_lacks(page.data, OUTSIDE[i]);
    }
    assert_int_equal(occurrences(page.data, "href="), occurrences(page.data, "href=\"#"));
    assert_holds(page.data, "<html lang=\"en\">");
    assert_holds(page.data, "<meta charset=\"utf-8\"/>");
    assert_holds(page.data, "2025-11-03");
    return page;
}

static void test_markup_reader_refuses(void **state) {
    (void)state;
    static const char *const WRONG[] = {"<p>", "</p>", "<p></b>", "<b><p></b></p>", "a & b",
        "<p a=b></p>", "<p a=\"<\"></p>", "<p a=\"x></p>", "<p/>", "<p", "1 < 2", "&nbsp;",
        "<script>a < b</script>", "<script>&amp;</script>", "<meta charset=\"utf-8\">"};
    const char *where;
    for (size_t i = 0; i < COUNT(WRONG); i++) {
        if (!markup_fault(WRONG[i], &where)) {
            fail_msg("taken: %s", WRONG[i]);
        }
    }
    assert_null(markup_fault("<!DOCTYPE html><p a=\"1\" b=\"&lt;\">&amp;<b>é</b></p>", &where));
}

static const char *const DUEL[] = {"new", "old"};
static const char *const PAIRS[] = {"wl", "ww", "dd", "wd", "ll", "ww", "lw", "ww", "dw", "ld"};

// "+34.9 ± 12.3", built without the page's own functions.
static const char *sign_of(double number) {
    return number < 0 ? "−" : "+";
}

static const char *interval_text(char out[64], const Stats *stats) {
    snprintf(out, 64, "%s%.1f (%s%.1f to %s%.1f)", sign_of(stats->elo), fabs(stats->elo),
        sign_of(stats->elo_low), fabs(stats->elo_low), sign_of(stats->elo_high),
        fabs(stats->elo_high));
    return out;
}

static const char *elo_text(char out[64], double elo, double error) {
    snprintf(out, 64, "%s%.1f\u00a0±\u00a0%.1f", sign_of(elo), fabs(elo), error);
    return out;
}

static void test_duel_with_sprt(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, DUEL, 2);
    fixture.options.sprt = &fixture.sprt;
    fixture_play_pairs(&fixture, 0, 0, 1, PAIRS, COUNT(PAIRS));
    // A game without its twin counts for the standings only.
    fixture_play(&fixture, 0, 0, 1, 2 * COUNT(PAIRS), 'l', VERDICT_TIMEOUT);
    Text page = write_page(&fixture);
    Tally pairs = {TALLY_PENTANOMIAL, {1, 1, 3, 2, 3}};
    Stats stats = stats_compute(&pairs);
    double llr = fixture.match.test.llr;
    assert_int_equal(fixture.match.test.status, SPRT_CONTINUE);
    char elo[64];
    char normalised[64];
    Text expected;
    text_init(&expected);
    text_addf(&expected,
        "<p><bdi>new</bdi> against <bdi>old</bdi>: <strong>%s Elo</strong> with its 95\u00a0%% "
        "interval, a likelihood of superiority of %.1f\u00a0%%, normalised Elo %s, all by "
        "Student’s t over 10 complete pairs of "
        "games (LL 1, LD 1, DD or WL 3, WD 2, WW 3); the SPRT of 0 against 10 normalised Elo "
        "<strong>has not decided yet</strong> (LLR +%.2f between the bounds −2.94 and +2.94).</p>",
        interval_text(elo, &stats), 100 * stats.los,
        elo_text(normalised, stats.normalised_elo, stats.normalised_elo_error), llr);
    assert_holds(page.data, expected.data);
    assert_holds(page.data, "<dt>Games</dt><dd>21 of at most 100</dd>");
    assert_holds(page.data, "<polygon class=\"band\"");
    assert_holds(
        page.data, "<td>21</td><td>10</td><td>5</td><td>6</td><td>1</td><td>0</td><td>0</td>");
    text_release(&expected);
    text_release(&page);
    fixture_release(&fixture);
}

static void check_decision(const char *pair, const char *words) {
    Fixture fixture;
    fixture_init(&fixture, DUEL, 2);
    fixture.options.sprt = &fixture.sprt;
    for (int i = 0; i < 400; i++) {
        // Some variety: pairs that are all the same prove little.
        char result = i % 10 < 3 ? pair[1 - i % 2] == 'w' ? 'l' : 'w' : pair[i % 2];
        fixture_play(&fixture, 0, 0, 1, i, result, VERDICT_NO_MOVE);
    }
    Text page = write_page(&fixture);
    assert_holds(page.data, words);
    text_release(&page);
    fixture_release(&fixture);
}

static void test_sprt_decisions(void **state) {
    (void)state;
    check_decision("ww", "<strong>accepts H1</strong>");
    check_decision("ll", "<strong>accepts H0</strong>");
}

static const char *const FOUR[] = {"anna", "ben", "carl", "dora"};

// Anna beats all, Ben the next two, and so on; Carl and Dora have not met.
static void play_four(Fixture *fixture) {
    fixture_init(fixture, FOUR, 4);
    static const char *const GOOD[] = {"ww", "wd", "wl"};
    fixture_play_pairs(fixture, 0, 0, 1, GOOD, 3);
    fixture_play_pairs(fixture, 1, 0, 2, GOOD, 3);
    fixture_play_pairs(fixture, 2, 0, 3, GOOD, 1);
    fixture_play_pairs(fixture, 3, 1, 2, GOOD, 2);
    fixture_play(fixture, 4, 1, 3, 0, 'w', VERDICT_CRASH);
    fixture_play(fixture, 4, 1, 3, 1, 'w', VERDICT_MALFORMED);
}

static void test_tables_of_four(void **state) {
    (void)state;
    Fixture fixture;
    play_four(&fixture);
    Text page = write_page(&fixture);
    Ratings *ratings = match_ratings(&fixture.match);
    const char *standings = strstr(page.data, "<table class=\"standings\">");
    assert_non_null(standings);
    for (size_t i = 0; i < 4; i++) {
        Rating rating = ratings_get(ratings, i);
        MatchScore score = match_score(&fixture.match, i);
        Text row;
        text_init(&row);
        text_addf(&row,
            "<tr><td>%zu</td><th scope=\"row\"><bdi>%s</bdi></th><td><b>%s%.1f</b></td>"
            "<td>±\u00a0%.1f</td><td>%.1f</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td>"
            "<td>%d</td><td>%d</td><td>%d</td><td>0.500</td><td>0.750</td></tr>",
            i + 1, FOUR[i], rating.elo < 0 ? "−" : "+", fabs(rating.elo), rating.error,
            score.points, score.games, score.wins, score.draws, score.losses, score.timeouts,
            score.crashes, score.fouls);
        assert_holds(standings, row.data);
        text_release(&row);
    }
    ratings_free(ratings);
    assert_holds(page.data,
        "<bdi>anna</bdi></th><td class=\"self\">–</td><td class=\"s8\">4.5<small> "
        "of 6</small></td><td class=\"s8\">4.5<small> of 6</small></td><td "
        "class=\"s10\">2.0<small> of 2</small></td></tr>");
    assert_holds(page.data, "<bdi>dora</bdi></th><td class=\"s0\">0.0<small> of 2</small></td><td "
                            "class=\"s0\">0.0<small> of 2</small></td><td>·</td>");
    assert_int_equal(occurrences(page.data, "<polyline "), 4);
    assert_int_equal(occurrences(page.data, "<rect class=\"bar\""), 4);
    assert_int_equal(occurrences(page.data, "<details>"), fixture.match.game_count);
    text_release(&page);
    fixture_release(&fixture);
}

// A contest has its title and its places, which are not by rating: who is out is last.
static void test_places_of_a_contest(void **state) {
    (void)state;
    Fixture fixture;
    play_four(&fixture);
    static const char *const NOTES[] = {"disqualified: <copied>", "", "", ""};
    int out_rounds[] = {0, SCHEDULE_STAYS, SCHEDULE_STAYS, SCHEDULE_STAYS};
    fixture.options.title = "Cup & more";
    fixture.options.notes = NOTES;
    fixture.options.schedule.out_rounds = out_rounds;
    Text page = write_page(&fixture);
    assert_holds(page.data, "<h1><bdi>Cup &amp; more</bdi></h1>");
    assert_holds(page.data, "<tr><td>1</td><th scope=\"row\"><bdi>ben</bdi></th><td>1</td>");
    const char *last = strstr(page.data, "<tr><td>4</td><th scope=\"row\"><bdi>anna</bdi></th>");
    assert_non_null(last);
    assert_holds(last, "<td><bdi>disqualified: &lt;copied&gt;</bdi></td></tr>");
    const char *words = fixture.options.contestants[0].words.data;
    assert_null(strstr(page.data, words)); // which name a student's program
    assert_null(strstr(page.data, "As asked for"));
    text_release(&page);
    fixture.options.title = NULL;
    page = write_page(&fixture);
    assert_holds(page.data, words);
    assert_null(strstr(page.data, "class=\"places\""));
    text_release(&page);
    fixture_release(&fixture);
}

// Two games from one opening are one piece of evidence about who is better off there. Ten openings
// that decide both of their games tell less than twenty games: t(9) = 2.262 times sqrt(0.25 / 9).
static void test_the_first_players_score_is_judged_by_pairs(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, DUEL, 2);
    for (int pair = 0; pair < 10; pair++) {
        bool first_wins = pair % 2 == 0;
        fixture_play(&fixture, 0, 0, 1, 2 * pair, first_wins ? 'w' : 'l', VERDICT_NO_MOVE);
        fixture_play(&fixture, 0, 0, 1, 2 * pair + 1, first_wins ? 'l' : 'w', VERDICT_NO_MOVE);
    }
    Text page = write_page(&fixture);
    assert_holds(page.data, "a score of 50.0\u00a0±\u00a037.7\u00a0%");
    text_release(&page);
    fixture_release(&fixture);
}

static void test_endings(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, DUEL, 2);
    fixture_play(&fixture, 0, 0, 1, 0, 'w', VERDICT_NO_MOVE);
    fixture_play(&fixture, 0, 0, 1, 1, 'w', VERDICT_NO_MOVE);
    fixture_play(&fixture, 0, 0, 1, 2, 'd', VERDICT_PLY_CAP);
    fixture_play(&fixture, 0, 0, 1, 4, 'w', VERDICT_TIMEOUT);
    Text page = write_page(&fixture);
    assert_holds(page.data,
        "The first player won 2 of 4 games (<strong>50.0\u00a0%</strong>), drew 1 "
        "and lost 1: a score of 62.5\u00a0±\u00a0100.0\u00a0%");
    assert_holds(page.data, "41.8 plies on average (40 to 44) and 1.02\u00a0s.");
    assert_holds(page.data, "<th scope=\"row\">no move</th><td>2</td><td>50.0\u00a0%");
    assert_holds(page.data, "</td><td>1</td><td>0</td><td>1</td></tr>");
    assert_holds(page.data, "<th scope=\"row\" class=\"bad\">timeout</th><td>1</td>");
    assert_holds(page.data, "<td class=\"bad\">timeout <small><bdi>no answer in 1000 ms</bdi>");
    text_release(&page);
    fixture_release(&fixture);
}

static void test_no_games_and_one(void **state) {
    (void)state;
    for (size_t players = 2; players <= 4; players++) {
        Fixture fixture;
        fixture_init(&fixture, FOUR, players);
        fixture.options.sprt = players == 2 ? &fixture.sprt : NULL;
        Text page = write_page(&fixture);
        assert_holds(page.data,
            players == 2 ? "no pair of games is complete yet" : "No game has been played yet");
        assert_lacks(page.data, "<table class=\"games\">");
        text_release(&page);
        fixture_play(&fixture, 0, 0, 1, 0, 'd', VERDICT_PLY_CAP);
        page = write_page(&fixture);
        assert_holds(page.data, "1/2-1/2");
        assert_holds(page.data, "Too few games for a curve.");
        text_release(&page);
        fixture_release(&fixture);
    }
}

// Everything that comes from outside, at its worst.
static void test_hostile_texts(void **state) {
    (void)state;
    static const char *const NAMES[] = {"<script>alert(1)</script>", "\"x\" onload='y' & <b>",
        "张三 \xff\xe2\x80\xae", "--></style></title></svg>]]><script>"};
    Fixture fixture;
    fixture_init(&fixture, NAMES, 4);
    fixture_set(&fixture.openings.source, "<script>.txt");
    for (int number = 0; number < 6; number++) {
        fixture_play(&fixture, 0, 0, 1, number, number % 3 ? 'w' : 'l', VERDICT_MALFORMED);
        fixture_play(&fixture, 1, 2, 3, number, 'd', VERDICT_REPETITION);
        MatchGame *game = &fixture.match.games[2 * number];
        free(game->detail);
        free(game->record);
        game->detail = strdup("said \"</small><script>\" \x1b[2J");
        game->record = strdup("\n{</pre></details><script>}\n");
    }
    Text page = write_page(&fixture);
    assert_int_equal(occurrences(page.data, "<script"), 1);
    assert_int_equal(occurrences(page.data, "</script"), 1);
    assert_int_equal(occurrences(page.data, "</style"), 1);
    assert_lacks(page.data, "onload='");
    assert_lacks(page.data, "\xff");
    assert_lacks(page.data, "\x1b");
    assert_holds(page.data, "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>");
    assert_holds(page.data, "<abbr title=\"&quot;x&quot; onload=&#39;y&#39; &amp; &lt;b&gt;\">");
    assert_holds(page.data, "<pre>{&lt;/pre&gt;&lt;/details&gt;&lt;script&gt;}</pre>");
    assert_holds(page.data, "said &quot;&lt;/small&gt;&lt;script&gt;&quot; �[2J");
    assert_holds(page.data, "<bdi>张三 �");
    text_release(&page);
    fixture_release(&fixture);
}

static void test_replay_script(void **state) {
    (void)state;
    Fixture fixture;
    fixture_init(&fixture, FOUR, 2);
    Text page;
    text_init(&page);
    report_write(&fixture.match, "2025-11-03", slice_from("a < b && c;"), &page);
    assert_holds(page.data, "<script>//<![CDATA[\na < b && c;\n//]]></script>");
    text_release(&page);
    fixture_release(&fixture);
}

static void test_settings(void **state) {
    (void)state;
    Fixture fixture;
    play_four(&fixture);
    Text page = write_page(&fixture);
    assert_holds(page.data, "<dt>Time</dt><dd>1 s a move, 2 s the first</dd>");
    assert_holds(page.data, "<bdi>books/amazons.txt</bdi> (500)</dd>");
    assert_holds(page.data, "<dt>Games</dt><dd>20 of 600</dd>");
    text_release(&page);
    fixture.contestants[0].turn_ms = 150;
    fixture.contestants[1].nodes = 5000;
    fixture.contestants[2].depth = 3;
    fixture.contestants[2].turn_ms = 2500;
    fixture.contestants[2].first_turn_ms = 2500;
    fixture.protocol.takes_openings = false;
    page = write_page(&fixture);
    assert_holds(page.data, "<dt>Time</dt><dd><a href=\"#players\">by player</a></dd>");
    assert_holds(page.data, "<td>150 ms a move, 300 ms the first</td>");
    assert_holds(page.data, "<td>5000 nodes a move</td>");
    assert_holds(page.data, "<td>depth 3, 2.5 s a move</td>");
    assert_holds(page.data, "not used, the protocols cannot take them");
    text_release(&page);
    fixture_release(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_markup_reader_refuses),
        cmocka_unit_test(test_duel_with_sprt),
        cmocka_unit_test(test_sprt_decisions),
        cmocka_unit_test(test_tables_of_four),
        cmocka_unit_test(test_places_of_a_contest),
        cmocka_unit_test(test_the_first_players_score_is_judged_by_pairs),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_no_games_and_one),
        cmocka_unit_test(test_hostile_texts),
        cmocka_unit_test(test_replay_script),
        cmocka_unit_test(test_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
