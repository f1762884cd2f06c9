#include "cli/play_commands.h"

#include <string.h>

#include "rules/record/record_io.h"

#define LIST_COLUMNS 80

// One command a function, so that the table below is all that `help` and the dispatch know.

static bool refuse_when_over(const Session *session, Text *out) {
    if (session_result(session) == RESULT_NONE) {
        return false;
    }
    text_add(out, "the game is over: undo, new or quit\n");
    return true;
}

static void do_undo(Session *session, Slice rest, Text *out) {
    (void)rest;
    if (session->has_resigned) {
        session->has_resigned = false;
        text_add(out, "the resignation is taken back\n");
        return;
    }
    // Back to the last position in which a person was to move.
    size_t count = session->game.count;
    do {
        if (count == session->opening_size) {
            text_add(out, "there is nothing to take back\n");
            return;
        }
        count--;
    } while (!session->has_person[position_turn(&session->game.positions[count])]);
    while (session->game.count > count) {
        game_undo(&session->game);
    }
    session->must_draw = true;
}

static void do_hint(Session *session, Slice rest, Text *out) {
    (void)rest;
    if (refuse_when_over(session, out)) {
        return;
    }
    EngineReport report;
    EngineLimits limits = {.time_ms = session->time_ms, .saves_time = true};
    Move move = engine_think(session->engine, &session->game, &limits, NULL, NULL, &report);
    text_addf(out, "%s would play ", engine_name(session->engine));
    session_add_move(session, move, out);
    text_add(out, " (");
    session_add_view(session, &report, out);
    text_add(out, ")\n");
}

// Amazons has hundreds of moves: `moves d1` lists those that begin so.
static void do_moves(Session *session, Slice rest, Text *out) {
    Move moves[MOVES_MAX];
    const Game *game = &session->game;
    size_t count = session->has_resigned ? 0 : game_moves(game, moves);
    size_t column = 0;
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        size_t size = game->rules->format(game_position(game), moves[i], session->notation, text);
        if (size < rest.size || memcmp(text, rest.data, rest.size) != 0) {
            continue;
        }
        bool wraps = column + 2 + size > LIST_COLUMNS;
        text_addf(out, "%s%s", listed == 0 ? "" : wraps ? "\n" : "  ", text);
        column = wraps || listed == 0 ? size : column + 2 + size;
        listed++;
    }
    text_addf(out, "%s%zu move%s\n", listed > 0 ? "\n" : "", listed, listed == 1 ? "" : "s");
}

static void do_resign(Session *session, Slice rest, Text *out) {
    (void)rest;
    if (refuse_when_over(session, out)) {
        return;
    }
    session->has_resigned = true;
    session->resigned = session_turn(session);
    text_addf(out, "%s resigns, %s wins\n", side_name(session->resigned),
        side_name(side_other(session->resigned)));
}

static void do_new(Session *session, Slice rest, Text *out) {
    (void)rest;
    (void)out;
    while (session->game.count > session->opening_size) {
        game_undo(&session->game);
    }
    session->has_resigned = false;
    session->must_draw = true;
    engine_new_game(session->engine);
}

static void do_level(Session *session, Slice rest, Text *out) {
    const Level *level = level_find(rest);
    if (level) {
        session->level = level;
    }
    text_add(out, level || rest.size == 0 ? "" : "choose 1 to 8\n");
    text_addf(out, "level %s\n", session->level->name);
}

static bool fill_record(const Session *session, Record *record, Error *error) {
    const Game *game = &session->game;
    record->result = session_result(session);
    for (size_t i = 0; i < game->count; i++) {
        if (!record_append(record, game->moves[i])) {
            return error_set(
                error, ERROR_TOO_MANY_MOVES, "a record holds no more than %zu moves", i);
        }
    }
    static const char *const TAGS[] = {"First", "Second"};
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        const char *name = session->has_person[side] ? "person" : engine_name(session->engine);
        if (!record_set_tag(record, slice_from(TAGS[side]), slice_from(name), error)) {
            return false;
        }
    }
    const char *ending =
        session->has_resigned ? "resignation" : ending_text(game_outcome(game).ending);
    return record->result == RESULT_NONE ||
           record_set_tag(record, slice_from("Termination"), slice_from(ending), error);
}

