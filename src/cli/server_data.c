#include "cli/server_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// How long a request waits for the store before its client is told to come back.
#define STORE_WAIT_MS 3000

static void add_usual_folder(Text *out) {
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && data[0] == '/') { // its specification ignores relative ones
        text_addf(out, "%s/immure", data);
    } else {
        text_addf(out, "%s/.local/share/immure", home ? home : "");
    }
}

bool server_data_read(ServerData *data, const Arguments *arguments, Error *error) {
    *data = (ServerData){0};
    text_init(&data->location);
    bool is_unwanted = arguments_flag(arguments, "no-store");
    if (!options_store(arguments, &data->location, error)) {
        return false;
    }
    if (is_unwanted && data->location.size > 0) {
        return error_set(
            error, ERROR_OPTIONS_CONFLICT, "--no-store contradicts --data and --store");
    }
    if (!is_unwanted && data->location.size == 0) {
        data->is_usual = true;
        add_usual_folder(&data->location);
        text_addf(&data->location, "/%s", STORE_FILE);
    }
    return true;
}

void server_data_release(ServerData *data) {
    text_release(&data->location);
}

// Makes the folders of a file, for their owner alone.
static bool make_folders(const Text *path, Error *error) {
    for (char *slash = strchr(path->data + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = mkdir(path->data, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made) {
            return error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be made: %s", path->data,
                strerror(errno));
        }
    }
    return true;
}

bool server_data_open(const ServerData *data, Store **out, Error *error) {
    *out = NULL;
    if (data->location.size == 0) {
        return true;
    }
    if (!data->is_usual || make_folders(&data->location, error)) {
        *out = store_open(
            &(StoreOptions){
                .location = data->location.data, .migrate = true, .wait_ms = STORE_WAIT_MS},
            error);
    }
    if (!*out && data->is_usual) {
        fprintf(stderr,
            "immure: %s: serving without a store (choose one with --data DIR, or ask for this "
            "with --no-store)\n",
            error->text);
    }
    return *out || data->is_usual;
}
