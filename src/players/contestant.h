#pragma once
// A player, as words on a command line, and how to start it.
//
// `name=A,cmd=./bot,protocol=botzone,time=1s` is a program, `name=B,engine=greedy,time=100ms` one
// of our own engines: that is this very program again, asked through the text protocol, so that the
// referee treats friend and stranger alike. A comma inside a value is written twice.

#include "referee/player.h"

// This layer links no engine, so it repeats what it has to know of ours: the levels of strength
// (search/level.h) and the usual memory (search/engine.h). cli/players.c holds them together.
#define CONTESTANT_LEVEL_MAX 8
#define CONTESTANT_ENGINE_MEMORY_MB 200

typedef struct Contestant {
    Text name;
    Text command;   // empty for an engine
    char **argv;    // the command's words with the paths of this machine; null until it is imported
    Text directory; // empty for the referee's own
    Text engine;    // empty for a program
    Text network;   // an engine's, empty for the usual one
    Text settings;  // an engine's numbers, empty for the usual ones
    bool is_boxed;  // a program in a sandbox
    bool has_book;  // an engine's opening book; usually off, so that the search is measured
    Text words;     // what it was made from: another match resumes only with the same words
    const PlayerProtocol *protocol;
    int turn_ms;
    int first_turn_ms;
    int start_ms;
    int margin_ms;
    int memory_mb;
    int threads;
    long long seed; // -1: another one for each game
    uint64_t nodes;
    int depth;
    int level; // an engine's, 0: full strength
} Contestant;

// Reads a contestant's words. On refusal nothing needs releasing.
bool contestant_parse(Contestant *contestant, Slice words, const Rules *rules, Error *error);

// The protocol of a program that does not say which: that of the game's usual judge.
const char *contestant_usual_protocol(const Rules *rules);

// Cuts the next `key=value` off the words; `value` is replaced. False at the end.
bool contestant_next_word(Slice *rest, Slice *key, Text *value);

// Adds `key=value` to the words.
void contestant_add_word(Text *words, Slice key, Slice value);

// A contestant from a bare command, as the judge takes it: `engine:NAME` or a program. A null
// protocol is the game's usual one.
bool contestant_from_command(Contestant *contestant, const char *command, const char *protocol,
    const Rules *rules, Error *error);

// Has a program run in a sandbox; engines are ours and need none.
void contestant_box(Contestant *contestant);

// Gives it so many times its time for a move, on a machine that is slower or faster. A program that
// is not told its time never gets less: it has been written for its judge's.
void contestant_scale_times(Contestant *contestant, double scale);

// What an engine gets for its tree and tables.
int contestant_engine_memory_mb(const Contestant *contestant);

void contestant_release(Contestant *contestant);

#define CONTESTANT_WORDS_MAX 24

// The words by which an engine is started; lives as long as the PlayerOptions made with it.
typedef struct ContestantCall {
    char *argv[CONTESTANT_WORDS_MAX];
    char numbers[4][24];
} ContestantCall;

// What the referee needs to start it. `self` is this program's path, `seed` what an engine without
// a seed of its own gets.
PlayerOptions contestant_player(const Contestant *contestant, const char *self, const char *game,
    const Variant *variant, uint64_t seed, ContestantCall *call);
