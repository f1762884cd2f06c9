#include "search/book_key.h"

#include <string.h>

#include "rules/amazons/amazons.h"
#include "rules/quoridor/quoridor.h"

static bool is_amazons(const Rules *rules) {
    return strcmp(rules->name, "amazons") == 0;
}

static int amazons_mirror_square(int size, int square) {
    return amazons_square(size, size - 1 - amazons_column(size, square), amazons_row(size, square));
}

static Bits128 amazons_mirror_set(int size, Bits128 set) {
    Bits128 mirrored = 0;
    while (set) {
        mirrored |= bits128_bit(amazons_mirror_square(size, bits128_pop(&set)));
    }
    return mirrored;
}

static void amazons_key(BookKey *key, const Position *pos, bool mirrors) {
    int size = pos->variant->size;
    const Bits128 sets[] = {
        pos->amazons.amazons[SIDE_FIRST], pos->amazons.amazons[SIDE_SECOND], pos->amazons.arrows};
    *key = (BookKey){{(uint64_t)size | (uint64_t)pos->turn << 8}};
    for (size_t i = 0; i < 3; i++) {
        Bits128 set = mirrors ? amazons_mirror_set(size, sets[i]) : sets[i];
        key->words[1 + 2 * i] = (uint64_t)set;
        key->words[2 + 2 * i] = (uint64_t)(set >> 64);
    }
}

static int quoridor_mirror_square(int square) {
    return quoridor_square(QUORIDOR_SIZE - 1 - quoridor_column(square), quoridor_row(square));
}

static int quoridor_mirror_slot(int slot) {
    return quoridor_slot(
        QUORIDOR_SLOT_SIZE - 1 - quoridor_slot_column(slot), quoridor_slot_row(slot));
}

static uint64_t quoridor_mirror_walls(uint64_t walls) {
    uint64_t mirrored = 0;
    while (walls) {
        mirrored |= UINT64_C(1) << quoridor_mirror_slot(bits64_pop(&walls));
    }
    return mirrored;
}

static void quoridor_key(BookKey *key, const Position *pos, bool mirrors) {
    const QuoridorPosition *quoridor = &pos->quoridor;
    *key = (BookKey){{pos->turn, quoridor->horizontal, quoridor->vertical}};
    for (int side = 0; side < 2; side++) {
        int pawn = quoridor->pawn[side];
        pawn = mirrors ? quoridor_mirror_square(pawn) : pawn;
        key->words[0] |= (uint64_t)pawn << (8 + 8 * side);
        key->words[0] |= (uint64_t)quoridor->walls_left[side] << (24 + 8 * side);
    }
    if (mirrors) {
        key->words[1] = quoridor_mirror_walls(key->words[1]);
        key->words[2] = quoridor_mirror_walls(key->words[2]);
    }
}

int book_key_compare(const BookKey *a, const BookKey *b) {
    return memcmp(a->words, b->words, sizeof a->words);
}

bool book_key_make(BookKey *key, const Rules *rules, const Position *pos) {
    BookKey mirror;
    void (*make)(BookKey *, const Position *, bool) =
        is_amazons(rules) ? amazons_key : quoridor_key;
    make(key, pos, false);
    make(&mirror, pos, true);
    bool mirrors = book_key_compare(&mirror, key) < 0;
    if (mirrors) {
        *key = mirror;
    }
    return mirrors;
}

Move book_key_mirror(const Rules *rules, const Variant *variant, Move move) {
    if (is_amazons(rules)) {
        return amazons_move(amazons_mirror_square(variant->size, amazons_move_from(move)),
            amazons_mirror_square(variant->size, amazons_move_to(move)),
            amazons_mirror_square(variant->size, amazons_move_arrow(move)));
    }
    QuoridorKind kind = quoridor_move_kind(move);
    int where = quoridor_move_where(move);
    return quoridor_move(
        kind, kind == QUORIDOR_PAWN ? quoridor_mirror_square(where) : quoridor_mirror_slot(where));
}
