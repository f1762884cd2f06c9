// Our bots' side of every protocol: the conversations in tests/transcripts/bot.
//
// The bot runs in a thread over two pipes and each line is awaited before the next is sent, so an
// answer that is not flushed, or that comes at the wrong time, is found.
//
// Settings are `protocol`, `keep-running yes`, `ponder yes`, `engine` and `after`, the moves that
// the lines below it tell the bot as history. Words in braces:
//
//     {move}  from the bot: a legal move in the protocol's notation; to the bot: any legal reply
//     {json}  the same as Botzone's object of six numbers
//     {#}     from the bot: a whole number
//     {*}     from the bot: any text
//     {end}   to the bot: the end of its input
//
// Lines `info depth ...` are told at any time; they are passed over where none is expected.

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "bot/bot.h"
#include "unit/support/transcript.h"

#define PATIENCE_MS 20000

static const struct {
    const BotProtocol *protocol;
    Notation notation;
} PROTOCOLS[] = {
    {&BOT_BOTZONE, NOTATION_BOTZONE},
    {&BOT_BOTZONE_JSON, NOTATION_BOTZONE},
    {&BOT_SJTU, NOTATION_SJTU},
    {&BOT_SJTU_2022, NOTATION_SJTU_2022},
    {&BOT_TEXT, NOTATION_STANDARD},
    {&BOT_UCI, NOTATION_FAIRY},
    {&BOT_QTP, NOTATION_QTP},
};

typedef struct Talk {
    const TranscriptCase *found;
    Bot bot;
    const BotProtocol *protocol;
    Notation notation;
    Game game; // as far as it is known
    pthread_t thread;
    int to_bot;
    int from_bot;
    Text received; // from the bot, not yet compared
    bool ended_well;
    Error error;
} Talk;

static void *run_bot(void *argument) {
    Talk *talk = argument;
    talk->ended_well = talk->protocol->run(&talk->bot, &talk->error);
    fclose(talk->bot.out);
    return NULL;
}

static void choose_protocol(Talk *talk) {
    Slice name = transcript_setting(talk->found, "protocol");
    for (size_t i = 0; i < sizeof PROTOCOLS / sizeof *PROTOCOLS; i++) {
        if (slice_is(name, PROTOCOLS[i].protocol->name)) {
            talk->protocol = PROTOCOLS[i].protocol;
            talk->notation = PROTOCOLS[i].notation;
        }
    }
    assert_non_null(talk->protocol);
}

// On the heap, because the bot's thread outlives a test that has failed.
static Talk *start(const TranscriptCase *found) {
    Talk *talk = calloc(1, sizeof *talk);
    assert_non_null(talk);
    talk->found = found;
    choose_protocol(talk);
    Slice game = transcript_setting(found, "game");
    const char *variant = talk->protocol->variant;
    Bot *bot = &talk->bot;
    bot->rules = rules_find(talk->protocol->game ? slice_from(talk->protocol->game) : game);
    bot->variant =
        variant ? rules_variant(bot->rules, slice_from(variant)) : &bot->rules->variants[0];
    bot->options =
        (EngineOptions){.rules = bot->rules, .thread_count = 1, .memory_mb = 1, .seed = 1};
    Slice engine = transcript_setting(found, "engine");
    bot->level = level_at(LEVELS_COUNT);
    bot->engine = engine_new(engine.size > 0 ? engine : slice_from("random"), &bot->options, NULL);
    bot->time_ms = 1;
    bot->keep_running = slice_is(transcript_setting(found, "keep-running"), "yes");
    bot->ponders = slice_is(transcript_setting(found, "ponder"), "yes");

    Error error = {0};
    game_init(&talk->game, bot->rules, bot->variant);
    Slice after = transcript_setting(found, "after");
    if (!game_play_list(&talk->game, after, talk->notation, &error)) {
        fail_msg("after: %s", error.text);
    }
    int input[2];
    int output[2];
    assert_int_equal(pipe(input) | pipe(output), 0);
    bot->in = fdopen(input[0], "r");
    bot->out = fdopen(output[1], "w");
    talk->to_bot = input[1];
    talk->from_bot = output[0];
    text_init(&talk->received);
    assert_int_equal(pthread_create(&talk->thread, NULL, run_bot, talk), 0);
    return talk;
}

