#pragma once
// Credentials: rows that are found by the hash of a secret that somebody shows, such as sessions
// and tokens.
//
// When one was last used is known to the minute: a write for every request would be dear.

#include "jobs/secrets.h"
#include "store/store.h"

typedef struct CredentialKind {
    // Statements. `find` gets the hash ($1) and how old used_ms may be ($2); its row begins with
    // the row's number and whether used_ms is older than that. `use` gets the number ($1), and
    // renews used_ms.
    const char *find;
    const char *use;
    void (*bind_use)(Query *query); // what else `use` gets; may be null
    // Takes over what is in the row from `column` on.
    void (*read)(Query *query, int column, void *out);
    const char *refusal; // what is said to whom nothing is found for
} CredentialKind;

// Finds who shows a secret, which is written to `out`. UNAUTHORIZED.
bool credential_find(
    Store *store, const CredentialKind *kind, Slice secret, void *out, Error *error);
