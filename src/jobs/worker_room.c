// A bot in a room: its program is kept for the whole game and asked when it is its turn, by the
// rules of every refereed game. The person's moves come by an answer that the server holds back
// until there is one.

#include <stdlib.h>
#include <string.h>

#include "jobs/worker_kinds.h"
#include "jobs/worker_task.h"
#include "match/reason_json.h"
#include "match/side_log.h"
#include "players/portable.h"
#include "rules/game.h"

typedef struct RoomRun {
    WorkerTask *task;
    const char *room;
    Side side;
    Contestant contestant;
    Game game;
    RefereeLogs logs;
    json_t *state; // the room as the server last told it
} RoomRun;

static bool fail(const WorkerTask *task, Error *error) {
    if (atomic_load(&task->stop)) {
        error_set(error, ERROR_STOPPED, "stopped");
    }
    return false;
}

static void take_state(RoomRun *run, json_t *state) {
    json_decref(run->state);
    run->state = state;
}

// Asks how the room stands: at once, or when it is not what we know any more.
static bool read_room(RoomRun *run, bool waits, Error *error) {
    char path[128];
    json_int_t version = json_integer_value(json_object_get(run->state, "version"));
    snprintf(path, sizeof path, "/api/v1/rooms/%.40s?after=%lld", run->room,
        waits ? (long long)version : 0);
    json_t *state = NULL;
    if (task_ask(run->task, "GET", path, NULL, &state, error) != REMOTE_DONE) {
        return fail(run->task, error);
    }
    take_state(run, state);
    return true;
}

static bool is_state(const RoomRun *run, const char *name) {
    const char *state = json_string_value(json_object_get(run->state, "state"));
    return state && strcmp(state, name) == 0;
}

// Reports something, whose members are given up.
static bool report(RoomRun *run, const char *event, json_t *members, Error *error) {
    char path[64];
    snprintf(path, sizeof path, "/api/v1/jobs/%lld/turn", (long long)run->task->id);
    json_object_set_new(members, "attempt", json_string(run->task->attempt));
    json_object_set_new(members, "event", json_string(event));
    json_t *state = NULL;
    RemoteStatus status = task_ask(run->task, "POST", path, members, &state, error);
    if (status == REMOTE_DONE) {
        take_state(run, state);
        return true;
    }
    // The game may have ended meanwhile: the person resigned or lost on time.
    return (status == REMOTE_REFUSED && read_room(run, false, NULL) && is_state(run, "ended")) ||
           fail(run->task, error);
}

static bool report_foul(RoomRun *run, const Foul *foul, Error *error) {
    if (foul->kind == VERDICT_FAULT) {
        error_set(error, ERROR_REFEREE_FAILED, "the referee failed: %.180s", foul->reason.text);
        return fail(run->task, error);
    }
    char *reason = reason_json_write(&foul->reason);
    json_t *members = json_pack(
        "{s:s s:o}", "verdict", verdict_name(foul->kind), "reason", json_loads(reason, 0, NULL));
    free(reason);
    return report(run, "foul", members, error);
}

// Plays the moves that are new.
static bool follow_moves(RoomRun *run, Error *error) {
    size_t index;
    json_t *move;
    json_array_foreach(json_object_get(run->state, "moves"), index, move) {
        if (index < run->game.count) {
            continue;
        }
        const char *text = json_string_value(move);
        if (!text) {
            return error_set(error, ERROR_MOVE_NOT_STRING, "move %zu is not a string", index + 1);
        }
        if (!game_play_text(&run->game, slice_from(text), NOTATION_STANDARD, error)) {
            return false;
        }
    }
    return true;
}

static bool play_turn(RoomRun *run, Player *player, Error *error) {
    Move move;
    TurnCost cost;
    Foul foul;
    bool is_answered = player_ask(player, &run->game, &move, &cost, &foul);
    referee_logs_note(&run->logs, player, run->side, run->game.count + 1, &cost);
    if (!is_answered || (game_is_ended_by(&run->game, move) && !player_end(player, &foul))) {
        return report_foul(run, &foul, error);
    }
    char text[MOVE_TEXT_SIZE];
    run->game.rules->format(game_position(&run->game), move, NOTATION_STANDARD, text);
    return report(run, "move",
        json_pack("{s:I s:s}", "ply", (json_int_t)run->game.count, "move", text), error);
}

