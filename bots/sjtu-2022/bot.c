// A complete bot for Quoridor in the SJTU course of 2022. It plays a random legal move.
//
// The program has four parts:
//
//     board    the rules: where everything stands, which moves are legal, how a move is played
//     read     turns the judge's lines into a board
//     choose   picks a move: REPLACE THIS FUNCTION with your own idea
//     answer   prints the move
//
// The judge numbers the 9 x 9 squares `row column`, both from 0; side 0 starts at the bottom, at
// (8, 4), moves first and runs to row 0; side 1 starts at (0, 4) and runs to row 8. A move is
// `0 row column` for the pawn, `1 row column` for a vertical wall and `2 row column` for a
// horizontal one; a wall is named by the square whose bottom right corner is the wall's middle.
//
// The board in here is a grid of 19 x 19 cells from 1, so that walls have cells of their own. The
// judge's square (0, 0) is the cell (2, 2); its numbers appear only in parse_move and answer:
//
//             1 2 3 4 5 6 7 8 ...
//        1    + + + + + + + +
//        2    + o   o   o | o         the cell (2, 7) names the vertical wall `1 0 2`
//        3    +           |
//        4    + o   o   o | o
//        5    + = = =                 the cell (5, 2) names the horizontal wall `2 1 0`
//        6    + o   o   o   o

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BOT_NAME "random"

enum {
    GRID = 19,
    FIRST = 2,           // the first and the last row and column on which a pawn can stand
    LAST = GRID - 1,     //
    WALLS = 10,          // of each side
    MOVES_MAX = 5 + 128, // a pawn has 5 squares at most to go to, and there are 128 wall places
    WORD_SIZE = 16,      // see read_word
};

// The type of a move on the wire.
enum { PAWN, VERTICAL, HORIZONTAL };

// ---- board -------------------------------------------------------------------------------------

// A place on the grid. As a move it is where the pawn goes or the name of a wall.
typedef struct Place {
    int row, column;
} Place;

typedef struct Board {
    // Cells from 1 to GRID that a wall or the board's edge takes. The edge is what keeps every walk
    // on the board.
    bool blocked[GRID + 1][GRID + 1];
    Place pawn[2];
    int walls_left[2];
    int turn; // the side to move
} Board;

static const int GOAL_ROW[2] = {FIRST, LAST};

// Up and down, left and right: direction d ^ 2 and d ^ 3 are the two at a right angle to d.
static const int DIRECTIONS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static bool place_equal(Place a, Place b) {
    return a.row == b.row && a.column == b.column;
}

static void board_start(Board *board) {
    memset(board, 0, sizeof *board);
    for (int i = 1; i <= GRID; i++) {
        board->blocked[1][i] = board->blocked[GRID][i] = true;
        board->blocked[i][1] = board->blocked[i][GRID] = true;
    }
    for (int side = 0; side < 2; side++) {
        board->pawn[side].row = GOAL_ROW[1 - side];
        board->pawn[side].column = (FIRST + LAST) / 2;
        board->walls_left[side] = WALLS;
    }
}

// The gap next to a pawn's square, and the square beyond it.
static Place place_gap(Place from, int direction) {
    Place gap = {from.row + DIRECTIONS[direction][0], from.column + DIRECTIONS[direction][1]};
    return gap;
}
static Place place_step(Place from, int direction) {
    return place_gap(place_gap(from, direction), direction);
}

static bool board_is_blocked(const Board *board, Place from, int direction) {
    Place gap = place_gap(from, direction);
    return board->blocked[gap.row][gap.column];
}

// Writes the squares to which the pawn of the side to move can go and returns their number.
static int board_pawn_moves(const Board *board, Place *moves) {
    Place mine = board->pawn[board->turn], other = board->pawn[1 - board->turn];
    int count = 0;
    for (int d = 0; d < 4; d++) {
        if (board_is_blocked(board, mine, d))
            continue;
        if (!place_equal(place_step(mine, d), other)) {
            moves[count++] = place_step(mine, d);
            continue;
        }
        // The opponent is in the way. Jump over it, or past its side if a wall or the board's edge
        // is behind it.
        if (!board_is_blocked(board, other, d)) {
            moves[count++] = place_step(other, d);
        } else {
            for (int side = 2; side <= 3; side++)
                if (!board_is_blocked(board, other, d ^ side))
                    moves[count++] = place_step(other, d ^ side);
        }
    }
    return count;
}

// Takes the three cells of a wall. Returns false if one of them is taken already, so that walls
// neither overlap nor cross; the board is then of no use.
static bool board_put_wall(Board *board, Place wall) {
    int right = wall.row % 2, down = 1 - right; // a horizontal wall has an odd row
    for (int i = 0; i < 3; i++) {
        bool *cell = &board->blocked[wall.row + i * down][wall.column + i * right];
        if (*cell)
            return false;
        *cell = true;
    }
    return true;
}

