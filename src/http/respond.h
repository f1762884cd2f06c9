#pragma once
// Replies of the handler as responses of the library.

#include "http/streams.h"

// Queues a reply, whose body is taken, and returns its status; 0 if the connection is to be closed.
int respond(struct MHD_Connection *connection, HttpReply *reply);

// The same with the events of the feed that the reply holds, after the version that the client
// names; the feed is taken.
int respond_events(Streams *streams, struct MHD_Connection *connection, const Address *visitor,
    Slice method, HttpReply *reply);
