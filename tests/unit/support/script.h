#pragma once
// Games that are known beforehand, played by tests/hostile in the words of any protocol.
//
// A Script is a whole game. An Actor is one side of it: the arguments that make `hostile` say that
// side's moves when it is asked, and misbehave if it is told to. The referee's limits are far off
// unless a test sets them.

#include <stdlib.h>
#include <unistd.h>

#include "base/rng.h"
#include "referee/referee.h"
#include "unit/sandbox/process_fixture.h"

#define MARKER ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

typedef struct Script {
    Game game;            // to its end
    size_t opening_count; // moves before the programs are asked
} Script;

// How a program speaks: a protocol, in one of its modes.
typedef struct Manner {
    const char *name;
    const char *protocol;
    const char *game;
    Notation notation;
    const char *before; // a move, on its line
    const char *after;
    bool is_json;           // the move is Botzone's object
    bool is_restarted;      // it ends after each turn
    bool is_kept;           // Botzone keeps it running
    const char *hello[3];   // its first answers, before any move
    const char *asks[4];    // lines that are questions; none: every line
    bool asks_with_request; // the newest request is the question
} Manner;

static const Manner MANNERS[] = {
    {.name = "botzone",
        .protocol = "botzone",
        .game = "amazons",
        .notation = NOTATION_BOTZONE,
        .is_restarted = true,
        .asks_with_request = true},
    {.name = "botzone-json",
        .protocol = "botzone-json",
        .game = "amazons",
        .notation = NOTATION_BOTZONE,
        .before = "{\"response\":",
        .after = "}",
        .is_json = true,
        .is_restarted = true},
    {.name = "botzone, keep running",
        .protocol = "botzone",
        .game = "amazons",
        .notation = NOTATION_BOTZONE,
        .after = "\\n" MARKER,
        .is_kept = true,
        .asks_with_request = true},
    {.name = "botzone-json, keep running",
        .protocol = "botzone-json",
        .game = "amazons",
        .notation = NOTATION_BOTZONE,
        .before = "{\"response\":",
        .after = "}\\n" MARKER,
        .is_json = true,
        .is_kept = true},
    {.name = "sjtu",
        .protocol = "sjtu",
        .game = "quoridor",
        .notation = NOTATION_SJTU,
        .after = "\\nEND",
        .hello = {"hostile\\nEND"},
        .asks = {"0", "1", "Action"}},
    {.name = "sjtu-2022",
        .protocol = "sjtu-2022",
        .game = "quoridor",
        .notation = NOTATION_SJTU_2022,
        .hello = {"hostile"}},
    {.name = "text",
        .protocol = "text",
        .game = "quoridor",
        .notation = NOTATION_STANDARD,
        .before = "bestmove ",
        .hello = {"readyok"},
        .asks = {"isready", "go nodes 1"}},
    {.name = "uci",
        .protocol = "uci",
        .game = "amazons",
        .notation = NOTATION_FAIRY,
        .before = "bestmove ",
        .hello = {"uciok", "readyok"},
        .asks = {"uci", "isready", "go nodes 1"}},
};
enum { MANNER_COUNT = sizeof MANNERS / sizeof *MANNERS };

static inline const Manner *manner_find(const char *name) {
    for (size_t i = 0; i < MANNER_COUNT; i++) {
        if (slice_is(slice_from(MANNERS[i].name), name)) {
            return &MANNERS[i];
        }
    }
    return NULL;
}

// A game for a manner: Quoridor by the shortest way, Amazons at random, in the variant that is
// asked for (null: the protocol's own). Where the protocol takes openings only the last four moves,
// two of each side, are left to the programs.
static inline void script_init(Script *script, const Manner *manner, const char *variant_name) {
    const Rules *rules = rules_find(slice_from(manner->game));
    const PlayerProtocol *protocol = player_protocol_find(slice_from(manner->protocol));
    const char *name = variant_name ? variant_name : protocol->variant;
    const Variant *variant = name ? rules_variant(rules, slice_from(name)) : &rules->variants[0];
    Game *game = &script->game;
    game_init(game, rules, variant);
    if (strcmp(manner->game, "quoridor") == 0) {
        Slice moves = slice_from("e2 d9 e3 c9 e4 b9 e5 a9 e6 b9 e7 c9 e8 d9 e9");
        assert_true(game_play_list(game, moves, NOTATION_STANDARD, NULL));
    }
    Rng rng;
    rng_init(&rng, 1);
    Move moves[MOVES_MAX];
    size_t count;
    while ((count = game_moves(game, moves)) > 0) {
        game_play(game, moves[rng_below(&rng, count)]);
    }
    script->opening_count = protocol->takes_openings ? game->count - 4 : 0;
}

