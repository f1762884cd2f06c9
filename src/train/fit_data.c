#include "train/fit_data.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/logit.h"
#include "base/rng.h"

#define LOAD_PARTS 16
#define SPLIT_STEPS 10000 // the validation share is told apart so finely

static uint64_t mix(uint64_t hash, uint64_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

// By what was played, not by what the search thought of it.
static uint64_t hash_game(const SampleGame *game) {
    char text[POSITION_TEXT_SIZE];
    const size_t size = game->rules->write(&game->start, text);
    uint64_t hash = game->count;
    for (size_t i = 0; i < size; i++) {
        hash = mix(hash, (uint8_t)text[i]);
    }
    for (size_t i = 0; i < game->count; i++) {
        hash = mix(hash, game->plies[i].move);
    }
    return hash;
}

static bool is_wanted(const FitDataSettings *settings, const SamplePly *ply) {
    return ply->is_quiet && (!settings->needs_shares || ply->share_count > 0);
}

static uint32_t count_wanted(const FitDataSettings *settings, const SampleGame *game) {
    uint32_t count = 0;
    for (size_t i = 0; i < game->count; i++) {
        count += is_wanted(settings, &game->plies[i]);
    }
    return count;
}

// 1. The index: one pass over all files, a file a part.

typedef struct Scan {
    const FitDataSettings *settings;
    struct ScannedFile {
        FitGame *games;
        size_t count;
        bool is_broken;
        bool is_done;
        Error error;
    } * files;
} Scan;

static void *grown(void *memory, size_t size_bytes) {
    void *more = realloc(memory, size_bytes);
    if (!more) {
        abort(); // as Text does: bounded by the input, about 24 bytes for a game
    }
    return more;
}

static SampleFile *open_file(const FitDataSettings *settings, size_t index, Error *error) {
    SampleFile *file = samples_open(settings->files[index], error);
    if (file && network_shape_for(samples_rules(file), samples_variant(file)) != settings->shape) {
        error_set(error, ERROR_SAMPLES_OTHER_GAME,
            "%.150s holds samples of %s %s, not for a network of shape %s", settings->files[index],
            samples_rules(file)->name, samples_variant(file)->name, settings->shape->name);
        samples_close(file, NULL);
        return NULL;
    }
    return file;
}

static void scan_file(void *context, int part) {
    Scan *scan = context;
    struct ScannedFile *found = &scan->files[part];
    SampleFile *file = open_file(scan->settings, (size_t)part, &found->error);
    if (!file) {
        return;
    }
    SampleGame game;
    long offset = samples_tell(file);
    size_t capacity = 0;
    while (samples_next(file, &game, &found->is_broken)) {
        const uint32_t count = game.result == RESULT_NONE ? 0 : count_wanted(scan->settings, &game);
        if (count > 0) {
            if (found->count == capacity) {
                capacity = capacity ? 2 * capacity : 1024;
                found->games = grown(found->games, capacity * sizeof *found->games);
            }
            found->games[found->count++] = (FitGame){
                .hash = hash_game(&game), .offset = offset, .file = (uint32_t)part, .count = count};
        }
        offset = samples_tell(file);
    }
    samples_close(file, NULL);
    found->is_done = true;
}

static void sort_out(FitData *data, const struct ScannedFile *file) {
    const double held_out = data->settings.validation_share * SPLIT_STEPS;
    for (size_t i = 0; i < file->count; i++) {
        const FitGame *game = &file->games[i];
        const bool is_held_out = (double)(game->hash % SPLIT_STEPS) < held_out;
        data->fingerprint = mix(data->fingerprint, game->hash ^ game->count);
        if (is_held_out) {
            data->validation[data->validation_count++] = *game;
            data->validation_positions += game->count;
        } else {
            data->training[data->training_count++] = *game;
            data->training_positions += game->count;
        }
    }
    data->broken_files += file->is_broken;
}

static bool make_index(FitData *data, Error *error) {
    const size_t file_count = data->settings.file_count;
    Scan scan = {.settings = &data->settings};
    scan.files = grown(NULL, (file_count + 1) * sizeof *scan.files);
    memset(scan.files, 0, (file_count + 1) * sizeof *scan.files);
    thread_pool_for(data->pool, (int)file_count, scan_file, &scan);
    size_t count = 0;
    bool done = true;
    for (size_t i = 0; i < file_count; i++) {
        count += scan.files[i].count;
        if (done && !scan.files[i].is_done) {
            done = error_copy(error, &scan.files[i].error);
        }
    }
    data->training = grown(NULL, (count + 1) * sizeof *data->training);
    data->validation = grown(NULL, (count + 1) * sizeof *data->validation);
    for (size_t i = 0; i < file_count; i++) {
        sort_out(data, &scan.files[i]);
        free(scan.files[i].games);
    }
    free(scan.files);
    return done && (data->training_positions > 0 ||
                       error_set(error, ERROR_NO_SAMPLES,
                           "there is no position to learn from in these samples"));
}

// 2. Reading positions of some games of the index.

typedef struct Place {
    const FitGame *game;
    size_t at; // its first position's place among the others
} Place;

typedef struct Load {
    const FitDataSettings *settings;
    FitPositions *into;
    Place *places;
    size_t count;
    bool is_done[LOAD_PARTS];
    Error errors[LOAD_PARTS];
} Load;

static int compare_places(const void *a, const void *b) {
    const FitGame *x = ((const Place *)a)->game;
    const FitGame *y = ((const Place *)b)->game;
    return x->file != y->file ? (x->file > y->file) - (x->file < y->file)
                              : (x->offset > y->offset) - (x->offset < y->offset);
}

static void take_game(const Load *load, const SampleGame *game, size_t at) {
    Position pos = game->start;
    const double result_share = load->settings->result_share;
    for (size_t i = 0; i < game->count; i++) {
        const SamplePly *ply = &game->plies[i];
        if (is_wanted(load->settings, ply)) {
            const bool is_won = game->result == result_win_for(position_turn(&pos));
            const int half_points = game->result == RESULT_DRAW ? 1 : is_won ? 2 : 0;
            const double searched = logit_to_probability(ply->value / 1000.0);
            load->into->positions[at] = pos;
            load->into->half_points[at] = (uint8_t)half_points;
            load->into->targets[at] =
                (float)(result_share * half_points / 2 + (1 - result_share) * searched);
            if (load->into->shares) {
                FitShares *shares = &load->into->shares[at];
                shares->count = ply->share_count;
                memcpy(shares->shares, ply->shares, sizeof ply->shares);
            }
            at++;
        }
        if (ply->move != MOVE_NONE) {
            game->rules->apply(&pos, ply->move, &pos);
        }
    }
}

// Games are read in the order in which they lie in the files, whatever places they go to.
static void load_part(void *context, int part) {
    Load *load = context;
    const size_t end = load->count * (size_t)(part + 1) / LOAD_PARTS;
    const size_t start = load->count * (size_t)part / LOAD_PARTS;
    SampleFile *file = NULL;
    load->is_done[part] = true;
    for (size_t i = start; i < end && load->is_done[part]; i++) {
        const FitGame *game = load->places[i].game;
        if (!file || game->file != load->places[i - 1].game->file) {
            if (file) {
                samples_close(file, NULL);
            }
            file = open_file(load->settings, game->file, &load->errors[part]);
        }
        SampleGame read;
        bool is_broken;
        if (!file) {
            load->is_done[part] = false;
        } else if (!samples_seek(file, game->offset) || !samples_next(file, &read, &is_broken) ||
                   hash_game(&read) != game->hash ||
                   count_wanted(load->settings, &read) != game->count) {
            load->is_done[part] = error_set(&load->errors[part], ERROR_FILE_CHANGED,
                "%.150s changed while in use", load->settings->files[game->file]);
        } else {
            take_game(load, &read, load->places[i].at);
        }
    }
    if (file) {
        samples_close(file, NULL);
    }
}

// The games, whose positions must fit into `out`, one after the other.
static bool load_games(
    FitData *data, const FitGame *const *games, size_t count, FitPositions *out, Error *error) {
    Load load = {.settings = &data->settings, .into = out, .count = count};
    load.places = grown(NULL, (count + 1) * sizeof *load.places);
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        load.places[i] = (Place){games[i], out->count};
        out->count += games[i]->count;
    }
    qsort(load.places, count, sizeof *load.places, compare_places);
    thread_pool_for(data->pool, LOAD_PARTS, load_part, &load);
    free(load.places);
    for (int part = 0; part < LOAD_PARTS; part++) {
        if (!load.is_done[part]) {
            return error_copy(error, &load.errors[part]);
        }
    }
    return true;
}

