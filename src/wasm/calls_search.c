// The calls that think. A search is done in slices of a few milliseconds, so that whoever calls can
// look at the world in between; the engine's tree is kept from slice to slice.

#include "base/clock.h"
#include "eval/evaluators.h"
#include "search/analysis_json.h"
#include "search/bench.h"
#include "wasm/core.h"

// Before the speed is known.
#define FIRST_SLICE_NODES 4
// Of a search at full strength that nothing else would end.
#define PLAY_DEFAULT_MS 2000
#define SLICE_NODES_MAX 1000000
// Browsers tell the time in steps of up to a millisecond. A slice shorter than this says nothing of
// the speed; taken at its word it would make the next one last for seconds.
#define CLOCK_GRAIN_NS (1 * NS_PER_MS)

void core_search_release(CoreSearch *search) {
    engine_free(search->engine);
    if (search->has_game) {
        game_release(&search->game);
    }
    *search = (CoreSearch){0};
}

// The engine for the game at hand; another game's is given up first, for there is memory for one.
static bool prepare_engine(Core *core, const Rules *rules, Error *error) {
    CoreSearch *search = &core->search;
    if (search->engine && search->has_game && search->game.rules == rules) {
        return true;
    }
    engine_free(search->engine);
    EngineOptions options = {
        .rules = rules, .thread_count = 1, .memory_mb = core->memory_mb, .seed = 1};
    search->engine = engine_new(slice_from(ENGINE_KINDS[0]->name), &options, error);
    return search->engine != NULL;
}

// Takes the game.
static void begin(CoreSearch *search, Game *game, const EngineLimits *limits, int line_count) {
    if (search->has_game) {
        game_release(&search->game);
    }
    *search = (CoreSearch){
        .engine = search->engine,
        .game = *game,
        .has_game = true,
        .is_done = game_outcome(game).result != RESULT_NONE,
        .limits = *limits,
        .line_count = (size_t)(line_count < 1                ? 1
                               : line_count > CORE_LINES_MAX ? CORE_LINES_MAX
                                                             : line_count),
        .start_ns = clock_now_ns(),
    };
}

static void apply_level(CoreSearch *search, const Level *level, uint64_t seed) {
    EngineLimits *limits = &search->limits;
    Rng rng;
    if (search->is_done) {
        return;
    }
    rng_init(&rng, seed);
    search->careless = level_begin(level, search->engine, &search->game, &rng);
    search->is_done = search->careless != MOVE_NONE;
    if (level->nodes > 0 && (limits->nodes == 0 || limits->nodes > level->nodes)) {
        limits->nodes = level->nodes;
    }
    if (limits->nodes == 0 && limits->time_ms == 0 && limits->depth == 0) {
        limits->time_ms = PLAY_DEFAULT_MS;
    }
}

bool immure_search_begin(
    Core *core, int level, double seed, double time_ms, double nodes, int depth, int line_count) {
    Error error;
    Game game;
    core_begin(core);
    if (level < 0 || level > LEVELS_COUNT) {
        error_set(&error, ERROR_BAD_LEVEL, "unknown level %d: choose 1 to %d", level, LEVELS_COUNT);
        return core_refuse(core, &error);
    }
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    if (!prepare_engine(core, game.rules, &error)) {
        game_release(&game);
        return core_refuse(core, &error);
    }
    EngineLimits limits = {.time_ms = (int64_t)time_ms, .nodes = (uint64_t)nodes, .depth = depth};
    begin(&core->search, &game, &limits, line_count);
    if (level > 0) {
        apply_level(&core->search, level_at(level), (uint64_t)seed);
    }
    return true;
}

