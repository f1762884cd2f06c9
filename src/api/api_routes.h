#pragma once
// The functions behind the routes of api.c, and what they share.

#include <jansson.h>

#include "api/api.h"

// Finds the caller of a request, writes him into the call, and tells whether he may use the route.
// FOREIGN_ORIGIN, NO_STORE, UNAUTHORIZED, FORBIDDEN.
bool api_let_in(const ApiRoute *route, ApiCall *call, Error *error);

// The cookie of a session, by how the browser is connected.
const char *api_session_cookie(const HttpRequest *request);

// The request's body as an object with no members but `names`. Null if the reply is a refusal.
json_t *api_read_body(const HttpRequest *request, const char *const *names, HttpReply *reply);

void api_about(const ApiCall *call, HttpReply *reply);
void api_rules(const ApiCall *call, HttpReply *reply);
void api_engines(const ApiCall *call, HttpReply *reply);
void api_openapi(const ApiCall *call, HttpReply *reply);
void api_submissions(const ApiCall *call, HttpReply *reply);
void api_positions(const ApiCall *call, HttpReply *reply);
void api_conversions(const ApiCall *call, HttpReply *reply);
void api_analyses_post(const ApiCall *call, HttpReply *reply);
void api_analyses_get(const ApiCall *call, HttpReply *reply);
void api_analyses_delete(const ApiCall *call, HttpReply *reply);
void api_analyses_events(const ApiCall *call, HttpReply *reply);

void api_ladders_list(const ApiCall *call, HttpReply *reply);
void api_ladders_get(const ApiCall *call, HttpReply *reply);
void api_ladders_waiting(const ApiCall *call, HttpReply *reply);
void api_ladders_patch(const ApiCall *call, HttpReply *reply);
void api_bots_history(const ApiCall *call, HttpReply *reply);
void api_bots_opponents(const ApiCall *call, HttpReply *reply);
void api_bots_changes(const ApiCall *call, HttpReply *reply);

void api_live_get(const ApiCall *call, HttpReply *reply);
void api_live_events(const ApiCall *call, HttpReply *reply);
void api_live_game_events(const ApiCall *call, HttpReply *reply);

void api_session_get(const ApiCall *call, HttpReply *reply);
void api_session_post(const ApiCall *call, HttpReply *reply);
void api_session_delete(const ApiCall *call, HttpReply *reply);
void api_people_get(const ApiCall *call, HttpReply *reply);
void api_people_post(const ApiCall *call, HttpReply *reply);
void api_people_setup(const ApiCall *call, HttpReply *reply);
void api_people_password(const ApiCall *call, HttpReply *reply);
void api_people_patch(const ApiCall *call, HttpReply *reply);
void api_people_reset(const ApiCall *call, HttpReply *reply);
void api_person_sessions_get(const ApiCall *call, HttpReply *reply);
void api_person_sessions_delete(const ApiCall *call, HttpReply *reply);
void api_person_tokens_get(const ApiCall *call, HttpReply *reply);
void api_person_tokens_post(const ApiCall *call, HttpReply *reply);
void api_person_tokens_delete(const ApiCall *call, HttpReply *reply);
void api_person_export(const ApiCall *call, HttpReply *reply);
void api_person_delete(const ApiCall *call, HttpReply *reply);
void api_invitations_get(const ApiCall *call, HttpReply *reply);
void api_invitations_post(const ApiCall *call, HttpReply *reply);
void api_invitations_delete(const ApiCall *call, HttpReply *reply);
void api_site_get(const ApiCall *call, HttpReply *reply);
void api_site_patch(const ApiCall *call, HttpReply *reply);
void api_rooms_post(const ApiCall *call, HttpReply *reply);
void api_rooms_get(const ApiCall *call, HttpReply *reply);
void api_rooms_events(const ApiCall *call, HttpReply *reply);
void api_rooms_join(const ApiCall *call, HttpReply *reply);
void api_rooms_moves(const ApiCall *call, HttpReply *reply);
void api_rooms_actions(const ApiCall *call, HttpReply *reply);

void api_bots_list(const ApiCall *call, HttpReply *reply);
void api_bots_post(const ApiCall *call, HttpReply *reply);
void api_bots_get(const ApiCall *call, HttpReply *reply);
void api_bots_patch(const ApiCall *call, HttpReply *reply);
void api_bots_versions(const ApiCall *call, HttpReply *reply);
void api_versions_get(const ApiCall *call, HttpReply *reply);
void api_versions_events(const ApiCall *call, HttpReply *reply);
void api_versions_source(const ApiCall *call, HttpReply *reply);
void api_requests_post(const ApiCall *call, HttpReply *reply);
void api_requests_get(const ApiCall *call, HttpReply *reply);
void api_requests_events(const ApiCall *call, HttpReply *reply);
void api_games_list(const ApiCall *call, HttpReply *reply);
void api_games_archive(const ApiCall *call, HttpReply *reply);
void api_games_get(const ApiCall *call, HttpReply *reply);
void api_games_record(const ApiCall *call, HttpReply *reply);
void api_games_log(const ApiCall *call, HttpReply *reply);

void api_contests_get(const ApiCall *call, HttpReply *reply);
void api_contests_post(const ApiCall *call, HttpReply *reply);
void api_contest_get(const ApiCall *call, HttpReply *reply);
void api_contest_patch(const ApiCall *call, HttpReply *reply);
void api_contest_entries_post(const ApiCall *call, HttpReply *reply);
void api_contest_entries_delete(const ApiCall *call, HttpReply *reply);
void api_contest_disqualifications_post(const ApiCall *call, HttpReply *reply);
void api_contest_standings_get(const ApiCall *call, HttpReply *reply);
void api_contest_csv_get(const ApiCall *call, HttpReply *reply);
void api_contest_report_get(const ApiCall *call, HttpReply *reply);
void api_course_get(const ApiCall *call, HttpReply *reply);
void api_course_csv_get(const ApiCall *call, HttpReply *reply);
void api_course_marks_get(const ApiCall *call, HttpReply *reply);
void api_course_marks_put(const ApiCall *call, HttpReply *reply);
void api_similarities_get(const ApiCall *call, HttpReply *reply);
void api_similarity_get(const ApiCall *call, HttpReply *reply);

void api_hosts_post(const ApiCall *call, HttpReply *reply);
void api_hosts_get(const ApiCall *call, HttpReply *reply);
void api_audit_get(const ApiCall *call, HttpReply *reply);
void api_tokens_get(const ApiCall *call, HttpReply *reply);
void api_tokens_post(const ApiCall *call, HttpReply *reply);
void api_tokens_delete(const ApiCall *call, HttpReply *reply);
void api_tokens_reinstate(const ApiCall *call, HttpReply *reply);
void api_claims_post(const ApiCall *call, HttpReply *reply);
void api_beats_post(const ApiCall *call, HttpReply *reply);
void api_jobs_result(const ApiCall *call, HttpReply *reply);
void api_jobs_return(const ApiCall *call, HttpReply *reply);
void api_jobs_turn(const ApiCall *call, HttpReply *reply);
void api_groups_post(const ApiCall *call, HttpReply *reply);
void api_groups_jobs(const ApiCall *call, HttpReply *reply);
void api_groups_results(const ApiCall *call, HttpReply *reply);
void api_groups_running(const ApiCall *call, HttpReply *reply);
void api_groups_delete(const ApiCall *call, HttpReply *reply);
void api_blobs_get(const ApiCall *call, HttpReply *reply);
void api_blobs_put(const ApiCall *call, HttpReply *reply);
