#pragma once
// Random moves of Amazons, made without listing the legal ones, for games played out at random.
//
// A playout is a few random plies from a position, after which an evaluation says who is winning.
// Thousands of moves are legal and one is wanted, so a ply is three draws: one of the side's
// amazons that can move, one of the squares it reaches, one of the squares that an arrow reaches
// from there. Every legal move can come up. They are not equally likely: an amazon with little
// freedom moves as often as one with much.
//
// What a queen reaches comes from a table of the rays of one board size, which the caller keeps.

#include <stdbool.h>

#include "base/rng.h"
#include "rules/amazons/amazons.h"

typedef struct Rays {
    int size;            // of the board; 0 before rays_init
    Bits128 ray[8][128]; // by direction (rules/amazons/board.h) and square, the square left out
} Rays;

void rays_init(Rays *rays, int size);

// The squares that a queen on a square reaches over empty ones.
Bits128 rays_reach(const Rays *rays, Bits128 empty, int square);

// The squares that an arrow reaches once an amazon has gone from `from` to `to`.
Bits128 rays_arrows(const Rays *rays, Bits128 empty, int from, int to);

// One of the members of a set that is not empty, each as likely as the others.
int playout_random_square(Bits128 set, Rng *rng);

// A random move of the side to move; MOVE_NONE if it has none and has lost.
Move playout_random_move(const Rays *rays, const Position *pos, Rng *rng);

// Plays up to `plies` random moves; false if the side to move is left without any and has lost.
// `rays` must be for the position's size.
bool playout_run(const Rays *rays, Position *pos, int plies, Rng *rng);
