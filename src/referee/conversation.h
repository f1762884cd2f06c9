#pragma once
// Inside a Player: what the protocols are written with. Only the files of this folder include it.
//
// Every step either succeeds or fills in a Foul and returns false, so that a protocol is a sequence
// of steps joined by `&&`.

#include "base/clipped_text.h"
#include "referee/player.h"

// What is kept of either end of a transcript.
#define TRANSCRIPT_PART_BYTES (4u << 20)

struct Player {
    const PlayerOptions *options;
    Side side;
    Process *process;
    int turns;             // how often it was asked
    int64_t turn_start_ns; // when the clock of this turn started
    int64_t deadline_ns;   // when it runs out
    int64_t cpu_start_ns;  // the process's CPU time when the turn started
    int64_t cpu_ended_ns;  // CPU time of processes that ended during this turn
    int64_t late_start_ns; // the host's lateness (process_late_ns), likewise
    int64_t late_ended_ns;
    size_t memory_bytes; // the peak of the processes of this turn
    ClippedText transcript;
    Text errors; // stderr of processes that have ended
    Text data;   // what Botzone keeps for a bot between turns
    Text globaldata;
    // Botzone, JSON interaction: the last answer, and all that come back as they were written: a
    // line "PLY JSON" each.
    Text response;
    Text responses;
};

// Makes it a foul of a kind; the caller fills in the reason.
static inline Error *foul_as(Foul *foul, VerdictKind kind) {
    foul->kind = kind;
    return &foul->reason;
}

// The limits in force: the options' where given, else the protocol's.
int player_turn_ms(const Player *player);
int player_start_ms(const Player *player);
int player_memory_mb(const Player *player);

// The time of this turn, with its margin.
double player_limit_s(const Player *player);

// By how much the host may be late during this turn before a timeout is its own fault.
int64_t player_late_limit_ns(const Player *player);

// Starts the program; it must not be running.
bool player_spawn(Player *player, Foul *foul);

// Ends the program, if it runs, and keeps what it wrote to stderr.
void player_stop(Player *player);

// Sends text by the turn's deadline.
bool player_send(Player *player, const Text *text, Foul *foul);
bool player_sendf(Player *player, Foul *foul, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads a line by the turn's deadline. The line is valid until the next call.
bool player_read_line(Player *player, Slice *line, Foul *foul);

// The foul for a status other than PROCESS_OK.
bool player_foul(Player *player, ProcessStatus status, Foul *foul);

// Adds one line to the transcript, marked by its direction.
void player_note(Player *player, char direction, Slice line);

// Reads the text of an answer as a legal move. Text without the shape of a move is malformed.
bool player_parse(const Game *game, Slice text, Notation notation, Move *move, Foul *foul);
