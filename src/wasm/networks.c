// The networks that come with the page are files of their own, fetched when a board needs one. To
// the engine they are what is built into the program elsewhere: eval/net/builtin.h.

#include <stdlib.h>
#include <string.h>

#include "eval/net/builtin.h"
#include "wasm/core.h"

#define SHAPES_MAX 8

// By the order of NETWORK_SHAPES. An instance of a module is an object, and this is its state:
// there is one set of networks for all that it runs, as in the program.
static Slice loaded[SHAPES_MAX];

static size_t index_of(const NetworkShape *shape) {
    size_t index = 0;
    while (NETWORK_SHAPES[index] != shape) {
        index++;
    }
    return index;
}

Slice network_builtin(const NetworkShape *shape) {
    return loaded[index_of(shape)];
}

static bool keep_network(Slice bytes, const NetworkShape **shape, Error *error) {
    Network network;
    if (!network_read(&network, bytes, error)) {
        return false;
    }
    *shape = network.shape;
    network_release(&network);
    size_t index = index_of(*shape);
    char *copy = malloc(bytes.size);
    if (!copy || index >= SHAPES_MAX) {
        free(copy);
        return error_set(error, ERROR_OUT_OF_MEMORY, "there is no room for the network");
    }
    memcpy(copy, bytes.data, bytes.size);
    free((char *)loaded[index].data);
    loaded[index] = (Slice){copy, bytes.size};
    return true;
}

bool immure_load_network(Core *core) {
    Error error;
    const NetworkShape *shape;
    JsonWriter json = core_begin(core);
    if (!keep_network(core_field(core), &shape, &error)) {
        return core_refuse(core, &error);
    }
    // An engine that was made before does not know it.
    core_search_release(&core->search);
    json_put_text(&json, NULL, shape->name);
    return true;
}
