// The evaluation of eval/evaluators.h for one board, by the network at the end of the file.

#include <stdlib.h>

#include "base/cpu.h"
#include "eval/evaluators.h"
#include "submission/program/player.h"
#include "submission/unpack.h"

// Whether the CPU has what the kernels were compiled for (kernels_begin.inc).
static bool kernels_run_here(void) {
#ifdef __x86_64__
    return cpu_may_use(CPU_V3);
#else
    return true;
#endif
}

// The same values without a kernel, and no policy: many times slower, on any CPU.

static int plain_value(const Evaluator *self, const Position *pos) {
    NetworkInputs inputs;
    self->network->shape->inputs(pos, 0, &inputs);
    return network_value(self->network, &inputs);
}

static void plain_move_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Rules *rules = submission_rules();
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        Result result = rules->outcome(&next).result;
        values[i] = result == RESULT_NONE                          ? -plain_value(self, &next)
                    : result == RESULT_DRAW                        ? 0
                    : result == result_win_for(position_turn(pos)) ? VALUE_MAX
                                                                   : -VALUE_MAX;
    }
}

struct Evaluation {
    Evaluator evaluator;
    Network network;
};

static bool read_network(Network *network, Error *error) {
    uint8_t *bytes = (uint8_t *)malloc(SUBMISSION_NETWORK_SIZE + 1);
    // Words are whole: a file of an odd size has one byte too many here.
    size_t even_size = SUBMISSION_NETWORK_SIZE + SUBMISSION_NETWORK_SIZE % 2;
    bool done = bytes && unpack_words(SUBMISSION_NETWORK, SUBMISSION_NETWORK_TEXT_SIZE,
                             SUBMISSION_NETWORK_FREQUENCIES, bytes, even_size);
    Slice file = {(const char *)bytes, SUBMISSION_NETWORK_SIZE};
    done = done ? network_read(network, file, error)
                : error_set(error, ERROR_NETWORK_DAMAGED,
                      "the network at the end of the file is damaged");
    free(bytes);
    return done;
}

Evaluation *evaluation_new(
    const Rules *rules, const Variant *variant, const char *network, Error *error) {
    (void)rules;
    (void)variant;
    (void)network;
    Evaluation *evaluation = (Evaluation *)calloc(1, sizeof *evaluation);
    if (!evaluation) {
        abort();
    }
    if (!read_network(&evaluation->network, error)) {
        free(evaluation);
        return NULL;
    }
    submission_learned(&evaluation->evaluator, &evaluation->network);
    if (!kernels_run_here()) {
        evaluation->evaluator.value = plain_value;
        evaluation->evaluator.move_values = plain_move_values;
        evaluation->evaluator.solve = NULL;
        evaluation->evaluator.policy = NULL;
    }
    return evaluation;
}

void evaluation_free(Evaluation *evaluation) {
    if (evaluation) {
        network_release(&evaluation->network);
        free(evaluation);
    }
}

const Evaluator *evaluation_table(const Evaluation *evaluation) {
    return &evaluation->evaluator;
}
