#include "jobs/audit.h"

void audit_add(StoreTx *tx, const char *actor, const char *action, Slice subject, Slice detail) {
    Query *query = query_begin(tx, "audit_add");
    query_bind_text(query, 1, slice_from(actor));
    query_bind_text(query, 2, slice_from(action));
    query_bind_text(query, 3, subject);
    query_bind_text(query, 4, detail);
    query_end(query);
}

typedef struct AuditListCall {
    int64_t after;
    int64_t limit;
    AuditVisit *visit;
    void *context;
} AuditListCall;

static bool list(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const AuditListCall *call = context;
    Query *query = query_begin(tx, "audit_list");
    query_bind_int(query, 1, call->after);
    query_bind_int(query, 2, call->limit);
    call->visit(call->context, NULL);
    while (query_step(query)) {
        call->visit(call->context, &(AuditRow){
                                       .id = query_column_int(query, 0),
                                       .at_ms = query_column_int(query, 1),
                                       .actor = query_column_text(query, 2).data,
                                       .action = query_column_text(query, 3).data,
                                       .subject = query_column_text(query, 4).data,
                                       .detail = query_column_text(query, 5).data,
                                   });
    }
    query_end(query);
    return true;
}

bool audit_list(
    Store *store, int64_t after, int64_t limit, AuditVisit *visit, void *context, Error *error) {
    AuditListCall call = {after, limit, visit, context};
    return store_transact(store, STORE_READ, list, &call, error);
}
