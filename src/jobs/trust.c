#include "jobs/trust.h"

#include <stdio.h>
#include <stdlib.h>

#include "jobs/audit.h"

#define RERUNS_OWNER "immure"
#define RERUNS_KEY "reruns"
#define RERUN_ATTEMPTS 3

static Query *begin_with(StoreTx *tx, const char *name, int64_t id) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, id);
    return query;
}

// ---- Setting hosts aside ----

static void set_aside(StoreTx *tx, int64_t token_id, const char *reason) {
    Query *query = begin_with(tx, "hosts_set_aside", token_id);
    query_bind_text(query, 2, slice_from(reason));
    bool is_new = query_changes(query) > 0;
    query_end(query);
    if (is_new) {
        char subject[32];
        snprintf(subject, sizeof subject, "token %lld", (long long)token_id);
        audit_add(tx, "trust", "hosts-set-aside", slice_from(subject), slice_from(reason));
    }
}

static void count_fault(StoreTx *tx, int64_t host_id, int64_t token_id) {
    query_end(begin_with(tx, "hosts_count_fault", host_id));
    Query *query = begin_with(tx, "trust_faults", token_id);
    query_step(query);
    int64_t done = query_column_int(query, 0);
    int64_t faults = query_column_int(query, 1);
    query_end(query);
    if (faults >= TRUST_FAULTS && faults * 10 > done) {
        char reason[128];
        snprintf(reason, sizeof reason,
            "%lld of its jobs were refused or done by others, %lld done", (long long)faults,
            (long long)done);
        set_aside(tx, token_id, reason);
    }
}

void trust_refused(StoreTx *tx, const LockedJob *job) {
    count_fault(tx, job->host_id, job->token_id);
}

static void count_programs(StoreTx *tx, const LockedJob *job, const JobFinding *finding) {
    bool has_failure = false;
    for (int i = 0; i < finding->program_count; i++) {
        const ProgramRun *run = &finding->programs[i];
        Query *query = query_begin(tx, "trust_count_run");
        query_bind_text(query, 1, slice_from(run->program));
        query_bind_int(query, 2, job->token_id);
        query_bind_text(query, 3, slice_from(run->owner));
        query_bind_int(query, 4, run->has_failed);
        query_end(query);
        has_failure = has_failure || run->has_failed;
    }
    if (!has_failure) {
        return;
    }
    Query *query = begin_with(tx, "trust_failing_owners", job->token_id);
    query_bind_int(query, 2, TRUST_RUNS);
    int64_t owners = query_take_int(query);
    if (owners >= TRUST_OWNERS) {
        char reason[128];
        snprintf(reason, sizeof reason, "programs of %lld owners fail here and nowhere else",
            (long long)owners);
        set_aside(tx, job->token_id, reason);
    }
}

// ---- Reruns ----

bool trust_is_sampled(int64_t job_id, int permille) {
    Rng rng;
    rng_init(&rng, (uint64_t)job_id);
    return (int)rng_below(&rng, 1000) < permille;
}

// The group of all reruns, locked; 0 if enough of them wait.
static int64_t lock_reruns(StoreTx *tx) {
    Query *add = query_begin(tx, "groups_add");
    query_bind_text(add, 1, slice_from(RERUNS_OWNER));
    query_bind_text(add, 2, slice_from(RERUNS_KEY));
    query_bind_text(add, 3, slice_from("rerun"));
    query_end(add);
    Query *find = query_begin(tx, "groups_find");
    query_bind_text(find, 1, slice_from(RERUNS_OWNER));
    query_bind_text(find, 2, slice_from(RERUNS_KEY));
    int64_t group = query_take_int(find);
    Query *lock = begin_with(tx, "groups_lock", group);
    int64_t open_count = query_step(lock) ? query_column_int(lock, 2) : 0;
    query_end(lock);
    return open_count < TRUST_RERUNS_WAITING ? group : 0;
}

static int64_t rerun_queue(StoreTx *tx, int64_t job_id) {
    Query *query = begin_with(tx, "trust_needs", job_id);
    query_step(query);
    JobNeeds needs = {
        .cores = query_column_int(query, 1),
        .memory_mb = query_column_int(query, 2),
        .sandbox = query_column_int(query, 3),
        .bench = query_column_text(query, 4),
    };
    int64_t id = queue_of_needs(tx, LANE_RERUN, query_column_text(query, 0), &needs);
    query_end(query);
    return id;
}

