// Copies that were renamed, reordered, padded and reformatted are found, strangers are not.
// The sources are files of this repository.

#include "arena/similarity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/fingerprints.h"
#include "base/rng.h"
#include "base/text.h"

#define KIT "bots/text/bot.c"

static Text read_source(const char *path) {
    Text full;
    Text text;
    text_init(&full);
    text_init(&text);
    text_addf(&full, "%s/%s", getenv("IMMURE_SOURCE"), path);
    Error error;
    assert_true(text_read_file(&text, full.data, 1 << 20, &error));
    text_release(&full);
    return text;
}

static void replace(Text *text, const char *from, const char *to) {
    Text out;
    text_init(&out);
    const char *rest = text->data;
    for (const char *found; (found = strstr(rest, from)); rest = found + strlen(from)) {
        text_add_slice(&out, (Slice){rest, (size_t)(found - rest)});
        text_add(&out, to);
    }
    text_add(&out, rest);
    text_release(text);
    *text = out;
}

// The pieces between separators in the opposite order.
static void reverse(Text *text, const char *separator) {
    Text out;
    text_init(&out);
    size_t end = text->size;
    size_t size = strlen(separator);
    for (size_t i = text->size - size; i > 0; i--) {
        if (memcmp(text->data + i, separator, size) == 0) {
            text_add_slice(&out, (Slice){text->data + i, end - i});
            end = i;
        }
    }
    text_add_slice(&out, (Slice){text->data, end});
    text_release(text);
    *text = out;
}

// A line more behind every so many.
static void pad(Text *text, const char *line, int every) {
    Text out;
    text_init(&out);
    Slice rest = text_slice(text);
    Slice next;
    for (int i = 1; slice_next_line(&rest, &next); i++) {
        text_add_slice(&out, next);
        text_add(&out, "\n");
        text_add(&out, i % every == 0 ? line : "");
    }
    text_release(text);
    *text = out;
}

// Compares two programs of two owners.
static Similarities compare(const Text *a, const Text *b, SourceSyntax syntax, const Text *kit) {
    const SimilarityProgram programs[] = {
        {1, syntax, text_slice(a)},
        {2, syntax, text_slice(b)},
    };
    SimilarityProgram kits[1] = {0};
    if (kit) {
        kits[0] = (SimilarityProgram){0, syntax, text_slice(kit)};
    }
    Similarities out;
    similarity_find(&out, programs, 2, kits, kit != NULL);
    return out;
}

static void assert_copy(const Text *a, const Text *b, SourceSyntax syntax, double share_min) {
    Similarities found = compare(a, b, syntax, NULL);
    assert_int_equal(found.count, 1);
    assert_true(found.items[0].share_a >= share_min);
    similarities_release(&found);
}

static void test_renamed(void **state) {
    (void)state;
    Text source = read_source("tests/twin/quoridor_twin.c");
    Text copy = read_source("tests/twin/quoridor_twin.c");
    replace(&copy, "pos", "board");
    replace(&copy, "row", "y");
    replace(&copy, "column", "x");
    replace(&copy, "    ", "\t");
    replace(&copy, " 1", " 2");
    replace(&copy, "// ", "// Mine: ");
    assert_copy(&source, &copy, SYNTAX_C, 1);
    replace(&copy, ";\n", ";");
    assert_copy(&source, &copy, SYNTAX_C, 1);
    text_release(&copy);
    text_release(&source);
}

static void test_reordered(void **state) {
    (void)state;
    Text source = read_source("tests/twin/quoridor_twin.c");
    Text copy = read_source("tests/twin/quoridor_twin.c");
    reverse(&copy, "\n\n");
    assert_copy(&source, &copy, SYNTAX_C, 0.9);
    text_release(&copy);
    text_release(&source);
}

static void test_padded(void **state) {
    (void)state;
    Text source = read_source("tests/twin/quoridor_twin.c");
    Text copy = read_source("tests/twin/quoridor_twin.c");
    pad(&copy, "    counter += 1;\n", 4);
    assert_copy(&source, &copy, SYNTAX_C, 0.7);
    text_release(&copy);
    text_release(&source);
}

static void test_cplusplus_and_python(void **state) {
    (void)state;
    Text source = read_source("bots/sjtu/sample.cpp");
    Text copy = read_source("bots/sjtu/sample.cpp");
    replace(&copy, "int ", "int my_");
    assert_copy(&source, &copy, SYNTAX_C, 1);
    text_release(&copy);
    text_release(&source);

    source = read_source("tools/tidy.py");
    copy = read_source("tools/tidy.py");
    replace(&copy, "path", "thing");
    replace(&copy, "    ", "  ");
    reverse(&copy, "\n\n\ndef ");
    assert_copy(&source, &copy, SYNTAX_PYTHON, 0.9);
    text_release(&copy);
    text_release(&source);
}

