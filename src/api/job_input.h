#pragma once
// What the routes of the queue have in common: members that must be there, hashes, JSON in JSON.

#include "api/json_input.h"
#include "base/json.h"
#include "base/sha256.h"
#include "jobs/queue.h"

// Members that must be there.
bool job_input_text(const json_t *body, const char *name, Slice *out, Error *error);
bool job_input_number(const json_t *body, const char *name, json_int_t min, json_int_t max,
    json_int_t *out, Error *error);
bool job_input_list(const json_t *body, const char *name, const json_t **out, Error *error);

// True or false; a member that is missing leaves `*out` as it is.
bool job_input_flag(const json_t *body, const char *name, bool *out, Error *error);

// Any JSON value as the text by which two of them are compared: without blanks, members in order.
// The caller frees it. Null with a reason if it is missing or longer than the limit.
char *job_input_json(const json_t *body, const char *name, size_t limit, Error *error);

// A list of at most JOB_BLOBS_MAX hashes; none if it is missing.
bool job_input_blobs(
    const json_t *body, const char *name, Sha256 *out, size_t *count, Error *error);

// The members `host` and `key`; the token is the caller's.
bool job_input_host(const json_t *body, int64_t token_id, HostProof *out, Error *error);

// A number in a path. NOT_FOUND if it is none.
bool job_input_id(Slice text, int64_t *out, Error *error);

void job_put_blobs(JsonWriter *json, const char *name, const Sha256 *blobs, size_t count);
