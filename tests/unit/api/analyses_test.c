// The queue of analyses: who is let in, in which order, what is told, what is forgotten.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "api/analyses.h"
#include "api/limits.h"
#include "base/clock.h"

// Counts what the listener hears, and lets a test wait for it.
typedef struct Ear {
    pthread_mutex_t mutex;
    pthread_cond_t heard;
    int count;
} Ear;

static void hear(void *context, const Analysis *analysis) {
    (void)analysis;
    Ear *ear = context;
    pthread_mutex_lock(&ear->mutex);
    ear->count++;
    pthread_cond_signal(&ear->heard);
    pthread_mutex_unlock(&ear->mutex);
}

static Ear ear_make(void) {
    return (Ear){.mutex = PTHREAD_MUTEX_INITIALIZER, .heard = PTHREAD_COND_INITIALIZER};
}

static Analyses *start(int worker_count, Ear *ear) {
    AnalysesOptions options = {
        .worker_count = worker_count,
        .memory_mb = 8,
        .on_change = ear ? hear : NULL,
        .context = ear,
    };
    Error error;
    Analyses *analyses = analyses_new(&options, &error);
    assert_non_null(analyses);
    return analyses;
}

static AnalysesRefusal ask(
    Analyses *analyses, const char *client, int64_t time_ms, Analysis **analysis) {
    const Rules *rules = rules_find(slice_from("amazons"));
    Question question = {.kind = ENGINE_KINDS[0], .limits = {.time_ms = time_ms}, .line_count = 2};
    game_init(&question.game, rules, rules_variant(rules, slice_from("6x6")));
    return analyses_add(analyses, &question, client, analysis);
}

// How an analysis stands; whether that text has a piece.
static bool tells(Analysis *analysis, const char *piece) {
    Text text;
    bool is_over;
    text_init(&text);
    analysis_read(analysis, 0, &text, &is_over);
    bool found = strstr(text.data, piece) != NULL;
    text_release(&text);
    return found;
}

// Waits until an analysis is over and returns how often it changed from `version` on.
static int follow(Ear *ear, Analysis *analysis, uint64_t version) {
    Text text;
    bool is_over = false;
    int changes = 0;
    text_init(&text);
    pthread_mutex_lock(&ear->mutex);
    for (;;) {
        uint64_t next = analysis_read(analysis, version, &text, &is_over);
        assert_true(next == 0 || next > version);
        changes += next > 0;
        version = next > 0 ? next : version;
        if (is_over) {
            break;
        }
        pthread_cond_wait(&ear->heard, &ear->mutex);
    }
    pthread_mutex_unlock(&ear->mutex);
    text_release(&text);
    return changes;
}

static void one_is_thought_about(void **state) {
    (void)state;
    Ear ear = ear_make();
    Analyses *analyses = start(1, &ear);
    Analysis *analysis;
    assert_int_equal(ask(analyses, "a", 50, &analysis), ANALYSES_ACCEPTED);
    assert_true(follow(&ear, analysis, 1) >= 1);
    assert_true(tells(analysis, "\"state\":\"done\""));
    assert_true(tells(analysis, "\"done\":true"));
    assert_true(tells(analysis, "\"lines\":[{\"move\":"));
    Analysis *found = analyses_find(analyses, slice_from(analysis_id(analysis)));
    assert_ptr_equal(found, analysis);
    assert_null(analyses_find(analyses, slice_from("0123")));
    analysis_stop(analysis); // too late to matter
    assert_true(tells(analysis, "\"state\":\"done\""));
    analysis_release(found);
    analysis_release(analysis);
    analyses_free(analyses);
}

static void thinking_is_stopped(void **state) {
    (void)state;
    Ear ear = ear_make();
    Analyses *analyses = start(1, &ear);
    Analysis *analysis;
    assert_int_equal(ask(analyses, "a", LIMIT_ANALYSIS_MS, &analysis), ANALYSES_ACCEPTED);
    pthread_mutex_lock(&ear.mutex);
    while (!tells(analysis, "\"nodes\"")) {
        pthread_cond_wait(&ear.heard, &ear.mutex);
    }
    pthread_mutex_unlock(&ear.mutex);
    analysis_stop(analysis);
    follow(&ear, analysis, 1);
    assert_true(tells(analysis, "\"state\":\"stopped\""));
    analysis_release(analysis);
    analyses_free(analyses);
}

