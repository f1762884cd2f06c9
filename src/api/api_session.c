// Signing in and out, making an account, choosing a password.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/job_input.h"
#include "arena/accounts.h"
#include "arena/site_settings.h"
#include "http/cookies.h"

static void set_cookie(const ApiCall *call, const char *secret, HttpReply *reply) {
    const HttpRequest *request = call->request;
    cookie_set(
        reply, api_session_cookie(request), secret, request->is_secure, SESSION_TOTAL_MS / 1000);
}

static SessionOrigin origin_of(const ApiCall *call) {
    return (SessionOrigin){
        .address = slice_from(call->request->client),
        .agent = call->request->agent,
        .replaced_id = call->session_id,
    };
}

// The answer to who is in now, or why not.
static void welcome(const ApiCall *call, bool is_in, const SignedIn *signed_in, int status,
    const Error *error, HttpReply *reply) {
    if (!is_in) {
        api_refuse(reply, error);
        return;
    }
    set_cookie(call, signed_in->secret, reply);
    JsonWriter json = http_reply_json(reply, status);
    json_open_object(&json, NULL);
    api_put_person(&json, "person", &signed_in->person);
    json_close_object(&json);
}

typedef struct SiteState {
    Registration registration;
    bool needs_admin;
} SiteState;

static bool read_site(StoreTx *tx, void *context, Error *error) {
    (void)error;
    SiteState *site = context;
    site->registration = site_registration(tx);
    site->needs_admin = !people_have_admin(tx);
    return true;
}

void api_session_get(const ApiCall *call, HttpReply *reply) {
    SiteState site;
    Error error;
    if (!store_transact(api_store(call), STORE_READ, read_site, &site, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    api_put_person(&json, "person", &call->person);
    json_put_text(&json, "registration", registration_name(site.registration));
    json_put_boolean(&json, "needsAdmin", site.needs_admin);
    json_close_object(&json);
}

void api_session_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"name", "password", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Slice name;
    Slice password;
    SignedIn signed_in;
    Error error;
    SessionOrigin origin = origin_of(call);
    bool is_in = job_input_text(body, "name", &name, &error) &&
                 job_input_text(body, "password", &password, &error) &&
                 accounts_sign_in(call->api->accounts, name, password, &origin, &signed_in, &error);
    welcome(call, is_in, &signed_in, 200, &error, reply);
    json_decref(body);
}

static bool end_own(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const ApiCall *call = context;
    session_end(tx, call->person.id, call->session_id);
    return true;
}

void api_session_delete(const ApiCall *call, HttpReply *reply) {
    Error error;
    api_answer_change(call, true, end_own, (void *)call, &error, reply);
    if (reply->status == 204) {
        set_cookie(call, "", reply);
    }
}

typedef bool Join(Accounts *accounts, const NewAccount *wanted, const SessionOrigin *origin,
    SignedIn *out, Error *error);

// Makes an account by what a body says; `code` is the member by which somebody may come in.
static void join_site(
    const ApiCall *call, Join *join, const char *code, bool needs_code, HttpReply *reply) {
    const char *const names[] = {"name", "password", code, NULL};
    json_t *body = api_read_body(call->request, names, reply);
    if (!body) {
        return;
    }
    NewAccount wanted = {.code = slice_from("")};
    SignedIn signed_in;
    Error error;
    SessionOrigin origin = origin_of(call);
    bool is_in = job_input_text(body, "name", &wanted.name, &error) &&
                 job_input_text(body, "password", &wanted.password, &error) &&
                 (needs_code ? job_input_text(body, code, &wanted.code, &error)
                             : json_input_text(body, code, &wanted.code, &error)) &&
                 join(call->api->accounts, &wanted, &origin, &signed_in, &error);
    welcome(call, is_in, &signed_in, 201, &error, reply);
    json_decref(body);
}

void api_people_post(const ApiCall *call, HttpReply *reply) {
    join_site(call, accounts_register, "invitation", false, reply);
}

void api_people_setup(const ApiCall *call, HttpReply *reply) {
    join_site(call, accounts_set_up, "link", true, reply);
}

// By a link, which signs in, or by the old password of whoever is in already.
static void choose_password(const ApiCall *call, const json_t *body, HttpReply *reply) {
    Slice old_password = {0};
    Slice new_password;
    Slice link = {0};
    Error error;
    if (!job_input_text(body, "new", &new_password, &error) ||
        !json_input_text(body, "link", &link, &error) ||
        (link.size == 0 && !job_input_text(body, "old", &old_password, &error))) {
        api_refuse(reply, &error);
    } else if (link.size > 0) {
        SignedIn signed_in;
        SessionOrigin origin = origin_of(call);
        bool is_in = accounts_reset_password(
            call->api->accounts, link, new_password, &origin, &signed_in, &error);
        welcome(call, is_in, &signed_in, 200, &error, reply);
    } else if (call->person.id == 0) {
        error_set(&error, ERROR_UNAUTHORIZED, "sign in to change your password");
        api_refuse(reply, &error);
    } else if (!accounts_change_password(call->api->accounts, &call->person, call->session_id,
                   old_password, new_password, &error)) {
        api_refuse(reply, &error);
    } else {
        JsonWriter json = http_reply_json(reply, 200);
        json_open_object(&json, NULL);
        api_put_person(&json, "person", &call->person);
        json_close_object(&json);
    }
}

void api_people_password(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"old", "new", "link", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (body) {
        choose_password(call, body, reply);
        json_decref(body);
    }
}
