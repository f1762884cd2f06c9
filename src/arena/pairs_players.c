#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena/pairs_parts.h"
#include "search/level.h"

bool pair_player_find(StoreTx *tx, int64_t version, PairPlayer *out, Error *error) {
    *out = (PairPlayer){.row = query_begin(tx, "pairs_version"), .version_id = version};
    text_init(&out->name);
    query_bind_int(out->row, 1, version);
    if (!query_step(out->row)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such version");
    }
    Slice binary = query_column_blob(out->row, 3);
    out->has_binary = binary.size == SHA256_BYTES;
    if (out->has_binary) {
        memcpy(out->binary.bytes, binary.data, SHA256_BYTES);
    }
    out->bot_id = query_column_int(out->row, 4);
    out->owner_id = query_column_int(out->row, 6);
    out->game = query_column_text(out->row, 7);
    out->variant = query_column_text(out->row, 8);
    text_add_slice(&out->name, query_column_text(out->row, 5));
    if (out->owner_id != 0) {
        text_addf(&out->name, " v%lld", (long long)query_column_int(out->row, 2));
        snprintf(out->owner, sizeof out->owner, "person %lld", (long long)out->owner_id);
    } else {
        snprintf(out->owner, sizeof out->owner, "house");
    }
    return true;
}

void pair_player_release(PairPlayer *player) {
    text_release(&player->name);
    query_end(player->row);
}

bool pair_player_is_ready(const PairPlayer *player, GamePurpose purpose, Error *error) {
    Slice state = query_column_text(player->row, 0);
    return slice_is(state, "ready") || (purpose == PURPOSE_CHECK && slice_is(state, "checking")) ||
           error_set(error, ERROR_VERSION_NOT_READY, "%s v%lld is not ready to play",
               query_column_text(player->row, 5).data, (long long)query_column_int(player->row, 2));
}

// How late an engine of ours may answer. It is told the same time as anybody and stops by its own
// clock, so it thinks no longer; what comes on top is its host's doing.
#define ENGINE_MARGIN "10s"

// Its time, unless it thinks by nodes or depth, as the engine of a level does: that is not timed.
static void add_limits(Text *words, const Contestant *contestant, int time_ms) {
    if (contestant->nodes > 0 || contestant->depth > 0) {
        return;
    }
    if (contestant->level > 0 && !level_is_full(level_at(contestant->level))) {
        text_addf(words, ",nodes=%" PRIu64, level_at(contestant->level)->nodes);
        return;
    }
    if (time_ms > 0) {
        text_addf(words, ",time=%dms", time_ms);
    }
    if (contestant->engine.size > 0) {
        text_add(words, ",margin=" ENGINE_MARGIN);
    }
}

bool pair_player_contestant(
    const PairPlayer *player, const Rules *rules, int time_ms, Contestant *out, Error *error) {
    Text words;
    text_init(&words);
    contestant_add_word(&words, slice_from("name"), text_slice(&player->name));
    text_addf(&words, ",%s", query_column_text(player->row, 1).data);
    bool is_done = contestant_parse(out, text_slice(&words), rules, error);
    if (is_done) {
        add_limits(&words, out, time_ms);
        contestant_release(out);
        is_done = contestant_parse(out, text_slice(&words), rules, error);
    }
    text_release(&words);
    return is_done;
}
