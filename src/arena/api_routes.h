#pragma once
// What answers the routes of api.c, and what the answers have in common.

#include <jansson.h>

#include "arena/api.h"

// Replies with a document and takes it; a null document, for want of memory, ends the program.
void api_reply(ApiReply *reply, int status, json_t *document);

// The request's body as an object with no members but `names`. Null if the reply is a refusal.
json_t *api_read_body(const ApiRequest *request, const char *const *names, ApiReply *reply);

void api_about(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_games(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_engines(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_openapi(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_positions(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_conversions(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_analyses_post(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_analyses_get(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_analyses_delete(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
void api_analyses_events(Api *api, const ApiRequest *request, Slice id, ApiReply *reply);
