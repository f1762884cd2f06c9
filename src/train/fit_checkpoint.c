#include "train/fit_checkpoint.h"

#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/checksum.h"

#define MAGIC "IMMURFIT"
#define MAGIC_SIZE 8
#define VERSION 1
#define HEADER_SIZE (MAGIC_SIZE + 2 * 4 + 4 * 8)
#define POINT_SIZE (6 * 8)
#define CHECKSUM_SIZE 4
#define FILE_SIZE_MAX (1ul << 30)

static void put_u64(Text *out, uint64_t number) {
    bytes_add_u32(out, (uint32_t)number);
    bytes_add_u32(out, (uint32_t)(number >> 32));
}

static void put_double(Text *out, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_u64(out, bits);
}

static void put_floats(Text *out, const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        bytes_add_u32(out, bits);
    }
}

static uint64_t take_u64(const uint8_t **at) {
    const uint64_t number = bytes_u32(*at) | (uint64_t)bytes_u32(*at + 4) << 32;
    *at += sizeof number;
    return number;
}

static double take_double(const uint8_t **at) {
    const uint64_t bits = take_u64(at);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void take_floats(const uint8_t **at, float *out, size_t count) {
    for (size_t i = 0; i < count; i++, *at += sizeof *out) {
        const uint32_t bits = bytes_u32(*at);
        memcpy(&out[i], &bits, sizeof bits);
    }
}

static void write_state(const FitState *state, uint32_t run, Text *out) {
    const FitTrainer *trainer = state->trainer;
    const size_t weight_count = trainer->model.weight_count;
    text_add_slice(out, (Slice){MAGIC, MAGIC_SIZE});
    bytes_add_u32(out, VERSION);
    bytes_add_u32(out, run);
    put_u64(out, trainer->step_count);
    put_double(out, state->loss_sum);
    put_double(out, state->loss_count);
    put_u64(out, state->curve.count);
    for (size_t i = 0; i < state->curve.count; i++) {
        const FitPoint *point = &state->curve.points[i];
        put_u64(out, point->step);
        put_double(out, point->epoch);
        put_double(out, point->rate);
        put_double(out, point->training_loss);
        put_double(out, point->validation_loss);
        put_double(out, point->validation_accuracy);
    }
    put_floats(out, trainer->model.weights, weight_count);
    put_floats(out, trainer->mean, weight_count);
    put_floats(out, trainer->variance, weight_count);
    bytes_add_u32(out, checksum_crc32(out->data, out->size));
}

bool fit_checkpoint_save(const FitState *state, uint32_t run, const char *path, Error *error) {
    Text bytes;
    text_init(&bytes);
    write_state(state, run, &bytes);
    const bool done = text_write_file(&bytes, path, error);
    text_release(&bytes);
    return done;
}

static bool check_bytes(const FitState *state, uint32_t run, Slice bytes, Error *error) {
    const uint8_t *data = (const uint8_t *)bytes.data;
    if (bytes.size < MAGIC_SIZE || memcmp(data, MAGIC, MAGIC_SIZE) != 0) {
        return error_set(error, ERROR_NOT_A_CHECKPOINT, "not a checkpoint of training");
    }
    if (bytes.size < HEADER_SIZE + CHECKSUM_SIZE ||
        checksum_crc32(data, bytes.size - CHECKSUM_SIZE) !=
            bytes_u32(data + bytes.size - CHECKSUM_SIZE)) {
        return error_set(error, ERROR_CHECKPOINT_DAMAGED, "damaged checkpoint");
    }
    const uint8_t *at = data + MAGIC_SIZE + 4;
    if (bytes_u32(data + MAGIC_SIZE) != VERSION || bytes_u32(at) != run) {
        return error_set(error, ERROR_CHECKPOINT_OTHER,
            "a checkpoint of other settings or samples: remove it to start anew");
    }
    const uint8_t *count_at = data + HEADER_SIZE - sizeof(uint64_t);
    const uint64_t point_count = take_u64(&count_at);
    const size_t floats = 3 * state->trainer->model.weight_count * sizeof(float);
    const size_t rest = HEADER_SIZE + floats + CHECKSUM_SIZE;
    // Divided, as a product with any count could overflow.
    return (bytes.size >= rest && (bytes.size - rest) % POINT_SIZE == 0 &&
               (bytes.size - rest) / POINT_SIZE == point_count) ||
           error_set(error, ERROR_CHECKPOINT_DAMAGED, "damaged checkpoint");
}

static void read_state(FitState *state, const uint8_t *at) {
    FitTrainer *trainer = state->trainer;
    const size_t weight_count = trainer->model.weight_count;
    at += MAGIC_SIZE + 2 * 4;
    trainer->step_count = take_u64(&at);
    state->loss_sum = take_double(&at);
    state->loss_count = take_double(&at);
    const uint64_t point_count = take_u64(&at);
    state->curve.count = 0;
    for (uint64_t i = 0; i < point_count; i++) {
        FitPoint point;
        point.step = take_u64(&at);
        point.epoch = take_double(&at);
        point.rate = take_double(&at);
        point.training_loss = take_double(&at);
        point.validation_loss = take_double(&at);
        point.validation_accuracy = take_double(&at);
        fit_curve_add(&state->curve, &point);
    }
    take_floats(&at, trainer->model.weights, weight_count);
    take_floats(&at, trainer->mean, weight_count);
    take_floats(&at, trainer->variance, weight_count);
}

bool fit_checkpoint_load(FitState *state, uint32_t run, const char *path, Error *error) {
    if (access(path, F_OK) != 0) {
        return true;
    }
    Text bytes;
    text_init(&bytes);
    bool done = text_read_file(&bytes, path, FILE_SIZE_MAX, error);
    if (done && !check_bytes(state, run, text_slice(&bytes), error)) {
        done = error_prefix(error, ERROR_AT_FILE, "%.150s", path);
    }
    if (done) {
        read_state(state, (const uint8_t *)bytes.data);
    }
    text_release(&bytes);
    return done;
}
