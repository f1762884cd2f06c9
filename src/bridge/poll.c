#include "bridge/poll.h"

#include <curl/curl.h>
#include <string.h>
#include <time.h>

#define ANSWER_SIZE_MAX (1u << 20)
#define CONNECT_TIMEOUT_S 15L
#define POLL_TIMEOUT_S 600L // a poll without news is begun again
#define RETRY_MAX_MS 60000
#define LOOK_MS 100 // at the stop flag, while waiting

typedef struct Poll {
    const PollOptions *options;
    CURL *curl;
    Text answer;
    struct curl_slist *headers;
} Poll;

static size_t keep_answer(char *data, size_t size, size_t count, void *context) {
    Poll *poll = (Poll *)context;
    Slice piece = {data, size * count};
    if (poll->answer.size + piece.size > ANSWER_SIZE_MAX) {
        return 0;
    }
    text_add_slice(&poll->answer, piece);
    return piece.size;
}

static int look_at_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    const Poll *poll = (const Poll *)context;
    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(poll->options->stop) ? 1 : 0;
}

static void add_header(Poll *poll, const char *name, const char *value) {
    Text header;
    text_init(&header);
    text_addf(&header, "%s: %s", name, value);
    poll->headers = curl_slist_append(poll->headers, header.data);
    text_release(&header);
}

static void add_response(void *context, const char *match, const char *response) {
    char name[96];
    snprintf(name, sizeof name, "X-Match-%s", match);
    add_header((Poll *)context, name, response);
}

// Gets an address with the headers, which are then forgotten.
static CURLcode get(Poll *poll, const char *url) {
    text_clear(&poll->answer);
    curl_easy_setopt(poll->curl, CURLOPT_URL, url);
    curl_easy_setopt(poll->curl, CURLOPT_HTTPHEADER, poll->headers);
    CURLcode code = curl_easy_perform(poll->curl);
    curl_slist_free_all(poll->headers);
    poll->headers = NULL;
    return code;
}

static long status_of(const Poll *poll) {
    long status = 0;
    curl_easy_getinfo(poll->curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static void tell(const Poll *poll, const char *what, const char *why) {
    char line[512];
    snprintf(line, sizeof line, "%s: %s", what, why);
    poll->options->say(line);
}

static void tell_failure(const Poll *poll, const char *what, CURLcode code) {
    char status[32];
    snprintf(status, sizeof status, "HTTP status %ld", status_of(poll));
    tell(poll, what, code == CURLE_OK ? status : curl_easy_strerror(code));
}

static void wait(const Poll *poll, int *wait_ms) {
    for (int left = *wait_ms; left > 0 && !atomic_load(poll->options->stop); left -= LOOK_MS) {
        int part = left < LOOK_MS ? left : LOOK_MS;
        struct timespec time = {part / 1000, part % 1000 * 1000000L};
        nanosleep(&time, NULL);
    }
    *wait_ms = *wait_ms < RETRY_MAX_MS / 2 ? 2 * *wait_ms : RETRY_MAX_MS;
}

// The site cannot have seen a request that found no way to it.
static Delivery delivery_of(CURLcode code, long status) {
    bool is_unsent = code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST ||
                     code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_SSL_CONNECT_ERROR;
    return is_unsent ? UNSENT : code == CURLE_OK && status == 200 ? DELIVERED : UNCERTAIN;
}

// One poll; false if it failed.
static bool poll_once(Poll *poll, Bridge *bridge) {
    Error error;
    bridge_visit_responses(bridge, add_response, poll);
    CURLcode code = get(poll, poll->options->url);
    Delivery delivery = delivery_of(code, status_of(poll));
    bridge_sent(bridge, delivery);
    if (code == CURLE_OPERATION_TIMEDOUT || code == CURLE_ABORTED_BY_CALLBACK) {
        return true;
    }
    if (delivery != DELIVERED) {
        tell_failure(poll, "poll", code);
        return false;
    }
    if (!bridge_take_news(bridge, text_slice(&poll->answer), &error)) {
        tell(poll, "poll", error.text);
        return false;
    }
    return true;
}

// Starts the matches that were asked for. The address is the other one's neighbour.
static void challenge(Poll *poll) {
    const char *slash = strrchr(poll->options->url, '/');
    Text url;
    text_init(&url);
    text_addf(&url, "%.*s/runmatch", (int)(slash - poll->options->url), poll->options->url);
    for (const char *const *bot = poll->options->opponents; *bot; bot++) {
        add_header(poll, "X-Game", poll->options->game);
        add_header(poll, "X-Player-0", "me");
        add_header(poll, "X-Player-1", *bot);
        CURLcode code = get(poll, url.data);
        if (code != CURLE_OK || status_of(poll) != 200) {
            tell_failure(poll, "challenge", code);
        }
    }
    text_release(&url);
}

static bool is_over(const Poll *poll, const Bridge *bridge) {
    int wanted = poll->options->match_count;
    return atomic_load(poll->options->stop) || (wanted > 0 && bridge_ended_count(bridge) >= wanted);
}

static void set_up(Poll *poll) {
    CURL *curl = poll->curl;
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, POLL_TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep_answer);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, poll);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_at_stop);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, poll);
}

bool poll_run(Bridge *bridge, const PollOptions *options, Error *error) {
    if (strncmp(options->url, "http", 4) != 0 || !strstr(options->url, "://") ||
        strrchr(options->url, '/') < strstr(options->url, "://") + 3) {
        return error_set(error, ERROR_BAD_OPTION,
            "--url takes the address from your account page on Botzone, https://.../localai");
    }
    curl_global_init(CURL_GLOBAL_DEFAULT);
    Poll poll = {.options = options, .curl = curl_easy_init()};
    text_init(&poll.answer);
    set_up(&poll);
    challenge(&poll);
    int wait_ms = options->retry_ms;
    while (!is_over(&poll, bridge)) {
        if (poll_once(&poll, bridge)) {
            wait_ms = options->retry_ms;
        } else {
            wait(&poll, &wait_ms);
        }
    }
    text_release(&poll.answer);
    curl_easy_cleanup(poll.curl);
    curl_global_cleanup();
    return true;
}
