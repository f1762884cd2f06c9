// A complete bot for Amazons on Botzone, JSON interaction. It plays a random legal move.
//
// The program has five parts:
//
//     board    the rules: where everything stands, which moves are legal, how a move is played
//     json     finds the few values that we need in a line of JSON
//     read     turns the judge's lines into a board
//     choose   picks a move: REPLACE THIS FUNCTION with your own idea
//     answer   prints the move
//
// Botzone compiles one file as C++, so this is C that is also C++: build it with either compiler.
//
// Coordinates are Botzone's: x to the right, y down, both from 0. Black starts on top and moves
// first. On the 8 x 8 board the amazons start here:
//
//          x 0 1 2 3 4 5 6 7
//      y 0   . . B . . B . .
//        1   . . . . . . . .
//        2   B . . . . . . B
//        3   . . . . . . . .
//        4   . . . . . . . .
//        5   W . . . . . . W
//        6   . . . . . . . .
//        7   . . W . . W . .

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Botzone starts the bot anew for every turn and hands it the whole game so far. With
// -DKEEP_RUNNING, or a 1 here, the bot stays alive and is handed only the new move each turn.
#ifndef KEEP_RUNNING
#define KEEP_RUNNING 0
#endif

enum {
    SIZE = 8,
    TURNS_MAX = SIZE * SIZE / 2, // every move fills a square for good, so no game is longer
    MOVES_MAX = 4 * 27 * 27,     // an amazon reaches 27 squares at most and shoots at 27 at most
    MOVE_SIZE = 512,             // text of a move that comes as a string
    LINE_SIZE = 1 << 21,         // data and globaldata, 100 kB each, may come escaped
};

// ---- board -------------------------------------------------------------------------------------

enum { EMPTY, BLACK, WHITE, ARROW };

typedef struct Board {
    int squares[SIZE][SIZE]; // [y][x]
    int turn;                // who is to move, BLACK or WHITE
} Board;

// The amazon on (x0, y0) moves to (x1, y1) and from there shoots an arrow to (x2, y2).
typedef struct Move {
    int x0, y0, x1, y1, x2, y2;
} Move;

// Stands for "there is no move", in both directions: so the judge tells Black that it begins.
static const Move NO_MOVE = {-1, -1, -1, -1, -1, -1};

