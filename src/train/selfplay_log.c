#include "train/selfplay_log.h"

#include <stdlib.h>

#include "base/clock.h"

#define REPORT_INTERVAL_NS NS_PER_S

static uint64_t count_positions(const SampleGame *game) {
    uint64_t positions = 0;
    for (size_t i = 0; i < game->count; i++) {
        positions += game->plies[i].is_quiet;
    }
    return positions;
}

// Counts what an earlier run has left, so that this one goes on where it stopped.
static bool count_games(const char *path, SelfplayProgress *progress, Error *error) {
    SampleFile *file = samples_open(path, error);
    SampleGame *game = malloc(sizeof *game);
    if (!game) {
        abort();
    }
    bool broken;
    while (file && samples_next(file, game, &broken)) {
        progress->games++;
        progress->positions += count_positions(game);
    }
    free(game);
    return file && samples_close(file, error);
}

bool selfplay_log_open(SelfplayLog *log, const Rules *rules, const Variant *variant,
    const char *path, SelfplayListener listener, void *context, Error *error) {
    *log = (SelfplayLog){.listener = listener, .context = context, .start_ns = clock_now_ns()};
    log->report_ns = log->start_ns + REPORT_INTERVAL_NS;
    log->file = samples_append_to(path, rules, variant, error);
    if (log->file && !count_games(path, &log->progress, error)) {
        samples_close(log->file, NULL);
        log->file = NULL;
    }
    return log->file;
}

bool selfplay_log_put(SelfplayLog *log, const SampleGame *game, Error *error) {
    if (!samples_put(log->file, game, error)) {
        return false;
    }
    SelfplayProgress *progress = &log->progress;
    uint64_t positions = count_positions(game);
    progress->games++;
    progress->new_games++;
    progress->first_wins += game->result == RESULT_FIRST_WINS;
    progress->draws += game->result == RESULT_DRAW;
    progress->positions += positions;
    progress->new_positions += positions;
    int64_t now_ns = clock_now_ns();
    progress->elapsed_ns = now_ns - log->start_ns;
    if (log->listener && now_ns >= log->report_ns) {
        log->listener(log->context, progress);
        log->report_ns = now_ns + REPORT_INTERVAL_NS;
    }
    return true;
}

bool selfplay_log_close(SelfplayLog *log, Error *error) {
    log->progress.elapsed_ns = clock_now_ns() - log->start_ns;
    return samples_close(log->file, error);
}
