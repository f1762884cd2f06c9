// Contests: what they are, and what staff make of them.

#include <stdio.h>
#include <stdlib.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/contest_output.h"
#include "api/job_input.h"
#include "api/page.h"
#include "jobs/audit.h"

#define PAIRS_USUAL 2
#define PEOPLE_MAX 1000

#define PLAN_NAMES                                                                                 \
    "name", "game", "variant", "timeMs", "whoMayEnter", "format", "rounds", "groups", "pairs",     \
        "seed", "opensMs", "deadlineMs"

// ---- Reading ----

static bool read_words(const json_t *body, ContestPlan *plan, Error *error) {
    Slice name = slice_from(plan->name);
    Slice who = slice_from(plan->is_by_list ? "list" : "all");
    Slice format = slice_from(contest_format_name(plan->format));
    if (!json_input_text(body, "name", &name, error) ||
        !json_input_text(body, "whoMayEnter", &who, error) ||
        !json_input_text(body, "format", &format, error)) {
        return false;
    }
    if (name.size >= sizeof plan->name) {
        name.size = 0; // which contest_plan_check refuses
    }
    char copy[CONTEST_NAME_SIZE];
    snprintf(copy, sizeof copy, "%.*s", (int)name.size, name.data);
    snprintf(plan->name, sizeof plan->name, "%s", copy);
    if (!slice_is(who, "all") && !slice_is(who, "list")) {
        return error_set(error, ERROR_BAD_REQUEST, "whoMayEnter is all or list");
    }
    plan->is_by_list = slice_is(who, "list");
    return contest_format_find(format, &plan->format) ||
           error_set(error, ERROR_BAD_REQUEST, "format is roundRobin, swiss, knockout or groups");
}

static bool read_board(const json_t *body, ContestPlan *plan, Error *error) {
    Slice game = slice_from(plan->board.rules ? plan->board.rules->name : "");
    Slice variant = slice_from(plan->board.variant ? plan->board.variant->name : "");
    return json_input_text(body, "game", &game, error) &&
           json_input_text(body, "variant", &variant, error) &&
           board_find(game, variant, &plan->board, error);
}

// Changes of a plan; what is missing stays.
static bool read_plan(const json_t *body, ContestPlan *plan, Error *error) {
    const struct {
        const char *name;
        int64_t *number;
    } NUMBERS[] = {
        {"timeMs", &plan->time_ms},
        {"rounds", &plan->round_count},
        {"groups", &plan->group_count},
        {"pairs", &plan->pair_count},
        {"seed", &plan->seed},
        {"opensMs", &plan->opens_ms},
        {"deadlineMs", &plan->deadline_ms},
    };
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        json_int_t number = *NUMBERS[i].number;
        if (!json_input_number(body, NUMBERS[i].name, 0, CONTEST_SEED_MAX, &number, error)) {
            return false;
        }
        *NUMBERS[i].number = number;
    }
    return read_board(body, plan, error) && read_words(body, plan, error) &&
           contest_plan_check(plan, error);
}

// ---- Lists and single ones ----

typedef struct ContestListCall {
    Page page;
    const Person *asker;
} ContestListCall;

static void put_contest(void *context, const Contest *contest) {
    Page *page = context;
    JsonWriter *json = page_item(page, contest->id);
    if (json) {
        contest_put(json, contest);
        page_item_end(page);
    }
}

static bool list_contests(StoreTx *tx, void *context, Error *error) {
    (void)error;
    ContestListCall *list = context;
    page_begin(&list->page);
    contest_list(
        tx, list->asker, list->page.after, page_rows(&list->page), put_contest, &list->page);
    return true;
}

void api_contests_get(const ApiCall *call, HttpReply *reply) {
    ContestListCall list = {.asker = &call->person};
    if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, list_contests, &list);
    }
}

// The list of a contest by list, for staff.
static void put_people(JsonWriter *json, StoreTx *tx, const Contest *contest, const Person *asker) {
    if (!contest->plan.is_by_list || !rights_is_staff(asker)) {
        return;
    }
    Query *people = query_begin(tx, "contest_people_list");
    query_bind_int(people, 1, contest->id);
    json_open_list(json, "people");
    while (query_step(people)) {
        json_put_slice(json, NULL, query_column_text(people, 1));
    }
    json_close_list(json);
    query_end(people);
}

