#pragma once
// Bodies that are wrong in some place, made of the examples of the description: whatever a body
// says, the store is never asked for what it would refuse.

#include <jansson.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/rng.h"

// Something that a member should not be, or rarely is.
static inline json_t *spoilt_value(Rng *rng) {
    static const char *const ODD[] = {"null", "true", "0", "1", "-1", "9223372036854775807",
        "-9223372036854775808", "1e308", "0.5", "\"\"", "\"x\"", "\"\\u0001\\u007f\"",
        "\"\\ud83d\\ude00\"", "[]", "{}", "[[]]", "{\"a\":[1]}", "[null]", "[\"pair\", 3]"};
    size_t index = rng_below(rng, sizeof ODD / sizeof *ODD + 1);
    if (index == sizeof ODD / sizeof *ODD) {
        char text[700];
        memset(text, 'y', sizeof text - 1);
        text[sizeof text - 1] = '\0';
        return json_string(text);
    }
    return json_loads(ODD[index], JSON_DECODE_ANY, NULL);
}

// Replaces or removes one thing, somewhere.
static inline void spoil_body(json_t *value, Rng *rng) {
    json_t *inner = NULL;
    if (json_is_array(value) && json_array_size(value) > 0) {
        size_t index = rng_below(rng, json_array_size(value));
        inner = json_array_get(value, index);
        if (rng_below(rng, 3) == 0 || !(json_is_object(inner) || json_is_array(inner))) {
            json_array_set_new(value, index, spoilt_value(rng));
            return;
        }
    } else if (json_is_object(value) && json_object_size(value) > 0) {
        void *member = json_object_iter(value);
        for (size_t skip = rng_below(rng, json_object_size(value)); skip > 0; skip--) {
            member = json_object_iter_next(value, member);
        }
        char name[64];
        snprintf(name, sizeof name, "%s", json_object_iter_key(member));
        inner = json_object_iter_value(member);
        if (rng_below(rng, 8) == 0) {
            json_object_del(value, name);
            return;
        }
        if (rng_below(rng, 3) == 0 || !(json_is_object(inner) || json_is_array(inner))) {
            json_object_set_new(value, name, spoilt_value(rng));
            return;
        }
    }
    if (inner) {
        spoil_body(inner, rng);
    }
}

// What the description says of a route; null if nothing.
static inline const json_t *described_operation(const json_t *root, const ApiRoute *route) {
    char path[96];
    char method[8] = "";
    snprintf(path, sizeof path, "/%s", route->path);
    for (size_t i = 0; route->method[i]; i++) {
        method[i] = (char)(route->method[i] | 0x20);
    }
    return json_object_get(json_object_get(json_object_get(root, "paths"), path), method);
}

// The first example of a route's body, as its description has it; null if it takes none.
static inline const json_t *described_body(const json_t *root, const ApiRoute *route) {
    const json_t *operation = described_operation(root, route);
    const json_t *content = json_object_get(
        json_object_get(json_object_get(operation, "requestBody"), "content"), "application/json");
    json_t *examples = json_object_get(content, "examples");
    return json_object_get(json_object_iter_value(json_object_iter(examples)), "value");
}

// A body as in the description, with up to two things wrong in it; the caller frees it.
static inline char *spoilt_body(const json_t *example, Rng *rng) {
    json_t *body = json_deep_copy(example);
    for (uint64_t count = rng_below(rng, 3); count > 0; count--) {
        spoil_body(body, rng);
    }
    char *text = json_dumps(body, 0);
    json_decref(body);
    return text;
}
