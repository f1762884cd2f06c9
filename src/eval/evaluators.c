#include "eval/evaluators.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "eval/amazons/network.h"
#include "eval/net/builtin.h"
#include "eval/net/network.h"
#include "eval/quoridor/classical.h"
#include "eval/quoridor/network.h"

#define PARTS_MAX 4

// One board's evaluation: the classical one until a network takes its place.
typedef struct Part {
    const NetworkShape *shape;
    Evaluator evaluator;
    Network network;
    bool has_network;
} Part;

struct Evaluation {
    Evaluator table; // asks the part of the position's board
    Part parts[PARTS_MAX];
    size_t part_count;
};

// The table is the first thing in an Evaluation, so the one is found from the other.
static const Evaluator *part_for(const Evaluator *self, const Position *pos) {
    const Evaluation *evaluation = (const Evaluation *)self;
    const Part *part = evaluation->parts;
    while (part->shape->board_size != pos->variant->size) {
        part++;
    }
    return &part->evaluator;
}

static int part_value(const Evaluator *self, const Position *pos) {
    const Evaluator *part = part_for(self, pos);
    return part->value(part, pos);
}

static void part_move_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Evaluator *part = part_for(self, pos);
    part->move_values(part, pos, moves, count, values);
}

static bool part_policy(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *logits) {
    const Evaluator *part = part_for(self, pos);
    return part->policy && part->policy(part, pos, moves, count, logits);
}

static const Evaluator *classical_for(const NetworkShape *shape) {
    return strcmp(shape->game, "amazons") == 0 ? lieberum_evaluator(cpu_level())
                                               : classical_evaluator(cpu_level());
}

static bool learned_for(const Network *network, Evaluator *out) {
    return strcmp(network->shape->game, "amazons") == 0
               ? amazons_network_evaluator(out, network, cpu_level())
               : quoridor_network_evaluator(out, network, cpu_level());
}

// Puts a network in its place; the evaluation takes it over.
static bool take_network(Evaluation *evaluation, Network *network, Error *error) {
    for (size_t i = 0; i < evaluation->part_count; i++) {
        Part *part = &evaluation->parts[i];
        if (part->shape == network->shape) {
            if (part->has_network) {
                network_release(&part->network);
            }
            part->network = *network;
            part->has_network = true;
            return learned_for(&part->network, &part->evaluator);
        }
    }
    error_set(error, ERROR_NETWORK_SHAPE, "a network of shape %s, not %s", network->shape->name,
        evaluation->parts[0].shape->name);
    network_release(network);
    return false;
}

static bool take_builtin_networks(Evaluation *evaluation, Error *error) {
    for (size_t i = 0; i < evaluation->part_count; i++) {
        Slice bytes = network_builtin(evaluation->parts[i].shape);
        Network network;
        if (bytes.size > 0 &&
            (!network_read(&network, bytes, error) || !take_network(evaluation, &network, error))) {
            return error_prefix(error, ERROR_AT_NETWORK, "built-in network");
        }
    }
    return true;
}

static bool take_networks(
    Evaluation *evaluation, const NetworkShape *shape, const char *name, Error *error) {
    if (name && strcmp(name, "none") == 0) {
        return true;
    }
    Network network;
    return take_builtin_networks(evaluation, error) &&
           (!name || (network_load(&network, shape, name, error) &&
                         take_network(evaluation, &network, error)));
}

Evaluation *evaluation_new(
    const Rules *rules, const Variant *variant, const char *network, Error *error) {
    Evaluation *evaluation = (Evaluation *)calloc(1, sizeof *evaluation);
    if (!evaluation) {
        abort();
    }
    for (const NetworkShape *const *shape = NETWORK_SHAPES; *shape; shape++) {
        if (strcmp((*shape)->game, rules->name) == 0 && evaluation->part_count < PARTS_MAX) {
            evaluation->parts[evaluation->part_count++] =
                (Part){.shape = *shape, .evaluator = *classical_for(*shape)};
        }
    }
    const NetworkShape *wanted = variant ? network_shape_for(rules, variant) : NULL;
    if (!take_networks(evaluation, wanted, network, error)) {
        evaluation_free(evaluation);
        return NULL;
    }
    // Endings are solved alike by all parts of a game.
    evaluation->table = evaluation->parts[0].evaluator;
    if (evaluation->part_count > 1) {
        evaluation->table.value = part_value;
        evaluation->table.move_values = part_move_values;
        evaluation->table.policy = part_policy;
    }
    return evaluation;
}

void evaluation_free(Evaluation *evaluation) {
    for (size_t i = 0; evaluation && i < evaluation->part_count; i++) {
        if (evaluation->parts[i].has_network) {
            network_release(&evaluation->parts[i].network);
        }
    }
    free(evaluation);
}

const Evaluator *evaluation_table(const Evaluation *evaluation) {
    return &evaluation->table;
}
