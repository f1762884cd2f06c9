// What the board tells: documents, events, and those who read them.

#include <time.h>

#include "arena/live_parts.h"
#include "base/clock.h"
#include "rules/game_json.h"

// A stream reads at least every five seconds.
#define WATCHED_MS 15000
// How old what is told to a newcomer may be.
#define FRESH_MS 2000
// Events that are read at once; the rest follows.
#define READ_BYTES (64u << 10)

int64_t live_clock_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

// ---- Events ----

static void put_event(Live *live, LiveGame *game, const char *name, const Text *document) {
    LiveEvent *event = &live->ring[++live->last % LIVE_RING];
    event->id = live->last;
    event->job = game->job;
    event->number = game->number;
    game->last = live->last;
    game->has_news = true;
    text_clear(&event->frame);
    http_put_event(&event->frame, event->id, name, text_slice(document));
}

static void put_text_or_null(JsonWriter *json, const char *name, const char *text) {
    if (text) {
        json_put_text(json, name, text);
    } else {
        json_put_null(json, name);
    }
}

static void put_game(JsonWriter *json, const LiveJob *job, const LiveGame *game) {
    int swap = game->number == 2;
    const Game *moves = &game->game;
    json_open_object(json, NULL);
    json_put_text(json, "id", game->id);
    json_put_text(json, "game", job->rules->name);
    json_put_text(json, "variant", job->variant->name);
    json_put_text(json, "purpose", job->purpose);
    if (job->contest > 0) {
        json_put_integer(json, "contest", job->contest);
    } else {
        json_put_null(json, "contest");
    }
    json_open_list(json, "players");
    for (int side = 0; side < 2; side++) {
        json_open_object(json, NULL);
        const char *name = job->names[(side + swap) % 2];
        put_text_or_null(json, "name", *name ? name : NULL);
        json_put_integer(json, "turnMs", job->turn_ms[(side + swap) % 2]);
        json_close_object(json);
    }
    json_close_list(json);
    json_put_integer(json, "startedMs", game->started_ms);
    json_put_moves(json, "moves", moves->rules, &moves->positions[0], moves->moves, moves->count);
    if (game->end.size > 0) {
        json_put_json(json, "end", text_slice(&game->end));
    } else {
        json_put_null(json, "end");
    }
    json_close_object(json);
}

void live_tell_begin(Live *live, const LiveJob *job, LiveGame *game) {
    Text text;
    text_init(&text);
    put_game(&(JsonWriter){.out = &text}, job, game);
    put_event(live, game, "begin", &text);
    text_release(&text);
}

void live_tell_move(Live *live, LiveGame *game) {
    const Game *moves = &game->game;
    size_t ply = moves->count - 1;
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text};
    json_open_object(&json, NULL);
    json_put_text(&json, "id", game->id);
    json_put_integer(&json, "ply", (int64_t)ply);
    json_put_move(&json, "move", moves->rules, &moves->positions[ply], moves->moves[ply]);
    json_put_integer(&json, "atMs", live_clock_us() / 1000);
    json_close_object(&json);
    put_event(live, game, "move", &text);
    text_release(&text);
}

void live_end_game(Live *live, LiveGame *game, const LiveEnd *end) {
    text_clear(&game->end);
    JsonWriter json = {.out = &game->end};
    json_open_object(&json, NULL);
    json_put_text(&json, "id", game->id);
    put_text_or_null(&json, "result", end->result);
    put_text_or_null(&json, "verdict", end->verdict);
    if (end->record > 0) {
        json_put_integer(&json, "record", end->record);
    } else {
        json_put_null(&json, "record");
    }
    put_text_or_null(&json, "reason", end->reason);
    json_close_object(&json);
    put_event(live, game, "end", &game->end);
    game->ended_ms = clock_now_ms();
}

