#include "referee/botzone_judge.h"

#include <string.h>

#include "base/foreign_text.h"
#include "referee/botzone_json.h"
#include "rules/amazons/amazons.h"

static const char *const PLAYERS[] = {"0", "1"};

// What became of an answer.
typedef enum AnswerKind {
    ANSWER_AWAITED, // nobody was asked yet
    ANSWER_LEGAL,
    ANSWER_ILLEGAL,
    ANSWER_NONE, // no six integers
} AnswerKind;

typedef struct Answer {
    AnswerKind kind;
    Side player;
    const json_t *said; // all that Botzone says of it, the verdict on the program among it
    int move[BOTZONE_FIELD_COUNT];
} Answer;

// --- The board -----------------------------------------------------------------------------------

// The square of two coordinates; -1 outside the board.
static int square_at(const Position *pos, const int at[2]) {
    int size = pos->variant->size;
    bool is_inside = at[0] >= 0 && at[0] < size && at[1] >= 0 && at[1] < size;
    return is_inside ? amazons_square(size, at[0], at[1]) : -1;
}

// Plays as much of a move as the real judge does before it finds it illegal, since the counts that
// it then displays are those of that board: the amazon is taken up, and put down if it can get
// there. False if the move is illegal.
static bool play(const Rules *rules, Position *pos, const int move[BOTZONE_FIELD_COUNT]) {
    int from = square_at(pos, move);
    int to = square_at(pos, move + 2);
    int arrow = square_at(pos, move + 4);
    Bits128 *amazons = &pos->amazons.amazons[pos->turn];
    if (from < 0 || to < 0 || arrow < 0 || !(*amazons & bits128_bit(from))) {
        return false;
    }
    Move wanted = amazons_move(from, to, arrow);
    Move moves[MOVES_MAX];
    size_t count = rules->moves(pos, moves);
    bool is_step = false;
    for (size_t i = 0; i < count; i++) {
        if (moves[i] == wanted) {
            rules->apply(pos, wanted, pos);
            return true;
        }
        is_step = is_step || amazons_move_step(moves[i]) == amazons_move_step(wanted);
    }
    *amazons &= ~bits128_bit(from);
    *amazons |= is_step ? bits128_bit(to) : 0;
    return false;
}

static size_t legal_count(const Rules *rules, const Position *pos, Side side) {
    Position asked = *pos;
    asked.turn = (uint8_t)side;
    return rules->count(&asked);
}

// --- The log -------------------------------------------------------------------------------------

// Old logs call the response `content`.
static const json_t *response_of(const json_t *said) {
    const json_t *response = json_object_get(said, "response");
    return !response || json_is_null(response) ? json_object_get(said, "content") : response;
}

// Replays the answers, of which `*last` becomes the newest. The judge has ruled on the others in
// their turn: an illegal move among them leaves the board as it did then, an answer that was none
// ends the game (the real judge ends it too, and then fails on the rest).
static void replay(const Rules *rules, const json_t *log, Position *pos, Answer *last) {
    rules->start(pos, &rules->variants[0]);
    for (size_t i = 1; i < json_array_size(log) && last->kind != ANSWER_NONE; i += 2) {
        Side player = i % 4 == 1 ? SIDE_FIRST : SIDE_SECOND;
        *last = (Answer){.kind = ANSWER_NONE, .player = player};
        last->said = json_object_get(json_array_get(log, i), PLAYERS[player]);
        pos->turn = (uint8_t)player;
        if (botzone_json_move(response_of(last->said), last->move)) {
            last->kind = play(rules, pos, last->move) ? ANSWER_LEGAL : ANSWER_ILLEGAL;
        }
    }
}

// --- The output ----------------------------------------------------------------------------------

// Keys are sorted, as JsonCpp writes them: the output is the real judge's byte for byte.
static void add_move(Text *out, const int move[BOTZONE_FIELD_COUNT]) {
    text_addf(out, "\"x0\":%d,\"x1\":%d,\"x2\":%d,\"y0\":%d,\"y1\":%d,\"y2\":%d", move[0], move[2],
        move[4], move[1], move[3], move[5]);
}

