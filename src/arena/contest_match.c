#include "arena/contest_match.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest_parts.h"
#include "match/books.h"

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static char *copy(Slice text) {
    char *out = strndup(text.data ? text.data : "", text.size);
    if (!out) {
        abort();
    }
    return out;
}

// ---- Names of pairs ----

void contest_pair_key_add(Text *out, int64_t contest, const ContestPairKey *key) {
    text_addf(out, "contest/%" PRId64 "/%d/%d/%d/%" PRId64, contest, key->round, key->encounter,
        key->pair, key->try_count);
}

bool contest_pair_key_read(Slice text, ContestPairKey *out) {
    Slice piece;
    long long numbers[5];
    if (!slice_next(&text, "/", &piece) || !slice_is(piece, "contest")) {
        return false;
    }
    for (int i = 0; i < 5; i++) {
        if (!slice_next(&text, "/", &piece) || !slice_to_long(piece, &numbers[i])) {
            return false;
        }
    }
    *out = (ContestPairKey){(int)numbers[1], (int)numbers[2], (int)numbers[3], numbers[4]};
    return text.size == 0;
}

// ---- Entries ----

// A contestant is called after its bot and its owner, which are not unique alone.
static bool read_contestant(ContestMatch *match, size_t index, Slice words, Error *error) {
    const ContestEntry *entry = &match->entries[index];
    Text name;
    Text all;
    text_init(&name);
    text_init(&all);
    text_addf(
        &name, "%s%s%s", entry->bot_name, *entry->person_name ? " by " : "", entry->person_name);
    contestant_add_word(&all, slice_from("name"), text_slice(&name));
    if (words.size > 0) {
        text_add(&all, ",");
        text_add_slice(&all, words);
    }
    Contestant *contestant = &match->contestants[index];
    bool is_read = contestant_parse(contestant, text_slice(&all), match->options.rules, error);
    text_release(&all);
    text_release(&name);
    return is_read;
}

// A reason in words.
static char *read_text(Slice reason) {
    json_t *json = json_loadb(reason.data, reason.size, 0, NULL);
    const char *text = json_string_value(json_object_get(json, "text"));
    char *out = copy(slice_from(text ? text : ""));
    json_decref(json);
    return out;
}

static void add_entry(ContestMatch *match, Query *row) {
    ContestEntry *entry = &match->entries[match->entry_count];
    *entry = (ContestEntry){
        .bot_id = query_column_int(row, 0),
        .bot_name = copy(query_column_text(row, 1)),
        .person_id = query_column_int(row, 2),
        .person_name = copy(query_column_text(row, 3)),
        .version_id = query_column_int(row, 4),
        .version_number = query_column_int(row, 5),
        .is_drawn = !query_column_is_null(row, 7),
        .is_out = !query_column_is_null(row, 8),
        .out_reason = copy(query_column_text(row, 9)),
        .out_text = read_text(query_column_text(row, 9)),
    };
    match->notes[match->entry_count] = entry->out_text;
    match->out_rounds[match->entry_count] =
        entry->is_out ? (int)query_column_int(row, 8) : SCHEDULE_STAYS;
    match->entry_count++;
    match->field_count += entry->is_drawn;
}

static bool read_entries(
    ContestMatch *match, StoreTx *tx, const Contest *contest, ContestDetail detail, Error *error) {
    size_t capacity = (size_t)contest->entry_count;
    match->entries = allocate(capacity, sizeof *match->entries);
    match->contestants = allocate(capacity, sizeof *match->contestants);
    match->out_rounds = allocate(capacity, sizeof *match->out_rounds);
    match->notes = allocate(capacity, sizeof *match->notes);
    Query *list = query_begin(tx, "contest_entries_list");
    query_bind_int(list, 1, contest->id);
    bool is_read = true;
    while (is_read && match->entry_count < capacity && query_step(list)) {
        add_entry(match, list);
        if (match->entries[match->entry_count - 1].is_drawn && detail >= CONTEST_PLAYING) {
            is_read =
                read_contestant(match, match->entry_count - 1, query_column_text(list, 6), error);
            match->options.contestant_count += is_read;
        }
    }
    query_end(list);
    return is_read;
}

// ---- Games ----

static size_t find_player(const ContestMatch *match, int64_t version) {
    size_t player = 0;
    while (player < match->field_count && match->entries[player].version_id != version) {
        player++;
    }
    return player;
}

