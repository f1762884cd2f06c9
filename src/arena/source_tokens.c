#include "arena/source_tokens.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Punctuation is its own byte; keywords follow in the order of their list, those of Python apart.
enum { KIND_NAME = 1, KIND_LITERAL = 2, KIND_C_KEYWORD = 256, KIND_PYTHON_KEYWORD = 512 };

// Sorted, for bsearch.
static const char *const C_KEYWORDS[] = {"auto", "bool", "break", "case", "catch", "char", "class",
    "const", "constexpr", "continue", "default", "delete", "do", "double", "else", "enum", "false",
    "float", "for", "goto", "if", "inline", "int", "long", "namespace", "new", "nullptr",
    "operator", "private", "protected", "public", "return", "short", "signed", "sizeof", "static",
    "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typename", "union",
    "unsigned", "using", "virtual", "void", "while"};
static const char *const PYTHON_KEYWORDS[] = {"False", "None", "True", "and", "as", "assert",
    "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield"};

typedef struct Lexer {
    Slice rest;
    uint32_t line;
    SourceSyntax syntax;
    bool is_line_start; // nothing but blanks so far
    SourceTokens *out;
    size_t capacity;
} Lexer;

static void add(Lexer *reader, int kind, uint32_t line) {
    SourceTokens *out = reader->out;
    if (out->count == reader->capacity) {
        reader->capacity = reader->capacity ? 2 * reader->capacity : 256;
        out->items = realloc(out->items, reader->capacity * sizeof *out->items);
        if (!out->items) {
            abort();
        }
    }
    out->items[out->count++] = (SourceToken){(uint16_t)kind, line};
}

static void skip(Lexer *reader, size_t count) {
    for (size_t i = 0; i < count && i < reader->rest.size; i++) {
        reader->line += reader->rest.data[i] == '\n';
    }
    reader->rest = slice_skip(reader->rest, count);
}

static size_t line_size(Slice rest) {
    const char *end = rest.size ? memchr(rest.data, '\n', rest.size) : NULL;
    return end ? (size_t)(end - rest.data) : rest.size;
}

// The size of what ends with `end`, that included; all of it if there is none.
static size_t size_until(Slice rest, size_t start, Slice end) {
    if (start >= rest.size) {
        return rest.size;
    }
    const char *found = memmem(rest.data + start, rest.size - start, end.data, end.size);
    return found ? (size_t)(found - rest.data) + end.size : rest.size;
}

