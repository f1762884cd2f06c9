// Programs that speak our text protocol, or UCI as Fairy-Stockfish does for Amazons.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "referee/conversation.h"
#include "referee/protocols.h"

typedef struct AnswerDialect {
    const char *position; // the word before a position text
    Notation notation;
} AnswerDialect;

static const AnswerDialect TEXT = {"text", NOTATION_STANDARD};
static const AnswerDialect UCI = {"fen", NOTATION_FAIRY};

// Reads lines up to one that starts with a word, and skips the others.
static bool read_until(Player *player, const char *word, Slice *rest, Foul *foul) {
    Slice line;
    while (player_read_line(player, &line, foul)) {
        Slice first;
        *rest = line;
        if (slice_next(rest, " \t", &first) && slice_is(first, word)) {
            return true;
        }
    }
    return false;
}

// Skips output between turns. A bestmove among it answers no question and is a foul.
static bool pass_over_talk(Player *player, Foul *foul) {
    Slice line;
    while (process_has_output(player->process)) {
        if (!player_read_line(player, &line, foul)) {
            return false;
        }
        if (slice_starts(line, "bestmove")) {
            return error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_BESTMOVE_UNASKED,
                "bestmove before it was asked");
        }
    }
    return true;
}

static bool begin_text(Player *player, const Game *game, Foul *foul) {
    const Variant *variant = game_position(game)->variant;
    Slice rest;
    return player_spawn(player, foul) &&
           player_sendf(
               player, foul, "newgame %s %s\nisready\n", game->rules->name, variant->name) &&
           read_until(player, "readyok", &rest, foul);
}

static bool begin_uci(Player *player, const Game *game, Foul *foul) {
    (void)game;
    Slice rest;
    return player_spawn(player, foul) && player_sendf(player, foul, "uci\n") &&
           read_until(player, "uciok", &rest, foul) &&
           player_sendf(
               player, foul, "setoption name UCI_Variant value amazons\nucinewgame\nisready\n") &&
           read_until(player, "readyok", &rest, foul);
}

static void add_position(Text *out, const Game *game, const AnswerDialect *dialect) {
    const Position *start = &game->positions[0];
    char text[POSITION_TEXT_SIZE];
    game->rules->write(start, text);
    Position usual;
    char usual_text[POSITION_TEXT_SIZE];
    game->rules->start(&usual, start->variant);
    game->rules->write(&usual, usual_text);
    if (strcmp(text, usual_text) == 0) {
        text_add(out, "position startpos");
    } else {
        text_addf(out, "position %s %s", dialect->position, text);
    }
    text_add(out, game->count > 0 ? " moves" : "");
    for (size_t i = 0; i < game->count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(&game->positions[i], game->moves[i], dialect->notation, move);
        text_addf(out, " %s", move);
    }
    text_add_byte(out, '\n');
}

static void add_go(Text *out, const Player *player) {
    const PlayerOptions *options = player->options;
    text_add(out, "go");
    if (options->nodes > 0) {
        text_addf(out, " nodes %" PRIu64, options->nodes);
    }
    if (options->depth > 0) {
        text_addf(out, " depth %d", options->depth);
    }
    if (options->nodes == 0 && options->depth == 0) {
        text_addf(out, " movetime %d", player_turn_ms(player));
    }
    text_add_byte(out, '\n');
}

static bool ask(
    Player *player, const Game *game, const AnswerDialect *dialect, Move *move, Foul *foul) {
    Text text;
    text_init(&text);
    add_position(&text, game, dialect);
    add_go(&text, player);
    Slice rest;
    bool done = pass_over_talk(player, foul) && player_send(player, &text, foul) &&
                read_until(player, "bestmove", &rest, foul);
    text_release(&text);
    Slice word;
    if (done && !slice_next(&rest, " \t", &word)) {
        return error_set(
            foul_as(foul, VERDICT_MALFORMED), ERROR_BESTMOVE_EMPTY, "bestmove without a move");
    }
    return done && player_parse(game, word, dialect->notation, move, foul);
}

static bool ask_text(Player *player, const Game *game, Move *move, Foul *foul) {
    return ask(player, game, &TEXT, move, foul);
}

static bool ask_uci(Player *player, const Game *game, Move *move, Foul *foul) {
    return ask(player, game, &UCI, move, foul);
}

const PlayerProtocol PLAYER_TEXT = {
    .name = "text",
    .takes_openings = true,
    .turn_ms = 1000,
    .first_turn_ms = 1000,
    .start_ms = 10000,
    .margin_ms = 50,
    .begin = begin_text,
    .ask = ask_text,
};

const PlayerProtocol PLAYER_UCI = {
    .name = "uci",
    .game = "amazons",
    .takes_openings = true,
    .turn_ms = 1000,
    .first_turn_ms = 1000,
    .start_ms = 10000,
    .margin_ms = 50,
    .begin = begin_uci,
    .ask = ask_uci,
};
