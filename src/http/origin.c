#include "http/origin.h"

#include <string.h>
#include <strings.h>

bool origin_is_foreign(Slice fetch_site, Slice origin, Slice host) {
    if (fetch_site.size > 0) {
        return !slice_is(fetch_site, "same-origin") && !slice_is(fetch_site, "none");
    }
    if (origin.size == 0) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        static const char *const SCHEMES[] = {"https://", "http://"};
        if (slice_starts(origin, SCHEMES[i])) {
            Slice place = slice_skip(origin, strlen(SCHEMES[i]));
            return place.size != host.size || strncasecmp(place.data, host.data, host.size) != 0;
        }
    }
    return true; // such as `null`
}
