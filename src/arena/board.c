#include "arena/board.h"

#include <string.h>

bool board_find(Slice game, Slice variant, Board *out, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    Board board = {.rules = rules_find(game)};
    if (!board.rules) {
        return error_set(error, ERROR_UNKNOWN_GAME, "unknown game %s", slice_quote(game, quoted));
    }
    board.variant = rules_variant(board.rules, variant);
    if (!board.variant) {
        return error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
            slice_quote(variant, quoted), board.rules->name);
    }
    *out = board;
    return true;
}

bool board_from_slug(Slice slug, Board *out, Error *error) {
    const char *dash = memchr(slug.data, '-', slug.size);
    size_t size = dash ? (size_t)(dash - slug.data) : slug.size;
    if (dash && board_find((Slice){slug.data, size}, slice_skip(slug, size + 1), out, NULL)) {
        return true;
    }
    char quoted[SLICE_QUOTE_SIZE];
    return error_set(error, ERROR_NOT_FOUND, "there is no board %s", slice_quote(slug, quoted));
}

void board_add_slug(Text *out, const char *game, const char *variant) {
    text_addf(out, "%s-%s", game, variant);
}
