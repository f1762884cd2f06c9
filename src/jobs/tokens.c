#include "jobs/tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "jobs/audit.h"
#include "jobs/credentials.h"

static const struct {
    TokenScope scope;
    const char *name;
} SCOPES[] = {{SCOPE_WORKER, "worker"}, {SCOPE_CLIENT, "client"}, {SCOPE_ADMIN, "admin"}};

#define SCOPES_COUNT (sizeof SCOPES / sizeof SCOPES[0])

const char *token_scope_name(TokenScope scope) {
    size_t index = 0;
    while (index + 1 < SCOPES_COUNT && SCOPES[index].scope != scope) {
        index++;
    }
    return SCOPES[index].name;
}

TokenScope token_scope_find(Slice name) {
    for (size_t i = 0; i < SCOPES_COUNT; i++) {
        if (slice_is(name, SCOPES[i].name)) {
            return SCOPES[i].scope;
        }
    }
    return 0;
}

typedef struct TokenCall {
    Slice name;
    TokenScope scope;
    const char *secret;
    const char *statement;
} TokenCall;

static bool add(StoreTx *tx, void *context, Error *error) {
    const TokenCall *call = context;
    Sha256 hash = secret_hash(slice_from(call->secret));
    Query *query = query_begin(tx, call->statement);
    query_bind_text(query, 1, call->name);
    query_bind_text(query, 2, slice_from(token_scope_name(call->scope)));
    query_bind_blob(query, 3, sha256_slice(&hash));
    bool is_added = query_changes(query) > 0;
    query_end(query);
    if (!is_added) {
        return error_set(error, ERROR_NAME_TAKEN, "there is a token of that name already");
    }
    audit_add(tx, "server", "token-added", call->name, slice_from(token_scope_name(call->scope)));
    return true;
}

static bool is_name(Slice name) {
    for (size_t i = 0; i < name.size; i++) {
        if (!isalnum((unsigned char)name.data[i]) && !memchr("-_.", name.data[i], 3)) {
            return false;
        }
    }
    return name.size > 0 && name.size < TOKEN_NAME_SIZE;
}

static bool make(Store *store, TokenCall *call, char secret[SECRET_SIZE], Error *error) {
    if (!is_name(call->name)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_NAME,
            "%s is no name for a token: letters, digits, -, _ and . only, at most %d",
            slice_quote(call->name, quoted), TOKEN_NAME_SIZE - 1);
    }
    secret_make(secret);
    call->secret = secret;
    return store_transact(store, STORE_WRITE, add, call, error);
}

bool token_add(Store *store, Slice name, TokenScope scope, char secret[SECRET_SIZE], Error *error) {
    TokenCall call = {.name = name, .scope = scope, .statement = "tokens_add"};
    return make(store, &call, secret, error);
}

bool token_renew(
    Store *store, const char *name, TokenScope scope, char secret[SECRET_SIZE], Error *error) {
    TokenCall call = {.name = slice_from(name), .scope = scope, .statement = "tokens_renew"};
    return make(store, &call, secret, error);
}

static bool revoke(StoreTx *tx, void *context, Error *error) {
    const TokenCall *call = context;
    Query *query = query_begin(tx, "tokens_revoke");
    query_bind_text(query, 1, call->name);
    bool is_revoked = query_changes(query) > 0;
    query_end(query);
    if (!is_revoked) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_UNKNOWN_NAME, "there is no valid token %s",
            slice_quote(call->name, quoted));
    }
    audit_add(tx, "server", "token-revoked", call->name, slice_from(""));
    return true;
}

bool token_revoke(Store *store, Slice name, Error *error) {
    return store_transact(store, STORE_WRITE, revoke, &(TokenCall){.name = name}, error);
}

static void read_token(Query *query, int column, void *out) {
    Token *token = out;
    token->id = query_column_int(query, 0);
    snprintf(token->name, sizeof token->name, "%s", query_column_text(query, column).data);
    token->scope = token_scope_find(query_column_text(query, column + 1));
}

bool token_find(Store *store, Slice secret, Token *out, Error *error) {
    static const CredentialKind KIND = {
        "tokens_find", "tokens_use", NULL, read_token, "the token is unknown or revoked"};
    Token found;
    if (!credential_find(store, &KIND, secret, &found, error)) {
        return false;
    }
    *out = found;
    return true;
}

typedef struct TokenListCall {
    TokenVisit *visit;
    void *context;
} TokenListCall;

static bool list(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const TokenListCall *call = context;
    Query *query = query_begin(tx, "tokens_list");
    call->visit(call->context, NULL);
    while (query_step(query)) {
        call->visit(call->context, &(TokenRow){
                                       .name = query_column_text(query, 0).data,
                                       .scope = query_column_text(query, 1).data,
                                       .created_ms = query_column_int(query, 2),
                                       .used_ms = query_column_int(query, 3),
                                       .revoked_ms = query_column_int(query, 4),
                                       .aside_reason = query_column_text(query, 5).data,
                                   });
    }
    query_end(query);
    return true;
}

bool token_list(Store *store, TokenVisit *visit, void *context, Error *error) {
    TokenListCall call = {visit, context};
    return store_transact(store, STORE_READ, list, &call, error);
}
