#pragma once
// The socket on which the server waits for visitors.

#include "base/error.h"
#include "base/text.h"

// Listens on a host's port; port 0 is any free one. The socket, or -1 with a reason that says what
// to do about it.
int listener_open(const char *host, int port, Error *error);

// The address that a browser would be given, e.g. http://127.0.0.1:8080/. A socket that listens on
// all addresses has several: LISTENER_HERE is the loopback one, LISTENER_OUTSIDE the first one of
// this machine that is not, or else the loopback one too.
typedef enum ListenerSide { LISTENER_HERE, LISTENER_OUTSIDE } ListenerSide;
void listener_url(int socket, ListenerSide side, Text *out);
