// The calls about positions: what stands where, what may be played, and why not.

#include <inttypes.h>
#include <string.h>

#include "rules/amazons/board.h"
#include "rules/perft.h"
#include "rules/quoridor/legality.h"
#include "wasm/core.h"
#include "wasm/json.h"
#include "wasm/overlay.h"

bool immure_variants(Core *core) {
    Error error;
    const Rules *rules;
    core_begin(core);
    if (!core_read_rules(core, &rules, &error)) {
        return core_refuse(core, &error);
    }
    text_add_byte(&core->answer, '[');
    for (size_t i = 0; i < rules->variant_count; i++) {
        json_comma(&core->answer, i);
        json_string(&core->answer, slice_from(rules->variants[i].name));
    }
    text_add_byte(&core->answer, ']');
    return true;
}

static void add_squares(Text *out, int size, Bits128 set) {
    text_add_byte(out, '[');
    for (size_t i = 0; set; i++) {
        int square = bits128_pop(&set);
        json_comma(out, i);
        text_addf(
            out, "\"%c%d\"", 'a' + amazons_column(size, square), 1 + amazons_row(size, square));
    }
    text_add_byte(out, ']');
}

static void add_amazons(Text *out, const Position *pos) {
    const AmazonsPosition *board = &pos->amazons;
    int size = pos->variant->size;
    text_add(out, ",\"amazons\":{\"first\":");
    add_squares(out, size, board->amazons[SIDE_FIRST]);
    text_add(out, ",\"second\":");
    add_squares(out, size, board->amazons[SIDE_SECOND]);
    text_add(out, ",\"arrows\":");
    add_squares(out, size, board->arrows);
    text_add(out, "}");
}

static void add_quoridor(Text *out, const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    char name[QUORIDOR_NAME_SIZE];
    text_add(out, ",\"quoridor\":{\"pawns\":[");
    for (size_t side = 0; side < 2; side++) {
        quoridor_name(quoridor_move(QUORIDOR_PAWN, board->pawn[side]), name);
        text_addf(out, "%s\"%s\"", side > 0 ? "," : "", name);
    }
    text_addf(out, "],\"wallsLeft\":[%d,%d],\"walls\":[", board->walls_left[SIDE_FIRST],
        board->walls_left[SIDE_SECOND]);
    size_t count = 0;
    for (int slot = 0; slot < QUORIDOR_SLOTS; slot++) {
        uint64_t bit = UINT64_C(1) << slot;
        if ((board->horizontal | board->vertical) & bit) {
            bool is_across = board->horizontal & bit;
            quoridor_name(
                quoridor_move(is_across ? QUORIDOR_HORIZONTAL : QUORIDOR_VERTICAL, slot), name);
            text_addf(out, "%s\"%s\"", count++ > 0 ? "," : "", name);
        }
    }
    text_add(out, "]}");
}

static void add_legal_moves(Text *out, const Game *game) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    text_add(out, "[");
    for (size_t i = 0; i < count; i++) {
        json_comma(out, i);
        json_move(out, game->rules, game_position(game), moves[i]);
    }
    text_add(out, "]");
}

static void add_view(Text *out, const Game *game) {
    const Position *pos = game_position(game);
    Outcome outcome = game_outcome(game);
    char text[POSITION_TEXT_SIZE];
    game->rules->write(pos, text);
    text_addf(out, "{\"turn\":%d,\"ply\":%d,\"size\":%d", pos->turn, pos->ply, pos->variant->size);
    text_addf(out, ",\"outcome\":{\"result\":\"%s\",\"ending\":\"%s\"}",
        result_text(outcome.result), ending_text(outcome.ending));
    text_add(out, ",\"legalMoves\":");
    add_legal_moves(out, game);
    text_add(out, ",\"text\":");
    json_string(out, slice_from(text));
    if (strcmp(game->rules->name, "amazons") == 0) {
        add_amazons(out, pos);
    } else {
        add_quoridor(out, pos);
    }
    text_add(out, "}");
}

bool immure_view(Core *core) {
    Error error;
    Game game;
    core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    add_view(&core->answer, &game);
    game_release(&game);
    return true;
}

bool immure_overlay(Core *core) {
    Error error;
    Game game;
    core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    overlay_write(&game, &core->answer);
    game_release(&game);
    return true;
}

bool immure_why_illegal(Core *core) {
    Error error;
    Game game;
    core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    if (game_play_text(&game, core_field(core), NOTATION_STANDARD, &error)) {
        text_add(&core->answer, "null");
    } else {
        json_string(&core->answer, slice_from(error.text));
    }
    game_release(&game);
    return true;
}

bool immure_perft(Core *core, int depth) {
    Error error;
    Game game;
    core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    text_addf(&core->answer, "\"%" PRIu64 "\"", perft_count(&game, depth, 1));
    game_release(&game);
    return true;
}
