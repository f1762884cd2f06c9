#include "twin/amazons_ending_twin.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (1u << 18)
#define POSITIONS_MAX (SLOTS / 2)

// A position as two bits a square, and what was found out about it.
typedef struct Slot {
    uint64_t board[4];
    int value;
    unsigned question; // that it was found out for; 0 for none
} Slot;

struct AmazonsEndingTwin {
    Slot slots[SLOTS];
    unsigned question;
    unsigned used;
    bool is_full;
    AmazonsTwinMove moves[AMAZONS_TWIN_MOVES_MAX];
    bool is_alone; // the other side does not move
};

AmazonsEndingTwin *amazons_ending_twin_new(void) {
    AmazonsEndingTwin *twin = calloc(1, sizeof *twin);
    if (!twin) {
        abort();
    }
    return twin;
}

void amazons_ending_twin_free(AmazonsEndingTwin *twin) {
    free(twin);
}

static Slot *slot_of(AmazonsEndingTwin *twin, const AmazonsTwin *board) {
    uint64_t packed[4] = {0};
    packed[3] = (uint64_t)board->turn << 60;
    for (int i = 0; i < 100; i++) {
        packed[i / 32] |= (uint64_t)board->cell[i / 10][i % 10] << i % 32 * 2;
    }
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ packed[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 31;
    }
    uint64_t at = hash % SLOTS;
    while (twin->slots[at].question == twin->question &&
           memcmp(twin->slots[at].board, packed, sizeof packed) != 0) {
        at = (at + 1) % SLOTS;
    }
    memcpy(twin->slots[at].board, packed, sizeof packed);
    return &twin->slots[at];
}

static int search(AmazonsEndingTwin *twin, const AmazonsTwin *board);

// 1 if the side to move wins, else 0; or the number of moves that it can make alone.
static int search_moves(AmazonsEndingTwin *twin, const AmazonsTwin *board) {
    size_t count = amazons_twin_moves(board, twin->moves);
    AmazonsTwinMove *moves = malloc(count * sizeof *moves + 1);
    if (!moves) {
        abort();
    }
    memcpy(moves, twin->moves, count * sizeof *moves);
    int best = 0;
    for (size_t i = 0; i < count && !twin->is_full && (twin->is_alone || best == 0); i++) {
        AmazonsTwin next = *board;
        amazons_twin_play(&next, moves[i]);
        if (twin->is_alone) {
            next.turn = board->turn;
        }
        int value = search(twin, &next);
        value = twin->is_alone ? value + 1 : 1 - value;
        best = value > best ? value : best;
    }
    free(moves);
    return best;
}

static int search(AmazonsEndingTwin *twin, const AmazonsTwin *board) {
    Slot *slot = slot_of(twin, board);
    if (slot->question != twin->question) {
        if (twin->used == POSITIONS_MAX) {
            twin->is_full = true;
            return 0;
        }
        // Taken before the search below: no position can come back, as each move adds an arrow.
        slot->question = twin->question;
        twin->used++;
        slot->value = search_moves(twin, board);
    }
    return slot->value;
}

static int begin(AmazonsEndingTwin *twin, const AmazonsTwin *board, bool is_alone, bool *is_found) {
    twin->question++;
    twin->used = 0;
    twin->is_full = false;
    twin->is_alone = is_alone;
    int value = search(twin, board);
    *is_found = !twin->is_full;
    return value;
}

bool amazons_ending_twin_wins(AmazonsEndingTwin *twin, const AmazonsTwin *board, bool *is_found) {
    return begin(twin, board, false, is_found) == 1;
}

int amazons_ending_twin_fill(AmazonsEndingTwin *twin, const AmazonsTwin *board, bool *is_found) {
    return begin(twin, board, true, is_found);
}

typedef enum Touch { TOUCH_FIRST = 1, TOUCH_SECOND = 2 } Touch;

// Marks everything connected to a square that is no arrow with what stands there.
static void mark(const AmazonsTwin *board, int x, int y, int touch, int marks[10][10]) {
    bool is_inside = x >= 0 && y >= 0 && x < board->size && y < board->size;
    if (!is_inside || board->cell[y][x] == TWIN_ARROW || (marks[y][x] & touch)) {
        return;
    }
    marks[y][x] |= touch;
    for (int i = 0; i < 9; i++) {
        mark(board, x + i % 3 - 1, y + i / 3 - 1, touch, marks);
    }
}

// Counts the empty squares whose marks include one of `any` and all of `all`.
static int count_marked(const AmazonsTwin *board, int any, int all) {
    int marks[10][10] = {0};
    int count = 0;
    for (int i = 0; i < 100; i++) {
        AmazonsTwinCell cell = board->cell[i / 10][i % 10];
        if (cell == TWIN_FIRST || cell == TWIN_SECOND) {
            mark(board, i % 10, i / 10, cell == TWIN_FIRST ? TOUCH_FIRST : TOUCH_SECOND, marks);
        }
    }
    for (int i = 0; i < 100; i++) {
        int touch = marks[i / 10][i % 10];
        count += board->cell[i / 10][i % 10] == TWIN_EMPTY && (touch & any) && (touch & all) == all;
    }
    return count;
}

int amazons_ending_twin_open(const AmazonsTwin *board) {
    return count_marked(board, TOUCH_FIRST | TOUCH_SECOND, 0);
}

int amazons_ending_twin_contested(const AmazonsTwin *board) {
    return count_marked(board, TOUCH_FIRST, TOUCH_FIRST | TOUCH_SECOND);
}
