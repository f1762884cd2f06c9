#include "search/repetition.h"

// How far back to look; longer cycles are not found.
#define PLIES_BACK_MAX 64

bool is_repetition(const Game *game, const Position *path, size_t depth) {
    const Position *now = &path[depth];
    if (now->variant->repetition_limit == 0 || !game->rules->same) {
        return false;
    }
    for (size_t back = 4; back <= depth + game->count && back <= PLIES_BACK_MAX; back += 2) {
        const Position *before =
            back <= depth ? &path[depth - back] : &game->positions[game->count + depth - back];
        if (!game->rules->can_recur(before, now)) {
            return false;
        }
        if (game->rules->same(before, now)) {
            return true;
        }
    }
    return false;
}
