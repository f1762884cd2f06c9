#include "bridge/poll.h"

#include <string.h>
#include <time.h>

#include "http/client.h"

#define ANSWER_SIZE_MAX (1u << 20)
#define CONNECT_MS 15000
#define POLL_MS 600000 // a poll without news is begun again
#define RETRY_MAX_MS 60000
#define LOOK_MS 100 // at the stop flag, while waiting

typedef struct Poll {
    const PollOptions *options;
    HttpClient *client;
} Poll;

static void add_response(void *context, const char *match, const char *response) {
    const Poll *poll = context;
    char name[96];
    snprintf(name, sizeof name, "X-Match-%s", match);
    http_client_header(poll->client, name, response);
}

static HttpDelivery get(const Poll *poll, const char *url, Error *error) {
    return http_client_ask(poll->client, "GET", url, (Slice){0}, NULL, error);
}

static void tell(const Poll *poll, const char *what, const char *why) {
    char line[512];
    snprintf(line, sizeof line, "%s: %s", what, why);
    poll->options->say(line);
}

// Whether a request was answered with 200; says why not.
static bool is_good(const Poll *poll, const char *what, HttpDelivery delivery, const Error *error) {
    char status[32];
    snprintf(status, sizeof status, "HTTP status %d", http_client_status(poll->client));
    bool is_answered = delivery == HTTP_ANSWERED;
    if (is_answered && http_client_status(poll->client) == 200) {
        return true;
    }
    tell(poll, what, is_answered ? status : error->text);
    return false;
}

static void wait(const Poll *poll, int *wait_ms) {
    for (int left = *wait_ms; left > 0 && !atomic_load(poll->options->stop); left -= LOOK_MS) {
        int part = left < LOOK_MS ? left : LOOK_MS;
        struct timespec time = {part / 1000, part % 1000 * 1000000L};
        nanosleep(&time, NULL);
    }
    *wait_ms = *wait_ms < RETRY_MAX_MS / 2 ? 2 * *wait_ms : RETRY_MAX_MS;
}

// One poll; false if it failed.
static bool poll_once(Poll *poll, Bridge *bridge) {
    Error error;
    bridge_visit_responses(bridge, add_response, poll);
    HttpDelivery delivery = get(poll, poll->options->url, &error);
    bool is_read = delivery == HTTP_ANSWERED && http_client_status(poll->client) == 200;
    bridge_sent(bridge, delivery == HTTP_UNSENT ? UNSENT : is_read ? DELIVERED : UNCERTAIN);
    if (delivery == HTTP_TIMED_OUT || delivery == HTTP_STOPPED) {
        return true;
    }
    if (!is_good(poll, "poll", delivery, &error)) {
        return false;
    }
    if (!bridge_take_news(bridge, http_client_answer(poll->client), &error)) {
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
        Error error;
        http_client_header(poll->client, "X-Game", poll->options->game);
        http_client_header(poll->client, "X-Player-0", "me");
        http_client_header(poll->client, "X-Player-1", *bot);
        HttpDelivery delivery = get(poll, url.data, &error);
        is_good(poll, "challenge", delivery, &error);
    }
    text_release(&url);
}

static bool is_over(const Poll *poll, const Bridge *bridge) {
    int wanted = poll->options->match_count;
    return atomic_load(poll->options->stop) || (wanted > 0 && bridge_ended_count(bridge) >= wanted);
}

bool poll_run(Bridge *bridge, const PollOptions *options, Error *error) {
    if (strncmp(options->url, "http", 4) != 0 || !strstr(options->url, "://") ||
        strrchr(options->url, '/') < strstr(options->url, "://") + 3) {
        return error_set(error, ERROR_BAD_OPTION,
            "--url takes the address from your account page on Botzone, https://.../localai");
    }
    Poll poll = {
        .options = options,
        .client = http_client_new(&(HttpClientOptions){
            .connect_ms = CONNECT_MS,
            .timeout_ms = POLL_MS,
            .answer_limit_bytes = ANSWER_SIZE_MAX,
            .stop = options->stop,
        }),
    };
    challenge(&poll);
    int wait_ms = options->retry_ms;
    while (!is_over(&poll, bridge)) {
        if (poll_once(&poll, bridge)) {
            wait_ms = options->retry_ms;
        } else {
            wait(&poll, &wait_ms);
        }
    }
    http_client_free(poll.client);
    return true;
}
