#include "jobs/worker_kinds.h"
#include "jobs/worker_task.h"
#include "match/game_result.h"
#include "match/pair.h"
#include "players/portable.h"
#include "rules/game_json.h"

// More than this is not told: a game of thousands of moves is no news.
#define PROGRESS_BYTES (12u << 10)

typedef struct PairRun {
    WorkerTask *task;
    int number; // of the game
} PairRun;

// {"game": 1, "moves": ["e2", ...]}
static void tell_moves(void *context, const Game *game) {
    const PairRun *run = context;
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text};
    json_open_object(&json, NULL);
    json_put_integer(&json, "game", run->number + 1);
    json_put_moves(&json, "moves", game->rules, &game->positions[0], game->moves, game->count);
    json_close_object(&json);
    if (text.size <= PROGRESS_BYTES) {
        task_set_progress(run->task, &text);
    }
    text_release(&text);
}

static void warn(void *context, const char *text) {
    const PairRun *run = context;
    run->task->options->say(run->task->options->context, text);
}

static bool play_games(PairRun *run, const Pair *pair, MatchGame games[2], Error *error) {
    PairSetting setting = {
        .self = run->task->options->self,
        .core = run->task->core,
        .stop = &run->task->stop,
        .context = run,
        .on_move = tell_moves,
        .on_warning = warn,
    };
    for (run->number = 0; run->number < 2; run->number++) {
        if (!pair_play(pair, run->number, &setting, &games[run->number], error)) {
            return false;
        }
    }
    return true;
}

static bool run_pair(WorkerTask *task, Text *result, Error *error) {
    PairInput input;
    if (!pair_read(&input, slice_from(task->payload), error)) {
        return false;
    }
    MatchGame games[2] = {{0}};
    PairRun run = {.task = task};
    bool done = true;
    for (int i = 0; i < 2 && done; i++) {
        contestant_scale_times(&input.contestants[i], 1 / task->options->speed);
        done = portable_import(&input.contestants[i], task_find_blob, task, error);
    }
    done = done && play_games(&run, &input.pair, games, error) &&
           pair_result_write(games, result, error);
    game_result_release(&games[0]);
    game_result_release(&games[1]);
    pair_input_release(&input);
    return done;
}

const WorkerKind WORKER_PAIR = {.name = "pair", .run = run_pair};
