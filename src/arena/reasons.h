#pragma once
// Why something of the arena is as it is, as its rows keep it: the JSON of an error (base/json.h),
// so that the page says it in its reader's language.

#include "base/error.h"
#include "base/text.h"

// Appends the JSON of a reason.
void reason_write(Text *out, const Error *error);

// Appends that a job was given up (GIVEN_UP), with what the queue says about it.
void reason_given_up(Text *out, ErrorCode code, Slice reason);