// Programs for the same task by different ways.
static void test_strangers(void **state) {
    (void)state;
    static const struct {
        SourceSyntax syntax;
        const char *paths[8];
    } STRANGERS[] = {
        {SYNTAX_C,
            {"tests/twin/quoridor_twin.c", "src/rules/quoridor/quoridor.c",
                "tests/twin/amazons_twin.c", "src/rules/amazons/legality.c", "src/search/uct.c",
                "src/search/alphabeta_node.c", "bots/sjtu/sample.cpp", "src/bot/qtp.c"}},
        {SYNTAX_PYTHON,
            {"tools/tidy.py", "tools/amalgamate.py", "tools/strength.py", "tools/embed.py"}},
    };
    for (size_t set = 0; set < 2; set++) {
        Text sources[8];
        SimilarityProgram programs[8];
        size_t count = 0;
        for (; count < 8 && STRANGERS[set].paths[count]; count++) {
            sources[count] = read_source(STRANGERS[set].paths[count]);
            programs[count] = (SimilarityProgram){
                (int64_t)count, STRANGERS[set].syntax, text_slice(&sources[count])};
        }
        Similarities found;
        similarity_find(&found, programs, count, NULL, 0);
        for (size_t i = 0; i < found.count; i++) {
            assert_true(found.items[i].share_a < 0.2 && found.items[i].share_b < 0.2);
        }
        similarities_release(&found);
        while (count > 0) {
            text_release(&sources[--count]);
        }
    }
}

// Where the copied function is, by line, and nothing else.
static void test_ranges(void **state) {
    (void)state;
    Text whole = read_source("tests/twin/quoridor_race_twin.c");
    Text other = read_source("src/search/uct.c");
    Slice rest = text_slice(&whole);
    Slice line;
    for (int i = 1; slice_next_line(&rest, &line); i++) {
        if (i >= 20 && i < 60) {
            text_add_slice(&other, line);
            text_add(&other, "\n");
        }
    }
    Similarities found = compare(&whole, &other, SYNTAX_C, NULL);
    assert_int_equal(found.count, 1);
    const SimilarPair *pair = &found.items[0];
    assert_true(pair->share_a > 0.3 && pair->share_a < 0.7);
    assert_true(pair->share_b < pair->share_a);
    size_t tokens = 0;
    for (size_t i = 0; i < pair->range_count; i++) {
        const SimilarRange *range = &pair->ranges[i];
        assert_in_range(range->first_a, 18, 62);
        assert_in_range(range->last_a, range->first_a, 62);
        assert_true(range->first_b <= range->last_b);
        tokens += range->token_count;
    }
    assert_int_equal(tokens, pair->token_count);
    similarities_release(&found);
    text_release(&other);
    text_release(&whole);
}

// Kit code counts neither as a match nor in the size: strangers with the same kit share nothing,
// and who copied the rest shares all of it.
static void test_kits_do_not_count(void **state) {
    (void)state;
    Text kit = read_source(KIT);
    Text a = read_source(KIT);
    Text b = read_source(KIT);
    Text own = read_source("tests/twin/quoridor_twin.c");
    Text other = read_source("src/search/uct.c");
    Similarities found = compare(&a, &b, SYNTAX_C, &kit);
    assert_int_equal(found.count, 0);
    text_add_slice(&a, text_slice(&own));
    text_add_slice(&b, text_slice(&other));
    found = compare(&a, &b, SYNTAX_C, &kit);
    assert_int_equal(found.count, 0);
    text_add_slice(&b, text_slice(&own));
    found = compare(&a, &b, SYNTAX_C, &kit);
    assert_int_equal(found.count, 1);
    assert_true(found.items[0].share_a >= 0.99);
    assert_true(found.items[0].share_b < 0.7);
    similarities_release(&found);
    text_release(&other);
    text_release(&own);
    text_release(&b);
    text_release(&a);
    text_release(&kit);
}

// What so many share is not theirs; one owner's programs are not compared.
static void test_common_code(void **state) {
    (void)state;
    Text source = read_source("tests/twin/quoridor_twin.c");
    SimilarityProgram programs[SIMILARITY_COMMON_MAX + 1];
    size_t count = SIMILARITY_COMMON_MAX;
    for (size_t i = 0; i <= count; i++) {
        programs[i] = (SimilarityProgram){(int64_t)i, SYNTAX_C, text_slice(&source)};
    }
    Similarities found;
    similarity_find(&found, programs, count, NULL, 0);
    assert_int_equal(found.count, count * (count - 1) / 2);
    assert_true(found.items[0].share_a == 1 && found.items[0].range_count == 1);
    similarities_release(&found);
    similarity_find(&found, programs, count + 1, NULL, 0);
    assert_int_equal(found.count, 0);
    programs[1].owner = 0;
    similarity_find(&found, programs, 2, NULL, 0);
    assert_int_equal(found.count, 0);
    text_release(&source);
}