static bool positions_init(FitPositions *positions, size_t capacity, bool needs_shares) {
    positions->count = 0;
    positions->positions = calloc(capacity + 1, sizeof *positions->positions);
    positions->targets = calloc(capacity + 1, sizeof *positions->targets);
    positions->half_points = calloc(capacity + 1, sizeof *positions->half_points);
    positions->shares = needs_shares ? calloc(capacity + 1, sizeof *positions->shares) : NULL;
    return positions->positions && positions->targets && positions->half_points &&
           (positions->shares || !needs_shares);
}

static void positions_release(FitPositions *positions) {
    free(positions->positions);
    free(positions->targets);
    free(positions->half_points);
    free(positions->shares);
    *positions = (FitPositions){0};
}

// 3. The validation set: the games of the lowest hashes, the same ones with more files.

static int compare_hashes(const void *a, const void *b) {
    const uint64_t x = ((const FitGame *)a)->hash;
    const uint64_t y = ((const FitGame *)b)->hash;
    return (x > y) - (x < y);
}

static bool hold_out(FitData *data, Error *error) {
    qsort(data->validation, data->validation_count, sizeof *data->validation, compare_hashes);
    const FitGame **games = grown(NULL, (data->validation_count + 1) * sizeof *games);
    size_t count = 0;
    size_t positions = 0;
    while (count < data->validation_count && positions < data->settings.validation_max) {
        games[count] = &data->validation[count];
        positions += games[count++]->count;
    }
    bool done =
        positions_init(&data->held_out, positions, data->settings.needs_shares)
            ? load_games(data, games, count, &data->held_out, error)
            : error_set(error, ERROR_OUT_OF_MEMORY, "no memory for %zu positions", positions);
    free(games);
    return done;
}