static const int DIRECTIONS[8][2] = {
    {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};

static bool move_equal(Move a, Move b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void board_start(Board *board) {
    const int near = (SIZE - 1) / 3, far = SIZE - 1 - near, last = SIZE - 1;
    memset(board, 0, sizeof *board);
    board->squares[near][0] = board->squares[near][last] = BLACK;
    board->squares[0][near] = board->squares[0][far] = BLACK;
    board->squares[far][0] = board->squares[far][last] = WHITE;
    board->squares[last][near] = board->squares[last][far] = WHITE;
    board->turn = BLACK;
}

// Outside the board nothing is empty, so a walk that stops at the first square that is not empty
// never leaves the board.
static bool board_is_empty(const Board *board, int x, int y) {
    return x >= 0 && x < SIZE && y >= 0 && y < SIZE && board->squares[y][x] == EMPTY;
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
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
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
        board->turn = board->turn == BLACK ? WHITE : BLACK;
        return true;
    }
    return false;
}

// ---- json --------------------------------------------------------------------------------------
//
// A value is a pointer to its first character; NULL means that there is no such value. The
// functions look only at what we need and let the rest pass.

static const char *json_skip_space(const char *text) {
    return text + strspn(text, " \t\r\n");
}

// The text behind the string that starts here.
static const char *json_skip_string(const char *text) {
    for (text++; *text != '"' && *text != '\0'; text++)
        if (*text == '\\' && text[1] != '\0')
            text++;
    return *text == '"' ? text + 1 : text;
}

// The text behind the value that starts here. Brackets are counted, but not those inside strings.
static const char *json_skip(const char *value) {
    int depth = 0;
    do {
        value = json_skip_space(value);
        size_t length = strcspn(value, "\"{}[],: \t\r\n"); // of a number or a word
        if (*value == '"') {
            value = json_skip_string(value);
        } else if (*value == '{' || *value == '[') {
            depth++;
            value++;
        } else if (*value == '}' || *value == ']') {
            depth--;
            value++;
        } else if (depth > 0 && (*value == ',' || *value == ':')) {
            value++;
        } else if (length > 0) {
            value += length;
        } else {
            return NULL;
        }
    } while (depth > 0);
    return depth == 0 ? value : NULL;
}

static const char *json_first(const char *array) {
    if (array == NULL || *array != '[')
        return NULL;
    array = json_skip_space(array + 1);
    return *array == ']' ? NULL : array;
}

// The element of an array, or the name in an object, that comes after this value.
static const char *json_next(const char *value) {
    value = json_skip(value);
    if (value == NULL)
        return NULL;
    value = json_skip_space(value);
    return *value == ',' ? json_skip_space(value + 1) : NULL;
}

static const char *json_member(const char *object, const char *key) {
    if (object == NULL || *object != '{')
        return NULL;
    size_t length = strlen(key);
    const char *name = json_skip_space(object + 1);
    while (name != NULL && *name == '"') {
        const char *colon = json_skip_space(json_skip_string(name));
        if (*colon != ':')
            return NULL;
        const char *value = json_skip_space(colon + 1);
        if (strncmp(name + 1, key, length) == 0 && name[length + 1] == '"')
            return value;
        name = json_next(value);
    }
    return NULL;
}

// Reads a coordinate: an integer from -1 to SIZE - 1.
static bool json_coordinate(const char *value, int *out) {
    if (value == NULL)
        return false;
    char *end;
    double number = strtod(value, &end);
    if (end == value || !(number >= -1 && number < SIZE))
        return false;
    *out = (int)number;
    return *out == number;
}

// ---- read --------------------------------------------------------------------------------------

// stderr is free for messages; stdout belongs to the judge.
static void fail(const char *message) {
    fprintf(stderr, "bot: %s\n", message);
    exit(EXIT_FAILURE);
}

// Reads one line without its end; what does not fit is dropped. Returns false if there is none.
static bool read_line(char line[LINE_SIZE]) {
    int length = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        if (length < LINE_SIZE - 1)
            line[length++] = (char)c;
    line[length] = '\0';
    return c != EOF || length > 0;
}

// Copies the text of a JSON string; what does not fit is dropped. Escaped line ends become spaces.
static void unescape(const char *string, char text[MOVE_SIZE]) {
    int length = 0;
    for (string++; *string != '"' && *string != '\0' && length < MOVE_SIZE - 1; string++) {
        bool escaped = *string == '\\' && string[1] != '\0';
        if (escaped)
            string++;
        text[length++] = escaped && strchr("bfnrt", *string) != NULL ? ' ' : *string;
    }
    text[length] = '\0';
}

// Reads a move: an object with x0 to y2, or a string that holds such an object.
static bool parse_move(const char *value, Move *move) {
    char text[MOVE_SIZE];
    if (value != NULL && *value == '"') {
        unescape(value, text);
        value = json_skip_space(text);
    }
    return json_coordinate(json_member(value, "x0"), &move->x0) &&
           json_coordinate(json_member(value, "y0"), &move->y0) &&
           json_coordinate(json_member(value, "x1"), &move->x1) &&
           json_coordinate(json_member(value, "y1"), &move->y1) &&
           json_coordinate(json_member(value, "x2"), &move->x2) &&
           json_coordinate(json_member(value, "y2"), &move->y2);
}

// Plays a move of the history.
static void replay(Board *board, const char *value, bool first) {
    Move move;
    if (!parse_move(value, &move))
        fail("a move is missing or is not an object with x0, y0, x1, y1, x2, y2");
    // Black has no opponent's move to start from.
    if (first && move_equal(move, NO_MOVE))
        return;
    if (!board_play(board, move))
        fail("a move in the history is not legal");
}

// Reads the first turn's input, the whole game so far: "requests" are the opponent's moves,
// "responses" are ours, one fewer. Other members (time_limit, data, ...) are passed over.
static void read_game(Board *board) {
    static char line[LINE_SIZE]; // too large for the stack
    if (!read_line(line))
        fail("there is no input");
    const char *input = json_skip_space(line);
    const char *request = json_first(json_member(input, "requests"));
    const char *response = json_first(json_member(input, "responses"));
    replay(board, request, true);
    while (response != NULL) {
        replay(board, response, false);
        request = json_next(request);
        replay(board, request, false);
        response = json_next(response);
    }
    if (json_next(request) != NULL)
        fail("there are too few responses");
}

// Reads the input of a later turn when the bot keeps running: the opponent's move alone. Returns
// false at the end of the input, which is the end of the game.
static bool read_request(Board *board) {
    static char line[LINE_SIZE];
    while (read_line(line)) {
        const char *input = json_skip_space(line);
        if (*input == '\0')
            continue;
        replay(board, input, false);
        return true;
    }
    return false;
}

// ---- choose ------------------------------------------------------------------------------------

// Picks the move to play. This one picks any legal move; yours should pick a good one, within 1 s
// (2 s on the first turn; stop at 0.9 s and 1.9 s to be safe).
static Move choose(const Board *board) {
    Move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    return count > 0 ? moves[rand() % count] : NO_MOVE;
}

// ---- answer ------------------------------------------------------------------------------------

static void answer(Move move) {
    printf("{\"response\":{\"x0\":%d,\"y0\":%d,\"x1\":%d,\"y1\":%d,\"x2\":%d,\"y2\":%d}}\n",
        move.x0, move.y0, move.x1, move.y1, move.x2, move.y2);
    if (KEEP_RUNNING)
        printf(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n");
    // The judge waits for this text: without the flush it would stay in our own buffer.
    fflush(stdout);
}

// A number on the command line makes the bot repeat the same random choices: good for finding bugs.
int main(int argc, char **argv) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    srand(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)(now.tv_sec ^ now.tv_nsec));

    Board board;
    board_start(&board);
    read_game(&board);
    for (;;) {
        Move move = choose(&board);
        answer(move);
        // To have no move is to have lost; board_play refuses NO_MOVE.
        if (!KEEP_RUNNING || !board_play(&board, move) || !read_request(&board))
            return 0;
    }
}
