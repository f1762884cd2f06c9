#include "match/game_result.h"

#include <stdlib.h>
#include <string.h>

json_t *game_result_json(const MatchGame *game) {
    return json_pack("{s:s s:s s:i s:I s:s s:s}", "result", result_text(game->result), "verdict",
        verdict_name(game->verdict), "plies", game->plies, "ms", (json_int_t)game->time_ms,
        "detail", game->detail, "record", game->record);
}

bool game_result_read(const json_t *object, MatchGame *game) {
    const char *result;
    const char *verdict;
    const char *detail;
    const char *record;
    json_int_t plies;
    json_int_t time_ms;
    Result winner;
    VerdictKind kind;
    if (json_unpack((json_t *)object, "{s:s s:s s:I s:I s:s s:s}", "result", &result, "verdict",
            &verdict, "plies", &plies, "ms", &time_ms, "detail", &detail, "record", &record) != 0 ||
        plies < 0 || plies > RECORD_MOVES_MAX || time_ms < 0 ||
        !result_parse(slice_from(result), &winner) || winner == RESULT_NONE ||
        !verdict_find(slice_from(verdict), &kind)) {
        return false;
    }
    game->verdict = kind;
    game->result = winner;
    game->plies = (int)plies;
    game->time_ms = time_ms;
    game->detail = strdup(detail);
    game->record = strdup(record);
    return true;
}

void game_result_release(MatchGame *game) {
    free(game->detail);
    free(game->record);
    game->detail = NULL;
    game->record = NULL;
}
