#pragma once
// The rules of a game, as one table of functions over a Position value and a 32-bit Move.
//
// This is the interface that everything above the rules is written against: perft, records,
// referee, protocols, page. A Position is a plain value: copy it freely, nothing in it is owned,
// and applying a move writes a new one, so there is nothing to undo. Whatever depends on the course
// of the game rather than on the position (repetition) lives in game.h.
//
// The players are `first` and `second` in the order in which they move. Colours are a matter of
// notation: Botzone and SGF call the first player of Amazons Black, FEN calls it White.
//
// Board orientation, for both games, here and nowhere else: column 0 is file a, row 0 is rank 1,
// and the first player starts at row 0. Botzone and SJTU draw row 0 on top; paper, FEN and the
// terminal draw it at the bottom. Botzone's and SJTU's (2017) numbers count from row 0 too; SJTU of
// 2022 and QTP count rows from the other end (quoridor/notation.h).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/slice.h"
#include "base/text.h"

typedef enum Side { SIDE_FIRST, SIDE_SECOND } Side;

static inline Side side_other(Side side) {
    return side == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST;
}

// "first" or "second", everywhere that a side is named.
const char *side_name(Side side);

// The head of a loop over both: for (EACH_SIDE(side)) ...
#define EACH_SIDE(side)                                                                            \
    Side side = SIDE_FIRST;                                                                        \
    side <= SIDE_SECOND;                                                                           \
    side = (Side)(side + 1)

// Each game packs its move in its own way (amazons.h, quoridor.h). No legal move is 0.
typedef uint32_t Move;
#define MOVE_NONE 0u

typedef enum Result { RESULT_NONE, RESULT_FIRST_WINS, RESULT_SECOND_WINS, RESULT_DRAW } Result;

typedef enum Ending {
    ENDING_NONE,       // the game goes on
    ENDING_NO_MOVE,    // the side to move has no legal move and loses
    ENDING_GOAL,       // Quoridor: a pawn stands on its goal row
    ENDING_PLY_CAP,    // drawn: the variant's number of plies was played
    ENDING_REPETITION, // drawn: the position stands for the n-th time (only game_outcome says this)
} Ending;

typedef struct Outcome {
    Result result;
    Ending ending;
} Outcome;

// `*`, `1-0`, `0-1` or `1/2-1/2`; 1 is the first player's win.
const char *result_text(Result result);
bool result_parse(Slice text, Result *out);
// A few words, e.g. "no legal move".
const char *ending_text(Ending ending);
// Says that the game is over and how it ended, and returns false.
bool outcome_refuse(Outcome outcome, Error *error);

static inline Result result_win_for(Side side) {
    return side == SIDE_FIRST ? RESULT_FIRST_WINS : RESULT_SECOND_WINS;
}

// What distinguishes the forms of one game. Variants are constant data of their game's table.
typedef struct Variant {
    const char *name;     // Amazons "6x6", "8x8", "10x10"; Quoridor "standard", "sjtu", "sjtu-2022"
    int size;             // squares on a side
    int walls;            // Quoridor: walls of each player at the start
    bool edge_is_barrier; // Quoridor: a board edge behind a jumped pawn allows side jumps
    int ply_cap;          // drawn after this many plies; 0 = none
    int repetition_limit; // drawn when a position stands for this many times; 0 = never
} Variant;

typedef enum Notation {
    NOTATION_STANDARD,  // Amazons d1-d7/g7; Quoridor e2, e3h
    NOTATION_BOTZONE,   // Amazons: x0 y0 x1 y1 x2 y2
    NOTATION_FAIRY,     // Amazons: d1d7,d7g7, as Fairy-Stockfish writes it
    NOTATION_SGF,       // Amazons: djddgd, as SGF GM[18] writes it
    NOTATION_SJTU,      // Quoridor: row column, 19 x 19
    NOTATION_SJTU_2022, // Quoridor: t r c
    NOTATION_QTP,       // Quoridor: wall named by its upper-left square
    NOTATION_COUNT,
} Notation;

