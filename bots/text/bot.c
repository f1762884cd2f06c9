// A complete bot for Amazons that speaks Immure's text protocol. It plays a random legal move.
//
// The program has four parts:
//
//     board    the rules: where everything stands, which moves are legal, how a move is played
//     read     turns the runner's lines into a board
//     choose   picks a move: REPLACE THIS FUNCTION with your own idea
//     answer   prints the move
//
// Boards of 6 x 6, 8 x 8 and 10 x 10 are played. A square is written as its file and rank, such as
// d1; in here x is the file and y the rank, both from 0. The first player, F, starts at the bottom,
// the second, S, on top:
//
//      8   . . S . . S . .
//      7   . . . . . . . .
//      6   S . . . . . . S
//      5   . . . . . . . .
//      4   . . . . . . . .
//      3   F . . . . . . F
//      2   . . . . . . . .
//      1   . . F . . F . .
//          a b c d e f g h

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BOT_NAME "random"
#define BOT_AUTHOR "me"
#define SPACES " \t\r"

enum {
    LARGEST = 10,                  // squares on a side of the largest board
    AMAZONS = 4,                   // of each player
    MOVES_MAX = AMAZONS * 35 * 35, // an amazon reaches 35 squares at most and shoots at 35 at most
    LINE_SIZE = 8192,              // the longest game takes some 1,100 characters
    TIME_MS = 1000,                // for a move, unless the runner says otherwise
};

// ---- board -------------------------------------------------------------------------------------

enum { EMPTY, FIRST, SECOND, ARROW };

typedef struct Board {
    int size;
    int squares[LARGEST][LARGEST]; // [y][x]
    int turn;                      // who is to move, FIRST or SECOND
} Board;

// The amazon on (x0, y0) moves to (x1, y1) and from there shoots an arrow to (x2, y2).
typedef struct Move {
    int x0, y0, x1, y1, x2, y2;
} Move;

// Stands for "there is no move".
static const Move NO_MOVE = {-1, -1, -1, -1, -1, -1};