void live_notify(Live *live) {
    if (!live->options.on_change) {
        return;
    }
    LiveGame *changed[2 * LIVE_JOBS_MAX];
    size_t count = 0;
    pthread_mutex_lock(&live->mutex);
    for (size_t i = 0; i < 2 * live->job_count; i++) {
        LiveGame *game = live->jobs[i / 2]->games[i % 2];
        if (game && game->has_news) {
            game->has_news = false;
            game->holders++;
            changed[count++] = game;
        }
    }
    pthread_mutex_unlock(&live->mutex);
    if (count > 0) {
        live->options.on_change(live->options.context, live);
    }
    for (size_t i = 0; i < count; i++) {
        live->options.on_change(live->options.context, changed[i]);
        live_game_release(changed[i]);
    }
}

// ---- Readers ----

static void note_watcher(Live *live) {
    live->watched_ms = clock_now_ms();
}

bool live_is_watched(Live *live) {
    pthread_mutex_lock(&live->mutex);
    bool is_watched = clock_now_ms() - live->watched_ms < WATCHED_MS;
    pthread_mutex_unlock(&live->mutex);
    return is_watched;
}

bool live_refresh(Live *live, Error *error) {
    pthread_mutex_lock(&live->mutex);
    bool is_fresh = clock_now_ms() - live->polled_ms < FRESH_MS;
    note_watcher(live);
    pthread_mutex_unlock(&live->mutex);
    return is_fresh || live_poll(live, error);
}

// One game, or (null) all that are under way.
static void put_games(const Live *live, const LiveGame *only, JsonWriter *json) {
    json_open_object(json, NULL);
    json_open_list(json, "games");
    for (size_t i = 0; i < 2 * live->job_count; i++) {
        const LiveJob *job = live->jobs[i / 2];
        const LiveGame *game = job->games[i % 2];
        if (only ? game == only : game && game->ended_ms == 0) {
            put_game(json, job, game);
        }
    }
    json_close_list(json);
    json_close_object(json);
}

static void put_snapshot(const Live *live, const LiveGame *only, uint64_t version, Text *out) {
    Text text;
    text_init(&text);
    put_games(live, only, &(JsonWriter){.out = &text});
    http_put_event(out, version, "snapshot", text_slice(&text));
    text_release(&text);
}

void live_write(Live *live, JsonWriter *json) {
    pthread_mutex_lock(&live->mutex);
    put_games(live, NULL, json);
    pthread_mutex_unlock(&live->mutex);
}

// Whether everything after that event is in the ring.
static bool has_all_after(const Live *live, uint64_t after) {
    return after + 1 >= live->first && after <= live->last && live->last - after <= LIVE_RING;
}

// Adds the events after a number, of one game or (null) of all, and returns the number of the last
// one; 0 if there are none.
static uint64_t add_events(const Live *live, const LiveGame *game, uint64_t after, Text *out) {
    uint64_t found = 0;
    for (uint64_t id = after + 1; id <= live->last && out->size < READ_BYTES; id++) {
        const LiveEvent *event = &live->ring[id % LIVE_RING];
        if (!game || (event->job == game->job && event->number == game->number)) {
            text_add_slice(out, text_slice(&event->frame));
            found = id;
        }
    }
    return found;
}

uint64_t live_read(Live *live, uint64_t after, Text *out, bool *is_over) {
    pthread_mutex_lock(&live->mutex);
    note_watcher(live);
    text_clear(out);
    uint64_t version = live->last;
    if (has_all_after(live, after)) {
        version = add_events(live, NULL, after, out);
    } else {
        put_snapshot(live, NULL, version, out);
    }
    *is_over = false;
    pthread_mutex_unlock(&live->mutex);
    return version;
}

uint64_t live_game_read(LiveGame *game, uint64_t after, Text *out, bool *is_over) {
    Live *live = game->owner;
    pthread_mutex_lock(&live->mutex);
    note_watcher(live);
    text_clear(out);
    uint64_t version = 0;
    if (has_all_after(live, after)) {
        version = add_events(live, game, after, out);
    } else if (after < game->last || after > live->last) {
        version = game->last;
        put_snapshot(live, game, version, out);
    }
    *is_over = game->is_over && (version == 0 || version == game->last);
    pthread_mutex_unlock(&live->mutex);
    return version;
}
