#include "cli/store_options.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output.h"

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

int options_run_at_store(const Arguments *arguments, StoreWork *work, Error *error) {
    Text location;
    Text out;
    text_init(&location);
    text_init(&out);
    int status = EXIT_BAD_INPUT;
    if (options_store(arguments, &location, error)) {
        if (location.size == 0) {
            error_set(error, ERROR_OPTION_MISSING, "%s needs --data DIR or --store URL",
                arguments->command->name);
        } else {
            status = work(arguments, location.data, &out, error);
        }
    }
    if (status == EXIT_OK) {
        status = output_write(&out, error);
    }
    text_release(&out);
    text_release(&location);
    return status;
}