static inline void script_release(Script *script) {
    game_release(&script->game);
}

// How the game ends if nobody misbehaves.
static inline Outcome script_outcome(const Script *script) {
    return game_outcome(&script->game);
}

#define ACTOR_WORDS_MAX 160

typedef struct Actor {
    const Manner *manner;
    Text texts[ACTOR_WORDS_MAX]; // answers and questions
    size_t text_count;
    Text *moves[64]; // the texts that answer with a move
    size_t move_count;
    char *argv[ACTOR_WORDS_MAX];
    size_t word_count;
    char state_path[64];
    PlayerOptions options;
} Actor;

static inline void actor_add(Actor *actor, const char *word) {
    assert_true(actor->word_count < ACTOR_WORDS_MAX - 1);
    actor->argv[actor->word_count++] = (char *)word;
}

static inline Text *actor_text(Actor *actor, const char *option) {
    assert_true(actor->text_count < ACTOR_WORDS_MAX);
    Text *text = &actor->texts[actor->text_count++];
    text_init(text);
    actor_add(actor, option);
    actor->argv[actor->word_count++] = NULL; // filled in when the text is complete
    return text;
}

// Adds the move that leads from position `ply`, as an answer.
static inline void actor_add_answer(Actor *actor, const Script *script, size_t ply) {
    const Manner *manner = actor->manner;
    const Game *game = &script->game;
    char move[MOVE_TEXT_SIZE];
    game->rules->format(&game->positions[ply], game->moves[ply], manner->notation, move);
    Text *answer = actor_text(actor, "--answer");
    actor->moves[actor->move_count++] = answer;
    text_add(answer, manner->before ? manner->before : "");
    int at[6];
    if (manner->is_json &&
        sscanf(move, "%d %d %d %d %d %d", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5]) == 6) {
        text_addf(answer, "{\"x0\":%d,\"y0\":%d,\"x1\":%d,\"y1\":%d,\"x2\":%d,\"y2\":%d}", at[0],
            at[1], at[2], at[3], at[4], at[5]);
    } else {
        text_add(answer, move);
    }
    text_add(answer, manner->after ? manner->after : "");
}

// Adds the request that asks for the move of position `ply`.
static inline void actor_add_request(Actor *actor, const Script *script, size_t ply) {
    const Game *game = &script->game;
    char request[MOVE_TEXT_SIZE] = "-1 -1 -1 -1 -1 -1";
    if (ply > 0) {
        game->rules->format(
            &game->positions[ply - 1], game->moves[ply - 1], NOTATION_BOTZONE, request);
    }
    text_add(actor_text(actor, "--ask"), request);
}

// A well-behaved player of one side. Misbehaviour is added with actor_add.
static inline void actor_init(Actor *actor, const Manner *manner, const Script *script, Side side) {
    *actor = (Actor){.manner = manner};
    actor_add(actor, hostile_path());
    actor_add(actor, "echo"); // the mode
    for (size_t i = 0; manner->asks[i]; i++) {
        text_add(actor_text(actor, "--ask"), manner->asks[i]);
    }
    for (size_t i = 0; manner->hello[i]; i++) {
        text_add(actor_text(actor, "--answer"), manner->hello[i]);
    }
    for (size_t ply = script->opening_count; ply < script->game.count; ply++) {
        if (position_turn(&script->game.positions[ply]) == side) {
            if (manner->asks_with_request) {
                actor_add_request(actor, script, ply);
            }
            actor_add_answer(actor, script, ply);
        }
    }
    if (manner->is_restarted) {
        actor_add(actor, "--once");
    }
    strcpy(actor->state_path, "/tmp/immure-turn-XXXXXX");
    int file = mkstemp(actor->state_path);
    assert_true(file >= 0);
    close(file);
    actor_add(actor, "--state");
    actor_add(actor, actor->state_path);
    actor->options = (PlayerOptions){
        .name = manner->name,
        .protocol = player_protocol_find(slice_from(manner->protocol)),
        .nodes = 1, // so that the question of those who are told is always the same
        .turn_ms = 1000,
        .start_ms = 60000,
        .margin_ms = 60000,
        .host_late_ms = 60000,
    };
}