// A string in quotes, in ASCII.
static void add_quoted(Text *out, Slice text) {
    static const char PLAIN[] = "\"\\\b\f\n\r\t";
    static const char LETTERS[] = "\"\\bfnrt";
    text_add_byte(out, '"');
    while (text.size > 0) {
        uint32_t code_point = utf8_next(&text);
        const char *found =
            code_point > 0 && code_point < 0x80 ? strchr(PLAIN, (int)code_point) : NULL;
        if (found) {
            text_addf(out, "\\%c", LETTERS[found - PLAIN]);
        } else if (code_point >= 0x20 && code_point < 0x80) {
            text_add_byte(out, (char)code_point);
        } else if (code_point < 0x10000) {
            text_addf(out, "\\u%04x", code_point);
        } else {
            text_addf(
                out, "\\u%04x\\u%04x", 0xd7c0 + (code_point >> 10), 0xdc00 + (code_point & 0x3ff));
        }
    }
    text_add_byte(out, '"');
}

// Botzone's verdict on a program as text. It is a string, but the real judge takes any plain value.
static void add_verdict(Text *out, const json_t *verdict) {
    switch (verdict ? json_typeof(verdict) : JSON_NULL) {
    case JSON_STRING:
        text_add_slice(out, (Slice){json_string_value(verdict), json_string_length(verdict)});
        break;
    case JSON_INTEGER:
        text_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(verdict));
        break;
    case JSON_REAL: {
        size_t start = out->size;
        text_addf(out, "%.17g", json_real_value(verdict));
        text_add(out, strpbrk(out->data + start, ".e") ? "" : ".0");
        break;
    }
    case JSON_TRUE:
    case JSON_FALSE:
        text_add(out, json_is_true(verdict) ? "true" : "false");
        break;
    case JSON_NULL:
    case JSON_OBJECT:
    case JSON_ARRAY:
        break;
    }
}

static void add_err(Text *out, const Answer *answer) {
    Text err;
    text_init(&err);
    if (answer->kind == ANSWER_ILLEGAL) {
        text_add(&err, "INVALIDMOVE");
    } else {
        text_add(&err, "INVALID_INPUT_VERDICT_");
        add_verdict(&err, json_object_get(answer->said, "verdict"));
    }
    add_quoted(out, text_slice(&err));
    text_release(&err);
}

static void add_request(Text *out, Side player, const int move[BOTZONE_FIELD_COUNT]) {
    text_addf(out, "{\"command\":\"request\",\"content\":{\"%s\":{", PLAYERS[player]);
    add_move(out, move);
    text_add(out, "}},\"display\":{");
}

static void add_finish(Text *out, Side winner) {
    text_addf(out, "{\"command\":\"finish\",\"content\":{\"0\":%d,\"1\":%d},\"display\":{",
        winner == SIDE_FIRST ? 2 : 0, winner == SIDE_SECOND ? 2 : 0);
}

static void add_output(Text *out, const Rules *rules, const Position *pos, const Answer *answer) {
    size_t counts[] = {legal_count(rules, pos, SIDE_FIRST), legal_count(rules, pos, SIDE_SECOND)};
    Side other = side_other(answer->player);
    bool is_foul = answer->kind == ANSWER_ILLEGAL || answer->kind == ANSWER_NONE;
    bool is_over = is_foul || counts[other] == 0;
    Side winner = is_foul ? other : answer->player;
    if (is_over) {
        add_finish(out, winner);
    } else {
        add_request(out, other, answer->move);
    }
    text_addf(out, "\"blackCount\":%zu", counts[SIDE_FIRST]);
    if (is_foul) {
        text_add(out, ",\"err\":");
        add_err(out, answer);
    }
    text_addf(out, ",\"whiteCount\":%zu", counts[SIDE_SECOND]);
    if (is_over) {
        text_addf(out, ",\"winner\":%d", winner);
    }
    if (answer->kind == ANSWER_LEGAL) {
        text_add_byte(out, ',');
        add_move(out, answer->move);
    }
    text_add(out, "}}\n");
}

bool botzone_judge(const Rules *rules, Slice input, Text *output, Error *error) {
    json_t *root;
    botzone_json_recover(input, &root);
    const json_t *log = json_object_get(root, "log");
    bool is_log = json_is_array(log);
    if (is_log) {
        Answer last = {
            .kind = ANSWER_AWAITED, .player = SIDE_SECOND, .move = {-1, -1, -1, -1, -1, -1}};
        Position pos;
        replay(rules, log, &pos, &last);
        add_output(output, rules, &pos, &last);
    }
    json_decref(root);
    return is_log || error_set(error, ERROR_BAD_FIELD, "the judge's input has no array named log");
}
