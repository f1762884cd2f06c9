#include "api/arena_json.h"

#include <string.h>

#include "api/answers.h"
#include "arena/pipeline.h"

void put_named(JsonWriter *json, const char *name, int64_t id, const char *text) {
    if (id == 0) {
        json_put_null(json, name);
        return;
    }
    json_open_object(json, name);
    json_put_integer(json, "id", id);
    json_put_text(json, "name", text);
    json_close_object(json);
}

void put_reason(JsonWriter *json, const char *reason) {
    json_put_json(json, "reason", slice_from(*reason ? reason : "null"));
}

static void put_rating(JsonWriter *json, const ArenaBot *bot) {
    if (!bot->has_rating) {
        json_put_null(json, "rating");
        return;
    }
    json_open_object(json, "rating");
    json_put_real(json, "elo", bot->rating.elo, 1);
    json_put_real(json, "error", bot->rating.error, 1);
    json_put_integer(json, "games", bot->rated_games);
    if (bot->rank > 0) {
        json_put_integer(json, "rank", bot->rank);
    } else {
        json_put_null(json, "rank");
    }
    json_close_object(json);
}

void put_bot(JsonWriter *json, const ArenaBot *bot) {
    json_put_integer(json, "id", bot->id);
    json_put_text(json, "name", bot->name);
    put_named(json, "owner", bot->owner_id, bot->owner);
    json_put_text(json, "game", bot->game);
    json_put_text(json, "variant", bot->variant);
    json_put_text(json, "state", bot->state);
    put_reason(json, bot->reason);
    json_put_boolean(json, "isShared", bot->is_shared);
    if (bot->active_version_id != 0) {
        json_put_integer(json, "activeVersion", bot->active_version_id);
    } else {
        json_put_null(json, "activeVersion");
    }
    json_put_integer(json, "createdMs", bot->created_ms);
    put_rating(json, bot);
}

// ---- Versions ----

static bool is_open(const Version *version) {
    return strcmp(version->state, "compiling") == 0 || strcmp(version->state, "checking") == 0;
}

void put_version(JsonWriter *json, const Version *version) {
    json_put_integer(json, "id", version->id);
    json_put_integer(json, "number", version->number);
    json_put_text(json, "protocol", version->protocol);
    json_put_text(json, "language", version->language);
    json_put_boolean(json, "isDraft", version->is_draft);
    json_put_text(json, "state", version->state);
    put_reason(json, version->reason);
    api_put_time(json, "deadlineMs", is_open(version) ? version->deadline_ms : 0);
    json_put_integer(json, "createdMs", version->created_ms);
}

typedef struct StepJson {
    const char *name;
    bool is_open;
    bool has_failed;
    int64_t started_ms;
    int64_t ended_ms;
} StepJson;

static void put_step(
    JsonWriter *json, const Version *version, const StepJson *step, const StepState *now) {
    bool is_running = step->is_open && now->is_running;
    bool is_waiting = step->is_open ? !now->is_running : step->ended_ms == 0;
    json_open_object(json, NULL);
    json_put_text(json, "step", step->name);
    json_put_text(json, "state",
        step->has_failed ? "failed"
        : is_running     ? "running"
        : is_waiting     ? "waiting"
                         : "done");
    api_put_time(json, "startedMs", is_running ? now->started_ms : step->started_ms);
    api_put_time(json, "endedMs", step->ended_ms);
    api_put_time(json, "deadlineMs", step->is_open ? version->deadline_ms : 0);
    if (is_waiting && !step->has_failed && is_open(version)) {
        json_put_text(json, "waitsFor", step->is_open ? "worker" : "compile");
    } else {
        json_put_null(json, "waitsFor");
    }
    put_reason(json, step->has_failed ? version->reason : "");
    json_close_object(json);
}

// The step in which a version failed is the first that did not end well.
static void put_steps(StoreTx *tx, JsonWriter *json, const Version *version) {
    StepState now = is_open(version) ? pipeline_state(tx, version) : (StepState){0};
    bool has_failed = strcmp(version->state, "failed") == 0;
    StepJson compile = {
        .name = "compile",
        .is_open = strcmp(version->state, "compiling") == 0,
        .has_failed = has_failed && !version->was_compiled,
        .started_ms = version->compile_started_ms,
        .ended_ms = version->compile_ended_ms,
    };
    StepJson check = {
        .name = "check",
        .is_open = strcmp(version->state, "checking") == 0,
        .has_failed = has_failed && version->was_compiled,
        .started_ms = version->check_started_ms,
        .ended_ms = version->check_ended_ms,
    };
    json_open_list(json, "steps");
    put_step(json, version, &compile, &now);
    put_step(json, version, &check, &now);
    json_close_list(json);
}