// Many bots of one source, of two owners: some of them are shown, and all that they share.
static void test_many_copies(void **state) {
    (void)state;
    Text source = read_source("tests/twin/quoridor_twin.c");
    static SimilarityProgram programs[200];
    for (size_t i = 0; i < 200; i++) {
        programs[i] = (SimilarityProgram){(int64_t)i % 2, SYNTAX_C, text_slice(&source)};
    }
    Similarities found;
    similarity_find(&found, programs, 200, NULL, 0);
    assert_in_range(found.count, 1, 16 * 16);
    for (size_t i = 0; i < found.count; i++) {
        assert_true(found.items[i].share_a == 1 && found.items[i].share_b == 1);
    }
    similarities_release(&found);
    text_release(&source);
}

// As many owners as may share code have as many copies as count, of much code: others are found all
// the same, though more places meet than are followed.
static void test_crowds_hide_nobody(void **state) {
    (void)state;
    enum { COPIES = 16 * SIMILARITY_COMMON_MAX };
    static const char *const PATHS[] = {"src/search/uct.c", "src/search/alphabeta_node.c",
        "src/search/mcts.c", "src/referee/referee.c", "src/http/server.c", "src/api/api.c",
        "src/jobs/worker.c", "src/match/report.c", "src/bot/qtp.c"};
    Text crowd;
    text_init(&crowd);
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        Text piece = read_source(PATHS[i]);
        text_add_slice(&crowd, text_slice(&piece));
        text_release(&piece);
    }
    Text source = read_source("tests/twin/quoridor_twin.c");
    static SimilarityProgram programs[COPIES + 2];
    for (size_t i = 0; i < COPIES; i++) {
        programs[i] =
            (SimilarityProgram){(int64_t)i % SIMILARITY_COMMON_MAX, SYNTAX_C, text_slice(&crowd)};
    }
    for (size_t i = COPIES; i < COPIES + 2; i++) {
        programs[i] = (SimilarityProgram){(int64_t)i, SYNTAX_C, text_slice(&source)};
    }
    Similarities found;
    similarity_find(&found, programs, COPIES + 2, NULL, 0);
    bool is_found = false;
    for (size_t i = 0; i < found.count; i++) {
        const SimilarPair *pair = &found.items[i];
        is_found = is_found || (pair->a == COPIES && pair->b == COPIES + 1 && pair->share_a > 0.9);
    }
    assert_true(is_found);
    similarities_release(&found);
    text_release(&source);
    text_release(&crowd);
}

// Any bytes, of the worst kinds: repetitions without end, unfinished strings, nothing at all.
static void test_any_bytes(void **state) {
    (void)state;
    static const char *const PIECES[] = {"", "x", "1+", "\"", "'''", "/*", "R\"(",
        "R\"0123456789ab", "#", "\\", "u8'", ".5e+", "\n#include", "{x=1;}"};
    size_t piece_count = sizeof PIECES / sizeof *PIECES;
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < 4 * piece_count; i++) {
        Text a;
        Text b;
        text_init(&a);
        text_init(&b);
        for (int j = 0; j < 3000; j++) {
            text_add(&a, PIECES[i < piece_count ? i : rng_below(&rng, piece_count)]);
            text_add(&b, PIECES[i % piece_count]);
        }
        for (int syntax = SYNTAX_C; syntax <= SYNTAX_PYTHON; syntax++) {
            Similarities found = compare(&a, &b, (SourceSyntax)syntax, NULL);
            assert_true(found.count <= 1);
            similarities_release(&found);
        }
        text_release(&b);
        text_release(&a);
    }
}

// Whatever has FINGERPRINT_CERTAIN tokens in common has a fingerprint in common.
static void test_winnowing_is_certain(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int repeat = 0; repeat < 100; repeat++) {
        SourceToken items[2][200];
        Fingerprints kept[2];
        size_t starts[2] = {rng_below(&rng, 160), rng_below(&rng, 160)};
        for (int i = 0; i < 2; i++) {
            for (size_t j = 0; j < 200; j++) {
                items[i][j] = (SourceToken){(uint16_t)rng_below(&rng, 60), 1};
            }
        }
        memcpy(&items[1][starts[1]], &items[0][starts[0]], FINGERPRINT_CERTAIN * sizeof **items);
        for (int i = 0; i < 2; i++) {
            Fingerprints all;
            fingerprints_all(&all, &(SourceTokens){items[i], 200});
            assert_int_equal(all.count, 200 - FINGERPRINT_TOKENS + 1);
            fingerprints_winnow(&kept[i], &all);
            fingerprints_release(&all);
        }
        bool is_found = false;
        for (size_t i = 0; i < kept[0].count; i++) {
            for (size_t j = 0; j < kept[1].count; j++) {
                is_found = is_found || kept[0].items[i].hash == kept[1].items[j].hash;
            }
        }
        assert_true(is_found);
        fingerprints_release(&kept[0]);
        fingerprints_release(&kept[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_reordered),
        cmocka_unit_test(test_padded),
        cmocka_unit_test(test_cplusplus_and_python),
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_kits_do_not_count),
        cmocka_unit_test(test_common_code),
        cmocka_unit_test(test_many_copies),
        cmocka_unit_test(test_crowds_hide_nobody),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_winnowing_is_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
