#pragma once
// What the files of the live board share. Callers hold the mutex unless a function says otherwise.

#include <pthread.h>

#include "arena/live.h"
#include "rules/game.h"

// The jobs with the lowest numbers are shown, and none leaves before it ends; others come to the
// board when somebody asks for them.
#define LIVE_SHOWN_MAX 256
#define LIVE_JOBS_MAX 512
#define LIVE_RING 1024
#define LIVE_ID_SIZE 24
#define LIVE_NAME_SIZE 100

// One of the two games of a pair, or the game of a room.
struct LiveGame {
    Live *owner;
    int64_t job;
    int number;            // in its pair: 1 or 2
    char id[LIVE_ID_SIZE]; // JOB-NUMBER
    Game game;
    int64_t started_ms;
    int64_t ended_ms; // by the clock of this machine; 0: it is under way
    Text end;         // how it ended, as JSON; empty while it is under way
    bool is_over;     // nothing more will be told of it
    bool has_news;    // its streams have not been notified
    uint64_t last;    // event
    int holders;
};

// A leased job: a pair, or a bot in a room. Its games are made when they begin.
typedef struct LiveJob {
    int64_t id;
    int64_t lease_ms; // when the lease began: another one is another attempt
    const Rules *rules;
    const Variant *variant;
    char purpose[16];
    int64_t contest;               // 0: none
    char names[2][LIVE_NAME_SIZE]; // empty: a guest
    int64_t turn_ms[2];
    int number; // of the game under way, 1 or 2; 0 before the first
    LiveGame *games[2];
    bool is_gone; // ended; it stays for a while, for those who come back
} LiveJob;

typedef struct LiveEvent {
    uint64_t id;
    int64_t job;
    int number;
    Text frame;
} LiveEvent;

struct Live {
    LiveOptions options;
    pthread_mutex_t polling; // one at a time; taken before `mutex`
    pthread_mutex_t mutex;   // of all below
    LiveJob *jobs[LIVE_JOBS_MAX];
    size_t job_count;
    LiveEvent ring[LIVE_RING]; // event n is in place n % LIVE_RING
    uint64_t first;            // events from this number on were made here
    uint64_t last;
    int64_t watched_ms;
    int64_t polled_ms;
};

// Microseconds since 1970.
int64_t live_clock_us(void);

LiveJob *live_job(Live *live, int64_t id);

// A new job on the board, zero but for its id; null if the board is full.
LiveJob *live_add(Live *live, int64_t id);

// Takes over what a host told of a job: {"game": 1, "moves": [...]}.
void live_advance(Live *live, LiveJob *job, Slice progress);

void live_tell_begin(Live *live, const LiveJob *job, LiveGame *game);
// The last move.
void live_tell_move(Live *live, LiveGame *game);

// How a game ended. No texts: unknown.
typedef struct LiveEnd {
    const char *result;
    const char *verdict;
    int64_t record;     // the number of the game in the archive; 0: there is none
    const char *reason; // why there is no result
} LiveEnd;

void live_end_game(Live *live, LiveGame *game, const LiveEnd *end);

// The game of an id, held; null if it is not on the board. Without the mutex.
LiveGame *live_find(Live *live, Slice id);

// Notifies the streams of games with `has_news`. Without the mutex.
void live_notify(Live *live);

// Removes jobs that have been over for a while, and are held by nobody.
void live_forget(Live *live, int64_t now_ms);
