#pragma once
// Cookies: the one that tells who has signed in.

#include "http/handler.h"

// The value of a cookie; empty if there is none, or several of that name.
Slice cookie_find(Slice cookies, const char *name);

// Lets the browser keep a value that no script may see and that pages of other sites do not send
// with their requests (HttpOnly, SameSite=Lax); `is_secure`: only over TLS. An empty value is one
// that the browser forgets.
void cookie_set(
    HttpReply *reply, const char *name, const char *value, bool is_secure, int64_t max_age_s);