// Adds the game of a row; the other player is the second version of its pair.
static void add_game(ContestMatch *match, Query *row, Query *records) {
    ContestPairKey key;
    MatchGame game = {0};
    size_t first = find_player(match, query_column_int(row, 7));
    size_t second = find_player(match, query_column_int(row, 8));
    if (!contest_pair_key_read(query_column_text(row, 0), &key) || first == match->field_count ||
        second == match->field_count || !result_parse(query_column_text(row, 2), &game.result) ||
        !verdict_find(query_column_text(row, 3), &game.verdict)) {
        return;
    }
    game.round = key.round;
    game.encounter = key.encounter;
    game.number = 2 * key.pair + (int)query_column_int(row, 1);
    game.first = first;
    game.second = second;
    game.plies = (int)query_column_int(row, 5);
    game.time_ms = query_column_int(row, 6);
    game.detail = copy(query_column_text(row, 4));
    game.record = copy(records ? query_column_text(records, 0) : slice_from(""));
    if (match->openings.count > 0) {
        game.opening = match_opening(&match->match, game.round, game.encounter, game.number);
    }
    if (!match_take_game(&match->match, &game)) {
        free(game.detail);
        free(game.record);
    }
}

static Query *games_query(StoreTx *tx, const char *name, const Contest *contest) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, contest->id);
    return query;
}

static void read_games(
    ContestMatch *match, StoreTx *tx, const Contest *contest, ContestDetail detail) {
    Query *games = games_query(tx, "contest_games", contest);
    Query *records = detail == CONTEST_RECORDS ? games_query(tx, "contest_records", contest) : NULL;
    while (query_step(games)) {
        if (records) {
            query_step(records);
        }
        add_game(match, games, records);
    }
    query_end(games);
    if (records) {
        query_end(records);
    }
}

static void find_encounters(ContestMatch *match) {
    if (match->field_count >= 2) {
        match->encounters =
            allocate(match_encounters_max(&match->options), sizeof *match->encounters);
        match->encounter_count = match_encounters(&match->match, match->encounters);
    }
}

bool contest_match_load(
    ContestMatch *out, StoreTx *tx, const Contest *contest, ContestDetail detail, Error *error) {
    const ContestPlan *plan = &contest->plan;
    *out = (ContestMatch){
        .options = {.rules = plan->board.rules,
            .variant = plan->board.variant,
            .schedule = {.format = plan->format,
                .rounds = (int)plan->round_count,
                .group_count = (size_t)plan->group_count},
            .games = 2 * (int)plan->pair_count,
            .concurrency = 1,
            .seed = (uint64_t)plan->seed,
            .title = plan->name},
    };
    match_init(&out->match, &out->options);
    bool is_loaded = read_entries(out, tx, contest, detail, error);
    out->options.contestants = out->contestants;
    out->options.schedule.player_count = out->field_count;
    out->options.schedule.out_rounds = out->out_rounds;
    out->options.notes = out->notes;
    out->options.openings = &out->openings;
    is_loaded =
        is_loaded && (detail < CONTEST_PLAYING || out->field_count < 2 ||
                         books_load(&out->openings, NULL, plan->board.rules, plan->board.variant,
                             match_openings_needed(&out->options), out->options.seed, error));
    if (!is_loaded) {
        contest_match_release(out);
        return false;
    }
    if (detail >= CONTEST_POINTS) {
        read_games(out, tx, contest, detail);
        find_encounters(out);
    }
    return true;
}

void contest_match_release(ContestMatch *match) {
    for (size_t i = 0; i < match->entry_count; i++) {
        free(match->entries[i].bot_name);
        free(match->entries[i].person_name);
        free(match->entries[i].out_reason);
        free(match->entries[i].out_text);
    }
    for (size_t i = 0; i < match->options.contestant_count; i++) {
        contestant_release(&match->contestants[i]);
    }
    if (match->openings.items) {
        openings_release(&match->openings);
    }
    match_release(&match->match);
    free(match->entries);
    free(match->contestants);
    free(match->out_rounds);
    free(match->notes);
    free(match->encounters);
    *match = (ContestMatch){0};
}

void contest_match_standings(const ContestMatch *match, Standing *out) {
    standings_compute(&match->options.schedule, match->encounters, match->encounter_count, out);
}
