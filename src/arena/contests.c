#include "arena/contests.h"

#include <stdio.h>
#include <string.h>

#include "arena/contest_parts.h"
#include "arena/reasons.h"
#include "base/utf8.h"

static const char *const STATES[CONTEST_STATE_COUNT] = {
    "draft", "open", "frozen", "running", "ended"};

const char *contest_state_name(ContestState state) {
    return STATES[state];
}

bool contest_state_find(Slice name, ContestState *out) {
    for (int i = 0; i < CONTEST_STATE_COUNT; i++) {
        if (slice_is(name, STATES[i])) {
            *out = (ContestState)i;
            return true;
        }
    }
    return false;
}

// ---- Plans ----

static bool check_name(const char *name, Error *error) {
    Slice rest = slice_from(name);
    size_t count = 0;
    bool is_clean = slice_trim(rest).size == rest.size;
    while (rest.size > 0) {
        uint32_t code_point = utf8_next(&rest);
        is_clean =
            is_clean && code_point >= ' ' && code_point != 0x7f && code_point != UTF8_REPLACEMENT;
        count++;
    }
    return (is_clean && count >= 1 && count <= CONTEST_NAME_MAX) ||
           error_set(error, ERROR_BAD_REQUEST,
               "name is from 1 to %d characters on one line, without blanks around it",
               CONTEST_NAME_MAX);
}

static bool check_number(const char *what, int64_t value, int64_t min, int64_t max, Error *error) {
    return (value >= min && value <= max) ||
           error_set(error, ERROR_BAD_REQUEST, "%s is from %lld to %lld", what, (long long)min,
               (long long)max);
}

bool contest_plan_check(const ContestPlan *plan, Error *error) {
    return check_name(plan->name, error) &&
           (plan->time_ms == 0 || check_number("timeMs", plan->time_ms, CONTEST_TIME_MS_MIN,
                                      CONTEST_TIME_MS_MAX, error)) &&
           check_number("rounds", plan->round_count, 0, CONTEST_ROUNDS_MAX, error) &&
           check_number("groups", plan->group_count, 0, SCHEDULE_PLAYERS_MAX / 2, error) &&
           check_number("pairs", plan->pair_count, 1, CONTEST_PAIRS_MAX, error) &&
           check_number("seed", plan->seed, 0, CONTEST_SEED_MAX, error) &&
           check_number("opensMs", plan->opens_ms, 0, CONTEST_SEED_MAX, error) &&
           check_number("deadlineMs", plan->deadline_ms, 1, CONTEST_SEED_MAX, error) &&
           (plan->format != SCHEDULE_GAUNTLET ||
               error_set(
                   error, ERROR_BAD_REQUEST, "format is roundRobin, swiss, knockout or groups"));
}

// Binds a plan from a parameter on; returns the next.
static int bind_plan(Query *query, int parameter, const ContestPlan *plan) {
    query_bind_text(query, parameter++, slice_from(plan->name));
    query_bind_text(query, parameter++, slice_from(plan->board.rules->name));
    query_bind_text(query, parameter++, slice_from(plan->board.variant->name));
    query_bind_int(query, parameter++, plan->time_ms);
    query_bind_text(query, parameter++, slice_from(plan->is_by_list ? "list" : "all"));
    query_bind_text(query, parameter++, slice_from(schedule_format_name(plan->format)));
    const int64_t numbers[] = {plan->round_count, plan->group_count, plan->pair_count, plan->seed,
        plan->opens_ms, plan->deadline_ms};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        query_bind_int(query, parameter++, numbers[i]);
    }
    return parameter;
}

int64_t contest_add(StoreTx *tx, const ContestPlan *plan, const Person *maker) {
    Query *add = query_begin(tx, "contests_add");
    query_bind_int(add, bind_plan(add, 1, plan), maker->id);
    return query_take_int(add);
}

static bool is_same_board(const Board *a, const Board *b) {
    return a->rules == b->rules && a->variant == b->variant;
}

bool contest_set_plan(StoreTx *tx, const Contest *contest, const ContestPlan *plan, Error *error) {
    const ContestPlan *old = &contest->plan;
    bool is_same = is_same_board(&plan->board, &old->board) && plan->time_ms == old->time_ms &&
                   plan->format == old->format && plan->round_count == old->round_count &&
                   plan->group_count == old->group_count && plan->pair_count == old->pair_count &&
                   plan->seed == old->seed && plan->opens_ms == old->opens_ms;
    bool is_still_open =
        plan->deadline_ms == old->deadline_ms && plan->is_by_list == old->is_by_list;
    if ((contest->state > CONTEST_DRAFT && !is_same) ||
        (contest->state > CONTEST_OPEN && !is_still_open)) {
        return contest_refuse_state(contest, "that cannot be changed any more", error);
    }
    Query *update = query_begin(tx, "contests_update");
    query_bind_int(update, 1, contest->id);
    bind_plan(update, 2, plan);
    query_end(update);
    return true;
}

// ---- Reading ----