static void add_rerun(StoreTx *tx, const LockedJob *job) {
    int64_t group = lock_reruns(tx);
    int64_t queue_id = group != 0 ? rerun_queue(tx, job->id) : 0;
    if (queue_id == 0) {
        return;
    }
    char name[32];
    snprintf(name, sizeof name, "%lld", (long long)job->id);
    int64_t first = lane_first(tx, LANE_RERUN);
    Query *add = begin_with(tx, "trust_add_rerun", group);
    query_bind_text(add, 2, slice_from(name));
    query_bind_int(add, 3, queue_id);
    query_bind_int(add, 4, LANE_RERUN);
    query_bind_int(add, 5, first != INT64_MAX ? first : 1);
    query_bind_int(add, 6, RERUN_ATTEMPTS);
    query_bind_int(add, 7, TRUST_RERUN_MS);
    query_bind_int(add, 8, job->token_id);
    query_bind_int(add, 9, job->id);
    int64_t rerun = query_take_int(add);
    if (rerun == 0) {
        return;
    }
    Sha256 *blobs;
    Error error; // they are there: the first run refers to them
    size_t count = job_list_blobs(tx, job->id, false, &blobs);
    job_add_blobs(tx, group, rerun, false, blobs, count, &error);
    free(blobs);
    Query *update = begin_with(tx, "groups_count", group);
    query_bind_int(update, 2, 1);
    query_bind_int(update, 3, 1);
    query_end(update);
}

static void judge_disagreement(StoreTx *tx, int64_t token_id) {
    int64_t others = query_take_int(begin_with(tx, "trust_disagreeing", token_id));
    if (others >= TRUST_DISAGREEING) {
        char reason[128];
        snprintf(reason, sizeof reason, "reruns on the hosts of %lld others found something else",
            (long long)others);
        set_aside(tx, token_id, reason);
    }
}

static void compare(StoreTx *tx, const LockedJob *job, const JobFinding *finding) {
    Query *query = begin_with(tx, "trust_first_run", job->rerun_of);
    query_step(query);
    int64_t first_token = query_column_int(query, 0);
    bool agrees = slice_is(query_column_text(query, 1), finding->fingerprint);
    query_end(query);
    if (agrees || first_token == job->token_id) {
        return;
    }
    Query *add = begin_with(tx, "trust_disagree", job->rerun_of);
    query_bind_int(add, 2, first_token);
    query_bind_int(add, 3, job->token_id);
    query_end(add);
    char subject[32];
    char detail[96];
    snprintf(subject, sizeof subject, "job %lld", (long long)job->rerun_of);
    snprintf(detail, sizeof detail, "job %lld, a rerun for token %lld by token %lld",
        (long long)job->id, (long long)first_token, (long long)job->token_id);
    audit_add(tx, "trust", "rerun-differs", slice_from(subject), slice_from(detail));
    judge_disagreement(tx, first_token);
    judge_disagreement(tx, job->token_id);
}

// ---- All of it ----

// Counts a fault for each host that gave the job up before: this result shows that it can be done.
static void count_disproved(StoreTx *tx, const LockedJob *job) {
    Query *query = begin_with(tx, "hosts_disproved", job->id);
    query_bind_int(query, 2, job->token_id);
    while (query_step(query)) {
        count_fault(tx, query_column_int(query, 0), query_column_int(query, 1));
    }
    query_end(query);
}

void trust_accepted(
    StoreTx *tx, const LockedJob *job, const JobFinding *finding, int rerun_permille) {
    if (*finding->fingerprint && job->rerun_of == 0 && trust_is_sampled(job->id, rerun_permille)) {
        add_rerun(tx, job); // first, because it locks a group
    }
    query_end(begin_with(tx, "hosts_count_done", job->host_id));
    if (job->rerun_of != 0) {
        compare(tx, job, finding);
    }
    if (job->attempt_count > 1) {
        count_disproved(tx, job);
    }
    count_programs(tx, job, finding);
}

static bool reinstate(StoreTx *tx, void *context, Error *error) {
    const Slice *token = context;
    Query *find = query_begin(tx, "tokens_id");
    query_bind_text(find, 1, *token);
    int64_t id = query_take_int(find);
    if (id == 0) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(
            error, ERROR_UNKNOWN_NAME, "there is no token %s", slice_quote(*token, quoted));
    }
    query_end(begin_with(tx, "hosts_reinstate", id));
    query_end(begin_with(tx, "trust_forget_runs", id));
    query_end(begin_with(tx, "trust_forget_disagreements", id));
    audit_add(tx, "server", "token-reinstated", *token, slice_from(""));
    return true;
}

bool trust_reinstate(Store *store, Slice token, Error *error) {
    return store_transact(store, STORE_WRITE, reinstate, &token, error);
}
