#pragma once
// A program's source as tokens, in the way that copies are looked for: every name is one token and
// every literal another, so that renaming and other numbers change nothing; comments, blanks, line
// ends and #include lines are no tokens at all. Keywords and punctuation stay what they are.
//
// Any bytes are read: what is no C, C++ or Python gives tokens of no meaning, never an error.

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

typedef enum SourceSyntax { SYNTAX_C, SYNTAX_PYTHON } SourceSyntax; // C++ is read as C

typedef struct SourceToken {
    uint16_t kind;
    uint32_t line; // from 1
} SourceToken;

typedef struct SourceTokens {
    SourceToken *items;
    size_t count;
} SourceTokens;

void source_tokens_init(SourceTokens *tokens, Slice source, SourceSyntax syntax);
void source_tokens_release(SourceTokens *tokens);