static bool is_our_turn(const RoomRun *run) {
    return is_state(run, "playing") && position_turn(game_position(&run->game)) == run->side;
}

static bool play_on(RoomRun *run, Player *player, Error *error) {
    Foul foul;
    bool has_begun = player_begin(player, &run->game, &foul);
    referee_logs_note(&run->logs, player, run->side, 0, &(TurnCost){0});
    if (!has_begun) {
        return report_foul(run, &foul, error);
    }
    bool is_good = report(run, "ready", json_object(), error);
    while (is_good && !is_state(run, "ended")) {
        is_good = follow_moves(run, error) &&
                  (is_our_turn(run) ? play_turn(run, player, error) : read_room(run, true, error));
        if (is_good && atomic_load(&run->task->stop)) {
            is_good = fail(run->task, error);
        }
    }
    return is_good;
}

static bool play_room(RoomRun *run, Error *error) {
    const WorkerTask *task = run->task;
    if (!read_room(run, false, error) || !follow_moves(run, error)) {
        return false;
    }
    if (is_state(run, "ended")) {
        return true;
    }
    if (run->game.count > 0 && !run->contestant.protocol->takes_openings) {
        return report(run, "lost", json_object(), error);
    }
    contestant_scale_times(&run->contestant, 1 / task->options->speed);
    if (!portable_import(&run->contestant, task_find_blob, run->task, error)) {
        return false;
    }
    ContestantCall call;
    PlayerOptions options = contestant_player(&run->contestant, task->options->self,
        run->game.rules->name, run->game.positions[0].variant, (uint64_t)task->id, &call);
    options.rests = options.is_boxed; // it has no core of its own, and people take their time
    options.stop = &task->stop;
    Player *player = player_new(&options, run->side);
    bool is_done = play_on(run, player, error);
    player_transcript(player, &run->logs.transcripts[run->side]);
    player_errors(player, &run->logs.errors[run->side]);
    player_free(player);
    return is_done;
}

// Reads {"room", "side", "game", "variant", "player"}.
static bool read_payload(RoomRun *run, const json_t *root, Error *error) {
    const char *side;
    const char *game;
    const char *variant;
    const char *player;
    if (json_unpack((json_t *)root, "{s:s s:s s:s s:s s:s}", "room", &run->room, "side", &side,
            "game", &game, "variant", &variant, "player", &player) != 0) {
        return error_set(error, ERROR_BAD_JOB, "this is no job of a room");
    }
    const Rules *rules = rules_find(slice_from(game));
    const Variant *board = rules ? rules_variant(rules, slice_from(variant)) : NULL;
    if (!board) {
        return error_set(error, ERROR_BAD_JOB, "the room's game is unknown");
    }
    run->side = strcmp(side, side_name(SIDE_FIRST)) == 0 ? SIDE_FIRST : SIDE_SECOND;
    if (!contestant_parse(&run->contestant, slice_from(player), rules, error)) {
        return false;
    }
    game_init(&run->game, rules, board);
    return true;
}

static bool run_room(WorkerTask *task, Text *result, Error *error) {
    RoomRun run = {.task = task};
    json_t *root = json_loads(task->payload, 0, NULL);
    referee_logs_init(&run.logs);
    bool is_read = read_payload(&run, root, error);
    bool is_done = is_read && play_room(&run, error);
    if (is_done) {
        text_add(result, "{\"log\":");
        side_log_write(&run.logs, run.side, result);
        text_add_byte(result, '}');
    }
    referee_logs_release(&run.logs);
    if (is_read) {
        contestant_release(&run.contestant);
        game_release(&run.game);
    }
    json_decref(run.state);
    json_decref(root);
    return is_done;
}

const WorkerKind WORKER_ROOM = {.name = "room", .run = run_room, .is_idle = true};