static void put_details(StoreTx *tx, JsonWriter *json, const Version *version, const ArenaBot *bot,
    const Person *person) {
    BotRights rights = bot_rights(bot);
    put_version(json, version);
    json_open_object(json, "bot");
    put_bot(json, bot);
    json_close_object(json);
    if (version->has_source) { // the house's engines have none, and no steps
        put_steps(tx, json, version);
    } else {
        json_open_list(json, "steps");
        json_close_list(json);
    }
    if (rights_see_log(person, &rights)) {
        json_put_text(json, "messages", version->messages);
    } else {
        json_put_null(json, "messages");
    }
    if (version->check_game_id != 0) {
        json_put_integer(json, "checkGame", version->check_game_id);
    } else {
        json_put_null(json, "checkGame");
    }
}

bool put_version_details(StoreTx *tx, JsonWriter *json, const char *name, int64_t id,
    const Person *person, Error *error) {
    Version version;
    ArenaBot bot;
    if (!version_find(tx, id, &version, error)) {
        return false;
    }
    bool is_found = bot_find(tx, version.bot_id, &bot, error);
    if (is_found) {
        json_open_object(json, name);
        put_details(tx, json, &version, &bot, person);
        json_close_object(json);
        bot_release(&bot);
    }
    version_release(&version);
    return is_found;
}

// ---- Games ----

static void put_player(JsonWriter *json, const GameSide *side) {
    json_open_object(json, NULL);
    put_named(json, "bot", side->bot_id, side->bot_name);
    if (side->version_id != 0) {
        json_open_object(json, "version");
        json_put_integer(json, "id", side->version_id);
        json_put_integer(json, "number", side->version_number);
        json_close_object(json);
    } else {
        json_put_null(json, "version");
    }
    json_put_text(json, "name", side->name);
    put_named(json, "owner", side->person_id, side->person_name);
    json_close_object(json);
}

static void put_id(JsonWriter *json, const char *name, int64_t id) {
    if (id != 0) {
        json_put_integer(json, name, id);
    } else {
        json_put_null(json, name);
    }
}

void put_game(JsonWriter *json, const GameRow *game) {
    json_put_integer(json, "id", game->id);
    json_put_text(json, "purpose", purpose_name(game->purpose));
    if (game->purpose == PURPOSE_RANKED) {
        Text slug;
        text_init(&slug);
        board_add_slug(&slug, game->game, game->variant);
        json_put_text(json, "ladder", slug.data);
        text_release(&slug);
    } else {
        json_put_null(json, "ladder");
    }
    put_id(json, "contest", game->contest_id);
    put_id(json, "request", game->request_id);
    json_put_text(json, "game", game->game);
    json_put_text(json, "variant", game->variant);
    json_open_list(json, "players");
    put_player(json, &game->sides[0]);
    put_player(json, &game->sides[1]);
    json_close_list(json);
    json_put_text(json, "result", game->result);
    json_open_object(json, "verdict");
    json_put_text(json, "kind", game->verdict);
    json_put_text(json, "detail", game->detail);
    put_reason(json, game->reason);
    json_close_object(json);
    json_put_integer(json, "plies", game->plies);
    json_put_integer(json, "openingPlies", game->opening_plies);
    json_put_integer(json, "startedMs", game->started_ms);
    json_put_integer(json, "endedMs", game->ended_ms);
}

// ---- Requests ----

static void put_listed(void *json, const GameRow *game) {
    json_open_object(json, NULL);
    put_game(json, game);
    json_close_object(json);
}

bool put_request(StoreTx *tx, JsonWriter *json, const char *name, int64_t id, Error *error) {
    GameRequest request;
    if (!request_find(tx, id, &request, error)) {
        return false;
    }
    bool is_playing = strcmp(request.state, "playing") == 0;
    json_open_object(json, name);
    json_put_integer(json, "id", request.id);
    json_put_text(json, "state", is_playing ? "running" : request.state);
    put_reason(json, request.reason);
    if (is_playing) {
        json_put_text(json, "waitsFor", "games");
    } else {
        json_put_null(json, "waitsFor");
    }
    json_put_integer(json, "pairs", request.pair_count);
    json_put_integer(json, "openPairs", request.open_count);
    json_open_list(json, "versions");
    json_put_integer(json, NULL, request.versions[0]);
    json_put_integer(json, NULL, request.versions[1]);
    json_close_list(json);
    api_put_time(json, "deadlineMs", is_playing ? request.deadline_ms : 0);
    json_put_integer(json, "createdMs", request.created_ms);
    api_put_time(json, "endedMs", request.ended_ms);
    json_open_list(json, "games");
    game_list(tx, &(GameFilter){.request_id = id}, 0, 2 * REQUEST_PAIRS_MAX, put_listed, json);
    json_close_list(json);
    json_close_object(json);
    request_release(&request);
    return true;
}
