#pragma once
// Who thinks for a command, for how long, and how what it thinks is told to a person.
//
// The options are shared, so that `--engine` and `--time` mean the same wherever they stand. An
// engine's score is in hundredths of a logit; people are told the win probability that it stands
// for.

#include "cli/arguments.h"
#include "search/engine.h"
#include "search/level.h"

#define OPTION_ENGINE                                                                              \
    { "engine", "NAME", "the engine (default immure)", choices_engines, false }
#define OPTION_THREADS                                                                             \
    { "threads", "N", "threads for the engine (default 1)", NULL, false }
#define OPTION_MEMORY                                                                              \
    { "memory-mb", "M", "memory for the engine (default 200)", NULL, false }
#define OPTION_NETWORK                                                                             \
    {                                                                                              \
        "network", "FILE",                                                                         \
            "a learned evaluation instead of the built-in one; none for the classical one", NULL,  \
            false                                                                                  \
    }
#define OPTION_SET                                                                                 \
    {                                                                                              \
        "set", "LIST",                                                                             \
            "the engine's parameters, e.g. width=64,exploration=0.4; a wrong name lists them all", \
            NULL, false                                                                            \
    }
#define OPTION_SEED                                                                                \
    { "seed", "S", "the seed of the random numbers", NULL, false }

// The kind named by --engine, or the default one.
Slice thinking_kind(const Arguments *arguments);

// --threads, --memory-mb, --network and --set, as far as the command has them; what was not given
// keeps its value.
bool thinking_options(const Arguments *arguments, EngineOptions *options, Error *error);

// The engine of --engine and thinking_options. Null with a reason; free it.
Engine *thinking_engine(const Arguments *arguments, const Rules *rules, const Variant *variant,
    uint64_t seed, Error *error);

// Whether a network that is named, which may be null or "none", is for the board; says why not.
bool thinking_check_network(
    const char *network, const Rules *rules, const Variant *variant, Error *error);

// --level, --seed, --time, and --nodes or an option of another name like it; the outputs keep their
// values when the option was not given.
bool thinking_level(const Arguments *arguments, const Level **level, Error *error);
bool thinking_seed(const Arguments *arguments, uint64_t *seed, Error *error);
bool thinking_time(const Arguments *arguments, int64_t *time_ms, Error *error);
bool thinking_nodes(const Arguments *arguments, const char *name, uint64_t *nodes, Error *error);

// Adds moves that follow each other from a position, separated by spaces.
void thinking_add_line(Text *out, const Rules *rules, const Position *start, const Move *moves,
    size_t count, Notation notation);
