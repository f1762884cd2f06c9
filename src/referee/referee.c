#include "referee/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

// The verdict on a game that a foul ended.
static Verdict verdict_from_foul(Side loser, const Foul *foul) {
    Verdict verdict = {.kind = foul->kind, .result = result_win_for(side_other(loser))};
    if (foul->kind == VERDICT_FAULT) {
        verdict.result = RESULT_NONE;
    }
    verdict.reason = foul->reason;
    error_prefix(&verdict.reason, ERROR_AT_SIDE, "the %s player", side_name(loser));
    return verdict;
}

static Verdict fault(const char *text) {
    Verdict verdict = {.kind = VERDICT_FAULT, .result = RESULT_NONE};
    error_set(&verdict.reason, ERROR_PROCESS_FAULT, "%s", text);
    return verdict;
}

void referee_logs_note(
    RefereeLogs *logs, const Player *player, Side side, size_t ply, const TurnCost *cost) {
    if (!logs) {
        return;
    }
    size_t count = logs->turn_count;
    if ((count & (count - 1)) == 0) { // there is room up to the next power of two
        logs->turns = realloc(logs->turns, (count > 0 ? 2 * count : 1) * sizeof *logs->turns);
        if (!logs->turns) {
            abort();
        }
    }
    logs->turns[logs->turn_count++] =
        (RefereeTurn){side, ply, *cost, player_transcript_bytes(player)};
}

static void note_cost(Record *record, const TurnCost *cost) {
    size_t index = record->game.count;
    record_set_elapsed(record, index, (cost->wall_ns + NS_PER_MS / 2) / NS_PER_MS);
    char comment[40];
    snprintf(comment, sizeof comment, "cpu %.1f ms", (double)cost->cpu_ns / (double)NS_PER_MS);
    record_set_comment(record, index, slice_from(comment), NULL);
}

// Asks until the rules or a foul end the game.
static Verdict play_on(const RefereeOptions *options, Player *players[2], Record *record) {
    for (;;) {
        const Game *game = &record->game;
        if (options->on_move) {
            options->on_move(options->context, game);
        }
        Outcome outcome = game_outcome(game);
        if (outcome.result != RESULT_NONE) {
            return verdict_from_outcome(outcome);
        }
        Side side = position_turn(game_position(game));
        Move move;
        TurnCost cost;
        Foul foul;
        bool has_moved = player_ask(players[side], game, &move, &cost, &foul);
        referee_logs_note(options->logs, players[side], side, game->count + 1, &cost);
        // If a program exits after its last move and its judge counts that as a crash, the move is
        // not played: the record would name another winner than the verdict.
        if (!has_moved || (game_is_ended_by(game, move) && !player_end(players[side], &foul))) {
            return verdict_from_foul(side, &foul);
        }
        if (!record_append(record, move)) {
            return fault("the game is longer than a record can hold");
        }
        note_cost(record, &cost);
    }
}

static Verdict play(const RefereeOptions *options, Player *players[2], Record *record) {
    for (size_t i = 0; i < options->opening_count; i++) {
        if (!record_append(record, options->opening[i])) {
            return fault("the opening is longer than a record can hold");
        }
    }
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        Foul foul;
        bool has_begun = player_begin(players[side], &record->game, &foul);
        referee_logs_note(options->logs, players[side], (Side)side, 0, &(TurnCost){0});
        if (!has_begun) {
            return verdict_from_foul((Side)side, &foul);
        }
    }
    return play_on(options, players, record);
}

void referee_logs_init(RefereeLogs *logs) {
    *logs = (RefereeLogs){0};
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        text_init(&logs->transcripts[side]);
        text_init(&logs->errors[side]);
    }
}

void referee_logs_release(RefereeLogs *logs) {
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        text_release(&logs->transcripts[side]);
        text_release(&logs->errors[side]);
    }
    free(logs->turns);
}

Verdict referee_play(const RefereeOptions *options, Record *record) {
    record_init(record, options->rules, options->variant);
    Player *players[2];
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        players[side] = player_new(&options->players[side], (Side)side);
    }
    Verdict verdict = play(options, players, record);
    record->result = verdict.result;
    record_set_tag(record, slice_from("First"), slice_from(options->players[0].name), NULL);
    record_set_tag(record, slice_from("Second"), slice_from(options->players[1].name), NULL);
    record_set_tag(record, slice_from("Verdict"), slice_from(verdict_name(verdict.kind)), NULL);
    record_set_tag(record, slice_from("Termination"), slice_from(verdict.reason.text), NULL);
    if (options->players[0].is_boxed || options->players[1].is_boxed) {
        char level[BOX_LEVEL_SIZE];
        record_set_tag(record, slice_from("Sandbox"), slice_from(box_level(level)), NULL);
    }
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        if (options->logs) {
            player_transcript(players[side], &options->logs->transcripts[side]);
            player_errors(players[side], &options->logs->errors[side]);
        }
        player_free(players[side]);
    }
    return verdict;
}
