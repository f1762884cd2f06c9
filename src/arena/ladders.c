#include "arena/ladders.h"

#include <stdlib.h>

#include "arena/ladder_parts.h"

// Open pairs while no host is there, so that the first one has something to do.
#define OPEN_MIN 2
#define OPEN_MAX 1024

struct Ladders {
    Store *store;
    Ladder *items;
    size_t count;
    size_t turn; // whose turn it is to order first
};

bool ladder_board(size_t index, Board *out) {
    for (size_t game = 0; game < rules_count(); game++) {
        const Rules *rules = rules_at(game);
        if (index < (size_t)rules->variant_count) {
            *out = (Board){rules, &rules->variants[index]};
            return true;
        }
        index -= (size_t)rules->variant_count;
    }
    return false;
}

Ladders *ladders_new(Store *store) {
    Ladders *ladders = calloc(1, sizeof *ladders);
    Board board;
    if (!ladders) {
        abort();
    }
    while (ladder_board(ladders->count, &board)) {
        ladders->count++;
    }
    ladders->store = store;
    ladders->items = calloc(ladders->count, sizeof *ladders->items);
    if (!ladders->items) {
        abort();
    }
    for (size_t i = 0; ladder_board(i, &board); i++) {
        ladder_init(&ladders->items[i], &board);
    }
    return ladders;
}

void ladders_free(Ladders *ladders) {
    if (ladders) {
        for (size_t i = 0; i < ladders->count; i++) {
            ladder_release(&ladders->items[i]);
        }
        free(ladders->items);
        free(ladders);
    }
}

// How many pairs may be open, and are.
typedef struct Workforce {
    int64_t open_count;
    int64_t open_max;
} Workforce;

static bool read_workforce(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Workforce *workforce = context;
    int64_t cores = query_take_int(query_begin(tx, "ladders_cores"));
    int64_t open_max = cores + cores / 2;
    workforce->open_count = query_take_int(query_begin(tx, "ladders_open_count"));
    workforce->open_max = open_max < OPEN_MIN   ? OPEN_MIN
                          : open_max > OPEN_MAX ? OPEN_MAX
                                                : open_max;
    return true;
}

// Each ladder may have an even share of the open pairs, as far as the others leave room.
static size_t share_of(const Workforce *workforce, const Ladder *ladder, size_t playing) {
    int64_t share = workforce->open_max / (int64_t)(playing > 0 ? playing : 1);
    int64_t free_total = workforce->open_max - workforce->open_count;
    int64_t free_own = (share > 0 ? share : 1) - (int64_t)ladder->open_count;
    int64_t wanted = free_total < free_own ? free_total : free_own;
    return wanted > 0 ? (size_t)wanted : 0;
}

static bool has_players(const Ladder *ladder) {
    int64_t owner = ladder->bot_count > 0 ? ladder->bots[0].owner_id : 0;
    for (size_t i = 1; i < ladder->bot_count; i++) {
        if (ladder->bots[i].owner_id != owner) {
            return !ladder->row.settings.is_paused;
        }
    }
    return false;
}

bool ladders_step(void *context, Error *error) {
    Ladders *ladders = context;
    size_t playing = 0;
    for (size_t i = 0; i < ladders->count; i++) {
        Ladder *ladder = &ladders->items[i];
        if (!ladder_read(ladder, ladders->store, false, error) ||
            !ladder_write(ladder, ladders->store, error)) {
            return false;
        }
        playing += has_players(ladder);
    }
    Workforce workforce = {0};
    if (playing == 0) {
        return true;
    }
    if (!store_transact(ladders->store, STORE_READ, read_workforce, &workforce, error)) {
        return false;
    }
    ladders->turn++;
    for (size_t i = 0; i < ladders->count; i++) {
        Ladder *ladder = &ladders->items[(ladders->turn + i) % ladders->count];
        size_t ordered = 0;
        if (has_players(ladder) && !ladder_order(ladder, ladders->store,
                                       share_of(&workforce, ladder, playing), &ordered, error)) {
            return false;
        }
        workforce.open_count += (int64_t)ordered;
    }
    return true;
}

void ladder_settings(StoreTx *tx, const Board *board, LadderSettings *out) {
    LadderRow row;
    ladder_read_row(tx, board, "ladder_get", &row);
    *out = row.settings;
}

void ladder_configure(StoreTx *tx, const Board *board, const LadderSettings *settings) {
    query_end(ladder_query(tx, board, "ladder_add"));
    Query *query = ladder_query(tx, board, "ladder_set");
    query_bind_int(query, 3, settings->is_paused);
    query_bind_int(query, 4, settings->time_ms);
    query_end(query);
}
