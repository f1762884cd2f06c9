#pragma once
// Where a server keeps what must not be lost, as its options say.

#include "cli/store_options.h"
#include "store/store.h"

typedef struct ServerData {
    Text location; // of the store; empty: there is none
    bool is_usual; // nobody has asked for it: it can be done without
} ServerData;

// --data, --store or --no-store; else the usual folder, $XDG_DATA_HOME/immure or
// ~/.local/share/immure. Release the data also if it is refused.
bool server_data_read(ServerData *data, const Arguments *arguments, Error *error);
void server_data_release(ServerData *data);

// Opens the store and makes its tables; `*out` is null if there is none. False with a reason if
// that was asked for and cannot be done; the usual one is done without, with a line for the user.
bool server_data_open(const ServerData *data, Store **out, Error *error);