static bool show_contest(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    const Person *asker = &item->call->person;
    Contest contest;
    ContestMatch match;
    if (!contest_find(tx, item->id, asker, &contest, error) ||
        !contest_match_load(&match, tx, &contest, CONTEST_ENTRIES, error)) {
        return false;
    }
    JsonWriter json = http_reply_json(item->reply, 200);
    json_open_object(&json, NULL);
    contest_put(&json, &contest);
    contest_put_entries(&json, &match);
    put_people(&json, tx, &contest, asker);
    json_close_object(&json);
    contest_match_release(&match);
    return true;
}

void api_contest_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_contest, reply);
}

// ---- Making and changing ----

typedef struct MakeCall {
    const Person *maker;
    ContestPlan plan;
    int64_t id;
} MakeCall;

static bool make_contest(StoreTx *tx, void *context, Error *error) {
    (void)error;
    MakeCall *make = context;
    make->id = contest_add(tx, &make->plan, make->maker);
    audit_add(tx, make->maker->name, "contest-made", slice_from(make->plan.name), slice_from(""));
    return true;
}

void api_contests_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {PLAN_NAMES, NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    MakeCall make = {.maker = &call->person, .plan = {.pair_count = PAIRS_USUAL}};
    Error error;
    bool is_made = read_plan(body, &make.plan, &error) &&
                   store_transact(api_store(call), STORE_WRITE, make_contest, &make, &error);
    json_decref(body);
    if (!is_made) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 201);
    json_open_object(&json, NULL);
    json_put_integer(&json, "id", make.id);
    json_close_object(&json);
}

typedef struct ContestChangeCall {
    const ApiCall *call;
    int64_t id;
    const json_t *body;
    const json_t *people; // null: stay as they are
} ContestChangeCall;

static bool change_people(StoreTx *tx, const Contest *contest, const json_t *people, Error *error) {
    size_t count = json_array_size(people);
    Slice *names = calloc(count + 1, sizeof *names);
    if (!names) {
        abort();
    }
    bool is_text = count <= PEOPLE_MAX;
    for (size_t i = 0; is_text && i < count; i++) {
        is_text = json_is_string(json_array_get(people, i));
        names[i] = is_text ? json_input_slice(json_array_get(people, i)) : (Slice){0};
    }
    bool is_done = is_text ? contest_set_people(tx, contest, names, count, error)
                           : error_set(error, ERROR_BAD_REQUEST,
                                 "people is a list of at most %d names", PEOPLE_MAX);
    free(names);
    return is_done;
}

static bool change_state(
    StoreTx *tx, const ContestChangeCall *change, const Contest *contest, Error *error) {
    Slice name = {0};
    ContestState state;
    if (!json_input_text(change->body, "state", &name, error)) {
        return false;
    }
    if (!name.data) {
        return true;
    }
    if (!contest_state_find(name, &state)) {
        return error_set(error, ERROR_BAD_REQUEST, "state is draft, open, frozen or running");
    }
    audit_add(tx, change->call->person.name, "contest-state", slice_from(contest->plan.name), name);
    return contest_set_state(tx, change->call->api->queue, contest, state, error);
}

static bool change_contest(StoreTx *tx, void *context, Error *error) {
    const ContestChangeCall *change = context;
    Contest contest;
    if (!contest_lock(tx, change->id, &contest, error)) {
        return false;
    }
    ContestPlan plan = contest.plan;
    return read_plan(change->body, &plan, error) && contest_set_plan(tx, &contest, &plan, error) &&
           (!change->people || change_people(tx, &contest, change->people, error)) &&
           change_state(tx, change, &contest, error);
}

void api_contest_patch(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {PLAN_NAMES, "state", "people", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    ContestChangeCall change = {.call = call, .body = body};
    Error error;
    bool is_valid = job_input_id(call->id, &change.id, &error) &&
                    json_input_list(body, "people", &change.people, &error);
    api_answer_change(call, is_valid, change_contest, &change, &error, reply);
    json_decref(body);
}
