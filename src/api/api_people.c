// What staff does about people: who there is, roles, links to new passwords; and what an admin sets
// for the site.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "api/json_input.h"
#include "api/page.h"
#include "arena/links.h"
#include "arena/people.h"
#include "arena/site_settings.h"
#include "http/query.h"

typedef struct PeopleList {
    Page page;
    char part[PERSON_NAME_SIZE]; // of the names
} PeopleList;

static void put_row(void *context, const PersonRow *row) {
    Page *page = context;
    JsonWriter *json = page_item(page, row->id);
    if (json) {
        json_put_integer(json, "id", row->id);
        json_put_text(json, "name", row->name);
        json_put_text(json, "role", row->role);
        json_put_text(json, "state", row->state);
        json_put_integer(json, "createdMs", row->created_ms);
        api_put_time(json, "signedInMs", row->signed_in_ms);
        page_item_end(page);
    }
}

static bool list_people(StoreTx *tx, void *context, Error *error) {
    (void)error;
    PeopleList *list = context;
    page_begin(&list->page);
    person_list(
        tx, slice_from(list->part), list->page.after, page_rows(&list->page), put_row, &list->page);
    return true;
}

void api_people_get(const ApiCall *call, HttpReply *reply) {
    PeopleList list;
    Text part;
    text_init(&part);
    query_find(call->request->query, "q", &part);
    person_name_key(text_slice(&part), list.part);
    text_release(&part);
    if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, list_people, &list);
    }
}

typedef struct PersonChangeCall {
    int64_t id;
    const char *actor;
    PersonChange change;
} PersonChangeCall;

static bool read_change(const json_t *body, PersonChange *out, Error *error) {
    Slice role = {0};
    Slice state = {0};
    if (!json_input_text(body, "role", &role, error) ||
        !json_input_text(body, "state", &state, error)) {
        return false;
    }
    out->has_role = role.data != NULL;
    out->has_state = state.data != NULL;
    out->is_closed = slice_is(state, "closed");
    if (out->has_role && !person_role_find(role, &out->role)) {
        return error_set(error, ERROR_BAD_REQUEST, "role is student, teacher or admin");
    }
    return !out->has_state || out->is_closed || slice_is(state, "active") ||
           error_set(error, ERROR_BAD_REQUEST, "state is active or closed");
}

static bool change_person(StoreTx *tx, void *context, Error *error) {
    const PersonChangeCall *call = context;
    return person_change(tx, call->id, &call->change, call->actor, error);
}

void api_people_patch(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"role", "state", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Error error;
    PersonChangeCall change = {.actor = call->person.name};
    bool is_done =
        job_input_id(call->id, &change.id, &error) && read_change(body, &change.change, &error);
    json_decref(body);
    api_answer_change(call, is_done, change_person, &change, &error, reply);
}

typedef struct ResetLinkCall {
    int64_t person_id;
    const Person *actor;
    char secret[SECRET_SIZE];
    int64_t expires_ms;
} ResetLinkCall;

// A link is as good as the account: nobody gets one for somebody who may do more than himself.
static bool add_reset(StoreTx *tx, void *context, Error *error) {
    ResetLinkCall *call = context;
    Person person;
    return person_find(tx, call->person_id, &person, error) &&
           (person.role <= call->actor->role ||
               error_set(error, ERROR_FORBIDDEN, "this is not for people of role %s",
                   person_role_name(call->actor->role))) &&
           link_add_reset(
               tx, call->person_id, call->secret, call->actor->name, &call->expires_ms, error);
}

void api_people_reset(const ApiCall *call, HttpReply *reply) {
    Error error;
    ResetLinkCall reset = {.actor = &call->person};
    secret_make(reset.secret);
    if (!job_input_id(call->id, &reset.person_id, &error) ||
        !store_transact(api_store(call), STORE_WRITE, add_reset, &reset, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "link", reset.secret);
    json_put_integer(&json, "expiresMs", reset.expires_ms);
    json_close_object(&json);
}

// The site

static bool read_site(StoreTx *tx, void *context, Error *error) {
    (void)error;
    JsonWriter json = http_reply_json(context, 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "registration", registration_name(site_registration(tx)));
    for (int i = 0; i < SITE_NUMBER_COUNT; i++) {
        json_put_integer(&json, SITE_NUMBERS[i].name, site_number(tx, (SiteNumber)i));
    }
    json_close_object(&json);
    return true;
}

void api_site_get(const ApiCall *call, HttpReply *reply) {
    Error error;
    if (!store_transact(api_store(call), STORE_READ, read_site, reply, &error)) {
        api_refuse(reply, &error);
    }
}

#define UNCHANGED (-1)

typedef struct SiteCall {
    Slice registration; // without data: as it is
    json_int_t numbers[SITE_NUMBER_COUNT];
    const char *actor;
} SiteCall;

static bool change_site(StoreTx *tx, void *context, Error *error) {
    const SiteCall *call = context;
    Registration registration;
    if (call->registration.data) {
        if (!registration_find(call->registration, &registration)) {
            return error_set(
                error, ERROR_BAD_REQUEST, "registration is open, invitation or closed");
        }
        site_set_registration(tx, registration, call->actor);
    }
    for (int i = 0; i < SITE_NUMBER_COUNT; i++) {
        if (call->numbers[i] != UNCHANGED) {
            site_set_number(tx, (SiteNumber)i, call->numbers[i], call->actor);
        }
    }
    return true;
}

void api_site_patch(const ApiCall *call, HttpReply *reply) {
    const char *names[SITE_NUMBER_COUNT + 2] = {"registration"};
    for (int i = 0; i < SITE_NUMBER_COUNT; i++) {
        names[i + 1] = SITE_NUMBERS[i].name;
    }
    json_t *body = api_read_body(call->request, names, reply);
    if (!body) {
        return;
    }
    Error error;
    SiteCall site = {.actor = call->person.name};
    bool is_read = json_input_text(body, "registration", &site.registration, &error);
    for (int i = 0; is_read && i < SITE_NUMBER_COUNT; i++) {
        site.numbers[i] = UNCHANGED;
        is_read = json_input_number(
            body, SITE_NUMBERS[i].name, 0, SITE_NUMBERS[i].max, &site.numbers[i], &error);
    }
    api_answer_change(call, is_read, change_site, &site, &error, reply);
    json_decref(body);
}
