#include "rules/quoridor/position_text.h"

#include <stdio.h>

#include "rules/quoridor/legality.h"
#include "rules/quoridor/notation.h"
#include "rules/quoridor/path.h"
#include "rules/quoridor/quoridor.h"

enum { WORD_WALLS, WORD_FIRST, WORD_SECOND, WORD_LEFT_1, WORD_LEFT_2, WORD_TURN, WORD_PLY };
#define WORDS_MAX (WORD_PLY + 1)
#define NAME_LENGTH 3

static int words_split(Slice text, Slice words[WORDS_MAX + 1]) {
    int count = 0;
    while (count <= WORDS_MAX && slice_next(&text, " \t", &words[count])) {
        count++;
    }
    return count;
}

static bool read_number(Slice word, int max, int *out) {
    return slice_to_int(word, out) && *out >= 0 && *out <= max;
}

static bool read_walls(Slice word, QuoridorPosition *board, Error *error) {
    if (slice_is(word, "-")) {
        return true;
    }
    char quote[SLICE_QUOTE_SIZE];
    for (; word.size > 0; word = slice_skip(word, NAME_LENGTH)) {
        Slice name = {word.data, word.size < NAME_LENGTH ? word.size : NAME_LENGTH};
        Move wall;
        if (!quoridor_parse_name(name, &wall) || quoridor_move_kind(wall) == QUORIDOR_PAWN) {
            return error_set(
                error, ERROR_POSITION_WALL, "%s is not a wall like e3h", slice_quote(name, quote));
        }
        if (!quoridor_check_place(board, wall, error)) {
            return false;
        }
        ways_put_wall(board, quoridor_move_kind(wall), quoridor_move_where(wall));
    }
    return true;
}

static bool read_pawns(const Slice words[2], QuoridorPosition *board, Error *error) {
    for (int side = 0; side < 2; side++) {
        int square;
        if (!quoridor_parse_square(words[side], &square)) {
            char quote[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_POSITION_PAWN, "%s is not a square like e1",
                slice_quote(words[side], quote));
        }
        board->pawn[side] = (uint8_t)square;
    }
    if (board->pawn[0] == board->pawn[1]) {
        return error_set(
            error, ERROR_POSITION_PAWNS_MEET, "both pawns stand on %.2s", words[0].data);
    }
    if (quoridor_is_goal(SIDE_FIRST, board->pawn[0]) &&
        quoridor_is_goal(SIDE_SECOND, board->pawn[1])) {
        return error_set(error, ERROR_POSITION_GOALS, "both pawns have reached their goals");
    }
    return true;
}

static bool read_stocks(
    const Slice words[2], const Variant *variant, QuoridorPosition *board, Error *error) {
    int total = bits64_count(board->horizontal) + bits64_count(board->vertical);
    for (int side = 0; side < 2; side++) {
        int left;
        if (!read_number(words[side], variant->walls, &left)) {
            char quote[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_POSITION_STOCK,
                "%s is not a number of walls from 0 to %d", slice_quote(words[side], quote),
                variant->walls);
        }
        board->walls_left[side] = (uint8_t)left;
        total += left;
    }
    if (total > 2 * variant->walls) {
        return error_set(error, ERROR_POSITION_WALLS,
            "%d walls on the board and in hand, but there are only %d", total, 2 * variant->walls);
    }
    return true;
}

static bool check_paths(const QuoridorPosition *board, Error *error) {
    for (EACH_SIDE(side)) {
        if (!path_exists(ways_open(board), board->pawn[side], side)) {
            return error_set(error, ERROR_POSITION_NO_PATH, "the walls leave the %s player no path",
                side_name(side));
        }
    }
    return true;
}

bool quoridor_read(Slice text, const Variant *variant, Position *out, Error *error) {
    Slice words[WORDS_MAX + 1];
    int count = words_split(text, words);
    if (count != WORDS_MAX && count != WORDS_MAX - 1) {
        return error_set(error, ERROR_POSITION_WORDS,
            "a position is 7 words like '- e1 e9 10 10 1 0', not %d", count);
    }
    Position pos;
    quoridor_start(&pos, variant);
    QuoridorPosition *board = &pos.quoridor;
    int ply = 0;
    if (!read_walls(words[WORD_WALLS], board, error) ||
        !read_pawns(&words[WORD_FIRST], board, error) ||
        !read_stocks(&words[WORD_LEFT_1], variant, board, error) || !check_paths(board, error)) {
        return false;
    }
    char quote[SLICE_QUOTE_SIZE];
    bool is_first = slice_is(words[WORD_TURN], "1");
    if (!is_first && !slice_is(words[WORD_TURN], "2")) {
        return error_set(error, ERROR_POSITION_TURN, "%s is not a side to move, %d or %d",
            slice_quote(words[WORD_TURN], quote), 1, 2);
    }
    if (count == WORDS_MAX && !read_number(words[WORD_PLY], UINT16_MAX, &ply)) {
        return error_set(error, ERROR_POSITION_PLIES, "%s is not a number of plies from 0 to %d",
            slice_quote(words[WORD_PLY], quote), UINT16_MAX);
    }
    pos.turn = is_first ? SIDE_FIRST : SIDE_SECOND;
    pos.ply = (uint16_t)ply;
    *out = pos;
    return true;
}

// The walls by file and then rank.
static size_t write_walls(const QuoridorPosition *board, char *out) {
    size_t length = 0;
    for (int column = 0; column < QUORIDOR_SLOT_SIZE; column++) {
        for (int row = 0; row < QUORIDOR_SLOT_SIZE; row++) {
            int slot = quoridor_slot(column, row);
            if (board->horizontal >> slot & 1) {
                length += quoridor_name(quoridor_move(QUORIDOR_HORIZONTAL, slot), out + length);
            } else if (board->vertical >> slot & 1) {
                length += quoridor_name(quoridor_move(QUORIDOR_VERTICAL, slot), out + length);
            }
        }
    }
    if (length == 0) {
        out[length++] = '-';
    }
    return length;
}

size_t quoridor_write(const Position *pos, char *out) {
    const QuoridorPosition *board = &pos->quoridor;
    char pawn[2][QUORIDOR_NAME_SIZE];
    for (int side = 0; side < 2; side++) {
        quoridor_name(quoridor_move(QUORIDOR_PAWN, board->pawn[side]), pawn[side]);
    }
    size_t length = write_walls(board, out);
    int rest = snprintf(out + length, POSITION_TEXT_SIZE - length, " %s %s %d %d %d %d", pawn[0],
        pawn[1], board->walls_left[0], board->walls_left[1], pos->turn + 1, pos->ply);
    return length + (size_t)rest;
}
