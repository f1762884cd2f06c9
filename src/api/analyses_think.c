#include <string.h>
#include <sys/resource.h>

#include "api/analyses_parts.h"

// Visitors' analyses stand back behind everything else, above all behind serving the page.
#define THINKER_NICENESS 10
#define THINKER_SEED 1 // the same question gets the same answer

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
    analysis_renew(analysis);
    pthread_mutex_unlock(&analyses->mutex);
    analysis_notify(analysis);
}

// The thread's engine, made anew if the last question was for another one. Null if memory is out.
static Engine *engine_for(Thinker *thinker, const Question *question) {
    if (thinker->kind != question->kind || thinker->rules != question->game.rules) {
        EngineOptions options = {
            .rules = question->game.rules,
            .thread_count = 1,
            .memory_mb = thinker->analyses->options.memory_mb,
            .seed = THINKER_SEED,
        };
        engine_free(thinker->engine);
        thinker->engine = engine_new(slice_from(question->kind->name), &options, NULL);
        thinker->kind = thinker->engine ? question->kind : NULL;
        thinker->rules = question->game.rules;
    } else {
        engine_new_game(thinker->engine);
    }
    return thinker->engine;
}

// Thinks about an analysis that has left the queue and is held. Called without the lock.
static void think(Thinker *thinker, Analysis *analysis) {
    Analyses *analyses = thinker->analyses;
    Engine *engine = engine_for(thinker, &analysis->question);
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
    analysis_end(analysis, !engine                ? ANALYSIS_FAILED
                           : analysis->is_stopped ? ANALYSIS_STOPPED
                                                  : ANALYSIS_DONE);
    pthread_mutex_unlock(&analyses->mutex);
    analysis_notify(analysis);
}

void *analyses_think(void *argument) {
    Thinker *thinker = argument;
    setpriority(PRIO_PROCESS, 0, THINKER_NICENESS); // of this thread alone, on Linux
    for (Analysis *analysis; (analysis = analyses_take(thinker->analyses));) {
        think(thinker, analysis);
        analysis_release(analysis);
    }
    engine_free(thinker->engine);
    return NULL;
}
