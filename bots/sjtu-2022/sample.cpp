// A complete bot for Quoridor in the SJTU course of 2022, over the course's interface: the two
// functions init and action at the end of this file. It plays a random legal move.
//
// The program has three parts:
//
//     Board      the rules: where everything stands, which moves are legal, how a move is played
//     choose     picks a move: REPLACE THIS FUNCTION with your own idea
//     interface  what AIController.h calls
//
// The judge numbers the 9 x 9 squares `row column`, both from 0; side 0 starts at the bottom, at
// (8, 4), moves first and runs to row 0; side 1 starts at (0, 4) and runs to row 8. A move is
// `0 row column` for the pawn, `1 row column` for a vertical wall and `2 row column` for a
// horizontal one; a wall is named by the square whose bottom right corner is the wall's middle.
//
// The board in here is a grid of 19 x 19 cells from 1, so that walls have cells of their own. The
// judge's square (0, 0) is the cell (2, 2); its numbers appear only in the interface:
//
//             1 2 3 4 5 6 7 8 ...
//        1    + + + + + + + +
//        2    + o   o   o | o         the cell (2, 7) names the vertical wall `1 0 2`
//        3    +           |
//        4    + o   o   o | o
//        5    + = = =                 the cell (5, 2) names the horizontal wall `2 1 0`
//        6    + o   o   o   o

#include "AIController.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <queue>
#include <random>
#include <utility>
#include <vector>

extern int ai_side;
std::string ai_name = "random";

// ---- Board -------------------------------------------------------------------------------------

// A place on the grid, row first. As a move it is where the pawn goes or the name of a wall.
typedef std::pair<int, int> Place;

const int GRID = 19;
const int FIRST = 2, LAST = GRID - 1; // the rows and columns on which a pawn can stand
const int WALLS = 10;                 // of each side
const int GOAL_ROW[2] = {FIRST, LAST};

// Up and down, left and right: direction d ^ 2 and d ^ 3 are the two at a right angle to d.
const int DIRECTIONS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// The gap next to a pawn's square, and the square beyond it.
Place gap(Place from, int direction) {
    return Place(from.first + DIRECTIONS[direction][0], from.second + DIRECTIONS[direction][1]);
}
Place step(Place from, int direction) {
    return gap(gap(from, direction), direction);
}

class Board {
  public:
    Board();

    int turn() const { return turn_; }

    // All legal moves of the side to move.
    std::vector<Place> moves() const;

    // Plays a move. Returns false, and changes nothing, if the move is not legal.
    bool play(Place move);

    // How many steps a side has to its goal, pawns not counted; -1 if walls close every way. A
    // flood fill from its pawn that reaches near squares before far ones.
    int distance(int side) const;

  private:
    void add_pawn_moves(std::vector<Place> &moves) const;
    bool put_wall(Place wall);
    bool is_blocked(Place from, int direction) const {
        Place cell = gap(from, direction);
        return blocked_[cell.first][cell.second];
    }

    // Cells from 1 to GRID that a wall or the board's edge takes. The edge is what keeps every walk
    // on the board.
    bool blocked_[GRID + 1][GRID + 1];
    Place pawn_[2];
    int walls_left_[2];
    int turn_; // the side to move
};

Board::Board() : blocked_(), turn_(0) {
    for (int i = 1; i <= GRID; i++) {
        blocked_[1][i] = blocked_[GRID][i] = true;
        blocked_[i][1] = blocked_[i][GRID] = true;
    }
    for (int side = 0; side < 2; side++) {
        pawn_[side] = Place(GOAL_ROW[1 - side], (FIRST + LAST) / 2);
        walls_left_[side] = WALLS;
    }
}

void Board::add_pawn_moves(std::vector<Place> &moves) const {
    Place mine = pawn_[turn_], other = pawn_[1 - turn_];
    for (int d = 0; d < 4; d++) {
        if (is_blocked(mine, d))
            continue;
        if (step(mine, d) != other) {
            moves.push_back(step(mine, d));
            continue;
        }
        // The opponent is in the way. Jump over it, or past its side if a wall or the board's edge
        // is behind it.
        if (!is_blocked(other, d)) {
            moves.push_back(step(other, d));
        } else {
            for (int side = 2; side <= 3; side++)
                if (!is_blocked(other, d ^ side))
                    moves.push_back(step(other, d ^ side));
        }
    }
}

