#include "jobs/pair_kind.h"

#include <stdio.h>

#include "match/game_result.h"
#include "match/pair.h"

// A turn as long as this, or one without a clock, does not end a search that is limited by nodes,
// but on a broken host.
#define LONG_TURN_MS 10000

static bool is_repeatable(const Contestant *player) {
    return player->engine.size > 0 && player->threads == 1 &&
           (player->nodes > 0 || player->depth > 0) &&
           (player->turn_ms == 0 || player->turn_ms >= LONG_TURN_MS);
}

// Whether the player lost by what a host could be blamed for.
static bool has_failed(const Pair *pair, const MatchGame games[2], const Contestant *player) {
    for (int i = 0; i < 2; i++) {
        Side loser = games[i].result == RESULT_FIRST_WINS ? SIDE_SECOND : SIDE_FIRST;
        bool is_fault = games[i].verdict == VERDICT_CRASH || games[i].verdict == VERDICT_TIMEOUT ||
                        games[i].verdict == VERDICT_NEVER_STARTED ||
                        games[i].verdict == VERDICT_MEMORY_LIMIT;
        if (is_fault && pair_player(pair, i, loser) == player) {
            return true;
        }
    }
    return false;
}

static void find(const Pair *pair, const MatchGame games[2], JobFinding *finding) {
    if (is_repeatable(pair->players[0]) && is_repeatable(pair->players[1])) {
        snprintf(finding->fingerprint, sizeof finding->fingerprint, "%d %s %d, %d %s %d",
            games[0].result, verdict_name(games[0].verdict), games[0].plies, games[1].result,
            verdict_name(games[1].verdict), games[1].plies);
    }
    for (int i = 0; i < 2; i++) {
        const Contestant *player = pair->players[i];
        if (player->command.size > 0) {
            ProgramRun *run = &finding->programs[finding->program_count++];
            Sha256 hash = sha256_of(text_slice(&player->words));
            sha256_hex(&hash, run->program);
            if (pair->owners[i]) {
                snprintf(run->owner, sizeof run->owner, "%s", pair->owners[i]);
            } else {
                sha256_hex(&hash, run->owner);
            }
            run->has_failed = has_failed(pair, games, player);
        }
    }
}

static bool check_games(
    const Pair *pair, Slice result, PairKind *kind, JobFinding *finding, Error *error) {
    MatchGame games[2];
    if (!pair_result_read(games, result, error)) {
        return false;
    }
    bool is_true = pair_check(pair, games, error);
    if (is_true) {
        find(pair, games, finding);
        metric_add(kind->games[games[0].verdict], 1);
        metric_add(kind->games[games[1].verdict], 1);
    }
    game_result_release(&games[0]);
    game_result_release(&games[1]);
    return is_true;
}

static bool check(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    PairKind *kind = context;
    PairInput input;
    if (!pair_read(&input, view->payload, error)) {
        return false;
    }
    bool is_true = check_games(&input.pair, view->result, kind, finding, error);
    pair_input_release(&input);
    if (!is_true) {
        metric_add(kind->refused, 1);
    }
    return is_true;
}

void pair_kind_init(PairKind *kind, Metrics *metrics) {
    for (int verdict = 0; verdict < VERDICT_KIND_COUNT; verdict++) {
        char labels[64];
        snprintf(labels, sizeof labels, "verdict=\"%s\"", verdict_name(verdict));
        kind->games[verdict] =
            metrics_counter(metrics, "immure_games_total", "Games in accepted results.", labels);
    }
    kind->refused = metrics_counter(
        metrics, "immure_results_refused_total", "Results that cannot be true.", "");
}

JobKind pair_kind(PairKind *kind) {
    return (JobKind){.name = "pair", .context = kind, .check = check};
}
