// The board in memory: its jobs and games, and what hosts tell of them.

#include "arena/live.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "arena/live_parts.h"
#include "base/clock.h"

// How long a game that has ended can still be found.
#define KEPT_MS 60000

Live *live_new(const LiveOptions *options) {
    Live *live = calloc(1, sizeof *live);
    if (!live) {
        abort();
    }
    live->options = *options;
    live->first = (uint64_t)live_clock_us();
    live->last = live->first - 1;
    live->watched_ms = INT64_MIN / 2;
    live->polled_ms = INT64_MIN / 2;
    pthread_mutex_init(&live->polling, NULL);
    pthread_mutex_init(&live->mutex, NULL);
    for (size_t i = 0; i < LIVE_RING; i++) {
        text_init(&live->ring[i].frame);
    }
    return live;
}

static void game_free(LiveGame *game) {
    if (game) {
        assert(game->holders == 0);
        game_release(&game->game);
        text_release(&game->end);
        free(game);
    }
}

static void job_free(LiveJob *job) {
    game_free(job->games[0]);
    game_free(job->games[1]);
    free(job);
}

void live_free(Live *live) {
    if (!live) {
        return;
    }
    for (size_t i = 0; i < live->job_count; i++) {
        job_free(live->jobs[i]);
    }
    for (size_t i = 0; i < LIVE_RING; i++) {
        text_release(&live->ring[i].frame);
    }
    pthread_mutex_destroy(&live->mutex);
    pthread_mutex_destroy(&live->polling);
    free(live);
}

// ---- Jobs ----

LiveJob *live_job(Live *live, int64_t id) {
    for (size_t i = 0; i < live->job_count; i++) {
        if (live->jobs[i]->id == id) {
            return live->jobs[i];
        }
    }
    return NULL;
}

LiveJob *live_add(Live *live, int64_t id) {
    if (live->job_count == LIVE_JOBS_MAX) {
        live_forget(live, INT64_MAX);
    }
    if (live->job_count == LIVE_JOBS_MAX) {
        return NULL;
    }
    LiveJob *job = calloc(1, sizeof *job);
    if (!job) {
        abort();
    }
    job->id = id;
    live->jobs[live->job_count++] = job;
    return job;
}

static bool is_forgotten(const LiveJob *job, int64_t now_ms) {
    for (int i = 0; i < 2; i++) {
        const LiveGame *game = job->games[i];
        if (game && (game->holders > 0 || now_ms - game->ended_ms < KEPT_MS)) {
            return false;
        }
    }
    return job->is_gone;
}

void live_forget(Live *live, int64_t now_ms) {
    size_t kept = 0;
    for (size_t i = 0; i < live->job_count; i++) {
        LiveJob *job = live->jobs[i];
        if (is_forgotten(job, now_ms)) {
            job_free(job);
        } else {
            live->jobs[kept++] = job;
        }
    }
    live->job_count = kept;
}

// ---- Progress ----

// The game with that number of a job, begun if it is new.
static LiveGame *begin_game(Live *live, LiveJob *job, int number) {
    LiveGame **place = &job->games[number - 1];
    if (!*place) {
        *place = calloc(1, sizeof **place);
        if (!*place) {
            abort();
        }
        LiveGame *game = *place;
        game->owner = live;
        game->job = job->id;
        game->number = number;
        text_init(&game->end);
        snprintf(game->id, sizeof game->id, "%lld-%d", (long long)job->id, number);
        game_init(&game->game, job->rules, job->variant);
    }
    return *place;
}

// Plays what the list has beyond the moves so far; stops at what is no legal move. Returns how many
// moves of the list agree with the game, played ones among them.
static size_t play_moves(Game *game, const json_t *list, Live *live, LiveGame *teller) {
    size_t index;
    json_t *move;
    json_array_foreach(list, index, move) {
        const char *text = json_string_value(move);
        if (index < game->count) {
            char known[MOVE_TEXT_SIZE];
            game->rules->format(
                &game->positions[index], game->moves[index], NOTATION_STANDARD, known);
            if (!text || strcmp(text, known) != 0) {
                return index;
            }
        } else if (!text || game_outcome(game).result != RESULT_NONE ||
                   !game_play_text(game, slice_from(text), NOTATION_STANDARD, NULL)) {
            return index;
        } else if (teller) {
            live_tell_move(live, teller);
        }
    }
    return index;
}

// The first game of a pair is over when the second begins.
static void end_first(Live *live, LiveJob *job) {
    LiveGame *game = job->games[0];
    if (game && game->ended_ms == 0) {
        Outcome outcome = game_outcome(&game->game);
        LiveEnd end = {0};
        if (outcome.result != RESULT_NONE) {
            end.result = result_text(outcome.result);
        }
        live_end_game(live, game, &end);
    }
}

static void restart(LiveGame *game, const LiveJob *job) {
    game_release(&game->game);
    game_init(&game->game, job->rules, job->variant);
    text_clear(&game->end);
    game->ended_ms = 0;
    game->is_over = false;
}

static void take_progress(Live *live, LiveJob *job, int number, const json_t *moves) {
    if (number == 2) {
        end_first(live, job);
    }
    LiveGame *game = begin_game(live, job, number);
    bool is_new = job->number != number;
    if (is_new) {
        restart(game, job);
    }
    job->number = number;
    size_t known = game->game.count;
    size_t agreed = play_moves(&game->game, moves, live, is_new ? NULL : game);
    // A game that goes another way is played again, by the same host after a fault or by another
    // one. What is merely shorter is old.
    if (!is_new && agreed < known && agreed < json_array_size(moves)) {
        restart(game, job);
        play_moves(&game->game, moves, live, NULL);
        is_new = true;
    }
    if (is_new) {
        game->started_ms = live_clock_us() / 1000;
        live_tell_begin(live, job, game);
    }
}

void live_advance(Live *live, LiveJob *job, Slice progress) {
    json_t *root = json_loadb(progress.data, progress.size, 0, NULL);
    const json_t *moves = json_object_get(root, "moves");
    json_int_t number = json_integer_value(json_object_get(root, "game"));
    if ((number == 1 || number == 2) && number >= job->number && json_is_array(moves)) {
        take_progress(live, job, (int)number, moves);
    }
    json_decref(root);
}

void live_beat(Live *live, int64_t id, Slice progress) {
    if (!live_is_watched(live)) {
        return;
    }
    pthread_mutex_lock(&live->mutex);
    LiveJob *job = live_job(live, id);
    if (job && !job->is_gone) {
        live_advance(live, job, progress);
    }
    pthread_mutex_unlock(&live->mutex);
    live_notify(live);
}

// ---- Games that are held ----

LiveGame *live_find(Live *live, Slice id) {
    LiveGame *found = NULL;
    pthread_mutex_lock(&live->mutex);
    for (size_t i = 0; i < 2 * live->job_count && !found; i++) {
        LiveGame *game = live->jobs[i / 2]->games[i % 2];
        found = game && slice_is(id, game->id) ? game : NULL;
    }
    if (found) {
        found->holders++;
    }
    pthread_mutex_unlock(&live->mutex);
    return found;
}

void live_game_release(LiveGame *game) {
    pthread_mutex_lock(&game->owner->mutex);
    assert(game->holders > 0);
    game->holders--;
    pthread_mutex_unlock(&game->owner->mutex);
}
