#include "arena/reasons.h"

#include <stdio.h>

#include "base/json.h"

void reason_write(Text *out, const Error *error) {
    JsonWriter json = {.out = out};
    json_put_error(&json, NULL, error);
}

void reason_given_up(Text *out, ErrorCode code, Slice reason) {
    Error error;
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)reason.size, reason.data);
    error_set(&error, code, "%s", text);
    error_prefix(&error, ERROR_GIVEN_UP, "it could not be done");
    reason_write(out, &error);
}
