#pragma once
// A record as JSON (docs/formats.md): {"spec", "tags", "comment", "moves"}. Of the tags that follow
// from the game only Result is there; the others are in the spec.

#include "base/json.h"
#include "rules/record/record.h"

void json_put_record(JsonWriter *json, const char *name, const Record *record);
