#pragma once
// What Botzone's two interactions share: the order of a turn and the meaning of a history.
//
// A turn brings the requests (the opponent's moves, the first of them all -1 for the player who
// begins) and the own responses so far; the answer is the next response. In restart mode the
// program then ends; in keep-running mode it prints a marker line and gets only the next request.
//
// The site gives a program that ends the `data` back that it wrote with its last answer: here what
// the engine has found out about the position after it (engine_save).

#include "bot/bot.h"
#include "bot/botzone_reader.h"

// The site stores 100 kB. Whether that counts quotation marks, or a thousand bytes as 1,024, is not
// known.
#define BOTZONE_DATA_MAX 95000

#define BOTZONE_KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

// How one interaction writes the same turn.
typedef struct BotzoneCodec {
    // Reads the whole first turn, plays its history and, in restart mode, adds what was stored to
    // `data`.
    bool (*read_turn)(Bot *bot, Game *game, Text *data, Error *error);
    // Reads a later turn of keep-running mode and plays its request; before the first of them there
    // may be unread rests of the whole turn. At the end of input the reason is the empty string.
    bool (*read_request)(Bot *bot, Game *game, bool is_first, Error *error);
    // Writes the answer, six integers, on its line, and the data to store, which may be empty.
    void (*write_answer)(Bot *bot, const char *move, Slice data);
} BotzoneCodec;

// The conversation, from the first turn to the last.
bool botzone_run(Bot *bot, const BotzoneCodec *codec, Error *error);

// Plays six integers of a history. Six times -1 is no move, which only the first request can be.
bool botzone_play(Game *game, Slice move, bool is_first, Error *error);
