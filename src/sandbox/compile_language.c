#include "sandbox/compile_language.h"

#include <string.h>

#include "sandbox/compile_report.h"

// -O2 and the standard are what Botzone and the SJTU course compile with; -static and -s are for
// start and size (compile.h). Debian's gcc compiles a source that crashes it twice more for its
// report of a bug, which nobody would read here.
#define COMPILE_FLAGS                                                                              \
    "-O2", "-Wall", "-pthread", "-static", "-s", "-fno-report-bug", "-wrapper",                    \
        COMPILE_ENTRY_PATH ",--step", "-o", COMPILE_OUTPUT

#define CPLUSPLUS(standard)                                                                        \
    { "g++", "-x", "c++", "-std=" standard, COMPILE_FLAGS, NULL }

// Compiled as `python3 FILE` would compile it, but not run. What it refuses is printed as Python
// prints it, without the frames of this program.
#define PYTHON_CHECK                                                                               \
    "import sys, traceback\n"                                                                      \
    "try:\n"                                                                                       \
    "    with open(sys.argv[1], 'rb') as file:\n"                                                  \
    "        compile(file.read(), sys.argv[1], 'exec', dont_inherit=True)\n"                       \
    "except BaseException as error:\n"                                                             \
    "    sys.exit(''.join(traceback.format_exception_only(type(error), error)).rstrip())\n"

const CompileLanguage COMPILE_LANGUAGES[COMPILE_LANGUAGE_COUNT] = {
    {
        .name = "c17",
        .usual_file = "bot.c",
        .endings = ".c",
        .words = {"gcc", "-x", "c", "-std=c17", COMPILE_FLAGS, NULL},
        .version = {"gcc", "--version"},
        .makes_file = true,
    },
    {
        .name = "c++11",
        .usual_file = "bot.cpp",
        .endings = "",
        .words = CPLUSPLUS("c++11"),
        .version = {"g++", "--version"},
        .makes_file = true,
    },
    {
        .name = "c++17",
        .usual_file = "bot.cpp",
        .endings = ".cpp .cc .cxx",
        .words = CPLUSPLUS("c++17"),
        .version = {"g++", "--version"},
        .makes_file = true,
    },
    {
        .name = "c++20",
        .usual_file = "bot.cpp",
        .endings = "",
        .words = CPLUSPLUS("c++20"),
        .version = {"g++", "--version"},
        .makes_file = true,
    },
    {
        .name = "python3",
        .usual_file = "bot.py",
        .endings = ".py",
        .words = {"python3", "-I", "-S", "-c", PYTHON_CHECK, NULL},
        .version = {"python3", "--version"},
    },
};

const CompileLanguage *compile_language_find(Slice name) {
    for (size_t i = 0; i < COMPILE_LANGUAGE_COUNT; i++) {
        if (slice_is(name, COMPILE_LANGUAGES[i].name)) {
            return &COMPILE_LANGUAGES[i];
        }
    }
    return NULL;
}

const CompileLanguage *compile_language_of_file(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < COMPILE_LANGUAGE_COUNT; i++) {
        Slice rest = slice_from(COMPILE_LANGUAGES[i].endings);
        Slice ending;
        while (slice_next(&rest, " ", &ending)) {
            if (slice_is(ending, dot)) {
                return &COMPILE_LANGUAGES[i];
            }
        }
    }
    return NULL;
}

bool compile_language_is_checked(const CompileLanguage *language) {
    return !language->makes_file;
}

const char *compile_language_name(size_t index) {
    return index < COMPILE_LANGUAGE_COUNT ? COMPILE_LANGUAGES[index].name : NULL;
}

void compile_language_words(
    const CompileLanguage *language, const char *name, const char *out[COMPILE_WORDS_MAX + 2]) {
    size_t count = 0;
    for (; language->words[count]; count++) {
        out[count] = language->words[count];
    }
    out[count++] = name;
    if (language->makes_file) {
        out[count++] = "-lm";
    }
    out[count] = NULL;
}

// A first letter of another kind could make an option of it, or a file of options.
const char *compile_source_name(const CompileSource *source) {
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static const char OTHERS[] = "._-";
    const char *name = source->name ? source->name : "";
    size_t size = 0;
    while (
        name[size] && (strchr(LETTERS, name[size]) || (size > 0 && strchr(OTHERS, name[size])))) {
        size++;
    }
    bool is_plain = size > 0 && size <= 64 && name[size] == '\0';
    return is_plain ? name : source->language->usual_file;
}

const char *compile_language_usual_file(const CompileLanguage *language) {
    return language->usual_file;
}
