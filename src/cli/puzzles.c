// `immure puzzles`: finds puzzles in games of the engine against itself, or proves those of a file.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "search/puzzle.h"

#define FILE_LIMIT_BYTES (64u << 20)
#define MEMORY_MB 256
// One game gives few, so that they differ.
#define PUZZLES_PER_GAME 2
#define PUZZLES_MAX 100000

typedef struct Collection {
    const Rules *rules;
    const Variant *variant;
    const char *path;
    uint64_t games; // that were looked at
    int count;
    Text lines;
} Collection;

#define GAMES_WORD "# games "

static bool read_line(Collection *collection, Slice line, Error *error) {
    if (slice_starts(line, "#") || slice_trim(line).size == 0) {
        long long games;
        if (slice_starts(line, GAMES_WORD) &&
            slice_to_long(slice_trim(slice_skip(line, strlen(GAMES_WORD))), &games)) {
            collection->games = (uint64_t)games;
        }
        return true;
    }
    Puzzle puzzle;
    if (!puzzle_read(line, collection->rules, collection->variant, &puzzle, error)) {
        return false;
    }
    puzzle_write(&puzzle, collection->rules, &collection->lines);
    collection->count++;
    return true;
}

static bool collection_read(Collection *collection, Error *error) {
    Text file;
    text_init(&file);
    bool done = text_read_file(&file, collection->path, FILE_LIMIT_BYTES, error);
    Slice rest = text_slice(&file);
    Slice line;
    int number = 0;
    while (done && slice_next_line(&rest, &line)) {
        number++;
        done = read_line(collection, line, error) ||
               error_prefix(error, ERROR_AT_LINE, "line %d", number);
    }
    text_release(&file);
    return done;
}

static bool collection_write(const Collection *collection, Error *error) {
    Text file;
    text_init(&file);
    text_addf(&file,
        "# Puzzles of %s %s: GRADE MOVE POSITION. The move wins, every other one loses.\n"
        "# Made by immure puzzles from games of the engine against itself.\n" GAMES_WORD "%" PRIu64
        "\n%s",
        collection->rules->name, collection->variant->name, collection->games,
        collection->lines.data);
    bool done = text_write_file(&file, collection->path, error);
    text_release(&file);
    return done;
}

static void add_puzzle(Collection *collection, const Puzzle *puzzle) {
    Text line;
    text_init(&line);
    puzzle_write(puzzle, collection->rules, &line);
    if (!strstr(collection->lines.data, line.data)) {
        text_add_slice(&collection->lines, text_slice(&line));
        collection->count++;
    }
    text_release(&line);
}

// Looks at games until there are enough; each game's puzzles are kept at once.
static bool collect(Collection *collection, Engine *engine, const PuzzleLimits *limits,
    uint64_t nodes, uint64_t seed, int wanted, Error *error) {
    const atomic_bool *stop = stopping_flag();
    bool done = true;
    while (done && collection->count < wanted && !atomic_load(stop)) {
        Puzzle found[PUZZLES_PER_GAME];
        size_t count = puzzle_search_game(engine, collection->rules, collection->variant, limits,
            (seed << 32) + collection->games, nodes, found, PUZZLES_PER_GAME, stop);
        if (atomic_load(stop)) {
            break;
        }
        collection->games++;
        for (size_t i = 0; i < count; i++) {
            add_puzzle(collection, &found[i]);
        }
        if (count > 0) {
            done = collection_write(collection, error);
            fprintf(stderr, "%d of %d after %" PRIu64 " games\n", collection->count, wanted,
                collection->games);
        }
    }
    return done && collection_write(collection, error);
}

