#include "arena/ladders.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/store_options.h"

static bool rerate_board(Store *store, const Board *board, bool check_only, Text *out,
    int64_t *different, Error *error) {
    RerateCounts counts;
    if (!ladder_rerate(store, board, check_only, &counts, error)) {
        return false;
    }
    board_add_slug(out, board->rules->name, board->variant->name);
    text_addf(out, " games %lld ratings %lld points %lld meetings %lld different %lld\n",
        (long long)counts.games, (long long)counts.ratings, (long long)counts.points,
        (long long)counts.meetings, (long long)counts.different);
    *different += counts.different;
    return true;
}

static int rerate(const Arguments *arguments, const char *location, Text *out, Error *error) {
    bool check_only = arguments_flag(arguments, "check");
    Store *store =
        store_open(&(StoreOptions){.location = location, .is_reader = check_only}, error);
    bool is_done = store != NULL;
    int64_t different = 0;
    Board board;
    for (size_t i = 0; is_done && ladder_board(i, &board); i++) {
        is_done = rerate_board(store, &board, check_only, out, &different, error);
    }
    store_free(store);
    if (!is_done) {
        return EXIT_FAILED;
    }
    if (check_only && different > 0) {
        output_write(out, error);
        error_set(error, ERROR_STORE_FAILED,
            "%lld rows do not follow from the games: rerate without --check", (long long)different);
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

static int run_rerate(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, rerate, error);
}

static const Option OPTIONS[] = {
    {"check", NULL, "only compare: change nothing", NULL, false},
    OPTION_DATA,
    OPTION_STORE,
    OPTIONS_END,
};

const Command COMMAND_ARENA_RERATE = {
    .name = "arena rerate",
    .operands = "--data DIR|--store URL",
    .summary = "make all ratings again from the ranked games",
    .description =
        "Ratings, their history and the meetings of bots follow from the ranked games. This makes "
        "them again and prints for each board how many there are, and how many were different. "
        "With --check nothing is changed, the store may be open in a server, and differences are a "
        "failure.",
    .options = OPTIONS,
    .run = run_rerate,
};
