#include "api/analyses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "api/analyses_parts.h"
#include "base/clock.h"

static bool is_over(const Analysis *analysis) {
    return analysis->state >= ANALYSIS_DONE;
}

// The mutex must be held by the callers of all below that do not lock it themselves.

void analysis_renew(Analysis *analysis) {
    analysis->version++;
    text_clear(&analysis->document);
    analysis_document_write(
        &(AnalysisView){
            .id = analysis->id,
            .question = &analysis->question,
            .state = analysis->state,
            .queue_position = analysis->queue_position,
            .report = &analysis->report,
            .lines = analysis->lines,
            .line_count = analysis->line_count,
        },
        &analysis->document);
}

void analysis_end(Analysis *analysis, AnalysisState state) {
    analysis->state = state;
    analysis->queue_position = 0;
    analysis->ended_ms = clock_now_ms();
    analysis_renew(analysis);
}

static void forget(Analysis *analysis) {
    assert(analysis->holders == 0);
    game_release(&analysis->question.game);
    text_release(&analysis->document);
    free(analysis);
}

static void forget_old(Analyses *analyses, int64_t now_ms) {
    size_t count = 0;
    for (Analysis **link = &analyses->all; *link;) {
        Analysis *analysis = *link;
        bool is_old = ++count > LIMIT_ANALYSES_KEPT || now_ms - analysis->ended_ms > LIMIT_KEPT_MS;
        if (is_over(analysis) && analysis->holders == 0 && is_old) {
            *link = analysis->next;
            forget(analysis);
        } else {
            link = &analysis->next;
        }
    }
}

void analysis_notify(const Analysis *analysis) {
    const AnalysesOptions *options = &analysis->owner->options;
    if (options->on_change) {
        options->on_change(options->context, analysis);
    }
}

// Those who wait get a new place. The listener hears of each; they stay held meanwhile.
static size_t renumber_queue(Analyses *analyses, Analysis **changed) {
    for (size_t i = 0; i < analyses->queue_count; i++) {
        changed[i] = analyses->queue[i];
        changed[i]->holders++;
        changed[i]->queue_position = i + 1;
        analysis_renew(changed[i]);
    }
    return analyses->queue_count;
}

static void notify_all(Analysis **changed, size_t count) {
    for (size_t i = 0; i < count; i++) {
        analysis_notify(changed[i]);
        analysis_release(changed[i]);
    }
}

static void leave_queue(Analyses *analyses, size_t index) {
    analyses->queue_count--;
    memmove(analyses->queue + index, analyses->queue + index + 1,
        (analyses->queue_count - index) * sizeof *analyses->queue);
}

Analysis *analyses_take(Analyses *analyses) {
    pthread_mutex_lock(&analyses->mutex);
    while (analyses->queue_count == 0 && !analyses->is_closing) {
        pthread_cond_wait(&analyses->work, &analyses->mutex);
    }
    if (analyses->is_closing) {
        pthread_mutex_unlock(&analyses->mutex);
        return NULL;
    }
    Analysis *changed[LIMIT_QUEUE];
    Analysis *analysis = analyses->queue[0];
    leave_queue(analyses, 0);
    size_t count = renumber_queue(analyses, changed);
    analysis->holders++;
    analysis->state = ANALYSIS_RUNNING;
    analysis->queue_position = 0;
    analysis_renew(analysis);
    pthread_mutex_unlock(&analyses->mutex);
    notify_all(changed, count);
    analysis_notify(analysis);
    return analysis;
}

// Life

Analyses *analyses_new(const AnalysesOptions *options, Error *error) {
    Analyses *analyses = calloc(1, sizeof *analyses);
    Thinker *thinkers = calloc((size_t)options->worker_count + 1, sizeof *thinkers);
    if (!analyses || !thinkers) {
        abort();
    }
    analyses->options = *options;
    analyses->thinkers = thinkers;
    pthread_mutex_init(&analyses->mutex, NULL);
    pthread_cond_init(&analyses->work, NULL);
    for (int i = 0; i < options->worker_count; i++) {
        thinkers[i].analyses = analyses;
        if (pthread_create(&thinkers[i].thread, NULL, analyses_think, &thinkers[i]) != 0) {
            error_set(error, ERROR_NO_THREADS, "thread %d of %d cannot be started", i + 1,
                options->worker_count);
            analyses_free(analyses);
            return NULL;
        }
        analyses->thinker_count++;
    }
    return analyses;
}

void analyses_close(Analyses *analyses) {
    pthread_mutex_lock(&analyses->mutex);
    analyses->is_closing = true;
    pthread_cond_broadcast(&analyses->work);
    Analysis *first = analyses->all; // what is added later is not: it is closing
    pthread_mutex_unlock(&analyses->mutex);
    for (Analysis *analysis = first; analysis; analysis = analysis->next) {
        analysis_stop(analysis);
    }
    while (analyses->thinker_count > 0) {
        pthread_join(analyses->thinkers[--analyses->thinker_count].thread, NULL);
    }
}

void analyses_free(Analyses *analyses) {
    if (!analyses) {
        return;
    }
    analyses_close(analyses);
    while (analyses->all) {
        Analysis *analysis = analyses->all;
        analyses->all = analysis->next;
        forget(analysis);
    }
    pthread_cond_destroy(&analyses->work);
    pthread_mutex_destroy(&analyses->mutex);
    free(analyses->thinkers);
    free(analyses);
}

