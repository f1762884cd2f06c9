#include "search/settings.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

#define SETTINGS_SIZE_MAX 256

static bool refuse_name(const Setting *table, Slice name, Error *error) {
    Text names;
    text_init(&names);
    for (; table->name; table++) {
        text_add(&names, names.size > 0 ? ", " : "");
        text_add(&names, table->name);
    }
    char quoted[SLICE_QUOTE_SIZE];
    error_set(error, ERROR_UNKNOWN_SETTING, "the engine has no setting %s, but %s",
        slice_quote(name, quoted), names.size > 0 ? names.data : "none at all");
    text_release(&names);
    return false;
}

static bool apply_one(char *settings, const Setting *table, Slice pair, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    const char *equals = (const char *)memchr(pair.data, '=', pair.size);
    Slice name = {pair.data, equals ? (size_t)(equals - pair.data) : pair.size};
    Slice value = slice_skip(pair, name.size + 1);
    const Setting *first = table;
    while (table->name && !slice_is(name, table->name)) {
        table++;
    }
    if (!table->name) {
        return refuse_name(first, name, error);
    }
    double number;
    if (!slice_to_double(value, &number) || !(number >= table->min && number <= table->max) ||
        (table->is_whole && number != (int)number)) {
        return error_set(error, ERROR_BAD_SETTING,
            table->is_whole ? "setting %s takes a whole number from %g to %g, not %s"
                            : "setting %s takes a number from %g to %g, not %s",
            table->name, table->min, table->max, slice_quote(value, quoted));
    }
    if (table->is_whole) {
        int whole = (int)number;
        memcpy(settings + table->offset, &whole, sizeof whole);
    } else {
        float fraction = (float)number;
        memcpy(settings + table->offset, &fraction, sizeof fraction);
    }
    return true;
}

bool settings_apply(void *settings, size_t size, const Setting *table, Slice text, Error *error) {
    char changed[SETTINGS_SIZE_MAX];
    assert(size <= sizeof changed);
    memcpy(changed, settings, size);
    Slice pair;
    while (slice_next(&text, ",", &pair)) {
        if (!apply_one(changed, table, pair, error)) {
            return false;
        }
    }
    memcpy(settings, changed, size);
    return true;
}

bool settings_check(const Setting *table, Slice text, Error *error) {
    static const Setting NONE[] = {{0}};
    char scratch[SETTINGS_SIZE_MAX] = {0};
    return settings_apply(scratch, sizeof scratch, table ? table : NONE, text, error);
}
