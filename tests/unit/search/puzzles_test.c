// Positions that best play decides (tests/puzzles), for every search.
//
// The slow twin checks that a puzzle is what it says: decided in so many plies, not sooner, and by
// one move alone. Then every engine that searches has to find the move within a fixed number of
// nodes, and the default engine has to know that it has proven the result.

#include "unit/support/transcript.h"

#include "search/engine.h"
#include "twin/minimax_twin.h"

#define NODES 20000

typedef struct Puzzle {
    const Rules *rules;
    Position pos;
    int result; // for the side to move
    int plies;
    Slice move; // empty: any will do
} Puzzle;

static void read_puzzle(const TranscriptCase *found, Puzzle *puzzle) {
    bool is_amazons = strstr(found->path, "amazons") != NULL;
    puzzle->rules = rules_find(slice_from(is_amazons ? "amazons" : "quoridor"));
    Slice name = transcript_setting(found, "variant");
    const Variant *variant =
        name.size > 0 ? rules_variant(puzzle->rules, name) : &puzzle->rules->variants[0];
    Error error = {0};
    if (!puzzle->rules->read(
            transcript_setting(found, "position"), variant, &puzzle->pos, &error)) {
        fail_msg("%s", error.text);
    }
    static const char *const QUESTIONS[] = {"loss", "draw", "win"};
    Slice answer = {"", 0};
    for (int i = 0; i < 3 && answer.size == 0; i++) {
        answer = transcript_setting(found, QUESTIONS[i]);
        puzzle->result = i - 1;
    }
    Slice plies = {"", 0};
    slice_next(&answer, " ", &plies);
    assert_true(slice_to_int(plies, &puzzle->plies));
    puzzle->move = slice_trim(answer);
}

// A drawing that does not show the position would mislead whoever reads the file.
static void check_drawing(const TranscriptCase *found, const Puzzle *puzzle) {
    Text drawing;
    text_init(&drawing);
    puzzle->rules->draw(&puzzle->pos, false, &drawing);
    Slice rest = text_slice(&drawing);
    for (size_t i = 0; i < found->line_count; i++) {
        Slice line = found->lines[i].text;
        Slice drawn;
        if (slice_starts(line, "|")) {
            assert_true(slice_next(&rest, "\n", &drawn));
            line = slice_trim(slice_skip(line, 1));
            drawn = slice_trim(drawn);
            assert_int_equal(line.size, drawn.size);
            assert_memory_equal(line.data, drawn.data, line.size);
        }
    }
    assert_int_equal(slice_trim(rest).size, 0);
    text_release(&drawing);
}

static Slice move_text(const Puzzle *puzzle, Move move, char *out) {
    puzzle->rules->format(&puzzle->pos, move, NOTATION_STANDARD, out);
    return slice_from(out);
}

static bool is_solution(const Puzzle *puzzle, Slice move) {
    return puzzle->move.size == 0 ||
           (move.size == puzzle->move.size && memcmp(move.data, puzzle->move.data, move.size) == 0);
}

static void check_with_twin(const Puzzle *puzzle) {
    const Rules *rules = puzzle->rules;
    assert_int_equal(minimax_result(rules, &puzzle->pos, puzzle->plies), puzzle->result);
    if (puzzle->result != 0) {
        assert_int_equal(minimax_result(rules, &puzzle->pos, puzzle->plies - 1), 0);
    }
    // Nor may another move come to the same later: Amazons is looked at to its end, but a race of
    // Quoridor has none.
    int later = strcmp(rules->name, "amazons") == 0 && puzzle->plies > 1 ? 40 : 0;
    Move moves[MOVES_MAX];
    size_t count = rules->moves(&puzzle->pos, moves);
    for (size_t i = 0; puzzle->move.size > 0 && i < count; i++) {
        Position next;
        char text[MOVE_TEXT_SIZE];
        rules->apply(&puzzle->pos, moves[i], &next);
        int result = -minimax_result(rules, &next, puzzle->plies - 1 + later);
        if (is_solution(puzzle, move_text(puzzle, moves[i], text))) {
            assert_int_equal(result, puzzle->result);
        } else {
            assert_true(result < puzzle->result);
        }
    }
}

static void solve_with(const Puzzle *puzzle, const EngineKind *kind) {
    EngineOptions options = {
        .rules = puzzle->rules, .thread_count = 1, .memory_mb = 16, .seed = 3, .network = "none"};
    EngineLimits limits = {.nodes = NODES};
    EngineReport report;
    Game game;
    char text[MOVE_TEXT_SIZE];
    Engine *engine = engine_new(slice_from(kind->name), &options, NULL);
    assert_non_null(engine);
    game_init_at(&game, puzzle->rules, &puzzle->pos);
    Move move = engine_think(engine, &game, &limits, NULL, NULL, &report);
    if (!is_solution(puzzle, move_text(puzzle, move, text))) {
        fail_msg("%s plays %s", kind->name, text);
    }
    if (strcmp(kind->name, "immure") == 0) {
        assert_true(report.is_proven);
        assert_int_equal((report.score > 0) - (report.score < 0), puzzle->result);
    }
    game_release(&game);
    engine_free(engine);
}

static void the_solution_is_found(void **state) {
    const TranscriptCase *found = *state;
    Puzzle puzzle;
    read_puzzle(found, &puzzle);
    check_drawing(found, &puzzle);
    check_with_twin(&puzzle);
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        bool plays = !(*kind)->game || strcmp((*kind)->game, puzzle.rules->name) == 0;
        bool searches = strcmp((*kind)->name, "random") != 0 &&
                        (strcmp((*kind)->name, "greedy") != 0 || puzzle.plies == 1);
        if (plays && searches) {
            solve_with(&puzzle, *kind);
        }
    }
}

int main(void) {
    return transcripts_run("../puzzles/*.txt", the_solution_is_found, NULL);
}
