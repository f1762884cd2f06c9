#include "api/analyses.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

#include "api/analysis_document.h"
#include "api/limits.h"
#include "base/clock.h"

#define CLIENT_SIZE 64
// Visitors' analyses stand back behind everything else, above all behind serving the page.
#define WORKER_NICENESS 10
#define WORKER_SEED 1 // the same question gets the same answer

struct Analysis {
    Analyses *owner;
    Analysis *next; // in `all`, the newest first
    char id[ANALYSIS_ID_SIZE];
    char client[CLIENT_SIZE];
    Question question;
    AnalysisState state;
    size_t queue_position; // 1: next; 0 once it has left the queue
    bool is_stopped;
    Engine *engine;      // while it is thinking
    EngineReport report; // the last one
    EngineReport lines[LIMIT_LINES];
    size_t line_count; // 0 before the first report
    uint64_t version;
    Text document;
    int64_t asked_ms; // when somebody last wanted to know
    int64_t ended_ms;
    int holders;
};

typedef struct Worker {
    Analyses *analyses;
    pthread_t thread;
    // The engine of the last question, kept for the next one.
    Engine *engine;
    const EngineKind *kind;
    const Rules *rules;
} Worker;

struct Analyses {
    AnalysesOptions options;
    pthread_mutex_t mutex;
    pthread_cond_t work; // something waits, or it is closing
    Analysis *all;
    Analysis *queue[LIMIT_QUEUE];
    size_t queue_count;
    bool is_closing;
    Worker *workers;
    int started;
};

static bool is_over(const Analysis *analysis) {
    return analysis->state >= ANALYSIS_DONE;
}

// The mutex must be held by the callers of all below that do not lock it themselves.

