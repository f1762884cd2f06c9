#pragma once
// Which page a browser asks for: ours, or one of another origin that uses our visitor's cookies.

#include "base/slice.h"

// By the headers of these names, empty where there is none. Browsers say it in Sec-Fetch-Site,
// which no page can forge; older ones, and all of them without TLS, send Origin, which is held
// against Host. A program that is no browser sends neither, and is not foreign.
bool origin_is_foreign(Slice fetch_site, Slice origin, Slice host);
