#pragma once
// The record of one game: who played, the moves, what is known about each of them, the variations,
// and the result.
//
// A Record owns a Game and everything said about it. Notes stand beside positions: note 0 speaks of
// the start (the comment before the first move), note i of the i-th move and the position after it.
// What describes the game itself (its name, variant, start position and result) is never kept as a
// tag, so that the two cannot disagree; record_io.h writes those four as tags and reads them back.
//
// A variation is a Record of its own that shares the moves before it, as a copy:
//
//      e2 e8 e3 e7         the main line
//         d9 e3            a variation of move 1 (from 0), with the moves e2 d9 e3
//            d3            a variation of move 2 in it, with e2 d9 d3
//
// Its notes up to there are empty, it has no tags, and its result is what the rules say.
//
// Texts are any bytes, UTF-8 by convention, without control characters other than newline and tab.
// They live in one pool that only grows and goes with the Record. A text handed out is valid until
// the next text is set; one handed in is copied.

#include "rules/game.h"

// The limits that keep hostile input cheap. Longer records are refused, when built as when read.
#define RECORD_TAGS_MAX 256
#define RECORD_TAG_NAME_MAX 64
#define RECORD_TEXT_MAX 65536
#define RECORD_MOVES_MAX 10000
// All lines of a record together, shared moves counted in each: some 20 MB.
#define RECORD_LINES_MOVES_MAX 200000
#define RECORD_DEPTH_MAX 64
// Larger than any clock, and small enough to be written in every format: 1,000,000 seconds.
#define RECORD_TIME_MAX_MS INT64_C(1000000000)
#define RECORD_TIME_NONE INT64_C(-1)

// A piece of the pool.
typedef struct RecordText {
    size_t start;
    size_t size;
} RecordText;

typedef struct RecordTag {
    RecordText name;
    RecordText value;
} RecordTag;

typedef struct RecordNote {
    RecordText comment;
    RecordText eval_text; // as it was written, so that 0.50 stays 0.50; empty if there is none
    RecordText sgf;       // SGF properties that mean nothing here (sgf.h)
    double eval;          // what eval_text says, from the first player's point of view
    int64_t elapsed_ms;   // what the move took; RECORD_TIME_NONE if unknown
    int64_t clock_ms;     // what its player has left after it; RECORD_TIME_NONE if unknown
} RecordNote;

typedef struct Record Record;

// A line that leaves another one with a move in place of `game.moves[ply]`.
typedef struct RecordVariation {
    size_t ply;
    Record *line;
} RecordVariation;

struct Record {
    Game game; // moves are added by record_append*, never by game_play
    Result result;
    RecordTag *tags; // in the order in which they were first set, no name twice
    size_t tag_count;
    size_t tag_capacity;
    RecordNote *notes; // game.count + 1 of them
    size_t note_capacity;
    RecordVariation *variations; // in the order in which they were added
    size_t variation_count;
    size_t variation_capacity;
    unsigned depth;      // 0 for the main line, one more for its variations, and so on
    size_t *lines_moves; // of all lines; shared by them, owned by the main one, null for one line
    Text pool;
};

// Starts at the variant's start position, or at any other one, with no tags and no result.
void record_init(Record *record, const Rules *rules, const Variant *variant);
void record_init_at(Record *record, const Rules *rules, const Position *pos);
void record_release(Record *record);

static inline Slice record_text(const Record *record, RecordText text) {
    return (Slice){record->pool.data + text.start, text.size};
}

// The value of a tag; its data is null if there is no such tag.
Slice record_tag(const Record *record, Slice name);

// Whether a tag follows from the game: Game, Variant, Position and Result. Those cannot be set.
bool record_tag_is_derived(Slice name);

// Sets a tag, in its old place if it has one. Refuses a name that is not letters, digits and `_`,
// a derived one, and whatever is too long.
bool record_set_tag(Record *record, Slice name, Slice value, Error *error);

// Plays a legal move of a game that has not ended, with an empty note. False, and nothing changes,
// once the record holds RECORD_MOVES_MAX moves.
bool record_append(Record *record, Move move) __attribute__((warn_unused_result));

// Reads a move and plays it. On refusal the record is unchanged.
bool record_append_text(Record *record, Slice text, Notation notation, Error *error);

// Adds a variation of move `ply`, which the record must hold: a line with the moves before it and
// none of its own yet. It belongs to the record, and stays where it is when more are added. Null,
// with a reason, beyond RECORD_LINES_MOVES_MAX or RECORD_DEPTH_MAX.
Record *record_add_variation(Record *record, size_t ply, Error *error);

// What is known about note `index`, which is at most the number of moves. Times are 0 to
// RECORD_TIME_MAX_MS, or RECORD_TIME_NONE.
bool record_set_comment(Record *record, size_t index, Slice comment, Error *error);
void record_set_elapsed(Record *record, size_t index, int64_t elapsed_ms);
void record_set_clock(Record *record, size_t index, int64_t clock_ms);
bool record_set_sgf(Record *record, size_t index, Slice properties, Error *error);

// Rounds a finite evaluation to four decimals and writes it out.
void record_set_eval(Record *record, size_t index, double eval);

// Keeps an evaluation as it is written: an optional sign, digits, optional decimals.
bool record_set_eval_text(Record *record, size_t index, Slice text, Error *error);

// Whether the result agrees with the rules: a game that the moves have ended must say how.
bool record_check_result(const Record *record, Error *error);
