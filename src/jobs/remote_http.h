#pragma once
// A Remote over HTTP (http/client.h), for any number of threads at once.

#include "jobs/remote.h"

typedef struct RemoteHttp RemoteHttp;

// `url` is the server's address, without a path of the interface; the token may be null. Null with
// a reason if the address is none.
RemoteHttp *remote_http_new(const char *url, const char *token, Error *error);
void remote_http_free(RemoteHttp *http);

Remote remote_http_remote(RemoteHttp *http);