static void read_plan(Query *row, ContestPlan *out) {
    snprintf(out->name, sizeof out->name, "%s", query_column_text(row, 1).data);
    out->board.rules = rules_find(query_column_text(row, 2));
    out->board.variant = rules_variant(out->board.rules, query_column_text(row, 3));
    out->time_ms = query_column_int(row, 4);
    out->is_by_list = slice_is(query_column_text(row, 5), "list");
    schedule_format_find(query_column_text(row, 6), &out->format);
    out->round_count = query_column_int(row, 7);
    out->group_count = query_column_int(row, 8);
    out->pair_count = query_column_int(row, 9);
    out->seed = query_column_int(row, 10);
    out->opens_ms = query_column_int(row, 11);
    out->deadline_ms = query_column_int(row, 12);
}

static bool find(StoreTx *tx, int64_t id, Contest *out) {
    Query *row = query_begin(tx, "contests_find");
    query_bind_int(row, 1, id);
    bool is_found = query_step(row);
    if (is_found) {
        *out = (Contest){.id = id};
        read_plan(row, &out->plan);
        contest_state_find(query_column_text(row, 13), &out->state);
        snprintf(out->reason, sizeof out->reason, "%s", query_column_text(row, 14).data);
        out->round = query_column_int(row, 15);
        out->is_ordered = query_column_int(row, 16) != 0;
        out->try_count = query_column_int(row, 17);
        out->created_ms = query_column_int(row, 18);
        out->started_ms = query_column_int(row, 19);
        out->ended_ms = query_column_int(row, 20);
        out->now_ms = query_column_int(row, 21);
        out->entry_count = query_column_int(row, 22);
    }
    query_end(row);
    return is_found;
}

bool contest_find(StoreTx *tx, int64_t id, const Person *asker, Contest *out, Error *error) {
    Contest contest;
    if (!find(tx, id, &contest) || (contest.state == CONTEST_DRAFT && !rights_is_staff(asker))) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such contest");
    }
    *out = contest;
    return true;
}

bool contest_lock(StoreTx *tx, int64_t id, Contest *out, Error *error) {
    Query *lock = query_begin(tx, "contests_lock");
    query_bind_int(lock, 1, id);
    query_take_int(lock);
    return find(tx, id, out) || error_set(error, ERROR_NOT_FOUND, "there is no such contest");
}

void contest_list(StoreTx *tx, const Person *asker, int64_t before, int64_t limit,
    ContestVisit *visit, void *context) {
    Query *list = query_begin(tx, "contests_list");
    query_bind_int(list, 1, before > 0 ? before : INT64_MAX);
    query_bind_int(list, 2, rights_is_staff(asker));
    query_bind_int(list, 3, limit);
    while (query_step(list)) {
        Contest contest;
        if (find(tx, query_column_int(list, 0), &contest)) {
            visit(context, &contest);
        }
    }
    query_end(list);
}

// ---- States ----

bool contest_refuse_state(const Contest *contest, const char *what, Error *error) {
    return error_set(error, ERROR_CONTEST_STATE, "the contest is %s: %s",
        contest_state_name(contest->state), what);
}

void contest_move(StoreTx *tx, const Contest *contest, ContestState state, const Error *reason) {
    Text text;
    text_init(&text);
    if (reason) {
        reason_write(&text, reason);
    }
    Query *update = query_begin(tx, "contests_set_state");
    query_bind_int(update, 1, contest->id);
    query_bind_text(update, 2, slice_from(contest_state_name(state)));
    query_bind_text(update, 3, text_slice(&text));
    query_end(update);
    text_release(&text);
}

static void try_again(StoreTx *tx, const Contest *contest) {
    Query *again = query_begin(tx, "contests_try_again");
    query_bind_int(again, 1, contest->id);
    query_end(again);
}

bool contest_set_state(
    StoreTx *tx, const Queue *queue, const Contest *contest, ContestState state, Error *error) {
    Error stopped;
    error_set(&stopped, ERROR_CONTEST_STOPPED, "staff have stopped the contest");
    switch (state) {
    case CONTEST_DRAFT:
    case CONTEST_OPEN:
        if (contest->state > CONTEST_OPEN || (state == CONTEST_DRAFT && contest->entry_count > 0)) {
            break;
        }
        contest_move(tx, contest, state, NULL);
        return true;
    case CONTEST_FROZEN:
        if (contest->state == CONTEST_OPEN) {
            contest_freeze(tx, contest);
            return true;
        }
        if (contest->state == CONTEST_RUNNING) {
            contest_move(tx, contest, state, &stopped);
            return contest_withdraw_pairs(tx, queue, contest, 0, &stopped, error);
        }
        break;
    case CONTEST_RUNNING:
        if (contest->state == CONTEST_RUNNING ||
            (contest->state == CONTEST_FROZEN && *contest->reason)) {
            contest_move(tx, contest, state, NULL);
            try_again(tx, contest);
            return true;
        }
        break;
    default:
        break;
    }
    return contest_refuse_state(contest, "it cannot become what is asked for from there", error);
}