bool fit_data_init(FitData *data, const FitDataSettings *settings, ThreadPool *pool, Error *error) {
    // No game is as long as a chunk, so none is empty.
    assert(settings->chunk_max >= 2 * SAMPLE_PLIES_MAX);
    *data = (FitData){.settings = *settings, .pool = pool};
    if (!make_index(data, error) || !hold_out(data, error)) {
        fit_data_release(data);
        return false;
    }
    data->chunk_count = 1 + (data->training_positions - 1) / data->settings.chunk_max;
    // A chunk ends with the game that fills it.
    const size_t capacity = 1 + data->training_positions / data->chunk_count +
                            (data->chunk_count > 1) * SAMPLE_PLIES_MAX;
    data->order = calloc(capacity + 1, sizeof *data->order);
    if (!positions_init(&data->chunk, capacity, settings->needs_shares) || !data->order) {
        fit_data_release(data);
        return error_set(error, ERROR_OUT_OF_MEMORY, "no memory for %zu positions", capacity);
    }
    return true;
}

void fit_data_release(FitData *data) {
    free(data->training);
    free(data->validation);
    free(data->order);
    positions_release(&data->held_out);
    positions_release(&data->chunk);
    *data = (FitData){0};
}

// 4. Chunks.

static Rng rng_for(const FitData *data, uint64_t epoch, uint64_t chunk) {
    Rng rng;
    rng_init(&rng, mix(mix(mix(data->settings.seed, 1), epoch), chunk));
    return rng;
}

// The games of a chunk, of all games in the order of an epoch.
static bool load_chunk(FitData *data, uint64_t epoch, size_t chunk, Error *error) {
    const FitGame **games = grown(NULL, data->training_count * sizeof *games);
    for (size_t i = 0; i < data->training_count; i++) {
        games[i] = &data->training[i];
    }
    Rng rng = rng_for(data, epoch, 0);
    for (size_t i = data->training_count - 1; i > 0; i--) {
        const size_t other = rng_below(&rng, i + 1);
        const FitGame *game = games[i];
        games[i] = games[other];
        games[other] = game;
    }
    const size_t from = data->training_positions * chunk / data->chunk_count;
    const size_t to = data->training_positions * (chunk + 1) / data->chunk_count;
    size_t position = 0;
    size_t first = 0;
    while (position < from) {
        position += games[first++]->count;
    }
    size_t count = 0;
    while (position < to) {
        position += games[first + count++]->count;
    }
    const bool done = load_games(data, games + first, count, &data->chunk, error);
    free(games);
    return done;
}

bool fit_data_turn_to(FitData *data, uint64_t epoch, size_t chunk, Error *error) {
    const uint64_t number = epoch * data->chunk_count + chunk + 1;
    if (number == data->chunk_number) {
        return true;
    }
    // A single chunk stays in memory, its games in the order of the first epoch.
    const bool is_single = data->chunk_count == 1;
    if (!is_single || data->chunk_number == 0) {
        data->chunk_number = 0;
        if (!load_chunk(data, is_single ? 0 : epoch, chunk, error)) {
            return false;
        }
    }
    data->chunk_number = number;
    Rng rng = rng_for(data, epoch, chunk + 1);
    for (size_t i = 0; i < data->chunk.count; i++) {
        const size_t other = rng_below(&rng, i + 1);
        data->order[i] = data->order[other];
        data->order[other] = (uint32_t)i;
    }
    return true;
}
