#include "arena/bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/name_pattern.h"
#include "arena/people.h"

static Query *begin_with(StoreTx *tx, const char *name, int64_t id) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, id);
    return query;
}

static char *copy_text(Slice text) {
    char *copy = strndup(text.data, text.size);
    if (!copy) {
        abort();
    }
    return copy;
}

static void copy_short(char *out, size_t size, Slice text) {
    snprintf(out, size, "%.*s", (int)text.size, text.data);
}

// ---- Reading ----

void bot_release(ArenaBot *bot) {
    free(bot->reason);
    bot->reason = NULL;
}

BotRights bot_rights(const ArenaBot *bot) {
    return (BotRights){.owner_id = bot->owner_id, .is_shared = bot->is_shared};
}

static void read_bot(Query *row, ArenaBot *out) {
    *out = (ArenaBot){
        .id = query_column_int(row, 0),
        .owner_id = query_column_int(row, 1),
        .reason = copy_text(query_column_text(row, 7)),
        .active_version_id = query_column_int(row, 8),
        .active_number = query_column_int(row, 9),
        .is_shared = query_column_int(row, 10) != 0,
        .created_ms = query_column_int(row, 11),
        .has_rating = !query_column_is_null(row, 12),
        .rating = {query_column_real(row, 12), query_column_real(row, 13)},
        .rated_games = query_column_int(row, 14),
        .rank = query_column_int(row, 15),
    };
    copy_short(out->owner, sizeof out->owner, query_column_text(row, 2));
    copy_short(out->name, sizeof out->name, query_column_text(row, 3));
    copy_short(out->game, sizeof out->game, query_column_text(row, 4));
    copy_short(out->variant, sizeof out->variant, query_column_text(row, 5));
    copy_short(out->state, sizeof out->state, query_column_text(row, 6));
}

bool bot_find(StoreTx *tx, int64_t id, ArenaBot *out, Error *error) {
    Query *row = begin_with(tx, "bots_find", id);
    bool is_found = query_step(row);
    if (is_found) {
        read_bot(row, out);
    }
    query_end(row);
    return is_found || error_set(error, ERROR_NOT_FOUND, "there is no such bot");
}

static Query *begin_named(
    StoreTx *tx, const char *statement, int64_t owner_id, const Board *board, Slice name) {
    Query *query = query_begin(tx, statement);
    query_bind_int(query, 1, owner_id);
    query_bind_text(query, 2, slice_from(board->rules->name));
    query_bind_text(query, 3, slice_from(board->variant->name));
    query_bind_text(query, 4, name);
    return query;
}

int64_t bot_named(StoreTx *tx, int64_t owner_id, const Board *board, Slice name) {
    return query_take_int(begin_named(tx, "bots_named", owner_id, board, name));
}

void bot_list(StoreTx *tx, const BotFilter *filter, int64_t after, int64_t limit, BotVisit *visit,
    void *context) {
    Text pattern;
    text_init(&pattern);
    name_pattern(&pattern, filter->name);
    const Board *board = &filter->board;
    Query *rows = begin_with(tx, "bots_list", after);
    query_bind_int(rows, 2, limit);
    query_bind_text(rows, 3, slice_from(board->rules ? board->rules->name : ""));
    query_bind_text(rows, 4, slice_from(board->rules ? board->variant->name : ""));
    query_bind_int(rows, 5, filter->owner_id);
    query_bind_text(rows, 6, text_slice(&pattern));
    while (query_step(rows)) {
        ArenaBot bot;
        read_bot(rows, &bot);
        visit(context, &bot);
        bot_release(&bot);
    }
    query_end(rows);
    text_release(&pattern);
}

// ---- Changing ----

static int64_t add_row(StoreTx *tx, int64_t owner_id, const Board *board, Slice name) {
    Query *add = query_begin(tx, "bots_add");
    if (owner_id != 0) {
        query_bind_int(add, 1, owner_id);
    } else {
        query_bind_null(add, 1);
    }
    query_bind_text(add, 2, name);
    query_bind_text(add, 3, slice_from(board->rules->name));
    query_bind_text(add, 4, slice_from(board->variant->name));
    return query_take_int(add);
}

static bool refuse_taken(Slice name, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    return error_set(
        error, ERROR_NAME_TAKEN, "you have a bot %s already", slice_quote(name, quoted));
}

int64_t bot_add(StoreTx *tx, int64_t owner_id, const Board *board, Slice name, Error *error) {
    if (!person_name_check(name, "a bot", error)) {
        return 0;
    }
    if (query_take_int(begin_with(tx, "bots_count", owner_id)) >= BOTS_EACH_MAX) {
        error_set(error, ERROR_TOO_MANY_BOTS, "a person has at most %d bots", BOTS_EACH_MAX);
        return 0;
    }
    int64_t id = add_row(tx, owner_id, board, name);
    if (id == 0) {
        refuse_taken(name, error);
    }
    return id;
}

bool bot_rename(StoreTx *tx, const ArenaBot *bot, Slice name, Error *error) {
    Board board;
    if (!person_name_check(name, "a bot", error) ||
        !board_find(slice_from(bot->game), slice_from(bot->variant), &board, error)) {
        return false;
    }
    if (!person_hold(tx, bot->owner_id)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such person");
    }
    int64_t other = bot_named(tx, bot->owner_id, &board, name);
    if (other != 0 && other != bot->id) {
        return refuse_taken(name, error);
    }
    Query *rename = begin_with(tx, "bots_rename", bot->id);
    query_bind_text(rename, 2, name);
    return query_end(rename);
}