static void close_input(Talk *talk) {
    if (talk->to_bot >= 0) {
        close(talk->to_bot);
        talk->to_bot = -1;
    }
}

static void finish(Talk *talk) {
    pthread_join(talk->thread, NULL);
    close_input(talk);
    close(talk->from_bot);
    fclose(talk->bot.in);
    engine_free(talk->bot.engine);
    game_release(&talk->game);
    text_release(&talk->received);
}

// The next line from the bot, which stays valid until the next call; false at the end.
static bool receive(Talk *talk, Text *line) {
    for (;;) {
        Text *received = &talk->received;
        const char *newline = memchr(received->data, '\n', received->size);
        if (newline) {
            size_t size = (size_t)(newline - received->data);
            text_clear(line);
            text_add_slice(line, (Slice){received->data, size});
            received->size -= size + 1;
            memmove(received->data, newline + 1, received->size);
            return true;
        }
        struct pollfd ready = {.fd = talk->from_bot, .events = POLLIN};
        char chunk[4096];
        if (poll(&ready, 1, PATIENCE_MS) <= 0) {
            fail_msg("%s: the bot neither speaks nor ends", talk->found->name);
        }
        ssize_t size = read(talk->from_bot, chunk, sizeof chunk);
        if (size <= 0) {
            assert_int_equal(received->size, 0);
            return false;
        }
        text_add_slice(received, (Slice){chunk, (size_t)size});
    }
}

static bool is_progress(Slice line) {
    return slice_starts(line, "info depth");
}

static void send_bytes(Talk *talk, Slice bytes) {
    while (bytes.size > 0) {
        ssize_t written = write(talk->to_bot, bytes.data, bytes.size);
        assert_true(written > 0);
        bytes = slice_skip(bytes, (size_t)written);
    }
}

// The legal move that the bot is told next, as it is written here.
static void reply(Talk *talk, bool is_json, char out[128]) {
    Move moves[MOVES_MAX];
    assert_true(game_moves(&talk->game, moves) > 0);
    char text[MOVE_TEXT_SIZE];
    talk->game.rules->format(game_position(&talk->game), moves[0], talk->notation, text);
    game_play(&talk->game, moves[0]);
    int at[6];
    if (is_json &&
        sscanf(text, "%d %d %d %d %d %d", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5]) == 6) {
        snprintf(out, 128, "{\"x0\":%d,\"y0\":%d,\"x1\":%d,\"y1\":%d,\"x2\":%d,\"y2\":%d}", at[0],
            at[1], at[2], at[3], at[4], at[5]);
    } else {
        snprintf(out, 128, "%s", text);
    }
}

static void send_line(Talk *talk, Slice text) {
    if (slice_is(text, "{end}")) {
        close_input(talk);
        return;
    }
    Text line;
    text_init(&line);
    const char *word = memmem(text.data, text.size, "{move}", 6);
    const char *json = memmem(text.data, text.size, "{json}", 6);
    if (word || json) {
        size_t before = (size_t)((word ? word : json) - text.data);
        char move[128];
        reply(talk, json != NULL, move);
        text_add_slice(&line, (Slice){text.data, before});
        text_add(&line, move);
        transcript_expand(&line, slice_skip(text, before + 6));
    } else {
        transcript_expand(&line, text);
    }
    send_bytes(talk, text_slice(&line));
    text_release(&line);
}

static bool is_number(Slice text) {
    long long number;
    return slice_to_long(text, &number);
}

// Plays a move of the bot; false if it is not legal, or not written as it should be.
static bool take_move(Talk *talk, Slice text) {
    return game_play_text(&talk->game, text, talk->notation, NULL);
}

