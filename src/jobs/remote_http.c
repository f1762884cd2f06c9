#include "jobs/remote_http.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "http/client.h"

// Connections that are kept for the next request.
#define CLIENTS_KEPT 8
#define CONNECT_MS 10000
#define SILENCE_MS 60000
#define ANSWER_BYTES (128u << 20)

struct RemoteHttp {
    Text url; // without a slash at its end
    char *token;
    pthread_mutex_t lock; // of what follows
    HttpClient *clients[CLIENTS_KEPT];
    int client_count;
};

RemoteHttp *remote_http_new(const char *url, const char *token, Error *error) {
    Slice address = slice_from(url);
    if (!slice_starts(address, "http://") && !slice_starts(address, "https://")) {
        error_set(error, ERROR_BAD_OPTION, "--server takes an address such as https://HOST:PORT");
        return NULL;
    }
    RemoteHttp *http = calloc(1, sizeof *http);
    if (!http) {
        abort();
    }
    while (address.data[address.size - 1] == '/') {
        address.size--;
    }
    text_init(&http->url);
    text_add_slice(&http->url, address);
    http->token = token ? strdup(token) : NULL;
    pthread_mutex_init(&http->lock, NULL);
    return http;
}

void remote_http_free(RemoteHttp *http) {
    if (!http) {
        return;
    }
    for (int i = 0; i < http->client_count; i++) {
        http_client_free(http->clients[i]);
    }
    pthread_mutex_destroy(&http->lock);
    text_release(&http->url);
    free(http->token);
    free(http);
}

static HttpClient *take_client(RemoteHttp *http) {
    pthread_mutex_lock(&http->lock);
    HttpClient *client = http->client_count > 0 ? http->clients[--http->client_count] : NULL;
    pthread_mutex_unlock(&http->lock);
    return client ? client
                  : http_client_new(&(HttpClientOptions){
                        .token = http->token,
                        .connect_ms = CONNECT_MS,
                        .silence_ms = SILENCE_MS,
                        .answer_limit_bytes = ANSWER_BYTES,
                    });
}

static void keep_client(RemoteHttp *http, HttpClient *client) {
    pthread_mutex_lock(&http->lock);
    bool is_kept = http->client_count < CLIENTS_KEPT;
    if (is_kept) {
        http->clients[http->client_count++] = client;
    }
    pthread_mutex_unlock(&http->lock);
    if (!is_kept) {
        http_client_free(client);
    }
}

static bool ask(void *context, const char *method, const char *path, Slice body, RemoteHead *head,
    Text *answer, Error *error) {
    RemoteHttp *http = context;
    HttpClient *client = take_client(http);
    Text url;
    text_init(&url);
    text_addf(&url, "%s%s", http->url.data, path);
    const char *type = strcmp(method, "PUT") == 0 ? "application/octet-stream" : "application/json";
    bool done = http_client_ask(client, method, url.data, body, type, error) == HTTP_ANSWERED;
    if (done) {
        *head = (RemoteHead){http_client_status(client), http_client_retry_after_s(client)};
        text_add_slice(answer, http_client_answer(client));
    }
    text_release(&url);
    keep_client(http, client);
    return done;
}

Remote remote_http_remote(RemoteHttp *http) {
    return (Remote){.context = http, .ask = ask};
}
