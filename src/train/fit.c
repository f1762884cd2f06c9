#include "train/fit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "train/fit_checkpoint.h"

#define PI 3.14159265358979323846
// In the card, of what the program will use.
#define LOSS_NAME "quantised_loss"

FitSettings fit_settings_default(void) {
    return (FitSettings){
        .data =
            {
                .validation_share = 0.05,
                .validation_max = 50000,
                .chunk_max = 4000000,
                .result_share = 0.7,
                .seed = 1,
            },
        .hidden_count = 128, // docs/decisions/0008: better than 64 from some millions of samples on
        .batch_size = 4096,
        .epochs = 10,
        .rate = 2e-3,
        .rate_end_share = 0.02,
        .thread_count = 1,
        .level = cpu_level(),
        .report_count = 50,
        .checkpoint_steps = 2000,
    };
}

typedef struct Run {
    const FitSettings *settings;
    const FitListener *listener;
    const atomic_bool *stop;
    ThreadPool *pool;
    FitData data;
    FitTrainer trainer;
    FitState state;
    uint32_t number; // tells runs of other settings or samples apart
    uint64_t chunk_steps;
    uint64_t epoch_steps;
    uint64_t step_count;
    int64_t start_ns;
    int64_t told_ns; // when progress was last told
    uint64_t first_step;
    double positions_since_told;
} Run;

// Everything that the weights depend on, as text, and of that a number.
static uint32_t number_of_run(const Run *run) {
    const FitSettings *settings = run->settings;
    Text text;
    text_init(&text);
    text_addf(&text, "%s %d %d %a %a %a %a %" PRIu64 " %" PRIu64, settings->data.shape->name,
        settings->hidden_count, settings->batch_size, settings->epochs, settings->rate,
        settings->rate_end_share, settings->data.result_share, settings->data.seed,
        settings->report_count);
    if (settings->heads != FIT_VALUE) {
        text_addf(&text, " heads %d", settings->heads);
    }
    text_addf(&text, " %zu %zu %zu %" PRIx64, run->data.training_positions,
        run->data.held_out.count, run->data.chunk_count, run->data.fingerprint);
    if (settings->from) {
        Text network;
        text_init(&network);
        network_write(settings->from, &network);
        text_addf(&text, " %" PRIx32, checksum_crc32(network.data, network.size));
        text_release(&network);
    }
    const uint32_t number = checksum_crc32(text.data, text.size);
    text_release(&text);
    return number;
}

// All chunks of an epoch are about as long and have the same number of batches.
static void plan(Run *run) {
    const uint64_t chunk =
        (run->data.training_positions + run->data.chunk_count - 1) / run->data.chunk_count;
    const uint64_t batch = (uint64_t)run->settings->batch_size;
    run->chunk_steps = (chunk + batch - 1) / batch;
    run->epoch_steps = run->chunk_steps * run->data.chunk_count;
    const double steps = round(run->settings->epochs * (double)run->epoch_steps);
    run->step_count = steps < 1 ? 1 : (uint64_t)steps;
}

static double rate_at(const Run *run, uint64_t step) {
    const double share = run->settings->rate_end_share;
    const double turn = cos(PI * (double)step / (double)run->step_count);
    return run->settings->rate * (share + (1 - share) * (1 + turn) / 2);
}

static bool take_step(Run *run, uint64_t step, Error *error) {
    const uint64_t epoch = step / run->epoch_steps;
    const uint64_t chunk = step % run->epoch_steps / run->chunk_steps;
    const uint64_t index = step % run->chunk_steps;
    if (!fit_data_turn_to(&run->data, epoch, chunk, error)) {
        return false;
    }
    const FitBatch batch = {
        .positions = &run->data.chunk,
        .order = run->data.order,
        .from = run->data.chunk.count * index / run->chunk_steps,
        .to = run->data.chunk.count * (index + 1) / run->chunk_steps,
        .seed = run->settings->data.seed * (run->step_count + 1) + step + 1,
    };
    if (batch.from == batch.to) {
        run->trainer.step_count++; // very small batches of a chunk that came out short
    } else {
        const double count = (double)(batch.to - batch.from);
        const double loss = fit_trainer_learn(&run->trainer, &batch, rate_at(run, step));
        run->state.loss_sum += loss * count;
        run->state.loss_count += count;
        run->positions_since_told += count;
    }
    return true;
}

