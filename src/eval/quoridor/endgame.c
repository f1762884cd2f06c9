#include "eval/quoridor/endgame.h"

bool endgame_solve(const Position *pos, void *memory, int *result) {
    const QuoridorPosition *board = &pos->quoridor;
    if (board->walls_left[SIDE_FIRST] > 0 || board->walls_left[SIDE_SECOND] > 0) {
        return false;
    }
    RaceResult race;
    if (!race_quick(pos, &race)) {
        EndgameMemory *endgame = (EndgameMemory *)memory;
        uint64_t hash = (board->horizontal ^ board->vertical * 3) * UINT64_C(0x9e3779b97f4a7c15);
        size_t slot = (size_t)(hash >> 32) % ENDGAME_TABLES;
        RaceTable *table = &endgame->tables[slot];
        if (!endgame->is_solved[slot] || !race_matches(table, pos)) {
            race_solve(table, pos);
            endgame->is_solved[slot] = true;
        }
        race_probe(table, pos, &race);
    }
    *result = race.value * (ENDGAME_LATEST - pos->ply - race.plies);
    return true;
}