// Proves every puzzle of the collection again.
static int check(
    const Collection *collection, Engine *engine, const PuzzleLimits *limits, Error *error) {
    int wrong = 0;
    Slice rest = text_slice(&collection->lines);
    Slice line;
    while (slice_next_line(&rest, &line)) {
        Puzzle puzzle;
        Puzzle proven;
        Game game;
        if (!puzzle_read(line, collection->rules, collection->variant, &puzzle, error)) {
            return EXIT_FAILED;
        }
        game_init_at(&game, collection->rules, &puzzle.pos);
        if (!puzzle_prove(engine, &game, limits, &proven) || proven.move != puzzle.move) {
            fprintf(stderr, "not proven: %.*s\n", (int)line.size, line.data);
            wrong++;
        }
        game_release(&game);
    }
    Text out;
    text_init(&out);
    text_addf(&out, "puzzles %d\nunproven %d\n", collection->count, wrong);
    int status = output_write(&out, error);
    text_release(&out);
    if (wrong) {
        error_set(error, ERROR_BAD_PUZZLE,
            "%d of %d puzzles are not proven; if that needs more nodes, give the --win-nodes and "
            "--loss-nodes they were made with",
            wrong, collection->count);
        return EXIT_FAILED;
    }
    return status;
}

static int work(const Arguments *arguments, Collection *collection, const PuzzleLimits *limits,
    uint64_t nodes, uint64_t seed, int count, Error *error) {
    EngineOptions options = {
        .rules = collection->rules, .thread_count = 1, .memory_mb = MEMORY_MB, .seed = seed};
    Engine *engine = engine_new(slice_from(ENGINE_KINDS[0]->name), &options, error);
    if (!engine) {
        return EXIT_FAILED;
    }
    int status = EXIT_BAD_INPUT;
    bool is_check = arguments_value(arguments, "check") != NULL;
    // A file that is to be made need not be there.
    bool is_new = !is_check && access(collection->path, F_OK) != 0;
    text_init(&collection->lines);
    if (is_new || collection_read(collection, error)) {
        status = is_check ? check(collection, engine, limits, error)
                 : collect(collection, engine, limits, nodes, seed, count, error) ? EXIT_OK
                                                                                  : EXIT_FAILED;
    }
    text_release(&collection->lines);
    engine_free(engine);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    Collection collection = {.path = arguments_value(arguments, "out")};
    PuzzleLimits limits = {.win_nodes = 4000, .loss_nodes = 4000};
    uint64_t nodes = 20;
    uint64_t seed = 1;
    int count = 300;
    if (!options_rules(arguments, &collection.rules, error) ||
        !options_variant(arguments, collection.rules, &collection.variant, error) ||
        !thinking_nodes(arguments, "nodes", &nodes, error) ||
        !thinking_nodes(arguments, "win-nodes", &limits.win_nodes, error) ||
        !thinking_nodes(arguments, "loss-nodes", &limits.loss_nodes, error) ||
        !thinking_seed(arguments, &seed, error) ||
        !arguments_int(arguments, "count", 1, PUZZLES_MAX, &count, error)) {
        return EXIT_BAD_INPUT;
    }
    const char *checked = arguments_value(arguments, "check");
    collection.path = checked ? checked : collection.path;
    if (!collection.path) {
        error_set(error, ERROR_OPTION_MISSING, "puzzles needs --out FILE or --check FILE");
        return EXIT_BAD_INPUT;
    }
    return work(arguments, &collection, &limits, nodes, seed, count, error);
}

static const Option OPTIONS[] = {
    {"out", "FILE", "the puzzles; an existing file grows", NULL, false},
    {"check", "FILE", "prove the puzzles of a file again instead", NULL, false},
    {"count", "N", "how many puzzles the file has in the end (default 300)", NULL, false},
    {"nodes", "N", "nodes for a move of the games (default 20)", NULL, false},
    {"win-nodes", "N", "nodes to prove that a move wins (default 4000)", NULL, false},
    {"loss-nodes", "N", "nodes to prove that another move loses (default 4000)", NULL, false},
    OPTION_SEED,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_PUZZLES = {
    .name = "puzzles",
    .takes_game = true,
    .operands = "GAME --out FILE",
    .summary = "find positions with one winning move",
    .description =
        "Lets the engine play against itself and keeps positions in which one move wins and every "
        "other one loses, both proven by search, graded by how many moves seem as good at first "
        "sight. It can be stopped at any time (Ctrl-C) and goes on where it stopped.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