static void tell(Run *run, uint64_t done) {
    const FitLoss loss = fit_trainer_measure(&run->trainer, &run->data.held_out);
    const FitPoint point = {
        .step = done,
        .epoch = (double)done / (double)run->epoch_steps,
        .rate = rate_at(run, done),
        .training_loss = run->state.loss_sum / fmax(run->state.loss_count, 1),
        .validation_loss = run->settings->heads == FIT_POLICY ? loss.policy_loss : loss.loss,
        .validation_accuracy = loss.accuracy,
    };
    fit_curve_add(&run->state.curve, &point);
    run->state.loss_sum = 0;
    run->state.loss_count = 0;
    const int64_t now_ns = clock_now_ns();
    const double passed_s = (double)(now_ns - run->start_ns) / (double)NS_PER_S;
    const double since_s = (double)(now_ns - run->told_ns) / (double)NS_PER_S;
    const FitProgress progress = {
        .point = point,
        .step_count = run->step_count,
        .positions_per_second = run->positions_since_told / fmax(since_s, 1e-9),
        .seconds_left =
            passed_s * (double)(run->step_count - done) / (double)(done - run->first_step),
    };
    run->told_ns = now_ns;
    run->positions_since_told = 0;
    if (run->listener) {
        run->listener->on_progress(run->listener->context, &progress);
    }
}

// Whether a step completes one of so many equal shares of them all.
static bool completes_share(const Run *run, uint64_t done) {
    const uint64_t count = run->settings->report_count;
    return done * count / run->step_count != (done - 1) * count / run->step_count;
}

// Steps to the end or to the stop; `*is_finished` tells which.
static bool take_steps(Run *run, bool *is_finished, Error *error) {
    const FitSettings *settings = run->settings;
    FitTrainer *trainer = &run->trainer;
    run->start_ns = run->told_ns = clock_now_ns();
    run->first_step = trainer->step_count;
    while (trainer->step_count < run->step_count) {
        if (run->stop && atomic_load(run->stop)) {
            *is_finished = false;
            return !settings->checkpoint ||
                   fit_checkpoint_save(&run->state, run->number, settings->checkpoint, error);
        }
        if (!take_step(run, trainer->step_count, error)) {
            return false;
        }
        const uint64_t done = trainer->step_count;
        if (completes_share(run, done)) {
            tell(run, done);
        }
        const bool is_due = settings->checkpoint && settings->checkpoint_steps > 0 &&
                            done % settings->checkpoint_steps == 0 && done < run->step_count;
        if (is_due && !fit_checkpoint_save(&run->state, run->number, settings->checkpoint, error)) {
            return false;
        }
    }
    *is_finished = true;
    return true;
}

static bool finish(Run *run, FitResult *result, Error *error) {
    const FitSettings *settings = run->settings;
    const NetworkShape *shape = settings->data.shape;
    const int hidden_count = settings->hidden_count;
    if (!(settings->heads == FIT_VALUE
                ? network_init(&result->network, shape, hidden_count)
                : network_init_with_policy(&result->network, shape, hidden_count))) {
        return error_set(error, ERROR_OUT_OF_MEMORY, "no memory for a network");
    }
    fit_model_to_network(&run->trainer.model, &result->network);
    result->model_loss = fit_trainer_measure(&run->trainer, &run->data.held_out);
    result->network_loss =
        fit_trainer_measure_network(&run->trainer, &result->network, &run->data.held_out);
    return true;
}

static bool run_all(Run *run, FitResult *result, Error *error) {
    const FitSettings *settings = run->settings;
    plan(run);
    run->number = number_of_run(run);
    if (run->listener) {
        run->listener->on_data(run->listener->context, &run->data);
    }
    if (settings->from) {
        fit_model_from_network(&run->trainer.model, settings->from);
    } else {
        fit_model_seed(&run->trainer.model, settings->data.seed);
    }
    run->state.trainer = &run->trainer;
    if (settings->checkpoint && settings->is_resumed &&
        !fit_checkpoint_load(&run->state, run->number, settings->checkpoint, error)) {
        return false;
    }
    *result = (FitResult){
        .step_count = run->step_count,
        .training_games = run->data.training_count,
        .training_positions = run->data.training_positions,
        .validation_games = run->data.validation_count,
        .validation_positions = run->data.validation_positions,
    };
    bool done = take_steps(run, &result->is_finished, error) &&
                (!result->is_finished || finish(run, result, error));
    if (done) {
        result->curve = run->state.curve;
        run->state.curve = (FitCurve){0};
    }
    fit_curve_release(&run->state.curve);
    return done;
}

