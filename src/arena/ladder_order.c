#include "arena/ladder_parts.h"

#include <stdlib.h>

#include "arena/pairing.h"
#include "arena/pairs.h"
#include "base/rng.h"
#include "match/books.h"

// Pairs that are ordered in one step.
#define ORDERS_MAX 32

// A pair that has not been played by then is given up, and others are ordered instead.
#define DEADLINE_MS (3600 * INT64_C(1000))

typedef struct LadderOrdering {
    Ladder *ladder;
    const PairingChoice *choices;
    size_t count;
    const bool *is_newcomer; // by bot
    size_t ordered;
} LadderOrdering;

// The bots as the pairing sees them. Free them.
static PairingBot *pairing_bots(const Ladder *ladder) {
    PairingBot *bots = calloc(ladder->bot_count + 1, sizeof *bots);
    if (!bots) {
        abort();
    }
    for (size_t i = 0; i < ladder->bot_count; i++) {
        const LadderBot *bot = &ladder->bots[i];
        const BookVersion *version = rating_book_version(ladder->book, bot->index);
        Rating rating = rating_book_rating(ladder->book, bot->index);
        bots[i] = (PairingBot){
            .owner_id = bot->owner_id,
            .is_anchor = version->is_anchor,
            .elo = rating.elo,
            .error = rating.error,
            .is_settled = pairing_is_settled(rating.error, version->games, ladder->error_max),
            .pair_count = (version->games + 1) / 2,
            .last_pair = version->last_pair,
        };
        for (size_t k = 0; k < ladder->open_count; k++) {
            const OpenPair *pair = &ladder->open[k];
            if (pair->versions[0] == bot->version_id || pair->versions[1] == bot->version_id) {
                bots[i].open_count++;
                bots[i].pair_count++;
                bots[i].last_pair =
                    pair->number > bots[i].last_pair ? pair->number : bots[i].last_pair;
            }
        }
    }
    return bots;
}

static const Opening *choose_opening(const Ladder *ladder, Rng *rng) {
    return &ladder->openings.items[rng_below(rng, ladder->openings.count)];
}

// A pair that cannot be played any more, because a bot has just been retired, is left out.
static void order_pair(StoreTx *tx, LadderOrdering *ordering, size_t index) {
    const Ladder *ladder = ordering->ladder;
    const PairingChoice *choice = &ordering->choices[index];
    int64_t number = ladder->row.pair_number + 1 + (int64_t)index;
    Rng rng;
    rng_init(&rng, (uint64_t)number);
    const Opening *opening = choose_opening(ladder, &rng);
    Text key;
    Text owner;
    text_init(&key);
    text_init(&owner);
    text_add(&key, "ranked/");
    board_add_slug(&key, ladder->board.rules->name, ladder->board.variant->name);
    text_add(&owner, key.data);
    text_addf(&key, "/%lld", (long long)number);
    for (int side = 0; side < 2; side++) {
        size_t bot = side == 0 ? choice->first : choice->second;
        if (ordering->is_newcomer[bot]) { // takes turns with the rest
            text_clear(&owner);
            text_addf(&owner, "newcomer/%lld", (long long)ladder->bots[bot].bot_id);
        }
    }
    PairOrder order = {
        .key = text_slice(&key),
        .purpose = PURPOSE_RANKED,
        .versions = {ladder->bots[choice->first].version_id,
            ladder->bots[choice->second].version_id},
        .opening = opening->moves,
        .opening_count = opening->count,
        .time_ms = (int)ladder->row.settings.time_ms,
        .owner = text_slice(&owner),
        .deadline_ms = DEADLINE_MS,
    };
    for (int game = 0; game < 2; game++) {
        for (int side = 0; side < 2; side++) {
            order.seeds[game][side] = rng_next(&rng);
        }
    }
    ordering->ordered += pair_order(tx, &order, NULL) != 0;
    text_release(&key);
    text_release(&owner);
}

// Only if nobody else has ordered since the ladder was read.
static bool order_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    LadderOrdering *ordering = context;
    Ladder *ladder = ordering->ladder;
    LadderRow row;
    ordering->ordered = 0;
    query_end(ladder_query(tx, &ladder->board, "ladder_add"));
    ladder_read_row(tx, &ladder->board, "ladder_lock", &row);
    if (row.pair_number != ladder->row.pair_number || row.settings.is_paused) {
        return true;
    }
    for (size_t i = 0; i < ordering->count; i++) {
        order_pair(tx, ordering, i);
    }
    Query *query = ladder_query(tx, &ladder->board, "ladder_set_pair");
    query_bind_int(query, 3, row.pair_number + (int64_t)ordering->count);
    query_end(query);
    return true;
}

static bool load_openings(Ladder *ladder, Error *error) {
    ladder->has_openings =
        ladder->has_openings || books_load(&ladder->openings, NULL, ladder->board.rules,
                                    ladder->board.variant, 0, 1, error);
    return ladder->has_openings;
}

bool ladder_order(Ladder *ladder, Store *store, size_t wanted, size_t *ordered, Error *error) {
    *ordered = 0;
    if (ladder->row.settings.is_paused) {
        return true;
    }
    PairingBot *bots = pairing_bots(ladder);
    bool *is_newcomer = calloc(ladder->bot_count + 1, sizeof *is_newcomer);
    if (!is_newcomer) {
        abort();
    }
    size_t newcomers = 0;
    for (size_t i = 0; i < ladder->bot_count; i++) {
        is_newcomer[i] = pairing_is_newcomer(&bots[i]);
        newcomers += is_newcomer[i];
    }
    wanted = wanted > newcomers ? wanted : newcomers;
    wanted = wanted < ORDERS_MAX ? wanted : ORDERS_MAX;
    PairingChoice choices[ORDERS_MAX];
    LadderOrdering ordering = {.ladder = ladder, .choices = choices, .is_newcomer = is_newcomer};
    ordering.count =
        pairing_choose(bots, ladder->bot_count, ladder->row.pair_number + 1, wanted, choices);
    bool is_done =
        ordering.count == 0 || (load_openings(ladder, error) &&
                                   store_transact(store, STORE_WRITE, order_all, &ordering, error));
    *ordered = ordering.ordered;
    free(bots);
    free(is_newcomer);
    return is_done;
}
