#pragma once
// What answers the routes of api.c, and what the answers have in common.

#include <jansson.h>

#include "api/api.h"

// The request's body as an object with no members but `names`. Null if the reply is a refusal.
json_t *api_read_body(const HttpRequest *request, const char *const *names, HttpReply *reply);

void api_about(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_games(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_engines(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_openapi(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_submissions(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_positions(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_conversions(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_analyses_post(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_analyses_get(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_analyses_delete(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
void api_analyses_events(Api *api, const HttpRequest *request, Slice id, HttpReply *reply);
