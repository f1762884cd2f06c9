#include "cli/site_url.h"

#include <string.h>

// Whether a browser that is given this finds a page to which `#/...` can be added.
static bool is_page(Slice url) {
    static const char *const SCHEMES[] = {"https://", "http://"};
    for (size_t i = 0; i < url.size; i++) {
        if (url.data[i] <= ' ' || url.data[i] > '~' || strchr("?#\"<>", url.data[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++) {
        if (slice_starts(url, SCHEMES[i])) {
            Slice rest = slice_skip(url, strlen(SCHEMES[i]));
            return rest.size > 0 && rest.data[0] != '/' && rest.data[0] != ':';
        }
    }
    return false;
}

bool site_url_read(const Arguments *arguments, Text *out, Error *error) {
    const char *url = arguments_value(arguments, "url");
    if (!url) {
        return true;
    }
    Slice address = slice_from(url);
    if (!is_page(address)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_OPTION,
            "--url takes the page's address, e.g. https://immure.example.org/, not %s",
            slice_quote(address, quoted));
    }
    text_add_slice(out, address);
    text_add(out, address.data[address.size - 1] == '/' ? "" : "/");
    return true;
}
