#include "arena/pairing.h"

#include <math.h>

#include "base/logit.h"
#include "base/rng.h"
#include "match/stats.h"

// Among so many opponents chance picks one.
#define CHOICE_MAX 8

// Every so many pairs goes to whoever has waited longest. Halite III gave a quarter of its games to
// the longest idle (ARENA.md).
#define PAIRS_PER_IDLE 4

#define NOBODY SIZE_MAX

typedef struct Opponent {
    size_t index;
    double gain;
} Opponent;

// The variance of a rating in square nats, after the pairs that are under way.
static double variance(const PairingBot *bot) {
    if (bot->is_anchor) {
        return 0;
    }
    double deviation = bot->error / NORMAL_95 / ELO_PER_NAT;
    double games = 2 * (double)bot->open_count;
    return 1 / (1 / fmax(deviation * deviation, 1e-9) + games / 4);
}

// By how much a pair of games is expected to narrow the two variances. A game tells p (1 - p), with
// p drawn towards a half as far as the difference is unknown (MacKay's approximation, 1992).
static double expected_gain(const PairingBot *a, const PairingBot *b) {
    double va = variance(a);
    double vb = variance(b);
    double spread = sqrt(1 + M_PI * (va + vb) / 8);
    double p = logit_to_probability((a->elo - b->elo) / ELO_PER_NAT / spread);
    double information = 2 * p * (1 - p);
    return information * (va * va + vb * vb) / (1 + information * (va + vb));
}

static bool is_free(const PairingBot *bot) {
    return bot->is_anchor || bot->open_count < PAIRING_OPEN_MAX;
}

static bool may_seek(const PairingBot *bot) {
    return !bot->is_anchor && !bot->is_settled && is_free(bot);
}

int64_t pairing_games_max(int64_t error_max) {
    // A game between equals tells a quarter of a square nat.
    double deviation = (double)error_max / NORMAL_95 / ELO_PER_NAT;
    return error_max > 0 ? (int64_t)(2 * 4 / (deviation * deviation)) : INT64_MAX;
}

bool pairing_is_settled(double error, int64_t games, int64_t error_max) {
    return error <= (double)error_max || games >= pairing_games_max(error_max);
}

// Whether `bot` seeks before `other`. Newcomers wait for nobody, and first come is first served.
static bool seeks_before(const PairingBot *bot, const PairingBot *other, bool by_idleness) {
    if (pairing_is_newcomer(bot) != pairing_is_newcomer(other)) {
        return pairing_is_newcomer(bot);
    }
    if (pairing_is_newcomer(bot)) {
        return false;
    }
    return by_idleness ? bot->last_pair < other->last_pair : variance(bot) > variance(other);
}

static bool may_meet(const PairingBot *a, const PairingBot *b) {
    return a->owner_id != b->owner_id && is_free(b);
}

static bool has_opponent(const PairingBot *bots, size_t count, size_t seeker, bool wants_anchor) {
    for (size_t i = 0; i < count; i++) {
        if (may_meet(&bots[seeker], &bots[i]) && (bots[i].is_anchor || !wants_anchor)) {
            return true;
        }
    }
    return false;
}

static size_t find_seeker(const PairingBot *bots, size_t count, bool by_idleness) {
    size_t best = NOBODY;
    for (size_t i = 0; i < count; i++) {
        if (may_seek(&bots[i]) &&
            (best == NOBODY || seeks_before(&bots[i], &bots[best], by_idleness)) &&
            has_opponent(bots, count, i, false)) {
            best = i;
        }
    }
    return best;
}

// Puts an opponent among the best, which are sorted, if it is one of them.
static void keep_best(Opponent *best, size_t *kept, Opponent opponent) {
    size_t place = *kept;
    if (place == CHOICE_MAX) {
        if (opponent.gain <= best[place - 1].gain) {
            return;
        }
        place--;
    } else {
        (*kept)++;
    }
    for (; place > 0 && best[place - 1].gain < opponent.gain; place--) {
        best[place] = best[place - 1];
    }
    best[place] = opponent;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t find_opponent(
    const PairingBot *bots, size_t count, size_t seeker, bool wants_anchor, Rng *rng) {
    Opponent best[2][CHOICE_MAX]; // below and above the seeker
    size_t kept[2] = {0};
    wants_anchor = wants_anchor && has_opponent(bots, count, seeker, true);
    for (size_t i = 0; i < count; i++) {
        if (may_meet(&bots[seeker], &bots[i]) && (bots[i].is_anchor || !wants_anchor)) {
            int side = bots[i].elo > bots[seeker].elo;
            keep_best(best[side], &kept[side],
                (Opponent){.index = i, .gain = expected_gain(&bots[seeker], &bots[i])});
        }
    }
    // Half from each side, and what one side lacks from the other.
    size_t above = least(kept[1], CHOICE_MAX / 2);
    size_t below = least(kept[0], CHOICE_MAX - above);
    above = least(kept[1], CHOICE_MAX - below);
    size_t pick = rng_below(rng, below + above);
    return pick < below ? best[0][pick].index : best[1][pick - below].index;
}

static void count_pair(PairingBot *bot, int64_t number) {
    bot->open_count++;
    bot->pair_count++;
    bot->last_pair = number;
}

size_t pairing_choose(
    PairingBot *bots, size_t count, int64_t number, size_t wanted, PairingChoice *out) {
    size_t made = 0;
    for (; made < wanted; made++, number++) {
        bool by_idleness = number % PAIRS_PER_IDLE == 0;
        size_t seeker = find_seeker(bots, count, by_idleness);
        if (seeker == NOBODY) {
            break;
        }
        Rng rng;
        rng_init(&rng, (uint64_t)number);
        bool wants_anchor = by_idleness || pairing_is_newcomer(&bots[seeker]);
        size_t opponent = find_opponent(bots, count, seeker, wants_anchor, &rng);
        bool is_turned = rng_below(&rng, 2);
        out[made] =
            is_turned ? (PairingChoice){opponent, seeker} : (PairingChoice){seeker, opponent};
        count_pair(&bots[seeker], number);
        count_pair(&bots[opponent], number);
    }
    return made;
}
