#pragma once
// The networks that come with the program: the files of nets/, put into it when it is built.

#include "eval/net/network.h"

// The bytes of the network file for a shape; empty if there is none.
Slice network_builtin(const NetworkShape *shape);
