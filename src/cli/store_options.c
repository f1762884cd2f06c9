#include "cli/store_options.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define STORE_FILE "immure.db"

bool options_store(const Arguments *arguments, Text *location, Error *error) {
    const char *folder = arguments_value(arguments, "data");
    const char *store = arguments_value(arguments, "store");
    if (folder && store) {
        return error_set(error, ERROR_OPTIONS_CONFLICT, "give --data or --store, not both");
    }
    if (folder && mkdir(folder, 0700) != 0 && errno != EEXIST) {
        return error_set(
            error, ERROR_FILE_UNWRITABLE, "%.100s cannot be made: %s", folder, strerror(errno));
    }
    if (folder) {
        text_addf(location, "%s/%s", folder, STORE_FILE);
    } else if (store) {
        text_add(location, store);
    }
    return true;
}
