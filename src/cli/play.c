#include <string.h>
#include <unistd.h>

#include "cli/book_option.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/play_commands.h"
#include "cli/self.h"
#include "cli/thinking.h"

#define LINE_LIMIT_BYTES 4096
#define TIME_DEFAULT_MS 2000
#define LEVEL_DEFAULT "4"

// Whom a person plays; the first is the default.
static const struct {
    const char *name;
    bool has_person[2];
} SIDES[] = {
    {"first", {true, false}},
    {"second", {false, true}},
    {"both", {true, true}},
    {"none", {false, false}},
};
#define SIDES_COUNT (sizeof SIDES / sizeof *SIDES)

static bool choices_sides(size_t index, Choice *out) {
    if (index >= SIDES_COUNT) {
        return false;
    }
    *out = (Choice){slice_from(SIDES[index].name), NULL};
    return true;
}

static bool choose_sides(const Arguments *arguments, bool has_person[2], Error *error) {
    const char *name = arguments_value(arguments, "side");
    for (size_t i = 0; i < SIDES_COUNT; i++) {
        if (strcmp(name ? name : SIDES[0].name, SIDES[i].name) == 0) {
            memcpy(has_person, SIDES[i].has_person, sizeof SIDES[i].has_person);
            return true;
        }
    }
    return choices_refuse(choices_sides, ERROR_UNKNOWN_SIDE, "side", name, error);
}

// On success release the session.
static bool start(const Arguments *arguments, Session *session, Error *error) {
    uint64_t seed = self_random_seed();
    *session = (Session){
        .time_ms = TIME_DEFAULT_MS,
        .level = level_find(slice_from(LEVEL_DEFAULT)),
        .has_colour = output_has_colour(),
        .must_draw = true,
    };
    if (!choose_sides(arguments, session->has_person, error) ||
        !thinking_level(arguments, &session->level, error) ||
        !thinking_time(arguments, &session->time_ms, error) ||
        !thinking_seed(arguments, &seed, error) ||
        !options_game(arguments, &session->game, &session->notation, error)) {
        return false;
    }
    session->opening_size = session->game.count;
    session->engine = thinking_engine(
        arguments, session->game.rules, game_position(&session->game)->variant, seed, error);
    if (!session->engine || !book_option(arguments, session->game.rules, &session->book, error)) {
        session_release(session);
        return false;
    }
    rng_init(&session->rng, seed);
    return true;
}

// A script's lines appear where a person's would, so that the conversation reads the same; what
// could upset a terminal does not.
static void echo(const Text *line, Text *out) {
    for (size_t i = 0; i < line->size; i++) {
        unsigned char byte = (unsigned char)line->data[i];
        text_add_byte(out, byte < ' ' || byte == 0x7f ? '?' : line->data[i]);
    }
    text_add(out, "\n");
}

static int flush(Text *out, Error *error) {
    int status = output_write(out, error);
    text_clear(out);
    return status;
}

static void skip_line(void) {
    int byte;
    do {
        byte = getchar();
    } while (byte != EOF && byte != '\n');
}

// Reads one line and answers it; at the end of the input the session quits.
static void answer(Session *session, Text *line, bool is_terminal, Text *out) {
    switch (text_read_line(line, stdin, LINE_LIMIT_BYTES)) {
    case LINE_END:
        text_add(out, "\n");
        session->has_quit = true;
        break;
    case LINE_TOO_LONG:
        skip_line();
        text_add(out, "that line is too long\n");
        break;
    case LINE_READ:
        if (!is_terminal) {
            echo(line, out);
        }
        play_command(session, text_slice(line), out);
        break;
    }
}

static int converse(Session *session, Error *error) {
    bool is_terminal = isatty(STDIN_FILENO);
    Text out;
    Text line;
    text_init(&out);
    text_init(&line);
    text_addf(&out, "%s, engine %s, level %s; help lists what you can say\n",
        session->game.rules->name, engine_name(session->engine), session->level->name);
    int status = EXIT_OK;
    while (status == EXIT_OK && !session->has_quit) {
        bool is_finished = session_is_finished(session);
        if (is_finished || !session_engine_move(session, &out)) {
            session_draw(session, &out);
            if (is_finished) {
                break;
            }
            session_prompt(session, &out);
            if ((status = flush(&out, error)) != EXIT_OK) {
                break;
            }
            answer(session, &line, is_terminal, &out);
        }
        if (!session->has_quit) {
            status = flush(&out, error);
        }
    }
    if (status == EXIT_OK) {
        text_addf(&out, "result %s\n", result_text(session_result(session)));
        status = flush(&out, error);
    }
    text_release(&out);
    text_release(&line);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    Session session;
    if (!start(arguments, &session, error)) {
        return EXIT_BAD_INPUT;
    }
    int status = converse(&session, error);
    session_release(&session);
    return status;
}

static const Option OPTIONS[] = {
    {"level", "N", "how hard the engine tries, from beginner to full strength (default 4)",
        choices_levels, false},
    {"side", "SIDE", "the side you play (default first)", choices_sides, false},
    {"time", "T", "the most that the engine takes for a move, e.g. 500ms (default 2s)", NULL,
        false},
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_NETWORK,
    OPTION_SET,
    OPTION_BOOK,
    OPTION_SEED,
    OPTION_MOVES,
    OPTION_POSITION,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTION_NOTATION,
    OPTIONS_END,
};

const Command COMMAND_PLAY = {
    .name = "play",
    .takes_game = true,
    .operands = "GAME",
    .summary = "play a game at the terminal",
    .description =
        "Draws the board, asks for your moves and answers them with the engine's. During the game "
        "`help` lists what else you can say: undo, hint, moves, board, level, resign, new, save "
        "FILE, quit. Moves may also come from a file or a pipe; the end of the input ends the "
        "game. Levels below 8 do a fixed amount of work and know no opening book, the lowest ones "
        "are careless. Without --seed each game differs.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
