#pragma once
// The languages of strangers' sources, and the commands that compile them.

#include "sandbox/compile_run.h"

#define COMPILE_WORDS_MAX 24

struct CompileLanguage {
    const char *name;
    const char *usual_file;               // what a source is called that has no name
    const char *endings;                  // of files in it that no other language takes, or ""
    const char *words[COMPILE_WORDS_MAX]; // the compiler and its flags; the source's name follows
    const char *version[3];               // what to ask the compiler's version by
    bool makes_file;                      // false: a check, and the source is what is run
};

extern const CompileLanguage COMPILE_LANGUAGES[];
#define COMPILE_LANGUAGE_COUNT 5

// What a compiler leaves in its box.
#define COMPILE_OUTPUT "/tmp/program"

// The words that compile a source of this name, into `out`, with a null at the end.
void compile_language_words(
    const CompileLanguage *language, const char *name, const char *out[COMPILE_WORDS_MAX + 2]);

// The name of a source inside its box: its own, if it is a plain one, else the usual.
const char *compile_source_name(const CompileSource *source);
