#include "match/move_times.h"

#include <string.h>

#include "rules/record/record_io.h"

static void add_move(MoveTimes *times, int64_t elapsed_ms) {
    if (elapsed_ms != RECORD_TIME_NONE) {
        times->count++;
        times->sum_ms += elapsed_ms;
        times->longest_ms = elapsed_ms > times->longest_ms ? elapsed_ms : times->longest_ms;
    }
}

void match_move_times(const Match *match, MoveTimes *out) {
    memset(out, 0, match->options->contestant_count * sizeof *out);
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        Record record;
        // Without rules: the record names its game. One that cannot be read tells nothing.
        if (!record_read(slice_from(game->record), RECORD_PGN, NULL, &record, NULL)) {
            continue;
        }
        for (size_t move = 0; move < record.game.count; move++) {
            const Side side = position_turn(&record.game.positions[move]);
            const size_t player = side == SIDE_FIRST ? game->first : game->second;
            add_move(&out[player], record.notes[move + 1].elapsed_ms);
        }
        record_release(&record);
    }
}
