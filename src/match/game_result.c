#include "match/game_result.h"

#include <stdlib.h>
#include <string.h>

#include "match/reason_json.h"
#include "match/side_log.h"

json_t *game_result_json(const MatchGame *game) {
    json_t *object = json_pack("{s:s s:s s:i s:I s:s s:s}", "result", result_text(game->result),
        "verdict", verdict_name(game->verdict), "plies", game->plies, "ms",
        (json_int_t)game->time_ms, "detail", game->detail, "record", game->record);
    if (object && game->reason) {
        json_object_set_new(object, "reason", json_loads(game->reason, 0, NULL));
    }
    if (object && game->logs[0]) {
        json_object_set_new(object, "logs",
            json_pack(
                "[oo]", json_loads(game->logs[0], 0, NULL), json_loads(game->logs[1], 0, NULL)));
    }
    return object;
}

// Takes the logs, if there are any; false if they are none.
static bool read_logs(const json_t *logs, MatchGame *game) {
    game->logs[0] = NULL;
    game->logs[1] = NULL;
    if (!logs) {
        return true;
    }
    const json_t *first = json_array_get(logs, 0);
    const json_t *second = json_array_get(logs, 1);
    if (json_array_size(logs) != 2 || !side_log_check(first) || !side_log_check(second)) {
        return false;
    }
    game->logs[0] = json_dumps(first, JSON_COMPACT);
    game->logs[1] = json_dumps(second, JSON_COMPACT);
    return true;
}

// Takes the reason, if there is one; false if it is none, or not that of the detail.
static bool read_reason(const json_t *reason, const char *detail, MatchGame *game) {
    Error error;
    game->reason = NULL;
    if (!reason) {
        return true;
    }
    if (!reason_json_read(reason, &error) || strcmp(error.text, detail) != 0) {
        return false;
    }
    game->reason = reason_json_write(&error);
    return true;
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
        !verdict_find(slice_from(verdict), &kind) ||
        !read_reason(json_object_get(object, "reason"), detail, game)) {
        return false;
    }
    if (!read_logs(json_object_get(object, "logs"), game)) {
        free(game->reason);
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
    free(game->reason);
    free(game->record);
    free(game->logs[0]);
    free(game->logs[1]);
    game->logs[0] = NULL;
    game->logs[1] = NULL;
    game->detail = NULL;
    game->reason = NULL;
    game->record = NULL;
}