static bool save(const Session *session, const char *path, Error *error) {
    Record record;
    Text text;
    text_init(&text);
    record_init_at(&record, session->game.rules, &session->game.positions[0]);
    bool done = fill_record(session, &record, error) &&
                record_write(&record, RECORD_PGN, &text, error) &&
                text_write_file(&text, path, error);
    text_release(&text);
    record_release(&record);
    return done;
}

static void do_save(Session *session, Slice rest, Text *out) {
    if (rest.size == 0 || memchr(rest.data, '\0', rest.size)) {
        text_add(out, "save needs the name of a file\n");
        return;
    }
    Text path;
    Error error;
    text_init(&path);
    text_add_slice(&path, rest);
    if (save(session, path.data, &error)) {
        text_add(out, "saved\n");
    } else {
        text_addf(out, "not saved: %s\n", error.text);
    }
    text_release(&path);
}

static void do_board(Session *session, Slice rest, Text *out) {
    (void)rest;
    (void)out;
    session->must_draw = true;
}

static void do_quit(Session *session, Slice rest, Text *out) {
    (void)rest;
    (void)out;
    session->has_quit = true;
}

static void do_help(Session *session, Slice rest, Text *out);

static const struct {
    const char *name;
    const char *argument;
    const char *help;
    void (*run)(Session *session, Slice rest, Text *out);
} COMMAND_LIST[] = {
    {"undo", "", "take back to your previous turn", do_undo},
    {"hint", "", "what the engine would play, at its full strength", do_hint},
    {"moves", "[TEXT]", "the legal moves, or those that begin with TEXT", do_moves},
    {"board", "", "draw the board again", do_board},
    {"level", "[N]", "how hard the engine tries: 1 to 8", do_level},
    {"resign", "", "give the game up", do_resign},
    {"new", "", "start again", do_new},
    {"save", "FILE", "write the game to a pgn file", do_save},
    {"help", "", "this list", do_help},
    {"quit", "", "leave", do_quit},
};
#define COMMAND_LIST_COUNT (sizeof COMMAND_LIST / sizeof *COMMAND_LIST)

static void do_help(Session *session, Slice rest, Text *out) {
    (void)rest;
    Move moves[MOVES_MAX];
    if (session_result(session) == RESULT_NONE && game_moves(&session->game, moves) > 0) {
        const Game *game = &session->game;
        char text[MOVE_TEXT_SIZE];
        game->rules->format(game_position(game), moves[0], session->notation, text);
        text_addf(out, "type a move, for example %s, or\n", text);
    }
    for (size_t i = 0; i < COMMAND_LIST_COUNT; i++) {
        text_addf(out, "  %-6s %-6s  %s\n", COMMAND_LIST[i].name, COMMAND_LIST[i].argument,
            COMMAND_LIST[i].help);
    }
}

static void take_move(Session *session, Slice line, Text *out) {
    const Game *game = &session->game;
    Error error;
    Move move;
    if (refuse_when_over(session, out)) {
        return;
    }
    if (game->rules->parse(game_position(game), line, session->notation, &move, &error)) {
        session_play(session, move, out);
    } else {
        text_addf(out, "%s (help lists what you can say)\n", error.text);
    }
}

void play_command(Session *session, Slice line, Text *out) {
    Slice rest = slice_trim(line);
    Slice move = rest;
    Slice word;
    if (!slice_next(&rest, " \t", &word)) {
        return;
    }
    for (size_t i = 0; i < COMMAND_LIST_COUNT; i++) {
        if (slice_is(word, COMMAND_LIST[i].name)) {
            COMMAND_LIST[i].run(session, slice_trim(rest), out);
            return;
        }
    }
    take_move(session, move, out);
}