static void make_id(char id[ANALYSIS_ID_SIZE]) {
    unsigned char bytes[(ANALYSIS_ID_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        abort(); // cannot happen for so few bytes
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    }
}

static Analysis *analysis_new(Analyses *analyses, Question *question, const char *client) {
    Analysis *analysis = calloc(1, sizeof *analysis);
    if (!analysis) {
        abort();
    }
    analysis->owner = analyses;
    analysis->question = *question;
    analysis->asked_ms = clock_now_ms();
    text_init(&analysis->document);
    make_id(analysis->id);
    snprintf(analysis->client, sizeof analysis->client, "%s", client);
    return analysis;
}

static AnalysesRefusal why_refused(const Analyses *analyses, const char *client) {
    if (analyses->is_closing) {
        return ANALYSES_CLOSING;
    }
    int count = 0;
    for (const Analysis *analysis = analyses->all; analysis; analysis = analysis->next) {
        count += !is_over(analysis) && strcmp(analysis->client, client) == 0;
    }
    if (count >= LIMIT_ANALYSES_EACH) {
        return ANALYSES_CLIENT_BUSY;
    }
    return analyses->queue_count == LIMIT_QUEUE ? ANALYSES_QUEUE_FULL : ANALYSES_ACCEPTED;
}

AnalysesRefusal analyses_add(
    Analyses *analyses, Question *question, const char *client, Analysis **out) {
    Analysis *analysis = analysis_new(analyses, question, client);
    pthread_mutex_lock(&analyses->mutex);
    AnalysesRefusal refusal = why_refused(analyses, analysis->client);
    if (refusal == ANALYSES_ACCEPTED) {
        forget_old(analyses, analysis->asked_ms);
        analysis->next = analyses->all;
        analyses->all = analysis;
        analyses->queue[analyses->queue_count++] = analysis;
        analysis->queue_position = analyses->queue_count;
        analysis->holders = 1;
        analysis_renew(analysis);
        pthread_cond_signal(&analyses->work);
        *out = analysis;
    }
    pthread_mutex_unlock(&analyses->mutex);
    if (refusal != ANALYSES_ACCEPTED) {
        forget(analysis);
    }
    return refusal;
}

Analysis *analyses_find(Analyses *analyses, Slice id) {
    pthread_mutex_lock(&analyses->mutex);
    Analysis *analysis = analyses->all;
    while (analysis && !slice_is(id, analysis->id)) {
        analysis = analysis->next;
    }
    if (analysis) {
        analysis->holders++;
    }
    pthread_mutex_unlock(&analyses->mutex);
    return analysis;
}

void analysis_release(Analysis *analysis) {
    pthread_mutex_lock(&analysis->owner->mutex);
    assert(analysis->holders > 0);
    analysis->holders--;
    pthread_mutex_unlock(&analysis->owner->mutex);
}

void analysis_stop(Analysis *analysis) {
    Analyses *analyses = analysis->owner;
    Analysis *changed[LIMIT_QUEUE];
    size_t count = 0;
    pthread_mutex_lock(&analyses->mutex);
    bool was_queued = analysis->state == ANALYSIS_QUEUED;
    if (was_queued) {
        leave_queue(analyses, analysis->queue_position - 1);
        analysis_end(analysis, ANALYSIS_STOPPED);
        count = renumber_queue(analyses, changed);
    } else if (analysis->state == ANALYSIS_RUNNING) {
        analysis->is_stopped = true;
        if (analysis->engine) {
            engine_stop(analysis->engine);
        }
    }
    pthread_mutex_unlock(&analyses->mutex);
    notify_all(changed, count);
    if (was_queued) {
        analysis_notify(analysis);
    }
}

const char *analysis_id(const Analysis *analysis) {
    return analysis->id;
}

uint64_t analysis_read(Analysis *analysis, uint64_t after, Text *out, bool *over) {
    pthread_mutex_lock(&analysis->owner->mutex);
    uint64_t version = analysis->version > after ? analysis->version : 0;
    if (version > 0) {
        text_clear(out);
        text_add_slice(out, text_slice(&analysis->document));
    }
    analysis->asked_ms = clock_now_ms();
    *over = is_over(analysis);
    pthread_mutex_unlock(&analysis->owner->mutex);
    return version;
}

// One that is under way and that nobody has asked about for long, held; null if there is none.
static Analysis *find_unwatched(Analyses *analyses, int64_t now_ms) {
    pthread_mutex_lock(&analyses->mutex);
    Analysis *analysis = analyses->all;
    while (analysis && (is_over(analysis) || analysis->is_stopped ||
                           now_ms - analysis->asked_ms < LIMIT_UNWATCHED_MS)) {
        analysis = analysis->next;
    }
    if (analysis) {
        analysis->holders++;
    }
    pthread_mutex_unlock(&analyses->mutex);
    return analysis;
}

void analyses_tend(Analyses *analyses, int64_t now_ms) {
    for (Analysis *found; (found = find_unwatched(analyses, now_ms));) {
        analysis_stop(found);
        analysis_release(found);
    }
    pthread_mutex_lock(&analyses->mutex);
    forget_old(analyses, now_ms);
    pthread_mutex_unlock(&analyses->mutex);
}
