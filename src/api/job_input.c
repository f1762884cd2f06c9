#include "api/job_input.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/limits.h"

static bool has(const json_t *body, const char *name, Error *error) {
    const json_t *value = json_object_get(body, name);
    return (value && !json_is_null(value)) ||
           error_set(error, ERROR_MEMBER_MISSING, "%s is missing", name);
}

bool job_input_text(const json_t *body, const char *name, Slice *out, Error *error) {
    return has(body, name, error) && json_input_text(body, name, out, error);
}

bool job_input_number(const json_t *body, const char *name, json_int_t min, json_int_t max,
    json_int_t *out, Error *error) {
    return has(body, name, error) && json_input_number(body, name, min, max, out, error);
}

bool job_input_list(const json_t *body, const char *name, const json_t **out, Error *error) {
    return has(body, name, error) && json_input_list(body, name, out, error);
}

bool job_input_flag(const json_t *body, const char *name, bool *out, Error *error) {
    const json_t *value = json_object_get(body, name);
    if (value && !json_is_boolean(value)) {
        return error_set(error, ERROR_BAD_REQUEST, "%s is true or false", name);
    }
    *out = value ? json_is_true(value) : *out;
    return true;
}

char *job_input_json(const json_t *body, const char *name, size_t limit, Error *error) {
    const json_t *value = json_object_get(body, name);
    if (!value) {
        error_set(error, ERROR_MEMBER_MISSING, "%s is missing", name);
        return NULL;
    }
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (!text || strlen(text) > limit) {
        error_set(error, ERROR_TOO_LARGE, "%s has at most %zu bytes", name, limit);
        free(text);
        return NULL;
    }
    return text;
}

bool job_input_blobs(
    const json_t *body, const char *name, Sha256 *out, size_t *count, Error *error) {
    const json_t *list = NULL;
    *count = 0;
    if (!json_input_list(body, name, &list, error)) {
        return false;
    }
    if (json_array_size(list) > JOB_BLOBS_MAX) {
        return error_set(error, ERROR_BAD_JOB, "%s has at most %d hashes", name, JOB_BLOBS_MAX);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *hash = json_array_get(list, i);
        if (!json_is_string(hash) || !sha256_parse(json_input_slice(hash), &out[i])) {
            return error_set(error, ERROR_BAD_JOB, "%s is a list of SHA-256 in hexadecimal", name);
        }
        (*count)++;
    }
    return true;
}

bool job_input_host(const json_t *body, int64_t token_id, HostProof *out, Error *error) {
    json_int_t id;
    out->token_id = token_id;
    if (!job_input_number(body, "host", 1, INT64_MAX, &id, error) ||
        !job_input_text(body, "key", &out->key, error)) {
        return false;
    }
    out->host_id = id;
    return true;
}

bool job_input_id(Slice text, int64_t *out, Error *error) {
    long long id;
    if (!slice_to_long(text, &id) || id <= 0) {
        return error_set(error, ERROR_NOT_FOUND, "this path needs a number from 1 on");
    }
    *out = id;
    return true;
}

void job_put_blobs(JsonWriter *json, const char *name, const Sha256 *blobs, size_t count) {
    json_open_list(json, name);
    for (size_t i = 0; i < count; i++) {
        char hex[SHA256_TEXT_SIZE];
        json_put_text(json, NULL, sha256_hex(&blobs[i], hex));
    }
    json_close_list(json);
}
