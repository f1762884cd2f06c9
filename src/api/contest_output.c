#include "api/contest_output.h"

#include "api/answers.h"
#include "api/arena_json.h"
#include "arena/contest_table.h"

#define ROUND_ROBIN "roundRobin"

const char *contest_format_name(ScheduleFormat format) {
    return format == SCHEDULE_ROUND_ROBIN ? ROUND_ROBIN : schedule_format_name(format);
}

bool contest_format_find(Slice name, ScheduleFormat *out) {
    for (int i = 0; i < SCHEDULE_FORMAT_COUNT; i++) {
        if (i != SCHEDULE_GAUNTLET && slice_is(name, contest_format_name((ScheduleFormat)i))) {
            *out = (ScheduleFormat)i;
            return true;
        }
    }
    return false;
}

// What a contest goes on with; null if it does not.
static const char *waits_for(const Contest *contest) {
    switch (contest->state) {
    case CONTEST_DRAFT:
        return contest->plan.opens_ms > 0 ? "opening" : "staff";
    case CONTEST_OPEN:
        return "deadline";
    case CONTEST_FROZEN:
        return *contest->reason ? "staff" : "draw";
    case CONTEST_RUNNING:
        return *contest->reason ? "staff" : "games";
    default:
        return NULL;
    }
}

static void put_why(JsonWriter *json, const char *name, const char *reason) {
    if (*reason) {
        json_put_json(json, name, slice_from(reason));
    } else {
        json_put_null(json, name);
    }
}

void contest_put(JsonWriter *json, const Contest *contest) {
    const ContestPlan *plan = &contest->plan;
    const char *awaited = waits_for(contest);
    json_put_integer(json, "id", contest->id);
    json_put_text(json, "name", plan->name);
    json_put_text(json, "game", plan->board.rules->name);
    json_put_text(json, "variant", plan->board.variant->name);
    json_open_object(json, "rules");
    api_put_time(json, "timeMs", plan->time_ms);
    json_close_object(json);
    json_put_text(json, "whoMayEnter", plan->is_by_list ? "list" : "all");
    json_put_text(json, "format", contest_format_name(plan->format));
    json_put_integer(json, "rounds", plan->round_count);
    json_put_integer(json, "groups", plan->group_count);
    json_put_integer(json, "pairs", plan->pair_count);
    json_put_integer(json, "seed", plan->seed);
    api_put_time(json, "opensMs", plan->opens_ms);
    json_put_integer(json, "deadlineMs", plan->deadline_ms);
    json_put_text(json, "state", contest_state_name(contest->state));
    put_why(json, "reason", contest->reason);
    if (awaited) {
        json_put_text(json, "waitsFor", awaited);
    } else {
        json_put_null(json, "waitsFor");
    }
    json_put_integer(json, "round", contest->round + 1);
    json_put_integer(json, "entryCount", contest->entry_count);
    json_put_integer(json, "createdMs", contest->created_ms);
    api_put_time(json, "startedMs", contest->started_ms);
    api_put_time(json, "endedMs", contest->ended_ms);
}

void contest_put_entry(JsonWriter *json, const ContestEntry *entry) {
    put_named(json, "bot", entry->bot_id, entry->bot_name);
    put_named(json, "owner", entry->person_id, entry->person_name);
    if (entry->version_id) {
        json_open_object(json, "version");
        json_put_integer(json, "id", entry->version_id);
        json_put_integer(json, "number", entry->version_number);
        json_close_object(json);
    } else {
        json_put_null(json, "version");
    }
    put_why(json, "out", entry->out_reason);
}

void contest_put_entries(JsonWriter *json, const ContestMatch *match) {
    json_open_list(json, "entries");
    for (size_t i = 0; i < match->entry_count; i++) {
        json_open_object(json, NULL);
        contest_put_entry(json, &match->entries[i]);
        if (match->entries[i].is_drawn) {
            json_put_integer(json, "place", (int64_t)i + 1);
        } else {
            json_put_null(json, "place");
        }
        json_close_object(json);
    }
    json_close_list(json);
}

static void put_row(void *context, const ContestRow *row) {
    JsonWriter *json = context;
    const MatchScore *score = &row->score;
    json_open_object(json, NULL);
    if (row->rank > 0) {
        json_put_integer(json, "rank", row->rank);
    } else {
        json_put_null(json, "rank");
    }
    contest_put_entry(json, row->entry);
    json_put_integer(json, "stage", row->standing.stage + 1);
    json_put_real(json, "points", row->standing.points, 1);
    json_put_integer(json, "games", score->games);
    json_put_integer(json, "wins", score->wins);
    json_put_integer(json, "draws", score->draws);
    json_put_integer(json, "losses", score->losses);
    json_put_integer(json, "fouls", score->timeouts + score->crashes + score->fouls);
    json_put_real(json, "direct", row->standing.direct, 1);
    json_put_real(json, "buchholz", row->standing.buchholz, 1);
    json_put_real(json, "sonnebornBerger", row->standing.sonneborn_berger, 2);
    json_close_object(json);
}

void contest_put_standings(JsonWriter *json, const ContestMatch *match) {
    bool is_swiss = match->options.schedule.format == SCHEDULE_SWISS;
    json_open_list(json, "tieBreaks");
    json_put_text(json, NULL, is_swiss ? "buchholz" : "direct");
    json_put_text(json, NULL, "sonnebornBerger");
    json_close_list(json);
    json_open_list(json, "rows");
    contest_table(match, put_row, json);
    json_close_list(json);
    json_open_list(json, "encounters");
    for (size_t i = 0; i < match->encounter_count; i++) {
        const Encounter *encounter = &match->encounters[i];
        json_open_object(json, NULL);
        json_put_integer(json, "round", encounter->round + 1);
        json_put_integer(json, "first", match->entries[encounter->a].bot_id);
        json_put_integer(json, "second", match->entries[encounter->b].bot_id);
        json_put_real(json, "firstPoints", encounter->points_a, 1);
        json_put_real(json, "secondPoints", encounter->points_b, 1);
        json_put_boolean(json, "isOver", encounter->is_over);
        json_close_object(json);
    }
    json_close_list(json);
}
