#pragma once
// The status that goes with a reason: for routes behind which more can be refused than the body.

#include "http/handler.h"

// Refuses with the status of the error's code, and tells when to try again where that helps.
void api_refuse(HttpReply *reply, const Error *error);
