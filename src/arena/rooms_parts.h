#pragma once
// What the files of the rooms share: reading and writing a room within a transaction, and telling
// those who follow.

#include <pthread.h>

#include "arena/rooms.h"

struct Rooms {
    RoomsOptions options;
    pthread_mutex_t mutex; // of what follows
    RoomFollow *follows;
    int64_t polled_ms; // by the database's clock
};

// Reads a room, locked if it may be changed. NOT_FOUND.
bool room_load(StoreTx *tx, Slice id, bool is_locked, Room *out, Error *error);

// Adds a new room of whoever is charged for it, and saves one that has changed: with a result it
// becomes a game.
void room_add(StoreTx *tx, Room *room, const char *payer);
void room_save(StoreTx *tx, Room *room);

// Seats a bot with its active version. NOT_FOUND, OTHER_BOARD.
bool room_seat_bot(StoreTx *tx, Room *room, Side side, int64_t bot_id, Error *error);

// Puts the job of the bot in a room, if there is one.
bool room_put_job(StoreTx *tx, const Room *room, Error *error);

// The room of a job that this attempt holds. ATTEMPT_STALE.
bool room_find_job(StoreTx *tx, int64_t job, Slice attempt, char id[ROOM_ID_SIZE], Error *error);

// Takes what a worker reports.
bool room_report(Room *room, const RoomReport *report, Error *error);

// Tells those who follow here how a room stands.
void rooms_tell(Rooms *rooms, const Room *room);
