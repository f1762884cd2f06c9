#include "cli/thinking.h"

#include <string.h>

#include "base/cores.h"
#include "base/duration.h"
#include "eval/net/network.h"

static bool optional_int(
    const Arguments *arguments, const char *name, int max, int *out, Error *error) {
    return !arguments_knows(arguments, name) || arguments_int(arguments, name, 1, max, out, error);
}

Slice thinking_kind(const Arguments *arguments) {
    const char *name = arguments_optional(arguments, "engine");
    return slice_from(name ? name : ENGINE_KINDS[0]->name);
}

bool thinking_options(const Arguments *arguments, EngineOptions *options, Error *error) {
    const char *network = arguments_optional(arguments, "network");
    const char *settings = arguments_optional(arguments, "set");
    options->network = network ? network : options->network;
    options->settings = settings ? settings : options->settings;
    return optional_int(arguments, "threads", THREADS_MAX, &options->thread_count, error) &&
           optional_int(arguments, "memory-mb", 1 << 20, &options->memory_mb, error);
}

Engine *thinking_engine(const Arguments *arguments, const Rules *rules, const Variant *variant,
    uint64_t seed, Error *error) {
    EngineOptions options = {
        .rules = rules,
        .variant = variant,
        .thread_count = 1,
        .memory_mb = ENGINE_MEMORY_DEFAULT_MB,
        .seed = seed,
    };
    if (!thinking_options(arguments, &options, error)) {
        return NULL;
    }
    return engine_new(thinking_kind(arguments), &options, error);
}

bool thinking_check_network(
    const char *network, const Rules *rules, const Variant *variant, Error *error) {
    return !network || strcmp(network, "none") == 0 ||
           network_check(network, network_shape_for(rules, variant), error);
}

bool thinking_level(const Arguments *arguments, const Level **level, Error *error) {
    const char *name = arguments_value(arguments, "level");
    const Level *found = name ? level_find(slice_from(name)) : *level;
    if (!found) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_LEVEL, "unknown level %s: choose 1 to %d",
            slice_quote(slice_from(name), quoted), LEVELS_COUNT);
    }
    *level = found;
    return true;
}

bool thinking_seed(const Arguments *arguments, uint64_t *seed, Error *error) {
    const char *value = arguments_value(arguments, "seed");
    long long number;
    if (!value) {
        return true;
    }
    if (!slice_to_long(slice_from(value), &number)) {
        return error_set(error, ERROR_BAD_OPTION, "--seed takes a whole number");
    }
    *seed = (uint64_t)number;
    return true;
}

bool thinking_time(const Arguments *arguments, int64_t *time_ms, Error *error) {
    const char *value = arguments_value(arguments, "time");
    int number;
    if (!value) {
        return true;
    }
    if (!duration_parse(slice_from(value), &number)) {
        return error_set(error, ERROR_BAD_OPTION, "--time takes a time such as 500ms or 2s");
    }
    *time_ms = number;
    return true;
}

bool thinking_nodes(const Arguments *arguments, const char *name, uint64_t *nodes, Error *error) {
    const char *value = arguments_value(arguments, name);
    long long number;
    if (!value) {
        return true;
    }
    if (!slice_to_long(slice_from(value), &number) || number < 1) {
        return error_set(error, ERROR_BAD_OPTION, "--%s takes a whole number from 1", name);
    }
    *nodes = (uint64_t)number;
    return true;
}

void thinking_add_line(Text *out, const Rules *rules, const Position *start, const Move *moves,
    size_t count, Notation notation) {
    Position pos = *start;
    for (size_t i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        rules->format(&pos, moves[i], notation, text);
        text_addf(out, "%s%s", i > 0 ? " " : "", text);
        rules->apply(&pos, moves[i], &pos);
    }
}