static inline void actor_misbehave(Actor *actor, const char *mode, const char *at) {
    actor->argv[1] = (char *)mode;
    actor_add(actor, "--at");
    actor_add(actor, at);
}

// The options, once all is said that there is to say.
static inline PlayerOptions actor_options(Actor *actor) {
    size_t next = 0;
    for (size_t i = 0; i < actor->word_count; i++) {
        if (!actor->argv[i]) {
            actor->argv[i] = actor->texts[next++].data;
        }
    }
    actor->options.argv = actor->argv;
    return actor->options;
}

static inline void actor_release(Actor *actor) {
    for (size_t i = 0; i < actor->text_count; i++) {
        text_release(&actor->texts[i]);
    }
    unlink(actor->state_path);
}

// The number of the turn, as `hostile` counts, that asks for the `number`-th move.
static inline int actor_turn(const Actor *actor, int number) {
    int turn = number;
    for (size_t i = 0; actor->manner->hello[i]; i++) {
        turn++;
    }
    return turn;
}

// Plays the script between two actors, by side.
static inline Verdict script_play(
    const Script *script, Actor actors[2], RefereeLogs *logs, Record *record) {
    RefereeOptions options = {
        .rules = script->game.rules,
        .variant = script->game.positions[0].variant,
        .players = {actor_options(&actors[0]), actor_options(&actors[1])},
        .opening = script->game.moves,
        .opening_count = script->opening_count,
        .logs = logs,
    };
    return referee_play(&options, record);
}

// One game from a script. Release it with stage_release.
typedef struct Stage {
    Script script;
    Actor actors[2];
    char at[16];
    char ms[16];
} Stage;

static inline void stage_init(Stage *stage, const char *first, const char *second) {
    const Manner *manners[2] = {manner_find(first), manner_find(second)};
    const PlayerProtocol *protocol = player_protocol_find(slice_from(manners[1]->protocol));
    script_init(&stage->script, manners[0], protocol->variant);
    stage->script.opening_count = protocol->takes_openings ? stage->script.opening_count : 0;
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        actor_init(&stage->actors[side], manners[side], &stage->script, (Side)side);
    }
}

static inline void stage_misbehave(Stage *stage, Side side, const char *mode, int move, int ms) {
    Actor *actor = &stage->actors[side];
    snprintf(stage->at, sizeof stage->at, "%d", actor_turn(actor, move));
    snprintf(stage->ms, sizeof stage->ms, "%d", ms);
    actor_misbehave(actor, mode, stage->at);
    actor_add(actor, "--ms");
    actor_add(actor, stage->ms);
}

static inline void stage_release(Stage *stage) {
    actor_release(&stage->actors[0]);
    actor_release(&stage->actors[1]);
    script_release(&stage->script);
}

static inline Verdict stage_play(Stage *stage) {
    Record record;
    Verdict verdict = script_play(&stage->script, stage->actors, NULL, &record);
    record_release(&record);
    assert_true(has_no_children());
    return verdict;
}

static inline bool is_fair(const Stage *stage, const Verdict *verdict) {
    Verdict fair = verdict_from_outcome(script_outcome(&stage->script));
    return verdict->kind == fair.kind && verdict->result == fair.result;
}

// The opponent that every manner can play against.
static inline const char *manner_partner(const Manner *manner) {
    return strcmp(manner->game, "amazons") == 0 ? "uci" : "text";
}