// Takes the three cells of a wall. Returns false if one of them is taken already, so that walls
// neither overlap nor cross; the board is then of no use.
bool Board::put_wall(Place wall) {
    int right = wall.first % 2, down = 1 - right; // a horizontal wall has an odd row
    for (int i = 0; i < 3; i++) {
        bool &cell = blocked_[wall.first + i * down][wall.second + i * right];
        if (cell)
            return false;
        cell = true;
    }
    return true;
}

int Board::distance(int side) const {
    int seen[GRID + 1][GRID + 1] = {{0}}; // 0 not yet, else 1 + the steps to get there
    std::queue<Place> queue;
    queue.push(pawn_[side]);
    seen[pawn_[side].first][pawn_[side].second] = 1;
    while (!queue.empty()) {
        Place place = queue.front();
        queue.pop();
        int steps = seen[place.first][place.second];
        if (place.first == GOAL_ROW[side])
            return steps - 1;
        for (int d = 0; d < 4; d++) {
            Place next = step(place, d);
            if (is_blocked(place, d) || seen[next.first][next.second] != 0)
                continue;
            seen[next.first][next.second] = steps + 1;
            queue.push(next);
        }
    }
    return -1;
}

std::vector<Place> Board::moves() const {
    std::vector<Place> moves;
    add_pawn_moves(moves);
    if (walls_left_[turn_] == 0)
        return moves;
    for (int row = FIRST; row < LAST; row++) {
        // Of the two coordinates of a wall exactly one is odd.
        for (int column = row % 2 == 0 ? FIRST + 1 : FIRST; column < LAST; column += 2) {
            Place wall(row, column);
            Board after = *this;
            if (after.put_wall(wall) && after.distance(0) >= 0 && after.distance(1) >= 0)
                moves.push_back(wall);
        }
    }
    return moves;
}

bool Board::play(Place move) {
    std::vector<Place> legal = moves();
    if (std::find(legal.begin(), legal.end(), move) == legal.end())
        return false;
    if (move.first % 2 == 0 && move.second % 2 == 0) {
        pawn_[turn_] = move;
    } else {
        put_wall(move);
        walls_left_[turn_]--;
    }
    turn_ = 1 - turn_;
    return true;
}

// ---- choose ------------------------------------------------------------------------------------

// Picks the move to play. This one picks any legal move; yours should pick a good one, within 1 s
// (stop at 0.9 s to be safe).
Place choose(const Board &board, std::mt19937 &random) {
    std::vector<Place> moves = board.moves();
    // There always is one: a pawn with no way but past the other pawn can jump it, since walls must
    // leave both a path.
    return moves[random() % moves.size()];
}

// ---- interface ---------------------------------------------------------------------------------

// A move on the wire: its type, then row and column from 0.
typedef std::pair<int, std::pair<int, int>> Action;

enum { NO_MOVE = -1, PAWN, VERTICAL, HORIZONTAL };

static Place from_action(Action loc) {
    int row = loc.second.first, column = loc.second.second;
    return Place(2 * row + 2 + (loc.first == HORIZONTAL), 2 * column + 2 + (loc.first == VERTICAL));
}

static Action to_action(Place move) {
    int type = move.first % 2 == 1 ? HORIZONTAL : move.second % 2 == 1 ? VERTICAL : PAWN;
    return Action(type, std::make_pair(move.first / 2 - 1, move.second / 2 - 1));
}

// The interface hands nothing from call to call, so the game has to live here.
static Board board;
static std::mt19937 random_numbers;

// Called once, when ai_side is known.
void init() {
    board = Board();
    random_numbers.seed((unsigned)std::chrono::system_clock::now().time_since_epoch().count());
}

static void fail(const std::string &message) {
    std::cerr << "sample: " << message << std::endl;
    std::exit(EXIT_FAILURE);
}

// Called with the opponent's move when it is our turn; the type NO_MOVE says that we begin. The
// judge does not send our own move back, so it is played here.
std::pair<int, std::pair<int, int>> action(std::pair<int, std::pair<int, int>> loc) {
    bool known = loc.first >= NO_MOVE && loc.first <= HORIZONTAL;
    if (!known || (loc.first != NO_MOVE && !board.play(from_action(loc))))
        fail("the opponent's move is not legal");
    if (board.turn() != ai_side)
        fail("asked for a move when it was not our turn");
    Place move = choose(board, random_numbers);
    board.play(move);
    return to_action(move);
}
