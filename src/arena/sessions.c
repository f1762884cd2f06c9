#include "arena/sessions.h"

#include "jobs/credentials.h"

// What a browser says it is may be any bytes: as UTF-8, without control characters, and cut.
static void clean_agent(Slice agent, Text *out) {
    while (agent.size > 0 && out->size < SESSION_AGENT_BYTES) {
        uint32_t letter = utf8_next(&agent);
        utf8_add(out, letter < ' ' || letter == 0x7f ? UTF8_REPLACEMENT : letter);
    }
}

void session_add(
    StoreTx *tx, int64_t person_id, const SessionOrigin *origin, const char secret[SECRET_SIZE]) {
    Query *over = query_begin(tx, "sessions_sweep");
    query_bind_int(over, 1, origin->replaced_id);
    query_end(over);
    Text agent;
    text_init(&agent);
    clean_agent(origin->agent, &agent);
    Sha256 hash = secret_hash(slice_from(secret));
    Query *query = query_begin(tx, "sessions_add");
    query_bind_int(query, 1, person_id);
    query_bind_blob(query, 2, sha256_slice(&hash));
    query_bind_text(query, 3, origin->address);
    query_bind_text(query, 4, text_slice(&agent));
    query_bind_int(query, 5, SESSION_IDLE_MS);
    query_end(query);
    text_release(&agent);
    query = query_begin(tx, "people_sign_in");
    query_bind_int(query, 1, person_id);
    query_end(query);
}

typedef struct FoundSession {
    int64_t id;
    Person person;
} FoundSession;

static void read_session(Query *query, int column, void *out) {
    FoundSession *found = out;
    found->id = query_column_int(query, 0);
    person_read(query, column, &found->person);
}

static void bind_use(Query *query) {
    query_bind_int(query, 2, SESSION_IDLE_MS);
    query_bind_int(query, 3, SESSION_TOTAL_MS);
}

bool session_find(Store *store, Slice secret, Person *person, int64_t *session_id, Error *error) {
    static const CredentialKind KIND = {
        "sessions_find", "sessions_use", bind_use, read_session, "you are not signed in"};
    FoundSession found;
    if (!credential_find(store, &KIND, secret, &found, error)) {
        return false;
    }
    *person = found.person;
    *session_id = found.id;
    return true;
}

bool session_end(StoreTx *tx, int64_t person_id, int64_t session_id) {
    Query *query = query_begin(tx, "sessions_end");
    query_bind_int(query, 1, person_id);
    query_bind_int(query, 2, session_id);
    bool is_ended = query_changes(query) > 0;
    query_end(query);
    return is_ended;
}

void sessions_end_others(StoreTx *tx, int64_t person_id, int64_t session_id) {
    Query *query = query_begin(tx, "sessions_end_others");
    query_bind_int(query, 1, person_id);
    query_bind_int(query, 2, session_id);
    query_end(query);
}

void session_list(StoreTx *tx, int64_t person_id, int64_t after, int64_t limit, SessionVisit *visit,
    void *context) {
    Query *query = query_begin(tx, "sessions_list");
    query_bind_int(query, 1, person_id);
    query_bind_int(query, 2, after);
    query_bind_int(query, 3, limit);
    while (query_step(query)) {
        visit(context, &(SessionRow){
                           .id = query_column_int(query, 0),
                           .address = query_column_text(query, 1).data,
                           .agent = query_column_text(query, 2).data,
                           .created_ms = query_column_int(query, 3),
                           .used_ms = query_column_int(query, 4),
                           .expires_ms = query_column_int(query, 5),
                       });
    }
    query_end(query);
}
