// A bot that thinks of nothing, so that whatever a move costs is the host's doing.
//
//     answerer echo                each line it reads
//     answerer text MOVE...        our text protocol: the first `go` gets the first move
//     answerer botzone MOVE...     Botzone's simple interaction, started anew for each turn
//
// When it has no more moves it answers one that no rules allow.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 65536

static char line[LINE_SIZE];

static void answer(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static int run_echo(void) {
    while (fgets(line, sizeof line, stdin)) {
        answer(line);
    }
    return 0;
}

static int run_text(int move_count, char **moves) {
    int turn = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "isready\n") == 0) {
            answer("readyok\n");
        } else if (strncmp(line, "go ", 3) == 0) {
            printf("bestmove %s\n", turn < move_count ? moves[turn] : "none");
            fflush(stdout);
            turn++;
        }
    }
    return 0;
}

// Reads the whole history, as a bot that plays would have to.
static int run_botzone(int move_count, char **moves) {
    int turn = fgets(line, sizeof line, stdin) ? atoi(line) : 0;
    for (int i = 0; i < 2 * turn - 1 && fgets(line, sizeof line, stdin); i++) {
    }
    puts(turn >= 1 && turn <= move_count ? moves[turn - 1] : "-1 -1 -1 -1 -1 -1");
    return 0;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "echo") == 0) {
        return run_echo();
    }
    if (strcmp(mode, "text") == 0) {
        return run_text(argc - 2, argv + 2);
    }
    if (strcmp(mode, "botzone") == 0) {
        return run_botzone(argc - 2, argv + 2);
    }
    fprintf(stderr, "usage: answerer echo|text|botzone [MOVE]...\n");
    return 2;
}
