#pragma once
// The bot that a submission is: one engine, one protocol, and the settings at the top of the file.
//
// These sources are compiled by a site, as part of one file that `immure submission` writes. What
// differs from file to file is in small files that define the constants and functions below, of
// which tools/amalgamate.py takes those that a file needs.

#include "bot/bot.h"
#include "eval/evaluator.h"
#include "eval/net/network.h"

extern const BotProtocol *const SUBMISSION_PROTOCOL;

// The rules of the one game that is played.
const Rules *submission_rules(void);

// The learned evaluation of that game, or the classical one.
bool submission_learned(Evaluator *out, const Network *network);
const Evaluator *submission_classical(void);

// The data at the end of the file: the network as unpack.h has it, and the opening book's text,
// which may be empty.
extern const char SUBMISSION_NETWORK[];
extern const size_t SUBMISSION_NETWORK_TEXT_SIZE;
extern const size_t SUBMISSION_NETWORK_SIZE; // as it was before
extern const uint16_t SUBMISSION_NETWORK_FREQUENCIES[];
extern const char SUBMISSION_BOOK[];

// Makes the engine and reads the book; false with a reason. A program that ends with its game need
// not release it.
bool player_init(Bot *bot, Error *error);
