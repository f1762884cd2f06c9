#pragma once
// The audit trail: who did what to whom and why, appended in the transaction that does it.

#include "store/store.h"

void audit_add(StoreTx *tx, const char *actor, const char *action, Slice subject, Slice detail);

typedef struct AuditRow {
    int64_t id;
    int64_t at_ms;
    const char *actor;
    const char *action;
    const char *subject;
    const char *detail;
} AuditRow;

// Shows up to `limit` rows with ids above `after`, in their order. A null row comes first, and
// again if the store has to be read again: what was shown before is void then.
typedef void AuditVisit(void *context, const AuditRow *row);
bool audit_list(
    Store *store, int64_t after, int64_t limit, AuditVisit *visit, void *context, Error *error);
