#pragma once
// Unranked games that a person asks for: any two versions that are ready, or one's own draft. What
// cannot be played is refused with a reason, so that nothing waits for ever.

#include "arena/pairs.h"
#include "arena/person.h"

#define REQUEST_PAIRS_MAX 10
#define REQUESTS_OPEN_MAX 5
// A pair that has begun is played to its end, with up to 400 moves a game: 5 s keep it within the
// hour or so for which a core is not there for others.
#define REQUEST_TIME_MS_MAX 5000

typedef struct RequestInput {
    int64_t versions[2];
    int64_t pair_count;
    int time_ms; // for a move; 0: what each protocol's judge gives
} RequestInput;

// Returns the request, or 0 with a reason: NOT_FOUND, VERSION_NOT_READY, OTHER_BOARD, BOT_RETIRED,
// FORBIDDEN (a draft of somebody else), TOO_MANY_OPEN.
int64_t request_add(StoreTx *tx, const Person *person, const RequestInput *input, Error *error);

typedef struct GameRequest {
    int64_t id;
    int64_t person_id;
    int64_t versions[2];
    int64_t pair_count;
    int64_t open_count; // pairs that have not ended
    char state[16];     // playing, done, failed
    char *reason;       // JSON, or empty
    int64_t deadline_ms;
    int64_t created_ms;
    int64_t ended_ms; // 0: not yet
} GameRequest;

void request_release(GameRequest *request);

// NOT_FOUND; nothing needs releasing then.
bool request_find(StoreTx *tx, int64_t id, GameRequest *out, Error *error);

// For pair_settler_add: how the pairs of requests end; it has no context.
void request_on_pair(void *context, StoreTx *tx, const SettledPair *pair);
