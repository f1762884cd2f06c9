// Invitations: staff makes codes with which people may register.

#include <time.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "api/page.h"
#include "arena/invitations.h"

#define INVITATION_DAYS 30
#define DAY_MS (24 * 3600 * INT64_C(1000))

static void put_invitation(void *context, const InvitationRow *row) {
    Page *page = context;
    JsonWriter *json = page_item(page, row->id);
    if (json) {
        json_put_integer(json, "id", row->id);
        json_put_text(json, "hint", row->hint);
        json_put_text(json, "role", row->role);
        json_put_text(json, "madeBy", row->maker);
        json_put_integer(json, "createdMs", row->created_ms);
        json_put_integer(json, "expiresMs", row->expires_ms);
        json_put_integer(json, "uses", row->uses_max);
        json_put_integer(json, "usesLeft", row->uses_max - row->use_count);
        page_item_end(page);
    }
}

static bool list_invitations(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Page *page = context;
    page_begin(page);
    invitation_list(tx, page->after, page_rows(page), put_invitation, page);
    return true;
}

void api_invitations_get(const ApiCall *call, HttpReply *reply) {
    Page page;
    if (page_read(&page, call, reply)) {
        page_list(&page, call, list_invitations, &page);
    }
}

static int64_t wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static bool read_invitation(
    const json_t *body, const Person *maker, Invitation *out, Error *error) {
    json_int_t uses = 1;
    int64_t now_ms = wall_ms();
    json_int_t expires_ms = now_ms + INVITATION_DAYS * DAY_MS;
    Slice role = slice_from("student");
    if (!json_input_number(body, "uses", 1, INVITATION_USES_MAX, &uses, error) ||
        !json_input_number(
            body, "expiresMs", now_ms, now_ms + INVITATION_MS_MAX, &expires_ms, error) ||
        !json_input_text(body, "role", &role, error)) {
        return false;
    }
    *out = (Invitation){.uses = uses, .lasts_ms = expires_ms - now_ms};
    if (!person_role_find(role, &out->role) || out->role == ROLE_ADMIN) {
        return error_set(error, ERROR_BAD_REQUEST, "role is student or teacher");
    }
    return out->role < maker->role || maker->role == ROLE_ADMIN ||
           error_set(error, ERROR_FORBIDDEN, "this is not for people of role %s",
               person_role_name(maker->role));
}

typedef struct InviteCall {
    const Person *maker;
    Invitation invitation;
    char code[INVITATION_CODE_SIZE];
    int64_t id;
} InviteCall;

static bool add_invitation(StoreTx *tx, void *context, Error *error) {
    (void)error;
    InviteCall *call = context;
    call->id = invitation_add(tx, call->maker, &call->invitation, call->code);
    return true;
}

void api_invitations_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"uses", "expiresMs", "role", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Error error;
    InviteCall invite = {.maker = &call->person};
    invitation_make_code(invite.code);
    bool is_done = read_invitation(body, &call->person, &invite.invitation, &error) &&
                   store_transact(api_store(call), STORE_WRITE, add_invitation, &invite, &error);
    json_decref(body);
    if (!is_done) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 201);
    json_open_object(&json, NULL);
    json_put_integer(&json, "id", invite.id);
    json_put_text(&json, "code", invite.code);
    json_close_object(&json);
}

typedef struct RemoveCall {
    int64_t id;
    const char *actor;
} RemoveCall;

static bool remove_invitation(StoreTx *tx, void *context, Error *error) {
    const RemoveCall *call = context;
    return invitation_remove(tx, call->id, call->actor, error);
}

void api_invitations_delete(const ApiCall *call, HttpReply *reply) {
    Error error;
    RemoveCall remove = {.actor = call->person.name};
    bool is_done = job_input_id(call->id, &remove.id, &error);
    api_answer_change(call, is_done, remove_invitation, &remove, &error, reply);
}
