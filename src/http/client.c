#include "http/client.h"

#include <curl/curl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct HttpClient {
    HttpClientOptions options;
    CURL *curl;
    Text authorization; // the header; empty if there is no token
    struct curl_slist *headers;
    Text answer;
    char reason[CURL_ERROR_SIZE];
};

static size_t keep_answer(char *data, size_t size, size_t count, void *context) {
    HttpClient *client = context;
    Slice piece = {data, size * count};
    if (client->answer.size + piece.size > client->options.answer_limit_bytes) {
        return 0;
    }
    text_add_slice(&client->answer, piece);
    return piece.size;
}

static int look_at_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    const HttpClient *client = context;
    (void)a, (void)b, (void)c, (void)d;
    return client->options.stop && atomic_load(client->options.stop);
}

static void set_up(HttpClient *client) {
    const HttpClientOptions *options = &client->options;
    CURL *curl = client->curl;
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)options->connect_ms);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)options->timeout_ms);
    if (options->silence_ms > 0) {
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (options->silence_ms + 999L) / 1000);
    }
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep_answer);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, client);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_at_stop);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, client);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, client->reason);
}

HttpClient *http_client_new(const HttpClientOptions *options) {
    HttpClient *client = calloc(1, sizeof *client);
    if (!client || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        abort();
    }
    client->options = *options;
    client->options.token = NULL; // kept in the header
    text_init(&client->answer);
    text_init(&client->authorization);
    if (options->token) {
        text_addf(&client->authorization, "Bearer %s", options->token);
    }
    client->curl = curl_easy_init();
    if (!client->curl) {
        abort();
    }
    set_up(client);
    return client;
}

void http_client_free(HttpClient *client) {
    if (client) {
        curl_slist_free_all(client->headers);
        curl_easy_cleanup(client->curl);
        text_release(&client->authorization);
        text_release(&client->answer);
        free(client);
        curl_global_cleanup();
    }
}

void http_client_header(HttpClient *client, const char *name, const char *value) {
    Text header;
    text_init(&header);
    text_addf(&header, "%s: %s", name, value);
    client->headers = curl_slist_append(client->headers, header.data);
    text_release(&header);
}

static void set_method(HttpClient *client, const char *method, Slice body) {
    CURL *curl = client->curl;
    bool is_head = strcmp(method, "HEAD") == 0;
    bool has_body = body.size > 0 || strcmp(method, "POST") == 0 || strcmp(method, "PUT") == 0;
    curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L); // as if nothing had been asked before
    curl_easy_setopt(curl, CURLOPT_NOBODY, is_head ? 1L : 0L);
    if (has_body) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body.size);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.size > 0 ? body.data : "");
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, is_head ? NULL : method);
}

static HttpDelivery delivery_of(CURLcode code) {
    switch (code) {
    case CURLE_OK:
        return HTTP_ANSWERED;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
        return HTTP_UNSENT;
    case CURLE_OPERATION_TIMEDOUT:
        return HTTP_TIMED_OUT;
    case CURLE_ABORTED_BY_CALLBACK:
        return HTTP_STOPPED;
    default:
        return HTTP_BROKEN;
    }
}

HttpDelivery http_client_ask(HttpClient *client, const char *method, const char *url, Slice body,
    const char *content_type, Error *error) {
    text_clear(&client->answer);
    if (content_type) {
        http_client_header(client, "Content-Type", content_type);
    }
    if (client->authorization.size > 0) {
        http_client_header(client, "Authorization", client->authorization.data);
    }
    set_method(client, method, body);
    client->reason[0] = '\0';
    curl_easy_setopt(client->curl, CURLOPT_URL, url);
    curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, client->headers);
    CURLcode code = curl_easy_perform(client->curl);
    curl_slist_free_all(client->headers);
    client->headers = NULL;
    if (code != CURLE_OK) {
        const char *reason = *client->reason ? client->reason : curl_easy_strerror(code);
        error_set(error, ERROR_NO_ANSWER, "%s", reason);
    }
    return delivery_of(code);
}

int http_client_status(const HttpClient *client) {
    long status = 0;
    curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &status);
    return (int)status;
}

int http_client_retry_after_s(const HttpClient *client) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(client->curl, CURLINFO_RETRY_AFTER, &seconds);
    return seconds < 0 ? 0 : seconds > INT_MAX ? INT_MAX : (int)seconds;
}

Slice http_client_answer(const HttpClient *client) {
    return (Slice){client->answer.data, client->answer.size};
}