void bot_share(StoreTx *tx, int64_t bot, bool is_shared) {
    Query *share = begin_with(tx, "bots_share", bot);
    query_bind_int(share, 2, is_shared);
    query_end(share);
}

void bot_set_state(StoreTx *tx, int64_t bot, const char *state, Slice reason) {
    Query *set = begin_with(tx, "bots_set_state", bot);
    query_bind_text(set, 2, slice_from(state));
    query_bind_text(set, 3, reason);
    query_end(set);
}

bool bot_activate(StoreTx *tx, int64_t bot_id, int64_t version_id, Error *error) {
    ArenaBot bot;
    Version version;
    if (!bot_find(tx, bot_id, &bot, error)) {
        return false;
    }
    bool is_retired = strcmp(bot.state, "retired") == 0;
    bot_release(&bot);
    if (is_retired) {
        return error_set(error, ERROR_BOT_RETIRED, "the bot is retired");
    }
    if (!version_find(tx, version_id, &version, error)) {
        return false;
    }
    bool is_own = version.bot_id == bot_id;
    bool is_ready = strcmp(version.state, "ready") == 0;
    int64_t number = version.number;
    version_release(&version);
    if (!is_own) {
        return error_set(error, ERROR_NOT_FOUND, "the bot has no such version");
    }
    if (!is_ready) {
        return error_set(error, ERROR_VERSION_NOT_READY, "%s v%lld is not ready to play", bot.name,
            (long long)number);
    }
    Query *activate = begin_with(tx, "bots_activate", bot_id);
    query_bind_int(activate, 2, version_id);
    query_end(activate);
    return query_end(begin_with(tx, "versions_no_draft", version_id));
}

static bool has_words(StoreTx *tx, int64_t version, const char *words) {
    Query *query = begin_with(tx, "versions_words", version);
    bool is_same = query_step(query) && slice_is(query_column_text(query, 0), words);
    query_end(query);
    return is_same;
}

// The active version of one of the house's bots, if it has these words; else 0.
static int64_t find_house_version(StoreTx *tx, int64_t bot, const char *words) {
    int64_t version = query_take_int(begin_with(tx, "bots_active_version", bot));
    return version != 0 && has_words(tx, version, words) ? version : 0;
}

int64_t bot_house_version(StoreTx *tx, const Board *board, const char *name, const char *words) {
    add_row(tx, 0, board, slice_from(name));
    int64_t bot = bot_named(tx, 0, board, slice_from(name));
    int64_t version = find_house_version(tx, bot, words);
    if (version == 0) {
        query_end(begin_with(tx, "bots_lock", bot)); // somebody else may do the same
        version = find_house_version(tx, bot, words);
    }
    if (version != 0) {
        return version;
    }
    int64_t last = query_take_int(begin_with(tx, "versions_last", bot));
    Query *add = begin_with(tx, "versions_add_house", bot);
    query_bind_int(add, 2, last + 1);
    query_bind_text(add, 3, slice_from(words));
    version = query_take_int(add);
    Query *activate = begin_with(tx, "bots_activate", bot);
    query_bind_int(activate, 2, version);
    query_end(activate);
    return version;
}

// ---- Versions ----

void version_release(Version *version) {
    free(version->reason);
    free(version->messages);
    version->reason = NULL;
    version->messages = NULL;
}

static void read_version(Query *row, Version *out) {
    *out = (Version){
        .id = query_column_int(row, 0),
        .bot_id = query_column_int(row, 1),
        .number = query_column_int(row, 2),
        .is_draft = query_column_int(row, 5) != 0,
        .reason = copy_text(query_column_text(row, 7)),
        .messages = copy_text(query_column_text(row, 8)),
        .has_source = !query_column_is_null(row, 9),
        .was_compiled = query_column_int(row, 18) != 0,
        .deadline_ms = query_column_int(row, 10),
        .created_ms = query_column_int(row, 11),
        .compile_job_id = query_column_int(row, 12),
        .compile_started_ms = query_column_int(row, 13),
        .compile_ended_ms = query_column_int(row, 14),
        .check_game_id = query_column_int(row, 15),
        .check_started_ms = query_column_int(row, 16),
        .check_ended_ms = query_column_int(row, 17),
    };
    if (out->has_source) {
        memcpy(out->source.bytes, query_column_blob(row, 9).data, SHA256_BYTES);
    }
    copy_short(out->protocol, sizeof out->protocol, query_column_text(row, 3));
    copy_short(out->language, sizeof out->language, query_column_text(row, 4));
    copy_short(out->state, sizeof out->state, query_column_text(row, 6));
}

bool version_find(StoreTx *tx, int64_t id, Version *out, Error *error) {
    Query *row = begin_with(tx, "versions_find", id);
    bool is_found = query_step(row);
    if (is_found) {
        read_version(row, out);
    }
    query_end(row);
    return is_found || error_set(error, ERROR_NOT_FOUND, "there is no such version");
}

void version_list(
    StoreTx *tx, int64_t bot, int64_t before, int64_t limit, VersionVisit *visit, void *context) {
    Query *rows = begin_with(tx, "versions_list", bot);
    query_bind_int(rows, 2, before > 0 ? before : INT64_MAX);
    query_bind_int(rows, 3, limit);
    while (query_step(rows)) {
        Version version;
        read_version(rows, &version);
        visit(context, &version);
        version_release(&version);
    }
    query_end(rows);
}
