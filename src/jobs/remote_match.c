#include "jobs/remote_match.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "jobs/remote_group.h"
#include "match/game_result.h"

// Pairs that are submitted ahead of the results: enough for a few hundred cores, and few to cancel
// when a test decides.
#define AHEAD 256

typedef struct RemotePlayer {
    Contestant contestant; // with words for other machines
    PortableFiles files;
    bool is_parsed;
} RemotePlayer;

struct RemoteMatch {
    const RemoteMatchOptions *options;
    const MatchOptions *match;
    RemotePlayer *players;      // null until the first round
    char key[SHA256_TEXT_SIZE]; // of the group; empty until it is known
    RemoteGroup group;
    json_t *early;            // results of pairs that were not asked for yet, by name
    MatchGame waiting[AHEAD]; // the first games of pairs that are submitted
    size_t waiting_count;
    int64_t start_ms; // 0 once it is known that somebody plays, or was told that nobody does
};

static bool export_player(
    RemotePlayer *player, const Contestant *contestant, const Rules *rules, Error *error) {
    Text words;
    text_init(&words);
    player->is_parsed = portable_export(contestant, &words, &player->files, error) &&
                        contestant_parse(&player->contestant, text_slice(&words), rules, error);
    text_release(&words);
    return player->is_parsed;
}

RemoteMatch *remote_match_new(const RemoteMatchOptions *options) {
    RemoteMatch *remote = calloc(1, sizeof *remote);
    if (!remote) {
        abort();
    }
    remote->options = options;
    remote->early = json_object();
    remote->start_ms = clock_now_ms();
    remote_group_init(&remote->group, options->remote, remote->key, "match", options->stop);
    return remote;
}

// Writes the players for other machines, once. False with a reason if one depends on this machine.
static bool export_players(RemoteMatch *remote, const MatchOptions *match, Error *error) {
    if (remote->players) {
        return true;
    }
    remote->match = match;
    remote->players = calloc(match->contestant_count, sizeof *remote->players);
    if (!remote->players) {
        abort();
    }
    for (size_t i = 0; i < match->contestant_count; i++) {
        RemotePlayer *player = &remote->players[i];
        if (!export_player(player, &match->contestants[i], match->rules, error) ||
            !remote_group_add_files(&remote->group, &player->files, error)) {
            return false;
        }
    }
    return true;
}

void remote_match_free(RemoteMatch *remote) {
    for (size_t i = 0; remote->players && i < remote->match->contestant_count; i++) {
        if (remote->players[i].is_parsed) {
            contestant_release(&remote->players[i].contestant);
        }
        portable_files_release(&remote->players[i].files);
    }
    json_decref(remote->early);
    free(remote->players);
    free(remote);
}

#define NAME_SIZE 64

static const char *pair_name(const MatchGame *game, char out[NAME_SIZE]) {
    snprintf(out, NAME_SIZE, "%d/%d/%d", game->round, game->encounter, game->number / 2);
    return out;
}

// The pair of a first game, with the words for other machines.
static Pair remote_pair(const RemoteMatch *remote, const Agenda *agenda, const MatchGame *game) {
    Pair pair = pair_make(agenda_match(agenda)->options, game);
    pair.players[0] = &remote->players[game->first].contestant;
    pair.players[1] = &remote->players[game->second].contestant;
    return pair;
}

static void add_hashes(json_t *list, const PortableFiles *files) {
    for (size_t i = 0; i < files->count; i++) {
        json_array_append_new(list, json_string(files->items[i].hash));
    }
}

static json_t *pair_needs(const RemoteMatch *remote, const Pair *pair) {
    int threads = 1;
    bool has_program = false;
    bool has_engine = false;
    for (int i = 0; i < 2; i++) {
        const Contestant *player = pair->players[i];
        threads = player->threads > threads ? player->threads : threads;
        has_program = has_program || player->engine.size == 0;
        has_engine = has_engine || player->engine.size > 0;
    }
    return json_pack("{s:i s:i s:s}", "cores", threads, "sandbox", has_program ? 1 : 0, "bench",
        has_engine ? remote->options->bench : "");
}

// A pair as a job; null with a reason if it cannot be written.
static json_t *pair_job(
    const RemoteMatch *remote, const Agenda *agenda, const MatchGame *game, Error *error) {
    Pair pair = remote_pair(remote, agenda, game);
    char name[NAME_SIZE];
    json_t *job = NULL;
    Text payload;
    text_init(&payload);
    if (pair_write(&pair, &payload, error)) {
        json_t *blobs = json_array();
        add_hashes(blobs, &remote->players[game->first].files);
        add_hashes(blobs, &remote->players[game->second].files);
        job = json_pack("{s:s s:s s:o s:I s:o s:o}", "name", pair_name(game, name), "kind", "pair",
            "needs", pair_needs(remote, &pair), "runMs", (json_int_t)pair_run_ms(&pair), "payload",
            json_loadb(payload.data, payload.size, 0, NULL), "blobs", blobs);
    }
    text_release(&payload);
    return job;
}

