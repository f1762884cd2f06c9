#include <string.h>

#include "match/pair.h"
#include "match/reason_json.h"
#include "rules/record/record_io.h"

static bool check_tag(const Record *record, const char *name, const char *expected, Error *error) {
    return slice_is(record_tag(record, slice_from(name)), expected) ||
           error_set(error, ERROR_BAD_RESULT, "the record's %s is not the game's", name);
}

// The start and the opening, which the players had no choice about.
static bool check_start(const Pair *pair, const Record *record, Error *error) {
    const Game *game = &record->game;
    Position start;
    char expected[POSITION_TEXT_SIZE];
    char found[POSITION_TEXT_SIZE];
    pair->rules->start(&start, pair->variant);
    pair->rules->write(&start, expected);
    pair->rules->write(&game->positions[0], found);
    if (game->positions[0].variant != pair->variant || game->positions[0].ply != start.ply ||
        strcmp(found, expected) != 0) {
        return error_set(error, ERROR_BAD_RESULT, "the game did not begin at the start");
    }
    return (game->count >= pair->opening_count &&
               (pair->opening_count == 0 ||
                   memcmp(game->moves, pair->opening, pair->opening_count * sizeof(Move)) == 0)) ||
           error_set(error, ERROR_BAD_RESULT, "the game did not begin with its opening");
}

// Whether a reason says the same; there may be none.
static bool reason_names(const char *reason, Side loser) {
    Error error;
    if (!reason) {
        return true;
    }
    if (!reason_json_parse(reason, &error) || error.place_count == 0) {
        return false;
    }
    const ErrorPart *place = &error.places[error.place_count - 1];
    return place->code == ERROR_AT_SIDE && strcmp(place->arguments[0], side_name(loser)) == 0;
}

// A foul ends the turn of who is to move; before the first turn, the start of either program.
static bool check_foul(
    const Pair *pair, const Record *record, const MatchGame *game, Error *error) {
    Side loser = game->result == RESULT_FIRST_WINS ? SIDE_SECOND : SIDE_FIRST;
    bool has_begun = record->game.count > pair->opening_count;
    if (!verdict_is_forfeit(game->verdict) || game->result == RESULT_DRAW ||
        (has_begun && loser != position_turn(game_position(&record->game)))) {
        return error_set(
            error, ERROR_BAD_RESULT, "the game was not over, and could not be lost by this foul");
    }
    char start[32];
    snprintf(start, sizeof start, "the %s player: ", side_name(loser));
    return (slice_starts(slice_from(game->detail), start) && reason_names(game->reason, loser)) ||
           error_set(error, ERROR_BAD_RESULT, "the detail does not name the player who lost");
}

static bool check_end(const Pair *pair, const Record *record, const MatchGame *game, Error *error) {
    Outcome outcome = game_outcome(&record->game);
    if (outcome.result == RESULT_NONE) {
        return check_foul(pair, record, game, error);
    }
    Verdict verdict = verdict_from_outcome(outcome);
    return (game->verdict == verdict.kind && game->result == verdict.result && !game->reason &&
               strcmp(game->detail, verdict.reason.text) == 0) ||
           error_set(error, ERROR_BAD_RESULT, "the moves end the game in another way: %s",
               ending_text(outcome.ending));
}

static bool check_record(
    const Pair *pair, int number, const Record *record, const MatchGame *game, Error *error) {
    if (record->variation_count > 0) {
        return error_set(error, ERROR_BAD_RESULT, "the record has variations");
    }
    if (record->result != game->result || record->game.count != (size_t)game->plies) {
        return error_set(error, ERROR_BAD_RESULT, "the record is of another game");
    }
    if ((game->logs[0] != NULL) != pair->has_logs) {
        return error_set(error, ERROR_BAD_RESULT, "logs come with a result if they were asked for");
    }
    return check_tag(record, "First", pair_player(pair, number, SIDE_FIRST)->name.data, error) &&
           check_tag(record, "Second", pair_player(pair, number, SIDE_SECOND)->name.data, error) &&
           check_tag(record, "Verdict", verdict_name(game->verdict), error) &&
           check_tag(record, "Termination", game->detail, error) &&
           check_start(pair, record, error) && check_end(pair, record, game, error);
}

bool pair_check(const Pair *pair, const MatchGame games[2], Error *error) {
    for (int number = 0; number < 2; number++) {
        Record record;
        bool done =
            record_read(slice_from(games[number].record), RECORD_PGN, pair->rules, &record, error);
        if (done) {
            done = check_record(pair, number, &record, &games[number], error);
            record_release(&record);
        }
        if (!done) {
            return error_prefix(error, ERROR_AT_GAME, "game %d", number + 1);
        }
    }
    return true;
}
