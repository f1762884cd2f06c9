// What the people of the pictured arena hand in: a starter kit that does not compile, is mended and then gets
// ideas; a copy of it under other names; and a program that makes a move that no rule allows.

import { readFileSync } from "node:fs";

const KIT = readFileSync(new URL("../../../bots/text/bot.c", import.meta.url), "utf8");

/** Counts where one's amazons can go, and where those of the other side can. */
const IDEA = `static int reach(const Board *board, int side) {
    int count = 0;
    for (int y = 0; y < board->size; y++)
        for (int x = 0; x < board->size; x++)
            for (int d = 0; board->squares[y][x] == side && d < 8; d++)
                for (int step = 1; board_is_empty(board, x + step * DIRECTIONS[d][0],
                                                         y + step * DIRECTIONS[d][1]); step++)
                    count += step == 1 ? 3 : 1;
    return count;
}

static Move choose(const Board *board, long time_ms) {
    (void)time_ms;
    Move moves[MOVES_MAX];
    int count = board_moves(board, moves), best = 0, best_score = -9999;
    int other = board->turn == FIRST ? SECOND : FIRST;
    for (int i = 0; i < count; i++) {
        Board next = *board;
        next.squares[moves[i].y0][moves[i].x0] = EMPTY;
        next.squares[moves[i].y1][moves[i].x1] = board->turn;
        next.squares[moves[i].y2][moves[i].x2] = ARROW;
        int score = 4 * (reach(&next, board->turn) - reach(&next, other)) + rand() % 4;
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    fprintf(stderr, "move %d of %d, score %d\\n", best, count, best_score);
    return count > 0 ? moves[best] : NO_MOVE;
}
`;

/** The kit with its own way to choose in place of chance. */
function withIdea(idea: string): string {
  const from = KIT.indexOf("// Picks the move to play.");
  return KIT.slice(0, from) + idea + KIT.slice(KIT.indexOf("\n// ---- answer"));
}

export const FIRST_TRY = KIT.replace("return count > 0 ? moves[rand() % count] : NO_MOVE;", "return moves[rand() % cuont]");
export const MENDED = KIT;
export const BETTER = withIdea(IDEA);
export const COPIED = withIdea(IDEA.replace(/\breach\b/g, "freedom").replace(/\bbest\b/g, "top").replace(/\bscore\b/g, "worth"));

export const CHEAT = `#include <stdio.h>
#include <string.h>

int main(void) {
    char line[9000];
    fputs("cheat 0.1: I stay where I am\\n", stderr);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "immure", 6)) puts("immureok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) puts("bestmove a3-a3/a3");
        if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
}
`;