// How many steps a side has to its goal, pawns not counted; -1 if walls close every way. A flood
// fill from its pawn that reaches near squares before far ones.
static int board_distance(const Board *board, int side) {
    int seen[GRID + 1][GRID + 1] = {{0}}; // 0 not yet, else 1 + the steps to get there
    Place queue[81];
    int head = 0, tail = 0;
    queue[tail++] = board->pawn[side];
    seen[queue[0].row][queue[0].column] = 1;
    while (head < tail) {
        Place place = queue[head++];
        int steps = seen[place.row][place.column];
        if (place.row == GOAL_ROW[side])
            return steps - 1;
        for (int d = 0; d < 4; d++) {
            Place next = place_step(place, d);
            if (board_is_blocked(board, place, d) || seen[next.row][next.column] != 0)
                continue;
            seen[next.row][next.column] = steps + 1;
            queue[tail++] = next;
        }
    }
    return -1;
}

// Writes all legal moves of the side to move, at most MOVES_MAX, and returns their number.
static int board_moves(const Board *board, Place *moves) {
    int count = board_pawn_moves(board, moves);
    if (board->walls_left[board->turn] == 0)
        return count;
    for (int row = FIRST; row < LAST; row++) {
        // Of the two coordinates of a wall exactly one is odd.
        for (int column = row % 2 == 0 ? FIRST + 1 : FIRST; column < LAST; column += 2) {
            Place wall = {row, column};
            Board after = *board;
            if (board_put_wall(&after, wall) && board_distance(&after, 0) >= 0 &&
                board_distance(&after, 1) >= 0)
                moves[count++] = wall;
        }
    }
    return count;
}

// Plays a move. Returns false, and changes nothing, if the move is not legal.
static bool board_play(Board *board, Place move) {
    Place moves[MOVES_MAX];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        if (!place_equal(moves[i], move))
            continue;
        if (move.row % 2 == 0 && move.column % 2 == 0) {
            board->pawn[board->turn] = move;
        } else {
            board_put_wall(board, move);
            board->walls_left[board->turn]--;
        }
        board->turn = 1 - board->turn;
        return true;
    }
    return false;
}

// ---- read --------------------------------------------------------------------------------------

// stderr is free for messages; stdout belongs to the judge.
static void fail(const char *message) {
    fprintf(stderr, "bot: %s\n", message);
    exit(EXIT_FAILURE);
}

// Reads the next word, wherever the lines end. Returns false at the end of the input.
static bool read_word(char word[WORD_SIZE]) {
    return scanf("%15s", word) == 1;
}

static int read_side(void) {
    char word[WORD_SIZE];
    if (!read_word(word) || (strcmp(word, "0") != 0 && strcmp(word, "1") != 0))
        fail("the judge did not say which side we are");
    return word[0] - '0';
}

// Reads the next number. Returns false at the end of the input.
static bool read_number(int *number) {
    char word[WORD_SIZE];
    if (!read_word(word))
        return false;
    char *end;
    long value = strtol(word, &end, 10);
    if (*end != '\0' || value < -1 || value > 8)
        fail("the judge sent something that is not a number of a move");
    *number = (int)value;
    return true;
}

static Place parse_move(int type, int row, int column) {
    Place move = {2 * row + 2, 2 * column + 2};
    if (type == VERTICAL)
        move.column++;
    if (type == HORIZONTAL)
        move.row++;
    return move;
}

// Reads the opponent's move and plays it; the type -1 says that there is none because we begin.
// Returns false at the end of the input, which is the end of the game.
static bool read_update(Board *board) {
    int type, row, column;
    if (!read_number(&type))
        return false;
    if (!read_number(&row) || !read_number(&column))
        fail("the opponent's move ends in the middle");
    if (type >= PAWN && (type > HORIZONTAL || !board_play(board, parse_move(type, row, column))))
        fail("the opponent's move is not legal");
    return true;
}

// ---- choose ------------------------------------------------------------------------------------

// Picks the move to play. This one picks any legal move; yours should pick a good one, within 1 s
// (stop at 0.9 s to be safe).
static Place choose(const Board *board) {
    Place moves[MOVES_MAX];
    // There always is one: a pawn with no way but past the other pawn can jump it, since walls must
    // leave both a path.
    int count = board_moves(board, moves);
    return moves[rand() % count];
}

// ---- answer ------------------------------------------------------------------------------------

// The judge waits for our text: without the flush it would stay in our own buffer.
static void answer_name(void) {
    printf("%s\n", BOT_NAME);
    fflush(stdout);
}

static void answer(Place move) {
    int type = move.row % 2 == 1 ? HORIZONTAL : move.column % 2 == 1 ? VERTICAL : PAWN;
    printf("%d %d %d\n", type, move.row / 2 - 1, move.column / 2 - 1);
    fflush(stdout);
}

// A number on the command line makes the bot repeat the same random choices: good for finding bugs.
int main(int argc, char **argv) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)(now.tv_sec ^ now.tv_nsec));

    Board board;
    board_start(&board);
    int side = read_side();
    answer_name();
    // The judge never says that the game is over: we listen until the input ends.
    while (read_update(&board)) {
        if (board.turn != side)
            fail("the judge asked for a move when it was not our turn");
        Place move = choose(&board);
        answer(move);
        // The judge does not send our own move back.
        board_play(&board, move);
    }
    return 0;
}
