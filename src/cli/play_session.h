#pragma once
// A game at the terminal: whose turn it is, who plays which side, and what is said about it.
//
// Everything that is said is added to a Text; who reads lines and prints is play.c. So a script of
// lines gives the same conversation as a person at the keys.

#include "search/book.h"
#include "search/level.h"

typedef struct Session {
    Game game;           // owned
    size_t opening_size; // moves that were there before anybody played: `new` and `undo` keep them
    Notation notation;
    Engine *engine;     // owned
    Book *book;         // owned; null for none
    bool has_person[2]; // by Side
    const Level *level;
    int64_t time_ms; // the most that the engine takes for a move
    Rng rng;
    bool has_colour;
    bool has_resigned;
    Side resigned;
    bool has_quit;
    bool must_draw; // the board changed since it was shown
} Session;

void session_release(Session *session);

Side session_turn(const Session *session);

// The result, resignation taken into account.
Result session_result(const Session *session);

// Whether nobody is left to answer: the engine's game against itself is over.
bool session_is_finished(const Session *session);

// Plays a legal move and says so if that ended the game.
void session_play(Session *session, Move move, Text *out);

// Lets the engine play a move and tell its view; false if it is not the engine's turn.
bool session_engine_move(Session *session, Text *out);

// A move of the side to move with its number, `12. e8`.
void session_add_move(const Session *session, Move move, Text *out);

// What the engine thinks, in the words of the side to move.
void session_add_view(const Session *session, const EngineReport *report, Text *out);

// Adds the board, if it changed since it was last shown.
void session_draw(Session *session, Text *out);

// `first> `, `second> ` or `over> `.
void session_prompt(const Session *session, Text *out);
