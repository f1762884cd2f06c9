#include "rules/amazons/kernel.h"

#include "rules/amazons/board.h"

// This level's prototypes: hot files are not told which levels are built in.
AMAZONS_KERNEL(IMMURE_LEVEL)

// 6x6 and 8x8.
#define BOARD_BITS 64
#include "rules/amazons/kernel_template.inc"
#undef BOARD_BITS

// 10x10.
#define BOARD_BITS 128
#include "rules/amazons/kernel_template.inc"
#undef BOARD_BITS

static inline bool is_wide(const Position *pos) {
    return pos->variant->size > 8;
}

size_t LEVEL_NAME(amazons_moves)(const Position *pos, Move *out) {
    Bits128 empty = amazons_empty(pos);
    Bits128 movers = pos->amazons.amazons[pos->turn];
    return is_wide(pos) ? moves_128(empty, movers, out)
                        : moves_64((uint64_t)empty, (uint64_t)movers, out);
}

size_t LEVEL_NAME(amazons_count)(const Position *pos) {
    Bits128 empty = amazons_empty(pos);
    Bits128 movers = pos->amazons.amazons[pos->turn];
    return is_wide(pos) ? count_128(empty, movers) : count_64((uint64_t)empty, (uint64_t)movers);
}

void LEVEL_NAME(amazons_apply)(const Position *pos, Move move, Position *out) {
    Bits128 from = bits128_bit(amazons_move_from(move));
    Bits128 to = bits128_bit(amazons_move_to(move));
    *out = *pos;
    out->amazons.amazons[pos->turn] ^= from | to;
    out->amazons.arrows |= bits128_bit(amazons_move_arrow(move));
    out->turn = (uint8_t)side_other(position_turn(pos));
    out->ply++;
}

Outcome LEVEL_NAME(amazons_outcome)(const Position *pos) {
    Bits128 empty = amazons_empty(pos);
    Bits128 movers = pos->amazons.amazons[pos->turn];
    bool can_move =
        is_wide(pos) ? can_move_128(empty, movers) : can_move_64((uint64_t)empty, (uint64_t)movers);
    if (can_move) {
        return (Outcome){RESULT_NONE, ENDING_NONE};
    }
    return (Outcome){result_win_for(side_other(position_turn(pos))), ENDING_NO_MOVE};
}
