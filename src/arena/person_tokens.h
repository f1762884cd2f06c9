#pragma once
// Tokens of people: what their own programs show, such as `immure submit`.
//
// They begin with a prefix, by which a leaked one is recognised, and by which they are told from
// the tokens of machines (jobs/tokens.h). The rest are 32 random bytes, of which the store has a
// hash.

#include "arena/people.h"
#include "jobs/secrets.h"

#define PERSON_TOKEN_PREFIX "imp_"
#define PERSON_TOKEN_SIZE (sizeof PERSON_TOKEN_PREFIX - 1 + SECRET_SIZE)
#define PERSON_TOKEN_NAME_BYTES 64
#define PERSON_TOKENS_MAX 20

// What a token may do in the name of its person: read what he may read; or submit programs, too.
// No token changes an account.
typedef enum PersonTokenScope { TOKEN_READ, TOKEN_SUBMIT } PersonTokenScope;

const char *person_token_scope_name(PersonTokenScope scope);
bool person_token_scope_find(Slice name, PersonTokenScope *out);

void person_token_make(char out[PERSON_TOKEN_SIZE]);

// Keeps a token that was just made. BAD_NAME (1 to 64 bytes that can be seen), NAME_TAKEN,
// TOO_MANY_TOKENS.
bool person_token_add(StoreTx *tx, int64_t person_id, Slice name, PersonTokenScope scope,
    const char token[PERSON_TOKEN_SIZE], Error *error);

// Who shows a token. UNAUTHORIZED.
bool person_token_find(
    Store *store, Slice token, Person *person, PersonTokenScope *scope, Error *error);

// Revokes a token of a person; false if it is not his.
bool person_token_remove(StoreTx *tx, int64_t person_id, int64_t token_id);

// Revokes all of them.
void person_tokens_remove(StoreTx *tx, int64_t person_id);

typedef struct PersonTokenRow {
    int64_t id;
    const char *name;
    const char *scope;
    int64_t created_ms;
    int64_t used_ms; // 0: never
} PersonTokenRow;

// Shows up to `limit` tokens of a person with ids above `after`.
typedef void PersonTokenVisit(void *context, const PersonTokenRow *row);
void person_token_list(StoreTx *tx, int64_t person_id, int64_t after, int64_t limit,
    PersonTokenVisit *visit, void *context);