// How many nodes fit into a slice, by the speed so far, and into the limits of the whole.
static uint64_t slice_nodes(const CoreSearch *search, double slice_ms) {
    double room_ns = slice_ms * (double)NS_PER_MS;
    if (search->limits.time_ms > 0) {
        double left_ns = (double)(search->limits.time_ms * NS_PER_MS - search->time_ns);
        room_ns = left_ns < room_ns ? left_ns : room_ns;
    }
    double fitting = search->nodes_per_ns > 0 ? search->nodes_per_ns * room_ns : FIRST_SLICE_NODES;
    // Two at least: a search that stops after one does not tell why.
    uint64_t nodes = fitting < 2                 ? 2
                     : fitting > SLICE_NODES_MAX ? SLICE_NODES_MAX
                                                 : (uint64_t)fitting;
    if (search->limits.nodes > 0 && nodes > search->limits.nodes - search->nodes) {
        nodes = search->limits.nodes - search->nodes;
    }
    return nodes;
}

bool immure_search_step(Core *core, double slice_ms) {
    CoreSearch *search = &core->search;
    if (!search->has_game || search->is_done) {
        return false;
    }
    EngineLimits limits = {.nodes = slice_nodes(search, slice_ms), .depth = search->limits.depth};
    EngineReport report;
    int64_t start_ns = clock_now_ns();
    engine_think(search->engine, &search->game, &limits, NULL, NULL, &report);
    int64_t end_ns = clock_now_ns();
    // Fewer than allowed: no more nodes could change the answer, or it is as deep as was asked.
    bool is_settled = report.nodes < limits.nodes;
    search->nodes += is_settled ? report.nodes : limits.nodes;
    search->time_ns = end_ns - search->start_ns;
    int64_t slice_ns = end_ns - start_ns < CLOCK_GRAIN_NS ? CLOCK_GRAIN_NS : end_ns - start_ns;
    search->nodes_per_ns = (double)limits.nodes / (double)slice_ns;
    search->is_done =
        is_settled || (search->limits.nodes > 0 && search->nodes >= search->limits.nodes) ||
        (search->limits.time_ms > 0 && search->time_ns >= search->limits.time_ms * NS_PER_MS);
    return !search->is_done;
}

// What the evaluation alone says of a move that nobody thought about.
static EngineReport careless_line(const CoreSearch *search) {
    EngineReport line = {.depth = 1, .pv = {search->careless}, .pv_count = 1};
    Error error;
    Evaluation *evaluation = evaluation_new(search->game.rules, NULL, NULL, &error);
    if (evaluation) {
        const Evaluator *table = evaluation_table(evaluation);
        int value = 0;
        table->move_values(table, game_position(&search->game), &search->careless, 1, &value);
        line.score = value / 10;
        evaluation_free(evaluation);
    }
    return line;
}

bool immure_search_report(Core *core) {
    CoreSearch *search = &core->search;
    EngineReport lines[CORE_LINES_MAX];
    size_t count = 0;
    JsonWriter json = core_begin(core);
    if (search->careless != MOVE_NONE) {
        lines[count++] = careless_line(search);
    } else if (search->has_game && search->nodes > 0) {
        count = engine_lines(search->engine, search->line_count, lines);
    }
    EngineReport whole = {
        .depth = count > 0 ? lines[0].depth : 0,
        .nodes = search->nodes,
        .time_ms = search->time_ns / NS_PER_MS,
    };
    json_put_analysis(&json, NULL, &search->game, &whole, lines, count, search->is_done);
    return true;
}

bool immure_bench(Core *core) {
    Error error;
    const Rules *rules;
    JsonWriter json = core_begin(core);
    if (!core_read_rules(core, &rules, &error)) {
        return core_refuse(core, &error);
    }
    for (size_t i = 0; i < BENCH_GAMES_COUNT; i++) {
        BenchResult result;
        if (!slice_is(slice_from(rules->name), BENCH_GAMES[i].name)) {
            continue;
        }
        if (!bench_measure(
                &BENCH_GAMES[i], NULL, slice_from(ENGINE_KINDS[0]->name), &result, &error)) {
            return core_refuse(core, &error);
        }
        json_open_object(&json, NULL);
        json_put_integer(&json, "signature", result.signature);
        json_put_integer(&json, "nodes", (int64_t)result.nodes);
        json_put_real(&json, "timeMs", (double)result.time_ns / (double)NS_PER_MS, 3);
        json_close_object(&json);
    }
    return true;
}
