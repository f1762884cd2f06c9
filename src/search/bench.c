#include "search/bench.h"

#include "base/clock.h"

#define BENCH_SEED 1
#define BENCH_MEMORY_MB 64

// Opening, early and late middle game, ending. Games of the greedy engine against itself, cut off.
static const BenchPosition AMAZONS[] = {
    {"8x8", ""},
    {"8x8", "c1-c6/f6 c8-g4/f3 f1-b5/g5 f8-c5/b4 b5-c4/d4 c5-e5/d5 c6-d7/d6 e5-e1/c3"},
    {"8x8", "c1-c6/f6 c8-g4/f3 f1-b5/g5 f8-c5/b4 b5-c4/d4 c5-e5/d5 c6-d7/d6 e5-e1/c3 c4-e2/d1 "
            "h6-h7/e7 d7-c8/f5 e1-d2/e3 a3-a4/c2 a6-b5/a5 h3-h4/h6 h7-g8/d8 c8-c6/b6 d2-e1/f2 "
            "e2-f1/d3 g4-g3/h3 h4-h5/g4"},
    {"8x8", "c1-c6/f6 c8-g4/f3 f1-b5/g5 f8-c5/b4 b5-c4/d4 c5-e5/d5 c6-d7/d6 e5-e1/c3 c4-e2/d1 "
            "h6-h7/e7 d7-c8/f5 e1-d2/e3 a3-a4/c2 a6-b5/a5 h3-h4/h6 h7-g8/d8 c8-c6/b6 d2-e1/f2 "
            "e2-f1/d3 g4-g3/h3 h4-h5/g4 b5-a6/c4 h5-f7/f8 a6-b7/d7 c6-c8/a8 g8-g7/g6 f1-g1/h2 "
            "b7-c6/b7 f7-g8/h7 g7-f7/g7 g1-f1/g2 e1-d2/e1 c8-b8/c7 d2-c1/a3"},
    {"10x10", "d1-d7/i7 g10-g4/d1 g1-b6/f10 d10-f8/d6 d7-f5/f7 f8-e8/b5"},
    {"10x10", "d1-d7/i7 g10-g4/d1 g1-b6/f10 d10-f8/d6 d7-f5/f7 f8-e8/b5 b6-e3/e7 e8-h8/c3 j4-h4/j6 "
              "j7-i6/e6 f5-g6/g8 i6-i2/h3 g6-e4/g2 i2-i5/d5 e4-g6/g7 h8-h9/h7 e3-b6/e9 g4-f4/b4 "
              "g6-e4/f3 f4-e3/d3 e4-e5/h5 i5-i1/f4 h4-i3/g1 a7-b7/a6 b6-c7/b8 b7-c8/b7 a4-a2/f2 "
              "i1-j2/i2 c7-d8/c7 j2-j4/h4 e5-d4/e4 e3-d2/b2 d8-d9/e8 c8-c9/d8 d9-c10/b9 d2-c2/a4 "
              "i3-i4/j3 j4-h6/i5 i4-j5/i6 h6-g5/e5 d4-e3/c1 c9-b10/c9 j5-j4/j5"},
    {"6x6", "b1-b5/e5 e6-c4/e2 e1-c3/d4 a5-a3/b2 f2-f4/e4 c4-d3/c4 a2-b1/a2 d3-d2/c1 b5-a4/c6"},
};

static const BenchPosition QUORIDOR[] = {
    {"standard", ""},
    {"standard", "e2 e8 d1h d5h f2h d2h b1h f8"},
    {"standard", "e2 e8 d1h d5h f2h d2h b1h f8 h2h c2v f2 f1h g2 a4h h2 c4h f5h c5v h1 h7h g1"},
    {"sjtu", "e2 e8 d1h d5h f2h d2h b1h f8 h2h c2v f2 f1h g2 a4h h2 c4h f5h c5v h1 h7h g1 f8h f1 "
             "g8 f7h d8h e7v h8 b8h h9 e1 g9"},
    {"sjtu-2022",
        "e2 e8 d1h d5h f2h d2h b1h f8 h2h c2v f2 f1h g2 a4h h2 c4h f5h c5v h1 h7h g1 f8h f1 "
        "g8 f7h d8h e7v h8 b8h h9 e1 g9 d1 f9 c1 e9 b1 d9 a1 c9 a2 b9 b2 a9 c2"},
    {"standard",
        "e2 e8 d1h d5h f2h d2h b1h f8 h2h c2v f2 f1h g2 a4h h2 c4h f5h c5v h1 h7h g1 f8h f1 "
        "g8 f7h d8h e7v h8 b8h h9 e1 g9 d1 f9 c1 e9 b1 d9 a1 c9 a2 b9 b2 a9 c2 a8 c3 b8 c4 b7 "
        "d6v c7 c7h b7 d4 b8 e4 c8 e5 d8 f5 e8 g5 e7 h5 e6 h6 f6"},
};

const BenchGame BENCH_GAMES[BENCH_GAMES_COUNT] = {
    {"amazons", 1000, AMAZONS, sizeof AMAZONS / sizeof *AMAZONS},
    {"quoridor", 4000, QUORIDOR, sizeof QUORIDOR / sizeof *QUORIDOR},
};

// One step of FNV-1a, a whole number at a time.
static uint64_t mix(uint64_t hash, uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
        hash = (hash ^ (number >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t mix_report(uint64_t hash, const EngineReport *report) {
    hash = mix(hash, (uint64_t)(int64_t)report->score);
    hash = mix(hash, (uint64_t)(int64_t)report->depth);
    hash = mix(hash, report->nodes);
    for (size_t i = 0; i < report->pv_count; i++) {
        hash = mix(hash, report->pv[i]);
    }
    return hash;
}

bool bench_measure(
    const BenchGame *bench, const Variant *only, Slice kind, BenchResult *result, Error *error) {
    const Rules *rules = rules_find(slice_from(bench->name));
    EngineOptions options = {
        .rules = rules, .thread_count = 1, .memory_mb = BENCH_MEMORY_MB, .seed = BENCH_SEED};
    Engine *engine = engine_new(kind, &options, error);
    if (!engine) {
        return false;
    }
    *result = (BenchResult){.game = bench};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    bool done = true;
    for (size_t i = 0; done && i < bench->position_count; i++) {
        const BenchPosition *position = &bench->positions[i];
        const Variant *variant = rules_variant(rules, slice_from(position->variant));
        if (only && variant != only) {
            continue;
        }
        Game game;
        game_init(&game, rules, variant);
        done = game_play_list(&game, slice_from(position->moves), NOTATION_STANDARD, error);
        if (done) {
            EngineReport report;
            EngineLimits limits = {.nodes = bench->nodes};
            engine_new_game(engine);
            int64_t start_ns = clock_now_ns();
            engine_think(engine, &game, &limits, NULL, NULL, &report);
            result->time_ns += clock_now_ns() - start_ns;
            result->nodes += report.nodes;
            hash = mix_report(hash, &report);
        }
        game_release(&game);
    }
    result->signature = (uint32_t)(hash ^ hash >> 32);
    engine_free(engine);
    return done;
}
