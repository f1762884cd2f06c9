// Who is in a contest: entering, the draw, disqualification.

#include <stdio.h>

#include "arena/contest_parts.h"
#include "arena/reasons.h"
#include "base/rng.h"
#include "match/match.h"

// ---- The list ----

static bool add_name(StoreTx *tx, const Contest *contest, Slice name, Error *error) {
    char key[PERSON_NAME_SIZE];
    if (!person_name_check(name, "a person", error)) {
        return false;
    }
    person_name_key(name, key);
    Query *exists = query_begin(tx, "people_key_exists");
    query_bind_text(exists, 1, slice_from(key));
    if (query_take_int(exists) == 0) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(
            error, ERROR_UNKNOWN_NAME, "nobody is called %s", slice_quote(name, quoted));
    }
    Query *add = query_begin(tx, "contest_people_add");
    query_bind_int(add, 1, contest->id);
    query_bind_text(add, 2, slice_from(key));
    query_end(add);
    return true;
}

bool contest_set_people(
    StoreTx *tx, const Contest *contest, const Slice *names, size_t count, Error *error) {
    if (contest->state > CONTEST_OPEN) {
        return contest_refuse_state(contest, "nobody can be let in any more", error);
    }
    Query *clear = query_begin(tx, "contest_people_clear");
    query_bind_int(clear, 1, contest->id);
    query_end(clear);
    for (size_t i = 0; i < count; i++) {
        if (!add_name(tx, contest, names[i], error)) {
            return false;
        }
    }
    return true;
}

// ---- Entries ----

typedef struct EntryBot {
    BotRights rights;
    bool is_retired;
} EntryBot;

// The bot, if it is for this contest and for this person to enter.
static bool find_bot(StoreTx *tx, const Contest *contest, int64_t id, const Person *asker,
    EntryBot *out, Error *error) {
    Query *row = query_begin(tx, "contest_bot");
    query_bind_int(row, 1, id);
    bool is_found = query_step(row);
    bool is_here = is_found &&
                   slice_is(query_column_text(row, 0), contest->plan.board.rules->name) &&
                   slice_is(query_column_text(row, 1), contest->plan.board.variant->name);
    *out = (EntryBot){
        .rights = {is_found ? query_column_int(row, 2) : 0,
            is_found && query_column_int(row, 3) != 0},
        .is_retired = is_found && slice_is(query_column_text(row, 4), "retired"),
    };
    query_end(row);
    if (!is_found) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such bot");
    }
    if (!rights_is_staff(asker) && !rights_change_bot(asker, &out->rights)) {
        return error_set(error, ERROR_FORBIDDEN, "the bot is somebody else's");
    }
    return is_here ||
           error_set(error, ERROR_OTHER_BOARD, "the bot plays on another board than the contest");
}

// Whether entries may change: for their owners while it is open, for staff until the draw.
static bool check_open(const Contest *contest, const Person *asker, Error *error) {
    bool is_open = contest->state == CONTEST_OPEN && contest->now_ms < contest->plan.deadline_ms;
    bool is_for_staff = rights_is_staff(asker) && contest->state <= CONTEST_OPEN;
    return is_open || is_for_staff ||
           contest_refuse_state(contest, "entries cannot change now", error);
}

static bool is_listed(StoreTx *tx, const Contest *contest, int64_t person) {
    Query *has = query_begin(tx, "contest_people_has");
    query_bind_int(has, 1, contest->id);
    query_bind_int(has, 2, person);
    return query_take_int(has) > 0;
}

// One bot a person; the house may enter several.
static bool check_single(
    StoreTx *tx, const Contest *contest, int64_t bot, int64_t owner, Error *error) {
    Query *others = query_begin(tx, "contest_entries_of");
    query_bind_int(others, 1, contest->id);
    query_bind_int(others, 2, owner);
    query_bind_int(others, 3, bot);
    bool has_other = query_step(others);
    if (has_other) {
        error_set(error, ERROR_ALREADY_ENTERED, "%s is entered already: take it back first",
            query_column_text(others, 0).data);
    }
    query_end(others);
    return !has_other;
}

static bool check_size(const Contest *contest, Error *error) {
    const ContestPlan *plan = &contest->plan;
    MatchOptions options = {
        .schedule = {.format = plan->format,
            .player_count = (size_t)contest->entry_count + 1,
            .rounds = (int)plan->round_count,
            .group_count = (size_t)plan->group_count},
        .games = 2 * (int)plan->pair_count,
    };
    if (options.schedule.player_count > SCHEDULE_PLAYERS_MAX) {
        return error_set(
            error, ERROR_TOO_MANY_PLAYERS, "more than %d players", SCHEDULE_PLAYERS_MAX);
    }
    int games = options.schedule.player_count < 2 ? 0 : match_planned_games(&options);
    return games <= CONTEST_GAMES_MAX ||
           error_set(error, ERROR_TOO_MANY_GAMES,
               "with one more entry the contest had %d games, more than %d", games,
               CONTEST_GAMES_MAX);
}

