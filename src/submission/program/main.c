// The program: it speaks the protocol on standard input and output until the game is over.

#include <stdio.h>

#include "submission/program/player.h"

int main(void) {
    Bot bot;
    Error error;
    if (player_init(&bot, &error)) {
        error_clear(&error);
        if (SUBMISSION_PROTOCOL->run(&bot, &error)) {
            return 0;
        }
    }
    fprintf(stderr, "immure: %s\n", error.text);
    return 1;
}
