#pragma once
// Rooms in the store, and those who follow them.
//
// Every change is one transaction on the room's row, so any number of servers share a room, and
// none of them remembers anything but what its own visitors follow. A change made here is told at
// once; one of another server is found about once a second, while somebody follows. Whatever
// happens by itself (a flag falls, nobody came) is decided by whichever server looks first.
//
// All functions may be called from any thread. A Room that was read belongs to the caller
// (room_release). What the store refuses is reported with its codes.

#include "arena/person.h"
#include "arena/room.h"
#include "base/json.h"
#include "jobs/kinds.h"
#include "jobs/queue.h"

typedef struct Rooms Rooms;
typedef struct RoomFollow RoomFollow;

// Rooms that are open at a time: of a person (games of a whole class, two and two), of an address
// (a class behind one router whose people are not signed in) and in all.
#define ROOMS_OF_PERSON_MAX 32
#define ROOMS_OF_ADDRESS_MAX 64
#define ROOMS_MAX 4096

typedef struct RoomsOptions {
    Store *store;
    const Queue *queue; // by which bots play; null: jobs of games that are over wait on
    // Those who follow a room (RoomFollow) have news. Called without a lock; may be null.
    void (*on_change)(void *context, const void *source);
    void *context;
} RoomsOptions;

Rooms *rooms_new(const RoomsOptions *options);
// Nobody may follow any more.
void rooms_free(Rooms *rooms);

// Who does something, by what he knows. Rooms are charged to the person, or to the address of
// whoever is not signed in.
typedef struct RoomVisitor {
    const char *client; // his address
    const Person *person;
    Slice seat; // the secret
} RoomVisitor;

// Opens a room and takes a seat in it, whose secret is `seat`; the other is a bot's (0: free).
// TOO_MANY_ROOMS, TOO_MANY_TRIES; NOT_FOUND (no bot that plays), OTHER_BOARD.
bool rooms_open(Rooms *rooms, const RoomOptions *options, Side side, int64_t bot_id,
    const RoomVisitor *visitor, char seat[SECRET_SIZE], Room *out, Error *error);

// Takes the seat that is free. NOT_FOUND, ROOM_FULL, ROOM_CLOSED.
bool rooms_join(Rooms *rooms, Slice id, const RoomVisitor *visitor, char seat[SECRET_SIZE],
    Side *side, Room *out, Error *error);

bool rooms_read(Rooms *rooms, Slice id, Room *out, Error *error);

// As room_play and room_act; FORBIDDEN if the secret is no seat's. A rematch that is on makes the
// next room at once, if one may be opened: TOO_MANY_ROOMS, TOO_MANY_TRIES.
bool rooms_play(Rooms *rooms, Slice id, const RoomVisitor *visitor, int64_t ply, Slice move,
    Room *out, Error *error);
bool rooms_act(
    Rooms *rooms, Slice id, const RoomVisitor *visitor, Slice action, Room *out, Error *error);

// What the worker of a bot reports, by the attempt that holds the room's job: `ready`, `move` (the
// words are the move), `foul` (the word is the verdict) or `lost`: it cannot go on from here.
typedef struct RoomReport {
    Slice event;
    int64_t ply;
    Slice words;
    Error foul; // without a text: none
} RoomReport;

// ATTEMPT_STALE, and as room_play.
bool rooms_report(
    Rooms *rooms, int64_t job, Slice attempt, const RoomReport *report, Room *out, Error *error);

// The kind of these jobs, for the queue.
extern const JobKind ROOM_JOB;

// What happens by itself, what is too old to keep, and jobs for games that are over;
// `*next_ms` is when to look again, at most a second, also after a failure. A room that fails does
// not stop the others.
bool rooms_tend(Rooms *rooms, int64_t *next_ms, Error *error);

// What other servers changed, for those who follow here.
bool rooms_poll(Rooms *rooms, Error *error);

// A room as people see it (docs/openapi.json, Room), without secrets. The time at which it
// was read goes with it, so that a page can run the clocks.
void room_write(const Room *room, JsonWriter *json);

// Follows a room until it is released; null with a reason.
RoomFollow *rooms_follow(Rooms *rooms, Slice id, Error *error);
void room_follow_release(RoomFollow *follow);

// HttpFeed.read, FEED_DOCUMENTS: the room, with its version. It is over when no rematch can come.
uint64_t room_follow_read(RoomFollow *follow, uint64_t after, Text *out, bool *is_over);
