#include "match/books.h"

#include <string.h>

// Made from the folder openings/ by the build.
extern const Slice BOOK_AMAZONS_6X6;
extern const Slice BOOK_AMAZONS_8X8;
extern const Slice BOOK_AMAZONS_10X10;
extern const Slice BOOK_QUORIDOR;

static const struct {
    const char *game;
    const char *variant; // null: all of the game
    const Slice *text;
    const char *name;
} BOOKS[] = {
    {"amazons", "6x6", &BOOK_AMAZONS_6X6, "built-in amazons-6x6"},
    {"amazons", "8x8", &BOOK_AMAZONS_8X8, "built-in amazons-8x8"},
    {"amazons", "10x10", &BOOK_AMAZONS_10X10, "built-in amazons-10x10"},
    {"quoridor", NULL, &BOOK_QUORIDOR, "built-in quoridor"},
};

bool books_load(Openings *openings, const char *source, const Rules *rules, const Variant *variant,
    size_t count, uint64_t seed, Error *error) {
    if (source && strcmp(source, "none") == 0) {
        return openings_load(openings, NULL, rules, variant, count, seed, error);
    }
    for (size_t i = 0; !source && i < sizeof BOOKS / sizeof *BOOKS; i++) {
        if (strcmp(BOOKS[i].game, rules->name) == 0 &&
            (!BOOKS[i].variant || strcmp(BOOKS[i].variant, variant->name) == 0)) {
            return openings_parse(
                openings, *BOOKS[i].text, BOOKS[i].name, rules, variant, seed, error);
        }
    }
    return openings_load(openings, source, rules, variant, count, seed, error);
}