static bool take_json(Talk *talk, Slice text) {
    char copy[128];
    char move[MOVE_TEXT_SIZE * 3];
    int at[6];
    int size = 0;
    snprintf(copy, sizeof copy, "%.*s", (int)text.size, text.data);
    sscanf(copy, "{\"x0\":%d,\"y0\":%d,\"x1\":%d,\"y1\":%d,\"x2\":%d,\"y2\":%d}%n", &at[0], &at[1],
        &at[2], &at[3], &at[4], &at[5], &size);
    if (size == 0 || (size_t)size != text.size) {
        return false;
    }
    snprintf(move, sizeof move, "%d %d %d %d %d %d", at[0], at[1], at[2], at[3], at[4], at[5]);
    return take_move(talk, slice_from(move));
}

static bool take_word(Talk *talk, Slice word, Slice text) {
    return slice_is(word, "{*}") || (slice_is(word, "{#}") && is_number(text)) ||
           (slice_is(word, "{move}") && take_move(talk, text)) ||
           (slice_is(word, "{json}") && take_json(talk, text));
}

// Cuts the first word in braces off; false if there is none.
static bool next_word(Slice *rest, Slice *before, Slice *word) {
    static const char *const WORDS[] = {"{*}", "{#}", "{move}", "{json}"};
    for (size_t at = 0; at < rest->size; at++) {
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
            if (slice_starts(slice_skip(*rest, at), WORDS[i])) {
                *before = (Slice){rest->data, at};
                *word = (Slice){rest->data + at, strlen(WORDS[i])};
                *rest = slice_skip(*rest, at + word->size);
                return true;
            }
        }
    }
    return false;
}

static bool same(Slice a, Slice b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

// Compares a line with what was expected, and takes the moves in it.
static bool matches(Talk *talk, Slice expected, Slice got) {
    Slice before;
    Slice word;
    while (next_word(&expected, &before, &word)) {
        if (got.size < before.size || !same(before, (Slice){got.data, before.size})) {
            return false;
        }
        got = slice_skip(got, before.size);
        // The word ends where what follows it begins: the next words, or the end of the line.
        Slice peek = expected;
        Slice next;
        bool is_last = !next_word(&peek, &before, &next);
        Slice literal = is_last ? expected : before;
        const char *end = is_last && got.size >= literal.size
                              ? got.data + got.size - literal.size
                              : memmem(got.data, got.size, literal.data, literal.size);
        if (!end || !take_word(talk, word, (Slice){got.data, (size_t)(end - got.data)})) {
            return false;
        }
        got = slice_skip(got, (size_t)(end - got.data));
    }
    return same(expected, got);
}

static void expect_line(Talk *talk, const TranscriptLine *expected) {
    Text line;
    text_init(&line);
    bool heard;
    do {
        heard = receive(talk, &line);
    } while (heard && is_progress(text_slice(&line)) && !is_progress(expected->text));
    if (!heard || !matches(talk, expected->text, text_slice(&line))) {
        fail_msg("%s:%d: '%s' instead of '%.*s'", talk->found->path, expected->number,
            heard ? line.data : "(the end)", (int)expected->text.size, expected->text.data);
    }
    text_release(&line);
}

static void expect_end(Talk *talk, const char *reason) {
    Text line;
    text_init(&line);
    while (receive(talk, &line)) {
        if (!is_progress(text_slice(&line))) {
            fail_msg("%s: '%s' after the end", talk->found->name, line.data);
        }
    }
    text_release(&line);
    finish(talk);
    assert_string_equal(talk->error.text, reason);
    assert_int_equal(talk->ended_well, reason[0] == '\0');
}

static void test_conversation(void **state) {
    const TranscriptCase *found = *state;
    Talk *talk = start(found);
    char reason[256] = "";
    for (size_t i = 0; i < found->line_count; i++) {
        const TranscriptLine *line = &found->lines[i];
        switch (line->kind) {
        case TRANSCRIPT_TO:
            send_line(talk, line->text);
            break;
        case TRANSCRIPT_FROM:
            expect_line(talk, line);
            break;
        case TRANSCRIPT_END:
            snprintf(reason, sizeof reason, "%.*s", (int)line->text.size, line->text.data);
            break;
        default:
            break;
        }
    }
    expect_end(talk, reason);
    free(talk);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    return transcripts_run("bot/*.txt", test_conversation, NULL);
}