static const int DIRECTIONS[8][2] = {
    {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};

static bool move_equal(Move a, Move b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool size_is_known(long size) {
    return size == 6 || size == 8 || size == 10;
}

static void board_start(Board *board, int size) {
    const int near = (size - 1) / 3, far = size - 1 - near, last = size - 1;
    memset(board, 0, sizeof *board);
    board->size = size;
    board->squares[near][0] = board->squares[near][last] = FIRST;
    board->squares[0][near] = board->squares[0][far] = FIRST;
    board->squares[far][0] = board->squares[far][last] = SECOND;
    board->squares[last][near] = board->squares[last][far] = SECOND;
    board->turn = FIRST;
}

// Outside the board nothing is empty, so a walk that stops at the first square that is not empty
// never leaves the board.
static bool board_is_empty(const Board *board, int x, int y) {
    return x >= 0 && x < board->size && y >= 0 && y < board->size && board->squares[y][x] == EMPTY;
}

// Adds every move of the amazon on (x0, y0) to the list and returns the new number of moves.
static int board_moves_from(const Board *board, int x0, int y0, Move *moves, int count) {
    // The amazon leaves its square before it shoots, so the arrow may pass over it or hit it.
    Board lifted = *board;
    lifted.squares[y0][x0] = EMPTY;
    for (int d = 0; d < 8; d++) {
        int dx = DIRECTIONS[d][0], dy = DIRECTIONS[d][1];
        for (int x1 = x0 + dx, y1 = y0 + dy; board_is_empty(board, x1, y1); x1 += dx, y1 += dy) {
            for (int e = 0; e < 8; e++) {
                int ex = DIRECTIONS[e][0], ey = DIRECTIONS[e][1];
                int x2 = x1 + ex, y2 = y1 + ey;
                while (board_is_empty(&lifted, x2, y2)) {
                    Move move = {x0, y0, x1, y1, x2, y2};
                    moves[count++] = move;
                    x2 += ex;
                    y2 += ey;
                }
            }
        }
    }
    return count;
}

// Writes all legal moves of the side to move, at most MOVES_MAX, and returns their number.
static int board_moves(const Board *board, Move *moves) {
    int count = 0;
    for (int y = 0; y < board->size; y++)
        for (int x = 0; x < board->size; x++)
            if (board->squares[y][x] == board->turn)
                count = board_moves_from(board, x, y, moves, count);
    return count;
}

// Plays a move. Returns false, and changes nothing, if the move is not legal.
static bool board_play(Board *board, Move move) {
    Move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        if (!move_equal(moves[i], move))
            continue;
        board->squares[move.y0][move.x0] = EMPTY;
        board->squares[move.y1][move.x1] = board->turn;
        board->squares[move.y2][move.x2] = ARROW;
        board->turn = board->turn == FIRST ? SECOND : FIRST;
        return true;
    }
    return false;
}

// ---- read --------------------------------------------------------------------------------------

// Reads one line without its end; what does not fit is dropped. Returns false if there is none.
static bool read_line(char line[LINE_SIZE]) {
    int length = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        if (length < LINE_SIZE - 1)
            line[length++] = (char)c;
    line[length] = '\0';
    return c != EOF || length > 0;
}

// Reads a square such as d1 and moves the text behind it.
static bool parse_square(const char **text, int *x, int *y) {
    if (**text < 'a' || **text >= 'a' + LARGEST)
        return false;
    *x = **text - 'a';
    char *end;
    long rank = strtol(*text + 1, &end, 10);
    if (end == *text + 1 || rank < 1 || rank > LARGEST)
        return false;
    *y = (int)rank - 1;
    *text = end;
    return true;
}

// Reads a move such as d1-d7/g7.
static bool parse_move(const char *text, Move *move) {
    return parse_square(&text, &move->x0, &move->y0) && *text++ == '-' &&
           parse_square(&text, &move->x1, &move->y1) && *text++ == '/' &&
           parse_square(&text, &move->x2, &move->y2) && *text == '\0';
}

// Reads the squares of a position text, such as 2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2: the ranks from the
// top, a number for so many empty squares, Q for the first player's amazons, q for the second's, *
// for an arrow.
static bool parse_squares(const char *text, Board *board) {
    memset(board, 0, sizeof *board);
    board->size = 1;
    for (const char *c = text; *c != '\0'; c++)
        board->size += *c == '/';
    if (!size_is_known(board->size))
        return false;
    int counts[ARROW + 1] = {0};
    for (int y = board->size - 1; y >= 0; y--) {
        for (int x = 0; x < board->size;) {
            int piece = *text == 'Q' ? FIRST : *text == 'q' ? SECOND : *text == '*' ? ARROW : EMPTY;
            if (piece == EMPTY) {
                char *end;
                long empty = strtol(text, &end, 10);
                if (empty < 1 || empty > board->size - x)
                    return false;
                x += (int)empty;
                text = end;
            } else {
                board->squares[y][x++] = piece;
                counts[piece]++;
                text++;
            }
        }
        if (*text++ != (y > 0 ? '/' : '\0'))
            return false;
    }
    // More amazons could have more moves than MOVES_MAX.
    return counts[FIRST] <= AMAZONS && counts[SECOND] <= AMAZONS;
}

// Reads the rest of a line `position startpos` or `position text TEXT`, with or without `moves` and
// moves behind it. The line is cut into words by strtok, which the caller has begun. Returns false,
// and leaves the board as it was, if something is wrong with it.
static bool read_position(Board *board, int start_size) {
    Board next;
    const char *word = strtok(NULL, SPACES);
    if (word != NULL && strcmp(word, "startpos") == 0) {
        if (!size_is_known(start_size))
            return false;
        board_start(&next, start_size);
        word = strtok(NULL, SPACES);
    } else if (word != NULL && strcmp(word, "text") == 0) {
        const char *squares = strtok(NULL, SPACES), *turn = strtok(NULL, SPACES);
        if (turn == NULL || !parse_squares(squares, &next) || strlen(turn) != 1 ||
            strchr("wb", *turn) == NULL)
            return false;
        next.turn = *turn == 'w' ? FIRST : SECOND;
        // Move numbers may follow; we do not need them.
        do {
            word = strtok(NULL, SPACES);
        } while (word != NULL && strcmp(word, "moves") != 0);
    } else {
        return false;
    }
    if (word != NULL && strcmp(word, "moves") != 0)
        return false;
    while (word != NULL && (word = strtok(NULL, SPACES)) != NULL) {
        Move move;
        if (!parse_move(word, &move) || !board_play(&next, move))
            return false;
    }
    *board = next;
    return true;
}

// Reads the rest of a line `newgame amazons 8x8`, likewise: the size of the board, or 0 for a game
// that this bot does not play.
static int read_newgame(void) {
    const char *game = strtok(NULL, SPACES), *variant = strtok(NULL, SPACES);
    if (game != NULL && strcmp(game, "amazons") != 0)
        return 0;
    long size = variant == NULL ? 8 : strtol(variant, NULL, 10);
    return size_is_known(size) ? (int)size : 0;
}

// Reads the rest of a line such as `go movetime 1000`. `infinite` and `ponder` ask to hold the
// answer back until `stop` or `ponderhit`.
static void read_go(long *time_ms, bool *held) {
    *time_ms = TIME_MS;
    *held = false;
    const char *word;
    while ((word = strtok(NULL, SPACES)) != NULL) {
        if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0)
            *held = true;
        else if (strcmp(word, "movetime") == 0 && (word = strtok(NULL, SPACES)) != NULL)
            *time_ms = strtol(word, NULL, 10);
    }
}