const char *notation_name(Notation notation);
bool notation_find(Slice name, Notation *out);

// Amazons. Squares are bits of a board with a fixed stride (amazons.h).
typedef struct AmazonsPosition {
    Bits128 amazons[2]; // by Side
    Bits128 arrows;
} AmazonsPosition;

// Quoridor (quoridor.h). The open_* sets follow from the walls and are kept for speed.
typedef struct QuoridorPosition {
    Bits128 open_north;    // squares from which no wall or edge blocks the step to the next row
    Bits128 open_east;     // squares from which no wall or edge blocks the step to the next column
    uint64_t horizontal;   // walls by slot, 8 x 8
    uint64_t vertical;     //
    uint8_t pawn[2];       // square by Side
    uint8_t walls_left[2]; // by Side
} QuoridorPosition;

typedef struct Position {
    const Variant *variant;
    uint16_t ply; // moves since the start of the game
    uint8_t turn; // Side to move
    union {
        AmazonsPosition amazons;
        QuoridorPosition quoridor;
    };
} Position;

static inline Side position_turn(const Position *pos) {
    return (Side)pos->turn;
}

// Room for any formatted move or position, terminator included.
#define MOVE_TEXT_SIZE 32
#define POSITION_TEXT_SIZE 256
// Room for the legal moves of any position of any game: an amazon on 10x10 reaches at most 35
// squares and shoots at most 35 from there, so 4 x 35 x 35 bounds both games.
#define MOVES_MAX 4900

typedef struct Rules {
    const char *name;
    const Variant *variants; // the first is the default
    size_t variant_count;
    unsigned notations; // bit set of Notation that parse and format know

    void (*start)(Position *pos, const Variant *variant);

    // Writes the legal moves in a fixed order and returns how many; none when outcome() has ended
    // the game. `out` has room for MOVES_MAX.
    size_t (*moves)(const Position *pos, Move *out);

    // What moves() would return, without writing them out.
    size_t (*count)(const Position *pos);

    // The position after a legal move. `out` may be `pos`.
    void (*apply)(const Position *pos, Move move, Position *out);

    // How the game stands by the position alone.
    Outcome (*outcome)(const Position *pos);

    // Whether two positions of a game count as the same for repetition; null where none can recur.
    bool (*same)(const Position *a, const Position *b);

    // Whether `before` can still recur in a game that has come to `now`: once that is false for a
    // position it is for all before it. Null with `same`.
    bool (*can_recur)(const Position *before, const Position *now);

    // Reads one legal move. The reason says what is wrong with the text or why the move is illegal.
    bool (*parse)(const Position *pos, Slice text, Notation notation, Move *out, Error *error);

    // Writes a move, at most MOVE_TEXT_SIZE bytes with the terminator; returns its length.
    size_t (*format)(const Position *pos, Move move, Notation notation, char *out);

    // Reads a one-line position text. Amazons takes the size from the text and ignores `variant`.
    bool (*read)(Slice text, const Variant *variant, Position *out, Error *error);

    // Writes the position text, at most POSITION_TEXT_SIZE bytes with the terminator.
    size_t (*write)(const Position *pos, char *out);

    // Draws the board for a terminal, with ANSI colours if asked; readable without them.
    void (*draw)(const Position *pos, bool colour, Text *out);
} Rules;

// A function of the table that shows or reads positions. Whoever gets nothing but moves, as a
// program for one site (src/submission), does without.
#ifdef IMMURE_SUBMISSION
#define RULES_TEXT(function) NULL
#else
#define RULES_TEXT(function) function
#endif

// The table of a game by its name, for the best CPU level of this machine; null if unknown.
const Rules *rules_find(Slice name);

// All games, for lists in help texts.
size_t rules_count(void);
const Rules *rules_at(size_t index);

// A variant of a game by its name; null if unknown.
const Variant *rules_variant(const Rules *rules, Slice name);

static inline bool rules_has_notation(const Rules *rules, Notation notation) {
    return (rules->notations >> notation) & 1u;
}
