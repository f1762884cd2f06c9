#pragma once
// An engine's numbers by name, so that experiments need no new program: `width=64,exploration=0.4`.

#include "base/error.h"
#include "base/slice.h"

typedef struct Setting {
    const char *name;
    size_t offset; // of a float, or of an int where `is_whole`, in the settings' struct
    bool is_whole;
    double min;
    double max;
} Setting;

// Changes the named settings; `table` ends with one without a name. On refusal says what is wrong
// and leaves the settings as they were.
bool settings_apply(void *settings, size_t size, const Setting *table, Slice text, Error *error);

// Whether settings_apply would take the text, without settings to change; a null table names none.
bool settings_check(const Setting *table, Slice text, Error *error);
