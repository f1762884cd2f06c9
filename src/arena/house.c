#include "arena/house.h"

#include <stdio.h>

#include "arena/bots.h"
#include "arena/ladders.h"
#include "search/level.h"

static void add_anchor(StoreTx *tx, const Board *board, int number) {
    char name[16];
    char words[32];
    snprintf(name, sizeof name, "Immure-%d", number);
    snprintf(words, sizeof words, "engine=immure,level=%d", number);
    int64_t version = bot_house_version(tx, board, name, words);
    Query *query = query_begin(tx, "anchor_put");
    query_bind_int(query, 1, version);
    query_bind_real(query, 2, HOUSE_ELO + level_elo(number, board->rules));
    query_end(query);
}

static bool add_engines(StoreTx *tx, void *context, Error *error) {
    (void)context;
    (void)error;
    Board board;
    for (size_t i = 0; ladder_board(i, &board); i++) {
        for (int number = 1; number < LEVELS_COUNT; number++) {
            add_anchor(tx, &board, number);
        }
        bot_house_version(tx, &board, "Immure", "engine=immure,book=on");
    }
    return true;
}

bool house_add(Store *store, Error *error) {
    return store_transact(store, STORE_WRITE, add_engines, NULL, error);
}

static const struct {
    const char *person;
    const char *bot;
    const char *words;
} DEMO[] = {
    {"ada", "first-steps", "engine=random"},
    {"boole", "greedy", "engine=greedy"},
    {"curie", "deeper", "engine=alphabeta,depth=2"},
    {"dijkstra", "shortest-path", "engine=immure,nodes=8"},
    {"euler", "plain", "engine=plain,nodes=60"},
    {"fermat", "marginal", "engine=immure,nodes=40"},
    {"gauss", "careless", "engine=immure,level=3"},
    {"hopper", "compiled", "engine=immure,nodes=150"},
};

static const char *const DEMO_BOARDS[] = {"amazons-8x8", "quoridor-standard"};
#define DEMO_BOARD_COUNT (sizeof DEMO_BOARDS / sizeof *DEMO_BOARDS)

// A tenth of a second for a move, so that nobody waits for full strength either.
static const LadderSettings DEMO_SETTINGS = {.time_ms = 100};

static int64_t add_person(StoreTx *tx, const char *name) {
    Query *query = query_begin(tx, "demo_person");
    query_bind_text(query, 1, slice_from(name));
    return query_take_int(query);
}

static bool add_demo_bot(
    StoreTx *tx, int64_t person, size_t index, const Board *board, Error *error) {
    int64_t bot = bot_add(tx, person, board, slice_from(DEMO[index].bot), error);
    if (bot == 0) {
        return false;
    }
    Query *version = query_begin(tx, "versions_add_house");
    query_bind_int(version, 1, bot);
    query_bind_int(version, 2, 1);
    query_bind_text(version, 3, slice_from(DEMO[index].words));
    return bot_activate(tx, bot, query_take_int(version), error);
}

static bool add_demo(StoreTx *tx, void *context, Error *error) {
    (void)context;
    if (query_take_int(query_begin(tx, "demo_is_empty")) == 0) {
        return true;
    }
    Board boards[DEMO_BOARD_COUNT];
    for (size_t k = 0; k < DEMO_BOARD_COUNT; k++) {
        if (!board_from_slug(slice_from(DEMO_BOARDS[k]), &boards[k], error)) {
            return false;
        }
        ladder_configure(tx, &boards[k], &DEMO_SETTINGS);
    }
    for (size_t i = 0; i < sizeof DEMO / sizeof *DEMO; i++) {
        int64_t person = add_person(tx, DEMO[i].person);
        for (size_t k = 0; person != 0 && k < DEMO_BOARD_COUNT; k++) {
            if (!add_demo_bot(tx, person, i, &boards[k], error)) {
                return false;
            }
        }
    }
    return true;
}

bool house_add_demo(Store *store, Error *error) {
    return store_transact(store, STORE_WRITE, add_demo, NULL, error);
}
