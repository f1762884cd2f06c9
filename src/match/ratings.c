#include "match/ratings_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// The prior of a successor: how many games it has drawn with its predecessor. Four are worth a
// standard deviation of 174 Elo, half of that of a newcomer (ratings_fit.c).
#define SUCCESSOR_GAMES 4.0

static void *resize(void *memory, size_t count, size_t size) {
    memory = realloc(memory, (count ? count : 1) * size);
    if (!memory) {
        abort();
    }
    return memory;
}

Ratings *ratings_new(size_t player_count) {
    Ratings *ratings = resize(NULL, 1, sizeof *ratings);
    *ratings = (Ratings){0};
    for (size_t i = 0; i < player_count; i++) {
        ratings_add_player(ratings);
    }
    return ratings;
}

static void drop_information(Ratings *ratings) {
    sparse_free(ratings->information);
    free(ratings->diagonal);
    free(ratings->gradient);
    free(ratings->weight);
    free(ratings->sides);
    ratings->information = NULL;
    ratings->diagonal = ratings->gradient = ratings->weight = NULL;
    ratings->sides = NULL;
}

void ratings_free(Ratings *ratings) {
    if (ratings) {
        drop_information(ratings);
        free(ratings->players);
        free(ratings->pairings);
        free(ratings);
    }
}

size_t ratings_add_player(Ratings *ratings) {
    assert(ratings->player_count < NO_ROW);
    if (ratings->player_count == ratings->player_capacity) {
        ratings->player_capacity = 2 * ratings->player_capacity + 16;
        ratings->players =
            resize(ratings->players, ratings->player_capacity, sizeof *ratings->players);
    }
    ratings->players[ratings->player_count] =
        (RatedPlayer){.has_news = true, .rating = ratings->centre};
    drop_information(ratings);
    return ratings->player_count++;
}

static RatedPairing *add_pairing(Ratings *ratings, size_t first, size_t second) {
    assert(first < second && second < ratings->player_count);
    if (ratings->pairing_count == ratings->pairing_capacity) {
        ratings->pairing_capacity = 2 * ratings->pairing_capacity + 64;
        ratings->pairings =
            resize(ratings->pairings, ratings->pairing_capacity, sizeof *ratings->pairings);
    }
    RatedPairing *pairing = &ratings->pairings[ratings->pairing_count++];
    *pairing = (RatedPairing){.players = {(uint32_t)first, (uint32_t)second}};
    return pairing;
}

void ratings_succeed(Ratings *ratings, size_t player, size_t predecessor) {
    assert(!ratings->players[player].is_successor);
    add_pairing(ratings, predecessor, player)->prior_games = SUCCESSOR_GAMES;
    ratings->players[player].is_successor = true;
    ratings->players[player].rating = ratings->players[predecessor].rating;
}

void ratings_add(Ratings *ratings, size_t first, size_t second, const Tally *games) {
    assert(first != second && games->unit == TALLY_TRINOMIAL);
    double losses = (double)games->count[0];
    double draws = (double)games->count[1];
    double wins = (double)games->count[2];
    bool is_turned = first > second;
    RatedPairing *pairing =
        is_turned ? add_pairing(ratings, second, first) : add_pairing(ratings, first, second);
    pairing->points = (is_turned ? losses : wins) + draws / 2;
    pairing->games = wins + draws + losses;
    pairing->draws = draws;
    ratings->players[first].has_news = ratings->players[second].has_news = true;
}

void ratings_anchor(Ratings *ratings, size_t player, double elo) {
    assert(player < ratings->player_count && isfinite(elo));
    ratings->players[player].is_anchor = true;
    ratings->players[player].rating = elo / ELO_PER_NAT;
    drop_information(ratings);
}

Rating ratings_get(const Ratings *ratings, size_t player) {
    assert(player < ratings->player_count);
    return (Rating){
        .elo = ratings->players[player].rating * ELO_PER_NAT,
        .error = ratings->players[player].error * ELO_PER_NAT,
    };
}

static int compare_pairings(const void *left, const void *right) {
    const RatedPairing *a = left;
    const RatedPairing *b = right;
    for (int i = 0; i < 2; i++) {
        if (a->players[i] != b->players[i]) {
            return a->players[i] < b->players[i] ? -1 : 1;
        }
    }
    return 0;
}

// Brings the pairings into order and counts each once. Counts are whole, so sums are exact and
// their order does not matter.
static void sort_pairings(Ratings *ratings) {
    if (ratings->sorted_count == ratings->pairing_count) {
        return;
    }
    size_t known = ratings->sorted_count;
    size_t kept = 0;
    qsort(ratings->pairings, ratings->pairing_count, sizeof *ratings->pairings, compare_pairings);
    for (size_t i = 0; i < ratings->pairing_count; i++) {
        RatedPairing *pairing = &ratings->pairings[i];
        RatedPairing *last = kept > 0 ? &ratings->pairings[kept - 1] : NULL;
        if (last && compare_pairings(last, pairing) == 0) {
            last->points += pairing->points;
            last->games += pairing->games;
            last->draws += pairing->draws;
            last->prior_games += pairing->prior_games;
        } else {
            ratings->pairings[kept++] = *pairing;
        }
    }
    ratings->pairing_count = ratings->sorted_count = kept;
    if (kept != known) {
        drop_information(ratings);
    }
}

static void number_rows(Ratings *ratings) {
    double sum = 0;
    ratings->row_count = 0;
    for (size_t i = 0; i < ratings->player_count; i++) {
        RatedPlayer *player = &ratings->players[i];
        sum += player->is_anchor ? player->rating : 0;
        player->row = player->is_anchor ? NO_ROW : (uint32_t)ratings->row_count++;
    }
    size_t anchor_count = ratings->player_count - ratings->row_count;
    ratings->is_floating = anchor_count == 0;
    ratings->centre = anchor_count > 0 ? sum / (double)anchor_count : 0;
}

static void make_information(Ratings *ratings) {
    SparseEdge *edges = resize(NULL, ratings->pairing_count, sizeof *edges);
    size_t count = 0;
    for (size_t i = 0; i < ratings->pairing_count; i++) {
        const RatedPairing *pairing = &ratings->pairings[i];
        if (pairing_is_edge(ratings, pairing)) {
            edges[count++] = (SparseEdge){{ratings->players[pairing->players[0]].row,
                ratings->players[pairing->players[1]].row}};
        }
    }
    ratings->information = sparse_new(ratings->row_count, edges, count);
    ratings->diagonal = resize(NULL, ratings->row_count, sizeof *ratings->diagonal);
    ratings->gradient = resize(NULL, ratings->row_count, sizeof *ratings->gradient);
    ratings->weight = resize(NULL, count, sizeof *ratings->weight);
    ratings->sides = resize(NULL, ratings->row_count, sizeof *ratings->sides);
    free(edges);
}

static void prepare(Ratings *ratings) {
    sort_pairings(ratings);
    if (!ratings->information) {
        number_rows(ratings);
        make_information(ratings);
    }
}

void ratings_fit(Ratings *ratings) {
    prepare(ratings);
    for (size_t i = 0; i < ratings->player_count; i++) {
        RatedPlayer *player = &ratings->players[i];
        player->has_news = true;
        player->error = 0;
        if (!player->is_anchor) {
            player->rating = ratings->centre;
        }
    }
    ratings_solve(ratings, true);
}

void ratings_refit(Ratings *ratings, bool all_errors) {
    prepare(ratings);
    for (size_t i = 0; i < ratings->player_count; i++) {
        ratings->players[i].has_news |= all_errors;
    }
    ratings_solve(ratings, false);
}
