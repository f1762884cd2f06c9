#pragma once
// What the moves of Amazons are made of, for a policy (eval/net/policy.h).
//
//      places     from, to and arrow: a row of outputs for each square, three times
//      features   of each place: the class of its square (network_inputs.h), which neighbours are
//                 empty, how many squares a queen reaches from it, how many amazons of each side
//                 are in sight, and how it lies to each amazon of the other side
//                 of a move: how `to` lies to `from`, and how the arrow lies to `to`, together with
//                 how near the other side is to the arrow's square
//
// How one square lies to another is said by columns and rows, up to nine each way.

#include "eval/net/policy.h"

extern const PolicyShape POLICY_AMAZONS_6;
extern const PolicyShape POLICY_AMAZONS_8;
extern const PolicyShape POLICY_AMAZONS_10;
