#include "train/weights.h"

#include <stdlib.h>
#include <string.h>

#include "base/logit.h"

static const WeightsKind *const KINDS[] = {&WEIGHTS_AMAZONS, &WEIGHTS_QUORIDOR};

static const WeightsKind *kind_of(const char *game) {
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (strcmp(KINDS[i]->game, game) == 0) {
            return KINDS[i];
        }
    }
    return NULL;
}

typedef struct Gathering {
    const WeightsKind *kind;
    const FitPositions *positions;
    LogisticRow *rows;
} Gathering;

static void gather_part(void *context, int part) {
    const Gathering *gathering = context;
    const size_t count = gathering->positions->count;
    const size_t end = count * (size_t)(part + 1) / FIT_PARTS;
    for (size_t i = count * (size_t)part / FIT_PARTS; i < end; i++) {
        gathering->kind->terms(&gathering->positions->positions[i], &gathering->rows[i]);
        gathering->rows[i].target = gathering->positions->targets[i];
    }
}

// With the fitted weights, or with the evaluation as it is if there are none.
static FitLoss measure(
    const WeightsKind *kind, const Logistic *logistic, const FitPositions *positions) {
    double loss = 0;
    size_t decided = 0;
    size_t right = 0;
    for (size_t i = 0; i < positions->count; i++) {
        double logit;
        if (logistic) {
            LogisticRow row = {0};
            kind->terms(&positions->positions[i], &row);
            logit = logistic_logit(logistic, &row);
        } else {
            logit = kind->value(&positions->positions[i]) / 1000.0;
        }
        loss += logit_cross_entropy(logit, (double)positions->targets[i]);
        decided += positions->half_points[i] != 1;
        right += positions->half_points[i] == (logit > 0 ? 2 : 0);
    }
    return (FitLoss){
        .loss = positions->count > 0 ? loss / (double)positions->count : 0,
        .accuracy = decided > 0 ? (double)right / (double)decided : 0,
    };
}

static bool fit_data(
    FitData *data, const Variant *variant, Text *out, WeightsReport *report, Error *error) {
    const WeightsKind *kind = kind_of(data->settings.shape->game);
    if (!fit_data_turn_to(data, 0, 0, error)) {
        return false;
    }
    Gathering gathering = {.kind = kind, .positions = &data->chunk};
    gathering.rows = calloc(data->chunk.count + 1, sizeof *gathering.rows);
    if (!gathering.rows) {
        return error_set(
            error, ERROR_OUT_OF_MEMORY, "no memory for %zu positions", data->chunk.count);
    }
    thread_pool_for(data->pool, FIT_PARTS, gather_part, &gathering);
    Logistic logistic = {0};
    kind->begin(variant, &logistic);
    if (kind->prepare) {
        kind->prepare(gathering.rows, data->chunk.count, &logistic);
    }
    logistic_fit(&logistic, gathering.rows, data->chunk.count);
    free(gathering.rows);
    *report = (WeightsReport){
        .games = data->training_count / data->chunk_count,
        .positions = data->chunk.count,
        .held_out = data->held_out.count,
        .fitted = measure(kind, &logistic, &data->held_out),
        .current = measure(kind, NULL, &data->held_out),
    };
    text_addf(out,
        "// By `immure train weights %s` for %s: %zu positions of about %zu games.\n"
        "// On games held out: loss %.4f, the winner named in %.1f %% of positions.\n",
        kind->game, variant->name, report->positions, report->games, report->fitted.loss,
        100 * report->fitted.accuracy);
    kind->write(&logistic, out);
    return true;
}

bool weights_fit(const FitDataSettings *settings, const Variant *variant, int thread_count,
    Text *out, WeightsReport *report, Error *error) {
    ThreadPool *pool = thread_pool_new(thread_count);
    if (!pool) {
        return error_set(error, ERROR_NO_THREADS, "cannot start %d threads", thread_count);
    }
    FitData data;
    bool done = fit_data_init(&data, settings, pool, error);
    if (done) {
        done = fit_data(&data, variant, out, report, error);
        fit_data_release(&data);
    }
    thread_pool_free(pool);
    return done;
}
