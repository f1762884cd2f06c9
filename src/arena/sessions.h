#pragma once
// Sessions: how a person who has signed in is known again, by a cookie of his browser.
//
// The secret is 32 random bytes, made anew at every sign-in, so that one that somebody has planted
// in a browser is never worth anything. The store has its hash alone. A session ends by itself, by
// its person, with a new password, and is worth nothing while the account is closed.

#include "arena/people.h"
#include "jobs/secrets.h"
#include "store/store.h"

// A session ends when it is not used for so long, and at last after so long.
#define SESSION_IDLE_MS (7 * 24 * 3600 * INT64_C(1000))
#define SESSION_TOTAL_MS (30 * 24 * 3600 * INT64_C(1000))

// Where a person signs in from, to be shown to him.
typedef struct SessionOrigin {
    Slice address;
    Slice agent;         // what the browser says it is; cut to SESSION_AGENT_BYTES
    int64_t replaced_id; // the session that the browser had until now, which ends; 0: none
} SessionOrigin;

#define SESSION_AGENT_BYTES 200

// Begins a session with a secret that the caller has just made, never one that somebody has sent;
// forgets sessions that are over.
void session_add(
    StoreTx *tx, int64_t person_id, const SessionOrigin *origin, const char secret[SECRET_SIZE]);

// Who shows a secret, and which session it is. UNAUTHORIZED if no session has it, or it is over.
bool session_find(Store *store, Slice secret, Person *person, int64_t *session_id, Error *error);

// Ends one session of a person; false if it is not his.
bool session_end(StoreTx *tx, int64_t person_id, int64_t session_id);

// Ends all of them but one, which may be 0.
void sessions_end_others(StoreTx *tx, int64_t person_id, int64_t session_id);

typedef struct SessionRow {
    int64_t id;
    const char *address;
    const char *agent;
    int64_t created_ms;
    int64_t used_ms;
    int64_t expires_ms;
} SessionRow;

// Shows up to `limit` sessions of a person with ids above `after`.
typedef void SessionVisit(void *context, const SessionRow *row);
void session_list(StoreTx *tx, int64_t person_id, int64_t after, int64_t limit, SessionVisit *visit,
    void *context);
