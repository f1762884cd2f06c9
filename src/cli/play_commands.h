#pragma once
// What a person can say during a game: a move, or one of the commands that `help` lists.

#include "cli/play_session.h"

// Does what a line asks for and adds the answer. A refusal says why and changes nothing.
void play_command(Session *session, Slice line, Text *out);
