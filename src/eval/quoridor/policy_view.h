#pragma once
// What the moves of Quoridor are made of, for a policy (eval/net/policy.h).
//
//      places     a move is one: a row of outputs for each square that a pawn steps to, and for
//                 each slot of a wall, horizontal or vertical
//      features   of a step: its direction, and whether it stays on a short path; that it wins
//                 of a wall: how it lies to each pawn, how many of the two ways that it closes lie
//                 in each player's corridors, and whether its ends and middle touch other walls

#include "eval/net/policy.h"

extern const PolicyShape POLICY_QUORIDOR;
