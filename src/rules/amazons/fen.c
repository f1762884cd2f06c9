#include "rules/amazons/fen.h"

#include <stdio.h>
#include <string.h>

#include "rules/amazons/board.h"
#include "rules/amazons/legality.h"

enum { FIELD_BOARD, FIELD_TURN, FIELD_CASTLING, FIELD_PASSANT, FIELD_HALF_MOVES, FIELD_MOVE };
#define FIELD_COUNT (FIELD_MOVE + 1)

// The set that a piece belongs to; null if the byte is none.
static Bits128 *find_set(AmazonsPosition *board, char byte) {
    switch (byte) {
    case 'Q':
        return &board->amazons[SIDE_FIRST];
    case 'q':
        return &board->amazons[SIDE_SECOND];
    case '*':
        return &board->arrows;
    default:
        return NULL;
    }
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

// The number of one or two digits at the front; 0 if there is none.
static int run_length(Slice text) {
    if (!is_digit(text.data[0]) || text.data[0] == '0') {
        return 0;
    }
    int length = text.data[0] - '0';
    if (text.size > 1 && is_digit(text.data[1])) {
        length = 10 * length + (text.data[1] - '0');
    }
    return length;
}

static bool read_rank(Slice text, int size, int row, AmazonsPosition *board, Error *error) {
    size_t column = 0;
    while (text.size > 0) {
        Bits128 *set = find_set(board, text.data[0]);
        int run = set ? 1 : run_length(text);
        if (run == 0) {
            char quote[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_POSITION_SQUARE,
                "rank %d: %s is none of Q, q, * and a number", row + 1,
                slice_quote((Slice){text.data, 1}, quote));
        }
        // A rank that is too long is refused below; what is too much of it has no square.
        if (set && column < (size_t)size) {
            *set |= bits128_bit(amazons_square(size, (int)column, row));
        }
        column += (size_t)run;
        text = slice_skip(text, run < 10 ? 1 : 2);
    }
    if (column != (size_t)size) {
        return error_set(error, ERROR_POSITION_RANK, "rank %d: %zu squares instead of %d", row + 1,
            column, size);
    }
    return true;
}

// Cuts the next rank off the front; unlike slice_next it does not pass over empty ones.
static Slice take_rank(Slice *rest) {
    const char *slash = (const char *)memchr(rest->data, '/', rest->size);
    Slice rank = {rest->data, slash ? (size_t)(slash - rest->data) : rest->size};
    *rest = slice_skip(*rest, rank.size + 1);
    return rank;
}

static int count_ranks(Slice text) {
    int count = 1;
    for (size_t i = 0; i < text.size; i++) {
        count += text.data[i] == '/';
    }
    return count;
}

static bool check_amazons(const AmazonsPosition *board, Error *error) {
    for (EACH_SIDE(side)) {
        int count = bits128_count(board->amazons[side]);
        if (count != AMAZONS_EACH) {
            return error_set(error, ERROR_POSITION_AMAZONS,
                "the %s player has %d amazons instead of %d", side_name(side), count, AMAZONS_EACH);
        }
    }
    return true;
}

// Takes pieces in hand off the end of the board field: Amazons has none, but Fairy-Stockfish may
// write them.
static bool skip_holdings(Slice *field, Error *error) {
    const char *bracket = (const char *)memchr(field->data, '[', field->size);
    if (bracket) {
        Slice holdings = slice_skip(*field, (size_t)(bracket - field->data));
        if (memchr(holdings.data, ']', holdings.size) != holdings.data + holdings.size - 1) {
            char quote[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_POSITION_HAND,
                "%s is not a list of pieces in hand like []", slice_quote(holdings, quote));
        }
        field->size -= holdings.size;
    }
    return true;
}

static bool read_board(Slice field, Position *pos, Error *error) {
    if (!skip_holdings(&field, error)) {
        return false;
    }
    int size = count_ranks(field);
    pos->variant = amazons_variant(size);
    if (!pos->variant) {
        return error_set(error, ERROR_POSITION_SIZE, "a board has 6, 8 or 10 ranks, not %d", size);
    }
    for (int row = size - 1; row >= 0; row--) {
        if (!read_rank(take_rank(&field), size, row, &pos->amazons, error)) {
            return false;
        }
    }
    return check_amazons(&pos->amazons, error);
}

static bool read_turn(Slice field, Position *pos, Error *error) {
    if (!slice_is(field, "w") && !slice_is(field, "b")) {
        char quote[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_POSITION_TURN, "%s is not a side to move, %c or %c",
            slice_quote(field, quote), 'w', 'b');
    }
    pos->turn = slice_is(field, "w") ? SIDE_FIRST : SIDE_SECOND;
    return true;
}

// A game has no more plies than there are squares for arrows.
static bool read_ply(Slice field, Position *pos, Error *error) {
    int size = pos->variant->size;
    int plies_max = size * size - 2 * AMAZONS_EACH;
    int number;
    if (!slice_to_int(field, &number) || number < 1 || number > plies_max ||
        2 * (number - 1) + pos->turn > plies_max) {
        char quote[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_POSITION_MOVE_NUMBER, "%s is not the number of a move on %s",
            slice_quote(field, quote), pos->variant->name);
    }
    pos->ply = (uint16_t)(2 * (number - 1) + pos->turn);
    return true;
}

static bool read_field(int index, Slice field, Position *pos, Error *error) {
    int half_moves;
    char quote[SLICE_QUOTE_SIZE];
    switch (index) {
    case FIELD_BOARD:
        return read_board(field, pos, error);
    case FIELD_TURN:
        return read_turn(field, pos, error);
    case FIELD_CASTLING:
    case FIELD_PASSANT:
        return slice_is(field, "-") || error_set(error, ERROR_POSITION_DASH,
                                           "%s where - is due, as there is neither castling nor "
                                           "en passant",
                                           slice_quote(field, quote));
    case FIELD_HALF_MOVES:
        return (slice_to_int(field, &half_moves) && half_moves >= 0) ||
               error_set(error, ERROR_POSITION_HALF_MOVES, "%s is not a number of half moves",
                   slice_quote(field, quote));
    default:
        return read_ply(field, pos, error);
    }
}

bool amazons_read(Slice text, const Variant *variant, Position *out, Error *error) {
    (void)variant;
    Position pos = {.turn = SIDE_FIRST};
    int count = 0;
    for (Slice field; slice_next(&text, " \t", &field); count++) {
        if (count == FIELD_COUNT) {
            char quote[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_POSITION_GOES_ON, "%s after the number of the move",
                slice_quote(field, quote));
        }
        if (!read_field(count, field, &pos, error)) {
            return false;
        }
    }
    if (count == FIELD_BOARD) {
        return error_set(error, ERROR_POSITION_EMPTY, "the position is empty");
    }
    if (count <= FIELD_MOVE) {
        pos.ply = pos.turn;
    }
    *out = pos;
    return true;
}

static char *write_rank(const Position *pos, int row, char *out) {
    int size = pos->variant->size;
    int run = 0;
    for (int column = 0; column < size; column++) {
        char piece = amazons_piece(pos, amazons_square(size, column, row));
        if (piece == '.') {
            run++;
            continue;
        }
        if (run > 0) {
            out += sprintf(out, "%d", run);
            run = 0;
        }
        *out++ = piece;
    }
    if (run > 0) {
        out += sprintf(out, "%d", run);
    }
    return out;
}

size_t amazons_write(const Position *pos, char *out) {
    char *end = out;
    for (int row = pos->variant->size - 1; row >= 0; row--) {
        end = write_rank(pos, row, end);
        if (row > 0) {
            *end++ = '/';
        }
    }
    end += sprintf(
        end, " %c - - 0 %d", pos->turn == SIDE_FIRST ? 'w' : 'b', (pos->ply - pos->turn) / 2 + 1);
    return (size_t)(end - out);
}
