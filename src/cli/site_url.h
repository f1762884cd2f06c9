#pragma once
// --url: the address by which people find the page, which only they know who set up what is between
// (a proxy, a name).

#include "base/text.h"
#include "cli/arguments.h"

// Appends the address, with a slash at its end; nothing if --url was not given. Refuses what is no
// address, before somebody gets a link that leads nowhere.
bool site_url_read(const Arguments *arguments, Text *out, Error *error);
