// Authentication and authorization of a request: by a machine's token, by the session of a browser,
// by a personal token, or without any.

#include <string.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "arena/person_tokens.h"
#include "arena/sessions.h"
#include "http/cookies.h"

// The prefix makes browsers take the cookie over TLS alone, and from this host alone.
const char *api_session_cookie(const HttpRequest *request) {
    return request->is_secure ? "__Host-immure" : "immure";
}

static bool is_reading(const ApiRoute *route) {
    return strcmp(route->method, "GET") == 0;
}

// Changes by a browser come from our own page: no other can send that header, or hide that it is
// another one.
static bool check_page(const ApiRoute *route, const ApiCall *call, Error *error) {
    const HttpRequest *request = call->request;
    if (is_reading(route)) {
        return true;
    }
    if (request->is_foreign) {
        return error_set(error, ERROR_FOREIGN_ORIGIN, "a page of another site asks for this");
    }
    return cookie_find(request->cookies, api_session_cookie(request)).size == 0 ||
           request->is_marked ||
           error_set(error, ERROR_FOREIGN_ORIGIN, "with a cookie a change needs Immure-Request: 1");
}

static unsigned role_bit(PersonRole role) {
    static const unsigned BITS[] = {
        [ROLE_STUDENT] = API_PERSON & ~API_TEACHER,
        [ROLE_TEACHER] = API_TEACHER & ~API_ADMIN,
        [ROLE_ADMIN] = API_ADMIN,
    };
    return BITS[role];
}

static bool forbid(Error *error, const char *kind, const char *name) {
    return error_set(error, ERROR_FORBIDDEN, "this is not for %s of %s", kind, name);
}

// A program with a person's own token.
static bool let_person_token_in(const ApiRoute *route, ApiCall *call, Error *error) {
    PersonTokenScope scope;
    Store *store = api_store(call);
    if (!person_token_find(store, call->request->token, &call->person, &scope, error)) {
        return false;
    }
    bool may_ask = is_reading(route) || (scope == TOKEN_SUBMIT && (route->who & API_SUBMIT));
    if (!may_ask) {
        return forbid(error, "tokens of scope", person_token_scope_name(scope));
    }
    return (route->who & role_bit(call->person.role)) != 0 ||
           forbid(error, "people of role", person_role_name(call->person.role));
}

static bool let_machine_in(const ApiRoute *route, ApiCall *call, Error *error) {
    return token_find(api_store(call), call->request->token, &call->token, error) &&
           ((route->who & call->token.scope) != 0 ||
               forbid(error, "tokens of scope", token_scope_name(call->token.scope)));
}

static bool let_session_in(const ApiRoute *route, ApiCall *call, Error *error) {
    Slice secret = cookie_find(call->request->cookies, api_session_cookie(call->request));
    if (secret.size == 0) {
        return error_set(
            error, ERROR_UNAUTHORIZED, "sign in, or show a token: Authorization: Bearer");
    }
    return session_find(api_store(call), secret, &call->person, &call->session_id, error) &&
           ((route->who & role_bit(call->person.role)) != 0 ||
               forbid(error, "people of role", person_role_name(call->person.role)));
}

static bool let_known_in(const ApiRoute *route, ApiCall *call, Error *error) {
    if (call->request->token.size == 0) {
        return let_session_in(route, call, error);
    }
    return slice_starts(call->request->token, PERSON_TOKEN_PREFIX)
               ? let_person_token_in(route, call, error)
               : let_machine_in(route, call, error);
}

// Everybody is let in, but who it is may matter. Trouble of the store is no reason to take somebody
// for a stranger.
static bool let_public_in(const ApiRoute *route, ApiCall *call, Error *error) {
    Error reason;
    if (let_known_in(route, call, &reason)) {
        return true;
    }
    call->person = (Person){0};
    return reason.reason.code == ERROR_UNAUTHORIZED || reason.reason.code == ERROR_FORBIDDEN ||
           error_copy(error, &reason);
}

bool api_let_in(const ApiRoute *route, ApiCall *call, Error *error) {
    if (!check_page(route, call, error)) {
        return false;
    }
    if (route->who == API_ANYONE) {
        return true;
    }
    if (!call->api->queue) {
        return error_set(error, ERROR_NO_STORE, "this server has no store: start it with --data");
    }
    return (route->who & API_PUBLIC) == API_PUBLIC ? let_public_in(route, call, error)
                                                   : let_known_in(route, call, error);
}