// Counts the games of a result.
static bool count_result(const RemoteMatch *remote, Agenda *agenda, const MatchGame *game,
    const json_t *ended, Error *error) {
    char name[NAME_SIZE];
    const char *state = json_string_value(json_object_get(ended, "state"));
    if (!state || strcmp(state, "done") != 0) {
        const char *reason = json_string_value(json_object_get(ended, "reason"));
        return error_set(error, ERROR_SERVER_REFUSED, "pair %s was not played (%.20s): %.150s",
            pair_name(game, name), state ? state : "?", reason ? reason : "");
    }
    char *text = json_dumps(json_object_get(ended, "result"), JSON_COMPACT);
    Pair pair = remote_pair(remote, agenda, game);
    MatchGame played[2] = {*game, agenda_second_game(game)};
    bool done = text && pair_result_read(played, slice_from(text), error);
    free(text);
    if (!done) {
        return error_prefix(error, ERROR_AT_GAME, "pair %s", pair_name(game, name));
    }
    if (!pair_check(&pair, played, error)) {
        game_result_release(&played[0]);
        game_result_release(&played[1]);
        return error_prefix(error, ERROR_AT_GAME, "pair %s", pair_name(game, name));
    }
    agenda_finish(agenda, &played[0]);
    agenda_finish(agenda, &played[1]);
    return true;
}

// Takes the next pairs from the agenda and submits those that nobody has played yet.
static bool submit(RemoteMatch *remote, Agenda *agenda, Error *error) {
    json_t *jobs = json_array();
    MatchGame game;
    bool done = true;
    while (done && remote->waiting_count < AHEAD && agenda_take_pair(agenda, &game)) {
        char name[NAME_SIZE];
        const json_t *ended = json_object_get(remote->early, pair_name(&game, name));
        if (ended) {
            done = count_result(remote, agenda, &game, ended, error);
            json_object_del(remote->early, name);
            continue;
        }
        json_t *job = pair_job(remote, agenda, &game, error);
        done = job != NULL;
        if (done) {
            json_array_append_new(jobs, job);
            remote->waiting[remote->waiting_count++] = game;
        }
    }
    if (done && json_array_size(jobs) > 0) {
        return remote_group_submit(&remote->group, jobs, error);
    }
    json_decref(jobs);
    return done;
}

// The place of a pair among those that are waited for; waiting_count if it is none of them.
static size_t find_waiting(const RemoteMatch *remote, const char *name) {
    char other[NAME_SIZE];
    size_t i = 0;
    while (i < remote->waiting_count && strcmp(pair_name(&remote->waiting[i], other), name) != 0) {
        i++;
    }
    return i;
}

// What was cancelled and is not waited for will be submitted anew.
static void keep_for_later(RemoteMatch *remote, const char *name, json_t *ended) {
    const char *state = json_string_value(json_object_get(ended, "state"));
    if (state && strcmp(state, "done") == 0) {
        json_object_set(remote->early, name, ended);
    }
}

// Says once that nobody plays what was submitted: a match could wait for ever for workers that fit.
static void warn_if_idle(RemoteMatch *remote, Agenda *agenda) {
    if (remote->waiting_count == 0 || remote->start_ms == 0 ||
        clock_now_ms() < remote->start_ms + remote->options->idle_ms) {
        return;
    }
    remote->start_ms = 0;
    if (remote_group_is_idle(&remote->group)) {
        agenda_warn(agenda, "no worker has taken a game yet: engines need workers with the same "
                            "engines (immure bench), programs such with a sandbox");
    }
}

static bool receive(RemoteMatch *remote, Agenda *agenda, Error *error) {
    json_t *results = NULL;
    if (!remote_group_results(&remote->group, &results, error)) {
        return false;
    }
    size_t index;
    json_t *ended;
    bool done = true;
    json_array_foreach(results, index, ended) {
        const char *name = json_string_value(json_object_get(ended, "name"));
        size_t place = name ? find_waiting(remote, name) : remote->waiting_count;
        if (place < remote->waiting_count) {
            done = done && count_result(remote, agenda, &remote->waiting[place], ended, error);
            remote->waiting[place] = remote->waiting[--remote->waiting_count];
        } else if (name) {
            keep_for_later(remote, name, ended);
        }
    }
    if (json_array_size(results) > 0) {
        remote->start_ms = 0;
    } else {
        warn_if_idle(remote, agenda);
        remote_wait(remote->options->poll_ms, remote->options->stop, NULL);
    }
    json_decref(results);
    return done;
}

// The group of this run of the match, with these files.
static void name_group(RemoteMatch *remote, const Agenda *agenda) {
    if (remote->key[0] != '\0') {
        return;
    }
    Text identity;
    text_init(&identity);
    agenda_identity(agenda, &identity);
    for (size_t i = 0; i < remote->match->contestant_count; i++) {
        text_addf(&identity, "\n%s", remote->players[i].contestant.words.data);
    }
    sha256_text(text_slice(&identity), remote->key);
    text_release(&identity);
}

static void warn(void *context, const char *text) {
    agenda_warn(context, text);
}

// One round: submits ahead, receives, until nothing is left or wanted.
static void play(void *context, Agenda *agenda) {
    RemoteMatch *remote = context;
    Error error = {0};
    remote->group.context = agenda;
    remote->group.on_warning = warn;
    // What an earlier run has left comes first, so that it is not submitted again.
    bool done = export_players(remote, agenda_match(agenda)->options, &error);
    if (done) {
        name_group(remote, agenda);
        done = remote_group_open(&remote->group, &error) && receive(remote, agenda, &error);
    }
    while (done && !agenda_is_over(agenda)) {
        done = submit(remote, agenda, &error);
        if (remote->waiting_count == 0) {
            break;
        }
        done = done && receive(remote, agenda, &error);
    }
    if (!done && error.reason.code != ERROR_STOPPED) {
        agenda_fail(agenda, &error);
    }
    if (remote->waiting_count > 0) {
        remote_group_cancel(&remote->group);
        remote->waiting_count = 0;
    }
}

MatchVenue remote_match_venue(RemoteMatch *remote) {
    return (MatchVenue){.context = remote, .play = play};
}
