#include "search/tt.h"

#include <assert.h>
#include <string.h>

#include "base/pages.h"

bool tt_init(Tt *tt, size_t memory_bytes) {
    size_t count = 1024;
    while (2 * count * sizeof(TtSlot) <= memory_bytes) {
        count *= 2;
    }
    tt->slots = (TtSlot *)pages_new(count * sizeof *tt->slots);
    tt->mask = count - 1;
    return tt->slots != NULL;
}

void tt_release(Tt *tt) {
    pages_free(tt->slots, (tt->mask + 1) * sizeof *tt->slots);
    *tt = (Tt){0};
}

void tt_clear(Tt *tt) {
    memset(tt->slots, 0, (tt->mask + 1) * sizeof *tt->slots);
}

// Twice, as a product alone leaves differences in the highest bits so few that the next word could
// undo them.
static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 32)) * UINT64_C(0xd1342543de82ef95);
    return hash ^ (hash >> 29);
}

static uint64_t hash_position(const Position *pos, uint64_t seed) {
    uint64_t words[sizeof(AmazonsPosition) / sizeof(uint64_t)] = {0};
    if (pos->variant->walls > 0) {
        const QuoridorPosition *board = &pos->quoridor;
        words[0] = board->horizontal;
        words[1] = board->vertical;
        words[2] = (uint64_t)board->pawn[0] | (uint64_t)board->pawn[1] << 8 |
                   (uint64_t)board->walls_left[0] << 16 | (uint64_t)board->walls_left[1] << 24;
    } else {
        memcpy(words, &pos->amazons, sizeof words);
    }
    uint64_t hash = mix(seed + pos->turn, pos->variant->ply_cap > 0 ? pos->ply : 0u);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = mix(hash, words[i]);
    }
    return hash;
}

uint64_t tt_key(const Position *pos) {
    return hash_position(pos, 1);
}

uint32_t tt_check(const Position *pos) {
    return (uint32_t)hash_position(pos, UINT64_C(0x2545f4914f6cdd1d));
}

// Move 32 bits, score 16, depth 8, bound 2.
static uint64_t pack(const TtEntry *entry) {
    assert(entry->score == (int16_t)entry->score && entry->depth == (uint8_t)entry->depth);
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 32 |
           (uint64_t)entry->depth << 48 | (uint64_t)entry->bound << 56;
}

static TtEntry unpack(uint64_t data) {
    return (TtEntry){
        .move = (Move)data,
        .score = (int16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = (Bound)(data >> 56 & 3),
    };
}

uint64_t tt_find(const Tt *tt, uint64_t key) {
    const TtSlot *slot = &tt->slots[key & tt->mask];
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_acquire);
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    return (check ^ data) == key ? data : 0;
}

void tt_put(Tt *tt, uint64_t key, uint64_t data) {
    TtSlot *slot = &tt->slots[key & tt->mask];
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_release);
}

void tt_map(Tt *tt, uint64_t (*map)(const void *context, uint64_t data), const void *context) {
    for (size_t i = 0; i <= tt->mask; i++) {
        TtSlot *slot = &tt->slots[i];
        const uint64_t old = atomic_load_explicit(&slot->data, memory_order_relaxed);
        if (old != 0) {
            const uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
            const uint64_t data = map(context, old);
            atomic_store_explicit(
                &slot->check, data ? check ^ old ^ data : 0, memory_order_relaxed);
            atomic_store_explicit(&slot->data, data, memory_order_relaxed);
        }
    }
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *out) {
    uint64_t data = tt_find(tt, key);
    *out = unpack(data);
    return data != 0;
}

void tt_store(Tt *tt, uint64_t key, const TtEntry *entry) {
    TtEntry old;
    if (tt_probe(tt, key, &old) && old.depth > entry->depth && old.bound == BOUND_EXACT) {
        return;
    }
    tt_put(tt, key, pack(entry));
}