// ---- choose ------------------------------------------------------------------------------------

// Picks the move to play. This one picks any legal move; yours should pick a good one, within the
// time.
static Move choose(const Board *board, long time_ms) {
    (void)time_ms; // chance needs no time
    Move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    return count > 0 ? moves[rand() % count] : NO_MOVE;
}

// ---- answer ------------------------------------------------------------------------------------

static void answer(Move move) {
    if (move_equal(move, NO_MOVE))
        printf("bestmove none\n");
    else
        printf("bestmove %c%d-%c%d/%c%d\n", 'a' + move.x0, move.y0 + 1, 'a' + move.x1, move.y1 + 1,
            'a' + move.x2, move.y2 + 1);
}

// What the bot remembers from line to line.
typedef struct Session {
    Board board;
    int start_size;   // of the board that `startpos` means; 0 for a game that we do not play
    bool is_playable; // false after a game or position that we cannot play
    bool is_held;     // an answer waits for `stop` or `ponderhit`
    Move held;
} Session;

static void session_go(Session *session) {
    long time_ms;
    read_go(&time_ms, &session->is_held);
    session->held = session->is_playable ? choose(&session->board, time_ms) : NO_MOVE;
    if (!session->is_held)
        answer(session->held);
}

// Does what a line asks for. Returns false when the conversation is over.
static bool session_obey(Session *session, char *line) {
    const char *command = strtok(line, SPACES);
    if (command == NULL)
        return true;
    if (strcmp(command, "quit") == 0)
        return false;
    if (strcmp(command, "immure") == 0) {
        printf("id name %s\nid author %s\nimmureok\n", BOT_NAME, BOT_AUTHOR);
    } else if (strcmp(command, "isready") == 0) {
        printf("readyok\n");
    } else if (strcmp(command, "newgame") == 0) {
        session->start_size = read_newgame();
        session->is_playable = session->start_size != 0;
        if (session->is_playable)
            board_start(&session->board, session->start_size);
        else
            printf("info string this bot plays amazons 6x6, 8x8 and 10x10\n");
    } else if (strcmp(command, "position") == 0) {
        session->is_playable = read_position(&session->board, session->start_size);
        if (!session->is_playable)
            printf("info string the position is malformed or a move is not legal\n");
    } else if (strcmp(command, "go") == 0) {
        session_go(session);
    } else if (strcmp(command, "stop") == 0 || strcmp(command, "ponderhit") == 0) {
        if (session->is_held)
            answer(session->held);
        session->is_held = false;
    } else if (strcmp(command, "setoption") != 0) { // this bot has no options
        printf("info string unknown command %s\n", command);
    }
    return true;
}

// A number on the command line makes the bot repeat the same random choices: good for finding bugs.
int main(int argc, char **argv) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)(now.tv_sec ^ now.tv_nsec));

    Session session;
    session.start_size = 8;
    board_start(&session.board, session.start_size);
    session.is_playable = true;
    session.is_held = false;
    char line[LINE_SIZE];
    while (read_line(line) && session_obey(&session, line))
        // The runner waits for our lines: without the flush they would stay in our own buffer.
        fflush(stdout);
    return 0;
}
