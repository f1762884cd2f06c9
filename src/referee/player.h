#pragma once
// One program in one game: its process, its clock, and the conversation in its protocol.
//
// A Player turns "what do you play here?" into the words of a protocol and the answer back into a
// legal move, or into a Foul: the reason why this program has lost. It keeps everything that was
// said, so that an author can see what the referee saw.

#include "referee/verdict.h"
#include "rules/game.h"
#include "sandbox/process.h"

typedef struct Player Player;

// Why a program loses on the spot, or (VERDICT_FAULT) why the referee cannot go on.
typedef struct Foul {
    VerdictKind kind;
    Error reason;
} Foul;

// The judge's side of a protocol.
typedef struct PlayerProtocol {
    const char *name;
    const char *game;    // the only game it is for; null for any
    const char *variant; // the rules of its own judge; null for any
    bool takes_openings; // whether it can be told moves that it did not choose
    bool exit_loses;     // whether leaving after the last move counts as a crash
    int turn_ms;         // its judge's limits
    int first_turn_ms;
    int start_ms;
    int margin_ms; // how much later than it was told an answer may come
    int memory_mb; // 0: no limit
    // Starts a game, from any position if takes_openings.
    bool (*begin)(Player *player, const Game *game, Foul *foul);
    // Asks for a move. On success `*move` is legal in the game's position.
    bool (*ask)(Player *player, const Game *game, Move *move, Foul *foul);
} PlayerProtocol;

// All protocols, ended by null.
extern const PlayerProtocol *const PLAYER_PROTOCOLS[];
const PlayerProtocol *player_protocol_find(Slice name);
// Says that there is no protocol of that name, and which there are. Returns false.
bool player_protocol_refuse(Slice name, Error *error);

// Who plays and under which limits; 0 in a limit takes the protocol's own.
typedef struct PlayerOptions {
    const char *name;
    const char *command;   // as ProcessOptions.command
    char *const *argv;     // as ProcessOptions.argv, which goes before
    const char *directory; // null: the referee's
    const PlayerProtocol *protocol;
    const cpu_set_t *cores; // null: any
    bool is_boxed;          // run in a sandbox (sandbox/box.h)
    // Stopped except in its own turns: others need the core. In a box it cannot wake itself.
    bool rests;
    int turn_ms;
    int first_turn_ms;
    int start_ms;
    int margin_ms;
    int memory_mb;
    int host_late_ms; // how late the referee may be before a timeout is nobody's loss; 0: usual
    bool is_lenient;  // accept blanks and lines around an answer that its own judge refuses
    uint64_t nodes;   // protocols that know `go nodes`: think this much instead of turn_ms
    int depth;        // likewise `go depth`
    const atomic_bool *stop; // when set, a wait for the program ends in VERDICT_FAULT; may be null
} PlayerOptions;

// What a turn cost.
typedef struct TurnCost {
    int64_t wall_ns;
    int64_t cpu_ns;
    size_t memory_bytes; // the most that was resident at once so far, in the program that answered
} TurnCost;

// The options must outlive the player. Nothing runs yet.
Player *player_new(const PlayerOptions *options, Side side);

// Kills whatever still runs.
void player_free(Player *player);

bool player_begin(Player *player, const Game *game, Foul *foul);
bool player_ask(Player *player, const Game *game, Move *move, TurnCost *cost, Foul *foul);

// After the game's last move, which this player made: false if it exited and its judge counts that
// as a crash.
bool player_end(Player *player, Foul *foul);

// Appends everything said (`> ` to the program, `< ` from it), or everything on its stderr. Both
// are cut in the middle when they are long.
void player_transcript(const Player *player, Text *out);
// How long all that was said is by now.
uint64_t player_transcript_bytes(const Player *player);
void player_errors(const Player *player, Text *out);
