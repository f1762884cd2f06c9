#include "cli/players.h"

#include <string.h>

#include "cli/game_options.h"
#include "cli/thinking.h"
#include "sandbox/probe.h"
#include "search/engine.h"
#include "search/level.h"

_Static_assert(CONTESTANT_LEVEL_MAX == LEVELS_COUNT, "players are asked to play at these levels");
_Static_assert(
    CONTESTANT_ENGINE_MEMORY_MB == ENGINE_MEMORY_DEFAULT_MB, "as `immure bot` without options");

bool players_check(const Contestant *contestants, size_t count, const Rules *rules, Error *error) {
    for (size_t i = 0; i < count; i++) {
        const Contestant *contestant = &contestants[i];
        EngineOptions options = {
            .rules = rules,
            .thread_count = contestant->threads,
            .memory_mb = contestant_engine_memory_mb(contestant),
            .settings = contestant->settings.data,
        };
        if (contestant->engine.size > 0 &&
            !engine_check(text_slice(&contestant->engine), &options, error)) {
            return error_prefix(error, ERROR_AT_PLAYER, "player");
        }
    }
    return true;
}

bool players_variant(const Arguments *arguments, const Rules *rules, const Contestant *contestants,
    size_t count, const Variant **variant, Error *error) {
    const PlayerProtocol *first = NULL; // whose judge has rules of its own
    for (size_t i = 0; i < count && !arguments_value(arguments, "variant"); i++) {
        const PlayerProtocol *protocol = contestants[i].protocol;
        if (protocol->variant && first && strcmp(protocol->variant, first->variant) != 0) {
            return error_set(error, ERROR_OPTIONS_CONFLICT,
                "the judges of %s and %s have different rules: choose with --variant", first->name,
                protocol->name);
        }
        first = protocol->variant && !first ? protocol : first;
    }
    if (first) {
        *variant = rules_variant(rules, slice_from(first->variant));
        return true;
    }
    return options_variant(arguments, rules, variant, error);
}

bool players_check_networks(const Contestant *contestants, size_t count, const Rules *rules,
    const Variant *variant, Error *error) {
    for (size_t i = 0; i < count; i++) {
        const Contestant *contestant = &contestants[i];
        if (contestant->network.size > 0 && contestant->directory.size == 0 &&
            !thinking_check_network(contestant->network.data, rules, variant, error)) {
            return error_prefix(error, ERROR_AT_PLAYER, "player");
        }
    }
    return true;
}

bool players_check_sandbox(const Contestant *contestants, size_t count, Error *error) {
    for (size_t i = 0; i < count; i++) {
        if (contestants[i].is_boxed) {
            return sandbox_check(error);
        }
    }
    return true;
}
