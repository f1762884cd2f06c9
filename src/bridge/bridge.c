#include "bridge/bridge.h"

#include <stdlib.h>
#include <string.h>

#include "bot/botzone_reader.h"
#include "bridge/news.h"

#define MATCHES_MAX 64
#define NO_MOVE "-1 -1 -1 -1 -1 -1"

typedef enum ResponseState {
    RESPONSE_NONE, // nobody has asked
    RESPONSE_READY,
    RESPONSE_ON_ITS_WAY,
    RESPONSE_UNCERTAIN,
    RESPONSE_DELIVERED,
} ResponseState;

typedef struct BridgeMatch {
    char id[MATCH_ID_MAX + 1]; // empty: this place is free
    Game game;
    Player *player;
    bool is_playing; // false once something went wrong: then it is not answered any more
    Text requests;   // all of them, a line each
    bool is_json;    // how the last one was written
    char response[160];
    ResponseState state;
    Error error;
} BridgeMatch;

struct Bridge {
    BridgeOptions options;
    BridgeMatch matches[MATCHES_MAX];
    int ended_count;
};

static void say(const Bridge *bridge, const BridgeMatch *match, const char *what) {
    char line[512];
    snprintf(line, sizeof line, "match %s: %s", match->id, what);
    bridge->options.say(line);
}

Bridge *bridge_new(const BridgeOptions *options) {
    Bridge *bridge = (Bridge *)calloc(1, sizeof *bridge);
    if (!bridge) {
        abort();
    }
    bridge->options = *options;
    return bridge;
}

static void match_release(BridgeMatch *match) {
    player_free(match->player);
    game_release(&match->game);
    text_release(&match->requests);
    memset(match, 0, sizeof *match);
}

void bridge_free(Bridge *bridge) {
    for (size_t i = 0; bridge && i < MATCHES_MAX; i++) {
        if (bridge->matches[i].id[0] != '\0') {
            match_release(&bridge->matches[i]);
        }
    }
    free(bridge);
}

static BridgeMatch *find_match(Bridge *bridge, Slice id) {
    for (size_t i = 0; i < MATCHES_MAX; i++) {
        if (id.size > 0 ? slice_is(id, bridge->matches[i].id) : !bridge->matches[i].id[0]) {
            return &bridge->matches[i];
        }
    }
    return NULL;
}

static BridgeMatch *match_new(Bridge *bridge, Slice id) {
    BridgeMatch *match = find_match(bridge, slice_from(""));
    if (match) {
        memcpy(match->id, id.data, id.size);
        match->id[id.size] = '\0';
        game_init(&match->game, bridge->options.rules, bridge->options.variant);
        text_init(&match->requests);
        match->is_playing = true;
    }
    return match;
}

// The six numbers of a request, whether it is written simply or as JSON.
static bool request_text(BridgeMatch *match, Slice request, Text *out) {
    match->is_json = request.size > 0 && request.data[0] == '{';
    if (!match->is_json) {
        text_add_slice(out, request);
        return true;
    }
    BotzoneMove move;
    if (!botzone_read_request(request, &move, &match->error)) {
        return false;
    }
    for (size_t i = 0; i < 6; i++) {
        if (!move.is_whole[i]) {
            return error_set(
                &match->error, ERROR_BAD_FIELD, "\"%s\" is not a whole number", BOTZONE_FIELDS[i]);
        }
        text_addf(out, i > 0 ? " %lld" : "%lld", move.number[i]);
    }
    return true;
}

// Plays what the opponent played, if it did, and starts our program in the match's first turn.
static bool take_request(BridgeMatch *match, const PlayerOptions *options, Slice request) {
    Text move;
    text_init(&move);
    bool is_first = !match->player;
    bool done = request_text(match, request, &move);
    bool begins = is_first && slice_is(text_slice(&move), NO_MOVE);
    done = done && (begins || game_play_text(&match->game, text_slice(&move), NOTATION_BOTZONE,
                                  &match->error));
    text_release(&move);
    if (!done || !is_first) {
        return done;
    }
    Foul foul;
    match->player = player_new(options, begins ? SIDE_FIRST : SIDE_SECOND);
    return player_begin(match->player, &match->game, &foul) ||
           error_set(&match->error, ERROR_PROCESS_FAULT, "%s", foul.reason.text);
}

