#pragma once
// Contests: bots meet on one board under the same rules, from openings that everybody can look up,
// and what comes out follows from their games.
//
//     draft --> open --deadline--> frozen --> running --> ended
//                                     ^---stop---/ \--> (reason: games that failed)
//
// Who may enters bots while a contest is open. At the deadline each entry gets the version that is
// active then, and the draw by the contest's seed gives it its place in the field. Openings and the
// seeds of engines follow from the same seed. Staff stop a contest (frozen, with that reason),
// let it go on, order games again that failed, and disqualify entries. An entry that is out loses
// what it has not played yet; what it has played stands (match/schedule.h).
//
// Everything here runs in a transaction of the caller's; what changes a contest locks its row
// first, so two servers may do the same thing at once.

#include "arena/board.h"
#include "arena/rights.h"
#include "jobs/queue.h"
#include "match/schedule.h"

#define CONTEST_NAME_MAX 64 // characters
#define CONTEST_NAME_SIZE (CONTEST_NAME_MAX * 4 + 1)
#define CONTEST_PAIRS_MAX 50
#define CONTEST_ROUNDS_MAX 64
#define CONTEST_TIME_MS_MIN 10
#define CONTEST_TIME_MS_MAX 600000
#define CONTEST_GAMES_MAX 10000           // whose standings take a tenth of a second
#define CONTEST_SEED_MAX 9007199254740991 // what JSON holds exactly
#define CONTEST_REASON_SIZE 2048
#define CONTEST_OUT_REASON_MAX 200 // bytes

typedef enum ContestState {
    CONTEST_DRAFT, // only staff see it
    CONTEST_OPEN,
    CONTEST_FROZEN, // entries are fixed, no games are played
    CONTEST_RUNNING,
    CONTEST_ENDED,
    CONTEST_STATE_COUNT,
} ContestState;

const char *contest_state_name(ContestState state);
bool contest_state_find(Slice name, ContestState *out);

// What its maker decides. In a draft all of it may change, later only the name, and while it is
// open the deadline and who may enter.
typedef struct ContestPlan {
    char name[CONTEST_NAME_SIZE];
    Board board;
    int64_t time_ms; // for a move; 0: what the protocol's own judge gives
    bool is_by_list; // only who is on its list may enter
    ScheduleFormat format;
    int64_t round_count; // Swiss; 0: as many as single out a winner
    int64_t group_count; // groups; 0: by the number of entries
    int64_t pair_count;  // of games in each encounter
    int64_t seed;
    int64_t opens_ms; // a draft opens by itself then; 0: when staff open it
    int64_t deadline_ms;
} ContestPlan;

typedef struct Contest {
    int64_t id;
    ContestPlan plan;
    ContestState state;
    char reason[CONTEST_REASON_SIZE]; // JSON, or empty
    int64_t round;
    bool is_ordered;
    int64_t try_count;
    int64_t created_ms;
    int64_t started_ms; // 0: not yet, as the next
    int64_t ended_ms;
    int64_t now_ms; // when this was read
    int64_t entry_count;
} Contest;

// BAD_REQUEST with the member that is wrong.
bool contest_plan_check(const ContestPlan *plan, Error *error);

// Adds a draft. The plan is a checked one.
int64_t contest_add(StoreTx *tx, const ContestPlan *plan, const Person *maker);

// NOT_FOUND, also for a draft that is not for `asker` to see.
bool contest_find(StoreTx *tx, int64_t id, const Person *asker, Contest *out, Error *error);

// The same, locked for whoever changes it.
bool contest_lock(StoreTx *tx, int64_t id, Contest *out, Error *error);

// Writes another plan. CONTEST_STATE if it is too late for that.
bool contest_set_plan(StoreTx *tx, const Contest *contest, const ContestPlan *plan, Error *error);

// Staff's steps: a draft is opened and taken back (it then waits for staff if its time to open has
// passed: `opens_ms` becomes 0); an open contest is frozen at once; one that is
// running is stopped (frozen); a stopped one goes on, and one that is running orders again what
// failed (running). CONTEST_STATE for any other.
bool contest_set_state(
    StoreTx *tx, const Queue *queue, const Contest *contest, ContestState state, Error *error);

// Who may enter a contest by list: replaces it by these names. UNKNOWN_NAME.
bool contest_set_people(
    StoreTx *tx, const Contest *contest, const Slice *names, size_t count, Error *error);

// Enters a bot, or takes it back. Owners do that while it is open, staff for anybody and until the
// draw. CONTEST_STATE, NOT_FOUND, FORBIDDEN, OTHER_BOARD, BOT_RETIRED, NOT_INVITED,
// ALREADY_ENTERED, TOO_MANY_GAMES.
bool contest_enter(
    StoreTx *tx, const Contest *contest, int64_t bot, const Person *asker, Error *error);
bool contest_withdraw(
    StoreTx *tx, const Contest *contest, int64_t bot, const Person *asker, Error *error);

// Takes an entry out for a reason in words, and its games out of the queue. NOT_FOUND.
bool contest_disqualify(StoreTx *tx, const Queue *queue, const Contest *contest, int64_t bot,
    Slice reason, Error *error);

// Up to `limit` contests with ids below `before` (0: the newest), newest first.
typedef void ContestVisit(void *context, const Contest *contest);
void contest_list(StoreTx *tx, const Person *asker, int64_t before, int64_t limit,
    ContestVisit *visit, void *context);