static void closing_ends_everything(void **state) {
    (void)state;
    Analyses *analyses = start(1, NULL);
    Analysis *held[2];
    Analysis *late;
    assert_int_equal(ask(analyses, "a", LIMIT_ANALYSIS_MS, &held[0]), ANALYSES_ACCEPTED);
    assert_int_equal(ask(analyses, "a", LIMIT_ANALYSIS_MS, &held[1]), ANALYSES_ACCEPTED);
    analyses_close(analyses);
    for (int i = 0; i < 2; i++) {
        assert_true(tells(held[i], "\"state\":\"stopped\""));
        analysis_release(held[i]);
    }
    assert_int_equal(ask(analyses, "b", 10, &late), ANALYSES_CLOSING);
    analyses_free(analyses);
}

// With no worker nothing moves, so the queue can be looked at.
static void the_queue_is_bounded_and_in_order(void **state) {
    (void)state;
    Analyses *analyses = start(0, NULL);
    Analysis *waiting[LIMIT_QUEUE];
    Analysis *none;
    for (int i = 0; i < LIMIT_QUEUE; i++) {
        char client[16];
        char place[32];
        snprintf(client, sizeof client, "%d", i / LIMIT_ANALYSES_EACH);
        snprintf(place, sizeof place, "\"queuePosition\":%d,", i + 1);
        assert_int_equal(ask(analyses, client, 10, &waiting[i]), ANALYSES_ACCEPTED);
        assert_true(tells(waiting[i], place));
    }
    assert_int_equal(ask(analyses, "0", 10, &none), ANALYSES_CLIENT_BUSY);
    assert_int_equal(ask(analyses, "new", 10, &none), ANALYSES_QUEUE_FULL);
    analysis_stop(waiting[1]);
    analysis_stop(waiting[1]);
    assert_true(tells(waiting[1], "\"state\":\"stopped\""));
    assert_true(tells(waiting[1], "\"queuePosition\":0"));
    assert_true(tells(waiting[0], "\"queuePosition\":1,"));
    assert_true(tells(waiting[2], "\"queuePosition\":2,"));
    assert_true(tells(waiting[LIMIT_QUEUE - 1], "\"queuePosition\":15,"));
    assert_int_equal(ask(analyses, "0", 10, &none), ANALYSES_ACCEPTED);
    assert_true(tells(none, "\"queuePosition\":16,"));
    analysis_release(none);
    for (int i = 0; i < LIMIT_QUEUE; i++) {
        analysis_release(waiting[i]);
    }
    analyses_free(analyses);
}

static void what_nobody_watches_is_stopped(void **state) {
    (void)state;
    Analyses *analyses = start(0, NULL);
    Analysis *analysis;
    int64_t now_ms = clock_now_ms();
    assert_int_equal(ask(analyses, "a", 10, &analysis), ANALYSES_ACCEPTED);
    analyses_tend(analyses, now_ms + LIMIT_UNWATCHED_MS - 1000);
    assert_true(tells(analysis, "\"state\":\"queued\""));
    analyses_tend(analyses, now_ms + LIMIT_UNWATCHED_MS + 1000);
    assert_true(tells(analysis, "\"state\":\"stopped\""));
    analysis_release(analysis);
    analyses_free(analyses);
}

static bool is_there(Analyses *analyses, const char *id) {
    Analysis *found = analyses_find(analyses, slice_from(id));
    if (found) {
        analysis_release(found);
    }
    return found != NULL;
}

static void the_old_are_forgotten_unless_held(void **state) {
    (void)state;
    Analyses *analyses = start(0, NULL);
    Analysis *held;
    char first_id[ANALYSIS_ID_SIZE] = "";
    char last_id[ANALYSIS_ID_SIZE] = "";
    assert_int_equal(ask(analyses, "held", 10, &held), ANALYSES_ACCEPTED);
    analysis_stop(held);
    for (int i = 0; i < LIMIT_ANALYSES_KEPT + 2; i++) {
        Analysis *analysis;
        assert_int_equal(ask(analyses, "a", 10, &analysis), ANALYSES_ACCEPTED);
        analysis_stop(analysis);
        strcpy(i == 0 ? first_id : last_id, analysis_id(analysis));
        analysis_release(analysis);
    }
    int64_t now_ms = clock_now_ms();
    analyses_tend(analyses, now_ms);
    assert_false(is_there(analyses, first_id));
    assert_true(is_there(analyses, last_id));
    assert_true(is_there(analyses, analysis_id(held)));
    analyses_tend(analyses, now_ms + LIMIT_KEPT_MS + 1000);
    assert_false(is_there(analyses, last_id));
    assert_true(is_there(analyses, analysis_id(held)));
    analysis_release(held);
    analyses_free(analyses);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_thought_about),
        cmocka_unit_test(thinking_is_stopped),
        cmocka_unit_test(closing_ends_everything),
        cmocka_unit_test(the_queue_is_bounded_and_in_order),
        cmocka_unit_test(what_nobody_watches_is_stopped),
        cmocka_unit_test(the_old_are_forgotten_unless_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