static void write_response(BridgeMatch *match, Move move) {
    char text[MOVE_TEXT_SIZE];
    match->game.rules->format(game_position(&match->game), move, NOTATION_BOTZONE, text);
    if (!match->is_json) {
        snprintf(match->response, sizeof match->response, "%s", text);
        return;
    }
    Slice rest = slice_from(text);
    Slice number;
    size_t size = 0;
    for (size_t i = 0; i < 6 && slice_next(&rest, " ", &number); i++) {
        size += (size_t)snprintf(match->response + size, sizeof match->response - size,
            "%c\"%s\":%.*s", i > 0 ? ',' : '{', BOTZONE_FIELDS[i], (int)number.size, number.data);
    }
    snprintf(match->response + size, sizeof match->response - size, "}");
}

static void think(BridgeMatch *match) {
    Move move;
    TurnCost cost;
    Foul foul;
    if (game_outcome(&match->game).result != RESULT_NONE) {
        match->is_playing = error_set(&match->error, ERROR_GAME_OVER, "the game is over");
    } else if (player_ask(match->player, &match->game, &move, &cost, &foul)) {
        write_response(match, move);
        game_play(&match->game, move);
        match->state = RESPONSE_READY;
    } else {
        match->is_playing = error_set(&match->error, ERROR_PROCESS_FAULT, "%s", foul.reason.text);
    }
}

// Whether a request was there before. No two of a game are the same, as no move can recur.
static bool is_old(const BridgeMatch *match, Slice request, bool *is_last) {
    Slice rest = text_slice(&match->requests);
    Slice line;
    bool found = false;
    *is_last = false;
    while (slice_next_line(&rest, &line)) {
        *is_last = line.size == request.size && memcmp(line.data, request.data, line.size) == 0;
        found = found || *is_last;
    }
    return found;
}

// The match of a request that is to be thought about; null for any other.
static BridgeMatch *accept(Bridge *bridge, const NewsRequest *news) {
    BridgeMatch *match = find_match(bridge, news->match);
    bool is_last;
    if (!match) {
        match = match_new(bridge, news->match);
    } else if (!match->is_playing) {
        return NULL;
    } else if (is_old(match, news->request, &is_last)) {
        // The response is on record: it goes out again only if it cannot have arrived.
        bool is_missing = is_last && match->state == RESPONSE_UNCERTAIN;
        match->state = is_missing ? RESPONSE_READY : match->state;
        return NULL;
    }
    if (!match) {
        bridge->options.say("too many matches at a time: one is not answered");
        return NULL;
    }
    text_add_slice(&match->requests, news->request);
    text_add_byte(&match->requests, '\n');
    match->state = RESPONSE_NONE;
    match->is_playing = take_request(match, bridge->options.player, news->request);
    if (!match->is_playing) {
        say(bridge, match, match->error.text);
    }
    return match->is_playing ? match : NULL;
}

static void end_match(Bridge *bridge, const NewsEnd *news) {
    BridgeMatch *match = find_match(bridge, news->match);
    char line[256];
    snprintf(line, sizeof line, "match %.*s: %s%.*s", (int)news->match.size, news->match.data,
        news->player_count > 0 ? "over, scores " : "aborted", (int)news->scores.size,
        news->scores.data);
    for (char *c = line; *c; c++) {
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    }
    bridge->options.say(line);
    if (match) {
        match_release(match);
        bridge->ended_count++;
    }
}

bool bridge_take_news(Bridge *bridge, Slice text, Error *error) {
    News *news = (News *)malloc(sizeof *news);
    if (!news) {
        abort();
    }
    bool done = news_read(text, news, error);
    for (size_t i = 0; done && i < news->waiting_count; i++) {
        BridgeMatch *match = accept(bridge, &news->waiting[i]);
        if (match) {
            think(match);
            say(bridge, match, match->is_playing ? match->response : match->error.text);
        }
    }
    for (size_t i = 0; done && i < news->ended_count; i++) {
        end_match(bridge, &news->ended[i]);
    }
    free(news);
    return done;
}

void bridge_visit_responses(Bridge *bridge,
    void (*visit)(void *context, const char *match, const char *response), void *context) {
    for (size_t i = 0; i < MATCHES_MAX; i++) {
        BridgeMatch *match = &bridge->matches[i];
        if (match->state == RESPONSE_READY) {
            match->state = RESPONSE_ON_ITS_WAY;
            visit(context, match->id, match->response);
        }
    }
}

void bridge_sent(Bridge *bridge, Delivery delivery) {
    static const ResponseState STATES[] = {RESPONSE_DELIVERED, RESPONSE_READY, RESPONSE_UNCERTAIN};
    for (size_t i = 0; i < MATCHES_MAX; i++) {
        if (bridge->matches[i].state == RESPONSE_ON_ITS_WAY) {
            bridge->matches[i].state = STATES[delivery];
        }
    }
}

int bridge_ended_count(const Bridge *bridge) {
    return bridge->ended_count;
}
