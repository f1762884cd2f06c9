#pragma once
// The files that sites take: which there are, and what each is written with if nobody asks for
// anything else.
//
// A file has the name of its protocol, with `-course` if it has no main of its own: `botzone`,
// `sjtu-2022-course`. `make submissions` and the server (docs/api.md) give them out under it.

#include "bot/bot.h"
#include "eval/net/network.h"
#include "submission/submission.h"

// The protocols of sites that take a source file, ended by null.
extern const BotProtocol *const SUBMISSION_PROTOCOLS[];

// A protocol by its name, for a game or for any if that is null; without a name the game's first
// one. Null if there is none.
const BotProtocol *submission_protocol(Slice name, const char *game);

// What suits the site.
SubmissionOptions submission_defaults(const BotProtocol *protocol);

// The board that is played there, whose network and book go into the file.
const NetworkShape *submission_board(const BotProtocol *protocol);

// The options of a file by its name; false if there is none.
bool submission_file_find(Slice name, SubmissionOptions *out);

// Adds a file with the built-in network and book.
bool submission_file_write(const SubmissionOptions *options, Text *out, Error *error);