static bool is_name_byte(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static size_t name_size(Slice rest) {
    size_t size = 0;
    while (size < rest.size && is_name_byte(rest.data[size])) {
        size++;
    }
    return size;
}

// A number ends where no letter, digit, point, digit separator or sign of an exponent follows.
static size_t number_size(Slice rest) {
    size_t size = 1;
    while (size < rest.size) {
        char before = rest.data[size - 1];
        char c = rest.data[size];
        bool is_sign = (c == '+' || c == '-') && (before == 'e' || before == 'E');
        if (!is_name_byte(c) && c != '.' && c != '\'' && !is_sign) {
            break;
        }
        size++;
    }
    return size;
}

// A quoted literal on one line, its escapes passed over.
static size_t quoted_size(Slice rest) {
    size_t size = 1;
    while (size < rest.size && rest.data[size] != rest.data[0] && rest.data[size] != '\n') {
        size += rest.data[size] == '\\' ? 2 : 1;
    }
    size += size < rest.size && rest.data[size] == rest.data[0];
    return size < rest.size ? size : rest.size;
}

// C++'s R"x(...)x", from its first quote.
static size_t raw_size(Slice rest) {
    char end[20] = ")";
    size_t size = 1;
    while (1 + size < sizeof end - 2 && size < rest.size && rest.data[size] != '(') {
        end[size] = rest.data[size];
        size++;
    }
    end[size] = '"';
    return size_until(rest, size, (Slice){end, size + 1});
}

static size_t string_size(const Lexer *reader, Slice rest, Slice prefix) {
    if (reader->syntax == SYNTAX_PYTHON) {
        Slice triple = {rest.data, 3};
        bool is_long =
            rest.size >= 3 && rest.data[1] == rest.data[0] && rest.data[2] == rest.data[0];
        return is_long ? size_until(rest, 3, triple) : quoted_size(rest);
    }
    bool is_raw = prefix.size > 0 && prefix.data[prefix.size - 1] == 'R' && rest.data[0] == '"';
    return is_raw ? raw_size(rest) : quoted_size(rest);
}

static int by_word(const void *key, const void *item) {
    const Slice *word = key;
    const char *keyword = *(const char *const *)item;
    int order = strncmp(word->data, keyword, word->size);
    return order ? order : -(keyword[word->size] != '\0');
}

static int kind_of_word(const Lexer *reader, Slice word) {
    bool is_c = reader->syntax == SYNTAX_C;
    const char *const *list = is_c ? C_KEYWORDS : PYTHON_KEYWORDS;
    size_t count = (is_c ? sizeof C_KEYWORDS : sizeof PYTHON_KEYWORDS) / sizeof *list;
    const char *const *found = bsearch(&word, list, count, sizeof *list, by_word);
    int first = is_c ? KIND_C_KEYWORD : KIND_PYTHON_KEYWORD;
    return found ? first + (int)(found - list) : KIND_NAME;
}

// A name, a keyword, or a literal with a prefix (u8"x", rb'x').
static void read_word(Lexer *reader) {
    Slice word = {reader->rest.data, name_size(reader->rest)};
    Slice rest = slice_skip(reader->rest, word.size);
    bool is_quoted = rest.size > 0 && (rest.data[0] == '"' || rest.data[0] == '\'');
    if (is_quoted && word.size <= 3) {
        add(reader, KIND_LITERAL, reader->line);
        skip(reader, word.size + string_size(reader, rest, word));
        return;
    }
    add(reader, kind_of_word(reader, word), reader->line);
    skip(reader, word.size);
}

// The size of the comment or #include line here; 0 if there is none.
static size_t comment_size(const Lexer *reader) {
    Slice rest = reader->rest;
    if (reader->syntax == SYNTAX_PYTHON) {
        return rest.data[0] == '#' ? line_size(rest) : 0;
    }
    if (slice_starts(rest, "//")) {
        return line_size(rest);
    }
    if (slice_starts(rest, "/*")) {
        return size_until(rest, 2, slice_from("*/"));
    }
    if (rest.data[0] == '#' && reader->is_line_start) {
        Slice directive = slice_trim((Slice){rest.data + 1, line_size(rest) - 1});
        return slice_starts(directive, "include") ? line_size(rest) : 0;
    }
    return 0;
}

static void read_token(Lexer *reader) {
    char c = reader->rest.data[0];
    size_t comment = comment_size(reader);
    if (comment > 0) {
        skip(reader, comment);
        return;
    }
    bool is_point =
        c == '.' && reader->rest.size > 1 && isdigit((unsigned char)reader->rest.data[1]);
    reader->is_line_start = false;
    if (isdigit((unsigned char)c) || is_point) {
        add(reader, KIND_LITERAL, reader->line);
        skip(reader, number_size(reader->rest));
    } else if (is_name_byte(c)) {
        read_word(reader);
    } else if (c == '"' || c == '\'') {
        add(reader, KIND_LITERAL, reader->line);
        skip(reader, string_size(reader, reader->rest, (Slice){NULL, 0}));
    } else {
        add(reader, (unsigned char)c, reader->line);
        skip(reader, 1);
    }
}

void source_tokens_init(SourceTokens *tokens, Slice source, SourceSyntax syntax) {
    *tokens = (SourceTokens){0};
    Lexer reader = {
        .rest = source, .line = 1, .syntax = syntax, .is_line_start = true, .out = tokens};
    while (reader.rest.size > 0) {
        char c = reader.rest.data[0];
        if (isspace((unsigned char)c) || c == '\\' || c == '\0') {
            reader.is_line_start = reader.is_line_start || c == '\n';
            skip(&reader, 1);
        } else {
            read_token(&reader);
        }
    }
}

void source_tokens_release(SourceTokens *tokens) {
    free(tokens->items);
    *tokens = (SourceTokens){0};
}
