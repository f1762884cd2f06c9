#pragma once
// What the program says about itself, all printed from the command tables.

#include "base/text.h"
#include "cli/arguments.h"

void help_write_overview(Text *out);
// The commands whose first word is `group`, as in `train fit`. False if there are none.
bool help_write_group(const char *group, Text *out);
void help_write_command(const Command *command, Text *out);

// A bash completion script.
void help_write_completion(Text *out);

// The manual page, in man(7) macros.
void help_write_manual(Text *out);
