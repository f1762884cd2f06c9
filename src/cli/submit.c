#include <stdio.h>
#include <string.h>

#include "arena/person.h"
#include "cli/arena_server.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "players/contestant.h"
#include "sandbox/compile.h"

#define SOURCE_BYTES_MAX (1u << 20)

// What is handed in, and as what.
typedef struct Submission {
    const Rules *rules;
    const Variant *variant;
    const PlayerProtocol *protocol;
    const char *language;
    char name[2 * PERSON_NAME_SIZE]; // one that is too long is told so, not cut
    Text source;
} Submission;

static bool find_rules(const Arguments *arguments, Submission *out, Error *error) {
    const char *game = arguments_value(arguments, "game");
    char quoted[SLICE_QUOTE_SIZE];
    if (!game) {
        return error_set(error, ERROR_OPTION_MISSING, "say for which game: --game amazons");
    }
    out->rules = rules_find(slice_from(game));
    return out->rules || error_set(error, ERROR_UNKNOWN_GAME, "unknown game %s",
                             slice_quote(slice_from(game), quoted));
}

// The protocol that was named, or the usual one of the game; with its judge's board unless another
// is chosen.
static bool find_board(const Arguments *arguments, Submission *out, Error *error) {
    const char *protocol = arguments_value(arguments, "protocol");
    const char *variant = arguments_value(arguments, "variant");
    char quoted[SLICE_QUOTE_SIZE];
    protocol = protocol ? protocol : contestant_usual_protocol(out->rules);
    out->protocol = player_protocol_find(slice_from(protocol));
    if (!out->protocol) {
        return player_protocol_refuse(slice_from(protocol), error);
    }
    variant = variant ? variant : out->protocol->variant;
    out->variant = variant ? rules_variant(out->rules, slice_from(variant)) : out->rules->variants;
    return out->variant || error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
                               slice_quote(slice_from(variant), quoted), out->rules->name);
}

static bool read_file(const Arguments *arguments, Submission *out, Error *error) {
    const char *path = arguments->operands[0];
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    const char *name = arguments_value(arguments, "name");
    if (name) {
        snprintf(out->name, sizeof out->name, "%s", name);
    } else {
        snprintf(
            out->name, sizeof out->name, "%.*s", (int)(dot ? dot - base : (int)strlen(base)), base);
    }
    const char *language = arguments_value(arguments, "language");
    const CompileLanguage *found =
        language ? compile_language_find(slice_from(language)) : compile_language_of_file(path);
    if (!found) {
        return error_set(error, ERROR_UNKNOWN_LANGUAGE,
            "say what it is written in: --language c17, c++11, c++17, c++20 or python3");
    }
    for (size_t i = 0; !language && compile_language_name(i); i++) {
        const char *candidate = compile_language_name(i);
        language = compile_language_find(slice_from(candidate)) == found ? candidate : NULL;
    }
    out->language = language;
    return text_read_file(&out->source, path, SOURCE_BYTES_MAX, error);
}

// Only of a bot that is new: the name of a file may be none.
static bool check_name(const Submission *submission, Error *error) {
    if (person_name_check(slice_from(submission->name), "a bot", error)) {
        return true;
    }
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s", error->text);
    return error_set(error, ERROR_BAD_NAME, "%.200s; choose one with --name", text);
}

// The number of one's own bot of that name on that board; 0 if there is none, -1 with a reason.
static long long find_bot(const ArenaServer *server, const Submission *submission, Error *error) {
    json_t *session = arena_server_ask(server, "GET", "session", NULL, error);
    long long person = arena_number(json_object_get(session, "person"), "id");
    json_decref(session);
    if (person == 0) {
        if (session) {
            error_set(error, ERROR_UNAUTHORIZED, "the server does not know this token");
        }
        return -1;
    }
    Text path;
    text_init(&path);
    text_addf(&path, "bots?game=%s&variant=%s&owner=%lld&limit=200", submission->rules->name,
        submission->variant->name, person);
    json_t *list = arena_server_ask(server, "GET", path.data, NULL, error);
    text_release(&path);
    long long id = list ? 0 : -1;
    size_t index;
    json_t *bot;
    json_array_foreach(json_object_get(list, "items"), index, bot) {
        if (strcmp(arena_text(bot, "name"), submission->name) == 0) {
            id = arena_number(bot, "id");
        }
    }
    json_decref(list);
    return id;
}

// Hands it in; returns the number of the version, or 0 with a reason.
static long long hand_in(const ArenaServer *server, const Submission *submission, long long bot,
    bool is_draft, Error *error) {
    char path[64] = "bots";
    json_t *body = json_pack("{s:s s:s s:s s:b}", "protocol", submission->protocol->name,
        "language", submission->language, "source", submission->source.data, "draft", is_draft);
    if (!body) {
        error_set(error, ERROR_NOT_UTF8, "the source is not UTF-8");
        return 0;
    }
    if (bot > 0) {
        snprintf(path, sizeof path, "bots/%lld/versions", bot);
    } else {
        json_object_set_new(body, "name", json_string(submission->name));
        json_object_set_new(body, "game", json_string(submission->rules->name));
        json_object_set_new(body, "variant", json_string(submission->variant->name));
    }
    json_t *answer = arena_server_ask(server, "POST", path, body, error);
    long long version = arena_number(json_object_get(answer, "version"), "id");
    json_decref(answer);
    return version;
}

