#pragma once
// A room: two seats, a clock and a game, as a value. The rules of what may happen in it are here;
// rooms.h keeps it in the store and tells those who follow it.
//
//     waiting ──the other comes, or the bot──> playing ──> ended ──both want it──> a rematch
//        └── nobody came, called off ──────────────────────^
//
// Time is given, never asked for. The first move of each side costs no time but has to come within
// two minutes; then each side has its clock, and gets the increment for each move. A bot has no
// clock: its worker holds it to the limits of its protocol, as in every other game.
//
// A seat is known by a secret of which the hash is kept. A move names its ply, so one that is sent
// twice is played once.

#include "jobs/secrets.h"
#include "rules/game.h"

#define ROOM_ID_SIZE 33 // 128 random bits: who does not know it cannot find the room
#define ROOM_NAME_SIZE 130
#define ROOM_WORD_SIZE 32
#define ROOM_DETAIL_SIZE 256

#define ROOM_CLOCK_MIN_S 10
#define ROOM_CLOCK_MAX_S (3 * 3600)
#define ROOM_INCREMENT_MAX_S 180

// How long the other may take to come, a worker to begin, a first move, a bot (which a lost worker
// delays), and a rematch.
#define ROOM_COMING_MS (3600 * INT64_C(1000))
#define ROOM_WORKER_MS (120 * INT64_C(1000))
#define ROOM_FIRST_MS (120 * INT64_C(1000))
#define ROOM_BOT_MS (300 * INT64_C(1000))
#define ROOM_REMATCH_MS (600 * INT64_C(1000))

typedef enum RoomState { ROOM_WAITING, ROOM_PLAYING, ROOM_ENDED } RoomState;

typedef struct RoomSeat {
    bool is_taken;
    Sha256 hash;        // of a person's secret
    int64_t person_id;  // 0: no account
    int64_t version_id; // of a bot; 0: a person
    int64_t left_ms;
    bool wants_rematch;
    // Only read:
    char name[ROOM_NAME_SIZE]; // empty: no account
    int64_t bot_id;
    int64_t owner_id; // of the bot; 0: the house
} RoomSeat;

typedef struct Room {
    char id[ROOM_ID_SIZE];
    int64_t version;
    RoomState state;
    int64_t clock_ms;
    int64_t increment_ms;
    RoomSeat seats[2]; // by Side
    Game game;
    Text times; // of each move, in milliseconds, with blanks between them
    int64_t turn_ms;
    int64_t deadline_ms;
    int draw_side; // who offers a draw; -1: nobody
    int64_t draw_ply;
    Result result;
    char reason[ROOM_WORD_SIZE];
    char detail[ROOM_DETAIL_SIZE];
    Text foul; // of a bot, JSON (reasons.h); empty: none
    char next_id[ROOM_ID_SIZE];
    int64_t game_id;
    int64_t created_ms;
    int64_t started_ms;
    int64_t ended_ms;
    int64_t now_ms;  // when it was read, by the database's clock
    bool is_changed; // since then
} Room;

typedef struct RoomOptions {
    const Rules *rules;
    const Variant *variant;
    int64_t clock_ms;
    int64_t increment_ms;
} RoomOptions;

// A new room with free seats.
void room_init(Room *room, const RoomOptions *options, int64_t now_ms);
void room_release(Room *room);

// Whose secret it is; false if it is nobody's.
bool room_find_seat(const Room *room, Slice secret, Side *out);

// Whether a bot sits there.
static inline bool room_is_bot(const Room *room, Side side) {
    return room->seats[side].version_id != 0;
}

// Somebody sits down on a free seat: a person by the secret, or a bot. The game begins when two
// people are there.
void room_take_seat(Room *room, Side side, const RoomSeat *seat, int64_t now_ms);

// A bot is ready: the game begins.
void room_start(Room *room, int64_t now_ms);

// What has happened by itself. Call it before anything below.
void room_tend(Room *room, int64_t now_ms);

// Plays a move. ROOM_CLOSED, PLY_STALE, NOT_YOUR_TURN, or why it is illegal.
bool room_play(Room *room, Side side, int64_t ply, Slice move, int64_t now_ms, Error *error);

// Ends it; a result of none is a game that does not count. The reason is a word.
void room_end(Room *room, Result result, const char *reason, const char *detail, int64_t now_ms);

// `resign`, `offerDraw`, `acceptDraw`, `declineDraw` or `rematch`. ROOM_CLOSED, NO_OFFER,
// BAD_REQUEST.
bool room_act(Room *room, Side side, Slice action, int64_t now_ms, Error *error);

// Whether both want to play again.
bool room_rematch_is_on(const Room *room);

// The room of the rematch, with the seats swapped: they keep their secrets. `next` is initialised.
void room_rematch(Room *room, Room *next, int64_t now_ms);

extern const char *const ROOM_STATE_NAMES[];
