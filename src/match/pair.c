#include "match/pair.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/reason_json.h"
#include "match/side_log.h"
#include "referee/referee.h"
#include "rules/record/record_io.h"

// How often a game that the referee spoils is played before it is given up.
#define TRIES_MAX 3
// How long an attempt at a pair may last: turns of both games together for each player, and what a
// turn without a clock is taken for.
#define TURNS_MAX 400
#define UNCLOCKED_MS 10000
#define RUN_MS_MIN 3600000
#define RUN_MS_MAX 86400000

int64_t pair_run_ms(const Pair *pair) {
    int64_t turn_ms = 0;
    for (int i = 0; i < 2; i++) {
        const Contestant *player = pair->players[i];
        turn_ms += player->turn_ms                  ? player->turn_ms
                   : player->nodes || player->depth ? UNCLOCKED_MS
                                                    : player->protocol->turn_ms;
    }
    int64_t run_ms = turn_ms * TURNS_MAX;
    return run_ms < RUN_MS_MIN ? RUN_MS_MIN : run_ms > RUN_MS_MAX ? RUN_MS_MAX : run_ms;
}

static void note_logs(MatchGame *out, const RefereeLogs *logs) {
    for (EACH_SIDE(side)) {
        Text text;
        text_init(&text);
        side_log_write(logs, side, &text);
        out->logs[side] = text.data; // taken
    }
}

static void note_result(
    MatchGame *out, const Verdict *verdict, const Record *record, int64_t time_ms) {
    out->logs[0] = NULL;
    out->logs[1] = NULL;
    out->verdict = verdict->kind;
    out->result = verdict->result;
    out->plies = (int)record->game.count;
    out->time_ms = time_ms;
    out->detail = strdup(verdict->reason.text);
    bool is_forfeit = verdict_is_forfeit(verdict->kind);
    out->reason = is_forfeit ? reason_json_write(&verdict->reason) : NULL;
    Text text;
    text_init(&text);
    record_write(record, RECORD_PGN, &text, NULL);
    out->record = strdup(text.data);
    text_release(&text);
}

static Verdict play_once(const Pair *pair, int game, const PairSetting *setting, MatchGame *out) {
    ContestantCall calls[2];
    RefereeOptions referee = {
        .rules = pair->rules,
        .variant = pair->variant,
        .opening = pair->opening,
        .opening_count = pair->opening_count,
        .on_move = setting->on_move,
        .context = setting->context,
    };
    RefereeLogs logs;
    referee_logs_init(&logs);
    referee.logs = pair->has_logs ? &logs : NULL;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (setting->core >= 0) {
        CPU_SET(setting->core, &cores);
    }
    for (EACH_SIDE(side)) {
        const Contestant *contestant = pair_player(pair, game, side);
        PlayerOptions *player = &referee.players[side];
        *player = contestant_player(contestant, setting->self, pair->rules->name, pair->variant,
            pair->seeds[game][side], &calls[side]);
        // An engine with several threads needs several cores.
        player->cores = setting->core >= 0 && contestant->threads == 1 ? &cores : NULL;
        // Both players have one core, and a stranger would go on while the other one thinks.
        player->rests = player->is_boxed;
        player->stop = setting->stop;
    }
    Record record;
    int64_t start_ms = clock_now_ms();
    Verdict verdict = referee_play(&referee, &record);
    if (verdict.kind != VERDICT_FAULT) {
        note_result(out, &verdict, &record, clock_now_ms() - start_ms);
        if (pair->has_logs) {
            note_logs(out, &logs);
        }
    }
    referee_logs_release(&logs);
    record_release(&record);
    return verdict;
}

// Says that a game is played again, so that trouble with the machine does not go unnoticed.
static void warn_of_fault(const PairSetting *setting, const Verdict *verdict) {
    char text[256];
    snprintf(text, sizeof text, "the referee failed, the game is played again: %.180s",
        verdict->reason.text);
    if (setting->on_warning) {
        setting->on_warning(setting->context, text);
    }
}

bool pair_play(
    const Pair *pair, int game, const PairSetting *setting, MatchGame *out, Error *error) {
    Verdict verdict = play_once(pair, game, setting, out);
    for (int tries = 1; verdict.kind == VERDICT_FAULT && tries < TRIES_MAX; tries++) {
        if (setting->stop && atomic_load(setting->stop)) {
            return error_set(error, ERROR_STOPPED, "the game was broken off");
        }
        warn_of_fault(setting, &verdict);
        verdict = play_once(pair, game, setting, out);
    }
    return verdict.kind != VERDICT_FAULT || error_set(error, ERROR_REFEREE_FAILED,
                                                "the referee failed: %.200s", verdict.reason.text);
}