static void print(const char *line) {
    fputs(line, stdout);
    fflush(stdout); // somebody waits for it
}

// Prints what has changed in the steps since the last look.
static void print_steps(const json_t *version, Text *last) {
    Text now;
    text_init(&now);
    size_t index;
    json_t *step;
    json_array_foreach(json_object_get(version, "steps"), index, step) {
        text_addf(&now, "%s: %s\n", arena_text(step, "step"), arena_text(step, "state"));
    }
    if (strcmp(now.data, last->data) != 0) {
        Slice lines = text_slice(&now);
        Slice line;
        while (slice_next_line(&lines, &line)) {
            char text[64];
            snprintf(text, sizeof text, "%.*s\n", (int)line.size, line.data);
            if (!strstr(last->data, text)) {
                print(text);
            }
        }
        text_clear(last);
        text_add_slice(last, text_slice(&now));
    }
    text_release(&now);
}

// What came of it. Only a version that failed makes the command fail.
static int report(const ArenaServer *server, const json_t *version, Error *error) {
    Text out;
    text_init(&out);
    text_add(&out, arena_text(version, "messages"));
    bool has_failed = strcmp(arena_text(version, "state"), "failed") == 0;
    json_t *bot = json_object_get(version, "bot");
    bool is_active = arena_number(bot, "activeVersion") == arena_number(version, "id");
    long long game = arena_number(version, "checkGame");
    if (game > 0) {
        char path[40];
        snprintf(path, sizeof path, "games/%lld", game);
        json_t *found = arena_server_ask(server, "GET", path, NULL, NULL);
        text_add(&out, found ? "test game: " : "");
        if (found) {
            arena_add_game(&out, found);
        }
        json_decref(found);
    }
    text_addf(&out, "%s v%lld (version %lld) is %s\n", arena_text(bot, "name"),
        arena_number(version, "number"), arena_number(version, "id"),
        is_active ? "active" : arena_text(version, "state"));
    int status = output_write(&out, error);
    text_release(&out);
    if (has_failed) {
        error_set(error, ERROR_NOT_COMPILED, "%s",
            arena_text(json_object_get(version, "reason"), "text"));
        return EXIT_FAILED;
    }
    return status;
}

static int follow(const ArenaServer *server, long long id, Error *error) {
    char path[40];
    int status = EXIT_FAILED;
    bool is_over = false;
    Text last;
    text_init(&last);
    snprintf(path, sizeof path, "versions/%lld", id);
    while (!is_over) {
        json_t *version = arena_server_ask(server, "GET", path, NULL, error);
        const char *state = arena_text(version, "state");
        is_over = !version || strcmp(state, "ready") == 0 || strcmp(state, "failed") == 0;
        if (version) {
            print_steps(version, &last);
        }
        if (version && is_over) {
            status = report(server, version, error);
        }
        json_decref(version);
        if (!is_over) {
            remote_wait(ARENA_POLL_MS, NULL, NULL);
        }
    }
    text_release(&last);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    Submission submission = {0};
    ArenaServer server = {0};
    int status = EXIT_BAD_INPUT;
    text_init(&submission.source);
    if (find_rules(arguments, &submission, error) && find_board(arguments, &submission, error) &&
        read_file(arguments, &submission, error) &&
        arena_server_open(&server, arguments, true, error)) {
        status = EXIT_FAILED;
        long long bot = find_bot(&server, &submission, error);
        bool is_named = bot > 0 || (bot == 0 && check_name(&submission, error));
        long long version =
            is_named ? hand_in(&server, &submission, bot, arguments_flag(arguments, "draft"), error)
                     : 0;
        if (version > 0) {
            status = follow(&server, version, error);
        }
    }
    arena_server_close(&server);
    text_release(&submission.source);
    return status;
}

static const Option OPTIONS[] = {
    {"game", "GAME", "what it plays", choices_games, false},
    {"variant", "V", "the board (default: its protocol's own)", NULL, false},
    {"protocol", "P", "what it speaks (default: the usual one of the game)",
        choices_player_protocols, false},
    {"language", "L", "what it is written in (default: by the ending of its name)",
        choices_languages, false},
    {"name", "BOT", "the bot (default: the name of the file)", NULL, false},
    {"draft", NULL, "do not make it the active version", NULL, false},
    OPTION_ARENA_SERVER,
    OPTION_ARENA_TOKEN,
    OPTIONS_END,
};

const Command COMMAND_SUBMIT = {
    .name = "submit",
    .operands = "FILE --game GAME",
    .summary = "hand a bot in to a server's arena",
    .description =
        "Sends one source file to the arena of a server, as a new bot or as another version of one "
        "of yours, and follows it: it is compiled, tried in two games against a random mover, and "
        "then active. Prints each step, the compiler's messages and the test game; exits with 1 if "
        "it failed.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
