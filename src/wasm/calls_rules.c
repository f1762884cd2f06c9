// The calls about positions: what stands where, what may be played, and why not.

#include <inttypes.h>
#include <stdio.h>

#include "rules/game_json.h"
#include "rules/perft.h"
#include "wasm/core.h"
#include "wasm/overlay.h"

bool immure_variants(Core *core) {
    Error error;
    const Rules *rules;
    JsonWriter json = core_begin(core);
    if (!core_read_rules(core, &rules, &error)) {
        return core_refuse(core, &error);
    }
    json_open_list(&json, NULL);
    for (size_t i = 0; i < rules->variant_count; i++) {
        json_put_text(&json, NULL, rules->variants[i].name);
    }
    json_close_list(&json);
    return true;
}

#define CODE_OF(code, name) ERROR_##code,

bool immure_error_codes(Core *core) {
    static const ErrorCode CODES[] = {ERROR_CODES(CODE_OF)};
    JsonWriter json = core_begin(core);
    json_open_list(&json, NULL);
    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++) {
        json_put_text(&json, NULL, error_code_name(CODES[i]));
    }
    json_close_list(&json);
    return true;
}

bool immure_view(Core *core) {
    Error error;
    Game game;
    JsonWriter json = core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    json_put_position(&json, NULL, &game);
    game_release(&game);
    return true;
}

bool immure_overlay(Core *core) {
    Error error;
    Game game;
    JsonWriter json = core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    overlay_write(&game, &json);
    game_release(&game);
    return true;
}

bool immure_why_illegal(Core *core) {
    Error error;
    Game game;
    JsonWriter json = core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    if (game_play_text(&game, core_field(core), NOTATION_STANDARD, &error)) {
        json_put_null(&json, NULL);
    } else {
        json_put_error(&json, NULL, &error);
    }
    game_release(&game);
    return true;
}

bool immure_perft(Core *core, int depth) {
    Error error;
    Game game;
    JsonWriter json = core_begin(core);
    if (!core_read_game(core, &game, &error)) {
        return core_refuse(core, &error);
    }
    // As text: a number of JavaScript is exact only up to 2^53.
    char count[24];
    snprintf(count, sizeof count, "%" PRIu64, perft_count(&game, depth, 1));
    json_put_text(&json, NULL, count);
    game_release(&game);
    return true;
}
