#include "http/cookies.h"

#include <string.h>

Slice cookie_find(Slice cookies, const char *name) {
    Slice found = {0};
    Slice piece;
    size_t name_size = strlen(name);
    while (slice_next(&cookies, ";", &piece)) {
        piece = slice_trim(piece);
        if (slice_starts(piece, name) && piece.size > name_size && piece.data[name_size] == '=') {
            if (found.data) {
                return (Slice){0}; // somebody has put a second one there
            }
            found = slice_skip(piece, name_size + 1);
        }
    }
    return found;
}

void cookie_set(
    HttpReply *reply, const char *name, const char *value, bool is_secure, int64_t max_age_s) {
    snprintf(reply->cookie, sizeof reply->cookie,
        "%s=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Lax%s", name, value,
        (long long)(*value ? max_age_s : 0), is_secure ? "; Secure" : "");
}
