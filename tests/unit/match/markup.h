#pragma once
// A strict reader of markup, to see whether a page is what its writer meant.
//
// It takes what is well-formed both as XML and as HTML: tags balance, attributes are quoted, no
// stray `<` or `&`, and only elements that HTML knows as empty close themselves. What stands inside
// script and style is not looked at, but must not hold what XML would trip over.

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define MARKUP_DEPTH_MAX 64
#define MARKUP_NAME_SIZE 32

typedef struct Markup {
    const char *at;
    const char *fault; // why it is wrong at `at`; null while it is right
    char open[MARKUP_DEPTH_MAX][MARKUP_NAME_SIZE];
    int depth;
} Markup;

static inline bool markup_fail(Markup *markup, const char *fault) {
    markup->fault = fault;
    return false;
}

static inline bool markup_is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

static inline bool markup_entity(Markup *markup) {
    static const char *const ENTITIES[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", NULL};
    for (int i = 0; ENTITIES[i]; i++) {
        size_t size = strlen(ENTITIES[i]);
        if (strncmp(markup->at, ENTITIES[i], size) == 0) {
            markup->at += size;
            return true;
        }
    }
    return markup_fail(markup, "a stray &");
}

static inline bool markup_name(Markup *markup, char name[MARKUP_NAME_SIZE]) {
    size_t size = 0;
    while (isalnum((unsigned char)markup->at[size]) || (size && markup->at[size] == '-')) {
        size++;
    }
    if (size == 0 || size >= MARKUP_NAME_SIZE) {
        return markup_fail(markup, "no name");
    }
    memcpy(name, markup->at, size);
    name[size] = '\0';
    markup->at += size;
    return true;
}

static inline bool markup_attribute(Markup *markup) {
    char name[MARKUP_NAME_SIZE];
    markup->at++;
    if (!markup_name(markup, name) || strncmp(markup->at, "=\"", 2) != 0) {
        return markup_fail(markup, "an attribute without a quoted value");
    }
    markup->at += 2;
    while (*markup->at && *markup->at != '"') {
        if (*markup->at == '<') {
            return markup_fail(markup, "< in an attribute");
        }
        if (*markup->at != '&') {
            markup->at++;
        } else if (!markup_entity(markup)) {
            return false;
        }
    }
    return *markup->at++ == '"' || markup_fail(markup, "an attribute without end");
}

static inline bool markup_end_tag(Markup *markup) {
    char name[MARKUP_NAME_SIZE];
    markup->at += 2;
    if (!markup_name(markup, name) || *markup->at++ != '>') {
        return markup_fail(markup, "a broken end tag");
    }
    if (markup->depth == 0 || strcmp(markup->open[--markup->depth], name) != 0) {
        return markup_fail(markup, "an end tag that ends nothing");
    }
    return true;
}

static inline bool markup_start_tag(Markup *markup) {
    static const char *const EMPTY[] = {
        "meta", "input", "line", "rect", "polygon", "polyline", NULL};
    static const char *const RAW[] = {"script", "style", NULL};
    char name[MARKUP_NAME_SIZE];
    markup->at++;
    if (!markup_name(markup, name)) {
        return false;
    }
    while (*markup->at == ' ') {
        if (!markup_attribute(markup)) {
            return false;
        }
    }
    if (strncmp(markup->at, "/>", 2) == 0) {
        markup->at += 2;
        return markup_is_one_of(name, EMPTY) || markup_fail(markup, "no element to close itself");
    }
    if (*markup->at++ != '>' || markup->depth == MARKUP_DEPTH_MAX) {
        return markup_fail(markup, "a broken tag");
    }
    strcpy(markup->open[markup->depth++], name);
    if (markup_is_one_of(name, RAW)) {
        markup->at += strcspn(markup->at, "<&");
        return strncmp(markup->at, "</", 2) == 0 || markup_fail(markup, "< or & in raw text");
    }
    return true;
}

// Reads a whole page. On a fault `*where` is set to the place in the text.
static inline const char *markup_fault(const char *text, const char **where) {
    static const char DOCTYPE[] = "<!DOCTYPE html>";
    Markup markup = {.at = text};
    bool is_right = true;
    if (strncmp(text, DOCTYPE, strlen(DOCTYPE)) == 0) {
        markup.at += strlen(DOCTYPE);
    }
    while (is_right && *markup.at) {
        if (*markup.at == '&') {
            is_right = markup_entity(&markup);
        } else if (*markup.at != '<') {
            markup.at++;
        } else {
            is_right = markup.at[1] == '/' ? markup_end_tag(&markup) : markup_start_tag(&markup);
        }
    }
    if (is_right && markup.depth > 0) {
        markup_fail(&markup, "an element without end");
    }
    *where = markup.at;
    return markup.fault;
}
