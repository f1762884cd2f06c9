#pragma once
// Tokens: what workers and clients show to be let in.
//
// A token is 32 random bytes in hexadecimal digits, shown once. The store has its SHA-256 alone, so
// who reads the store cannot use it. Each has a name, which is the owner of the groups that it
// makes, and one scope. One machine, one token: hosts are judged by it (trust.h), and it can be
// revoked.

#include "jobs/secrets.h"
#include "store/store.h"

#define TOKEN_NAME_SIZE 65

// As bits, so that a route can let in several.
typedef enum TokenScope { SCOPE_WORKER = 1, SCOPE_CLIENT = 2, SCOPE_ADMIN = 4 } TokenScope;

// "worker", "client" or "admin"; and back, 0 if it is none of them.
const char *token_scope_name(TokenScope scope);
TokenScope token_scope_find(Slice name);

typedef struct Token {
    int64_t id;
    char name[TOKEN_NAME_SIZE];
    TokenScope scope;
} Token;

// Makes a token and writes the secret. BAD_NAME (letters, digits and -_. only, at most 64),
// NAME_TAKEN.
bool token_add(Store *store, Slice name, TokenScope scope, char secret[SECRET_SIZE], Error *error);

// The same, but one of that name gets a new secret and is valid again: for a server's own worker.
// What it had leased with the old one goes back at the next sweep, so a server that was killed and
// starts again soon goes on.
bool token_renew(
    Store *store, const char *name, TokenScope scope, char secret[SECRET_SIZE], Error *error);

// From now on the token is worth nothing, and the leases of its hosts go back with the next sweep.
// UNKNOWN_NAME, also if it was revoked before.
bool token_revoke(Store *store, Slice name, Error *error);

// Who shows a secret. UNAUTHORIZED if no valid token has it.
bool token_find(Store *store, Slice secret, Token *out, Error *error);

typedef struct TokenRow {
    const char *name;
    const char *scope;
    int64_t created_ms;
    int64_t used_ms;          // 0: never
    int64_t revoked_ms;       // 0: not
    const char *aside_reason; // empty: its hosts are not set aside
} TokenRow;

// Shows all tokens in the order of their names. A null row comes first, and again if the store has
// to be read again: what was shown before is void then.
typedef void TokenVisit(void *context, const TokenRow *row);
bool token_list(Store *store, TokenVisit *visit, void *context, Error *error);