static void write_document(Analysis *analysis) {
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

static void end(Analysis *analysis, AnalysisState state) {
    analysis->state = state;
    analysis->queue_position = 0;
    analysis->ended_ms = clock_now_ms();
    write_document(analysis);
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

// The listener runs without the lock: it has one of its own, under which it reads analyses.
static void notify(Analyses *analyses, const Analysis *analysis) {
    if (analyses->options.on_change) {
        analyses->options.on_change(analyses->options.context, analysis);
    }
}

// Those who wait get a new place. The listener hears of each; they stay held meanwhile.
static size_t renumber_queue(Analyses *analyses, Analysis **changed) {
    for (size_t i = 0; i < analyses->queue_count; i++) {
        changed[i] = analyses->queue[i];
        changed[i]->holders++;
        changed[i]->queue_position = i + 1;
        write_document(changed[i]);
    }
    return analyses->queue_count;
}

static void notify_all(Analyses *analyses, Analysis **changed, size_t count) {
    for (size_t i = 0; i < count; i++) {
        notify(analyses, changed[i]);
        analysis_release(changed[i]);
    }
}

static void leave_queue(Analyses *analyses, size_t index) {
    analyses->queue_count--;
    memmove(analyses->queue + index, analyses->queue + index + 1,
        (analyses->queue_count - index) * sizeof *analyses->queue);
}

// Thinking

static void on_report(void *context, const EngineReport *report) {
    Analysis *analysis = context;
    Analyses *analyses = analysis->owner;
    EngineReport lines[LIMIT_LINES];
    size_t count = engine_lines(analysis->engine, (size_t)analysis->question.line_count, lines);
    if (count == 0) { // the engine knows nothing but its choice
        lines[count++] = *report;
    }
    pthread_mutex_lock(&analyses->mutex);
    analysis->report = *report;
    analysis->line_count = count;
    memcpy(analysis->lines, lines, count * sizeof *lines);
    write_document(analysis);
    pthread_mutex_unlock(&analyses->mutex);
    notify(analyses, analysis);
}

// The worker's engine, made anew if the last question was for another one. Null if memory is out.
static Engine *engine_for(Worker *worker, const Question *question) {
    if (worker->kind != question->kind || worker->rules != question->game.rules) {
        EngineOptions options = {
            .rules = question->game.rules,
            .thread_count = 1,
            .memory_mb = worker->analyses->options.memory_mb,
            .seed = WORKER_SEED,
        };
        engine_free(worker->engine);
        worker->engine = engine_new(slice_from(question->kind->name), &options, NULL);
        worker->kind = worker->engine ? question->kind : NULL;
        worker->rules = question->game.rules;
    } else {
        engine_new_game(worker->engine);
    }
    return worker->engine;
}

// Thinks about an analysis that has left the queue and is held. Called without the lock.
static void think(Worker *worker, Analysis *analysis) {
    Analyses *analyses = worker->analyses;
    Engine *engine = engine_for(worker, &analysis->question);
    pthread_mutex_lock(&analyses->mutex);
    bool is_wanted = engine && !analysis->is_stopped;
    if (is_wanted) {
        engine_clear_stop(engine); // none can come before the engine stands in the analysis
        analysis->engine = engine;
    }
    pthread_mutex_unlock(&analyses->mutex);
    if (is_wanted) {
        engine_think(engine, &analysis->question.game, &analysis->question.limits, on_report,
            analysis, NULL);
    }
    pthread_mutex_lock(&analyses->mutex);
    analysis->engine = NULL;
    end(analysis, !engine                ? ANALYSIS_FAILED
                  : analysis->is_stopped ? ANALYSIS_STOPPED
                                         : ANALYSIS_DONE);
    pthread_mutex_unlock(&analyses->mutex);
    notify(analyses, analysis);
}

static void *work(void *argument) {
    Worker *worker = argument;
    Analyses *analyses = worker->analyses;
    setpriority(PRIO_PROCESS, 0, WORKER_NICENESS); // of this thread alone, on Linux
    pthread_mutex_lock(&analyses->mutex);
    for (;;) {
        while (analyses->queue_count == 0 && !analyses->is_closing) {
            pthread_cond_wait(&analyses->work, &analyses->mutex);
        }
        if (analyses->is_closing) {
            break;
        }
        Analysis *changed[LIMIT_QUEUE];
        Analysis *analysis = analyses->queue[0];
        leave_queue(analyses, 0);
        size_t count = renumber_queue(analyses, changed);
        analysis->holders++;
        analysis->state = ANALYSIS_RUNNING;
        analysis->queue_position = 0;
        write_document(analysis);
        pthread_mutex_unlock(&analyses->mutex);
        notify_all(analyses, changed, count);
        notify(analyses, analysis);
        think(worker, analysis);
        analysis_release(analysis);
        pthread_mutex_lock(&analyses->mutex);
    }
    pthread_mutex_unlock(&analyses->mutex);
    engine_free(worker->engine);
    return NULL;
}

// Life

Analyses *analyses_new(const AnalysesOptions *options, Error *error) {
    Analyses *analyses = calloc(1, sizeof *analyses);
    Worker *workers = calloc((size_t)options->worker_count + 1, sizeof *workers);
    if (!analyses || !workers) {
        abort();
    }
    analyses->options = *options;
    analyses->workers = workers;
    pthread_mutex_init(&analyses->mutex, NULL);
    pthread_cond_init(&analyses->work, NULL);
    for (int i = 0; i < options->worker_count; i++) {
        workers[i].analyses = analyses;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            error_set(error, ERROR_NO_THREADS, "thread %d of %d cannot be started", i + 1,
                options->worker_count);
            analyses_free(analyses);
            return NULL;
        }
        analyses->started++;
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
    while (analyses->started > 0) {
        pthread_join(analyses->workers[--analyses->started].thread, NULL);
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
    free(analyses->workers);
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
        write_document(analysis);
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
        end(analysis, ANALYSIS_STOPPED);
        count = renumber_queue(analyses, changed);
    } else if (analysis->state == ANALYSIS_RUNNING) {
        analysis->is_stopped = true;
        if (analysis->engine) {
            engine_stop(analysis->engine);
        }
    }
    pthread_mutex_unlock(&analyses->mutex);
    notify_all(analyses, changed, count);
    if (was_queued) {
        notify(analyses, analysis);
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