bool fit_run(const FitSettings *settings, const FitListener *listener, const atomic_bool *stop,
    FitResult *result, Error *error) {
    Run run = {.settings = settings, .listener = listener, .stop = stop};
    run.pool = thread_pool_new(settings->thread_count);
    if (!run.pool) {
        return error_set(
            error, ERROR_NO_THREADS, "cannot start %d threads", settings->thread_count);
    }
    FitDataSettings data = settings->data;
    data.needs_shares = settings->heads != FIT_VALUE;
    bool done = fit_data_init(&run.data, &data, run.pool, error);
    if (done) {
        done = fit_trainer_init(&run.trainer, settings->data.shape, settings->hidden_count,
            settings->heads, settings->level, run.pool);
        done = done ? run_all(&run, result, error)
                    : error_set(error, ERROR_OUT_OF_MEMORY, "no memory for training");
        fit_trainer_release(&run.trainer);
        fit_data_release(&run.data);
    }
    thread_pool_free(run.pool);
    return done;
}

void fit_result_release(FitResult *result) {
    if (result->is_finished) {
        network_release(&result->network);
    }
    fit_curve_release(&result->curve);
    *result = (FitResult){0};
}

void fit_write_card(
    const FitSettings *settings, const FitResult *result, const char *date, Text *out) {
    text_addf(
        out, "shape %s\nhidden_units %d\n", settings->data.shape->name, settings->hidden_count);
    if (date) {
        text_addf(out, "date %s\n", date);
    }
    for (size_t i = 0; i < settings->data.file_count; i++) {
        // Its folder says nothing to whoever has only the network.
        const char *slash = strrchr(settings->data.files[i], '/');
        text_addf(out, "data %s\n", slash ? slash + 1 : settings->data.files[i]);
    }
    text_addf(out, "games %zu\npositions %zu\nvalidation_games %zu\nvalidation_positions %zu\n",
        result->training_games, result->training_positions, result->validation_games,
        result->validation_positions);
    text_addf(out, "epochs %g\nsteps %" PRIu64 "\nbatch %d\nrate %g\nrate_end_share %g\n",
        settings->epochs, result->step_count, settings->batch_size, settings->rate,
        settings->rate_end_share);
    text_addf(out, "result_share %g\nseed %" PRIu64 "\nstart %s\n", settings->data.result_share,
        settings->data.seed, settings->from ? "a network" : "anew");
    text_addf(out, "validation_loss %.5f\nvalidation_accuracy %.5f\n", result->model_loss.loss,
        result->model_loss.accuracy);
    text_addf(out, LOSS_NAME " %.5f\nquantised_accuracy %.5f\n", result->network_loss.loss,
        result->network_loss.accuracy);
    if (settings->heads != FIT_VALUE) {
        text_addf(out, "policy %s\npolicy_loss %.5f\nquantised_policy_loss %.5f\n",
            settings->heads == FIT_POLICY ? "alone" : "with the value",
            result->model_loss.policy_loss, result->network_loss.policy_loss);
    }
    if (settings->from) {
        // One generation back: its own card up to the blank line.
        const char *card = settings->from->card.data;
        const char *end = strstr(card, "\n\n");
        const size_t size = end ? (size_t)(end - card) + 1 : settings->from->card.size;
        text_add(out, "\nThe network that it started from:\n");
        text_add_slice(out, (Slice){card, size});
    }
}

bool fit_read_card(Slice card, double *loss) {
    Slice line;
    Slice word;
    while (slice_next_line(&card, &line)) {
        if (slice_next(&line, " ", &word) && slice_is(word, LOSS_NAME)) {
            return slice_next(&line, " ", &word) && slice_to_double(word, loss);
        }
    }
    return false;
}