static Query *entry_query(StoreTx *tx, const char *name, const Contest *contest, int64_t bot) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, contest->id);
    query_bind_int(query, 2, bot);
    return query;
}

bool contest_enter(
    StoreTx *tx, const Contest *contest, int64_t bot, const Person *asker, Error *error) {
    EntryBot found;
    if (!check_open(contest, asker, error) || !find_bot(tx, contest, bot, asker, &found, error)) {
        return false;
    }
    int64_t owner = found.rights.owner_id;
    if (found.is_retired) {
        return error_set(error, ERROR_BOT_RETIRED, "the bot has retired");
    }
    if (contest->plan.is_by_list && !rights_is_staff(asker) && !is_listed(tx, contest, owner)) {
        return error_set(error, ERROR_NOT_INVITED, "the contest is for those on its list");
    }
    if ((owner != 0 && !check_single(tx, contest, bot, owner, error)) ||
        !check_size(contest, error)) {
        return false;
    }
    Query *add = entry_query(tx, "contest_entries_add", contest, bot);
    if (owner != 0) {
        query_bind_int(add, 3, owner);
    } else {
        query_bind_null(add, 3);
    }
    query_end(add);
    return true;
}

bool contest_withdraw(
    StoreTx *tx, const Contest *contest, int64_t bot, const Person *asker, Error *error) {
    EntryBot found;
    if (!check_open(contest, asker, error) || !find_bot(tx, contest, bot, asker, &found, error)) {
        return false;
    }
    Query *removal = entry_query(tx, "contest_entries_remove", contest, bot);
    bool is_removed = query_changes(removal) > 0;
    query_end(removal);
    return is_removed || error_set(error, ERROR_NOT_FOUND, "the bot is not entered");
}

// Takes an entry out from a round on.
static void set_out(
    StoreTx *tx, const Contest *contest, int64_t bot, int64_t round, const Error *reason) {
    Text text;
    text_init(&text);
    reason_write(&text, reason);
    Query *out = entry_query(tx, "contest_entries_out", contest, bot);
    query_bind_int(out, 3, round);
    query_bind_text(out, 4, text_slice(&text));
    query_end(out);
    text_release(&text);
}

bool contest_disqualify(StoreTx *tx, const Queue *queue, const Contest *contest, int64_t bot,
    Slice reason, Error *error) {
    if (query_take_int(entry_query(tx, "contest_entries_has", contest, bot)) == 0) {
        return error_set(error, ERROR_NOT_FOUND, "the bot is not entered");
    }
    char words[CONTEST_OUT_REASON_MAX + 1];
    Error why;
    snprintf(words, sizeof words, "%.*s", (int)reason.size, reason.data);
    error_set(&why, ERROR_DISQUALIFIED, "disqualified: %s", words);
    set_out(tx, contest, bot, contest->round, &why);
    int64_t version = query_take_int(entry_query(tx, "contest_entries_version", contest, bot));
    return version == 0 || contest_withdraw_pairs(tx, queue, contest, version, &why, error);
}

// ---- The draw ----

typedef struct Drawn {
    int64_t bot;
    int64_t version;
} Drawn;

// Fisher and Yates' shuffle: anybody who knows the seed and the entries can repeat it.
static void shuffle(Drawn *drawn, size_t count, int64_t seed) {
    Rng rng;
    rng_init(&rng, (uint64_t)seed);
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)rng_below(&rng, i);
        Drawn swapped = drawn[i - 1];
        drawn[i - 1] = drawn[j];
        drawn[j] = swapped;
    }
}

void contest_freeze(StoreTx *tx, const Contest *contest) {
    Drawn drawn[SCHEDULE_PLAYERS_MAX];
    size_t count = 0;
    Error none;
    error_set(&none, ERROR_NO_ACTIVE_VERSION, "the bot had no version that could play");
    Query *list = query_begin(tx, "contest_entries_to_draw");
    query_bind_int(list, 1, contest->id);
    while (query_step(list) && count < SCHEDULE_PLAYERS_MAX) {
        int64_t bot = query_column_int(list, 0);
        if (query_column_is_null(list, 1)) {
            set_out(tx, contest, bot, 0, &none);
        } else {
            drawn[count++] = (Drawn){bot, query_column_int(list, 1)};
        }
    }
    query_end(list);
    shuffle(drawn, count, contest->plan.seed);
    for (size_t i = 0; i < count; i++) {
        Query *draw = entry_query(tx, "contest_entries_draw", contest, drawn[i].bot);
        query_bind_int(draw, 3, drawn[i].version);
        query_bind_int(draw, 4, (int64_t)i);
        query_end(draw);
    }
    Error few;
    error_set(&few, ERROR_TOO_FEW_ENTRIES, "%zu entries are too few for a contest", count);
    if (count < 2) {
        contest_move(tx, contest, CONTEST_ENDED, &few);
    } else {
        contest_move(tx, contest, CONTEST_FROZEN, NULL);
    }
}
