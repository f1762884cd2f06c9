// The referee's side of every protocol: the conversations in tests/transcripts/referee.
//
// Each case is one Player in one game. The program that it starts is this test itself, which acts
// what the file says: it compares every byte that it is sent, and answers. What the Player has
// written down must then be the same file again.
//
// Settings are `protocol`, `game`, `variant`, `side second`, `opening`, the `replies` of the other
// side, `lenient yes`, and the limits. A line `< {exit N}` ends the program with that code, and
// with `< {stay}` it does nothing more; otherwise it leaves with 0 at `--` or at the end. The line
// `! VERDICT REASON` is the foul that ends the game.

#include <unistd.h>

#include "referee/player.h"
#include "unit/sandbox/process_fixture.h"
#include "unit/support/transcript.h"

// The program's exit code when it was not sent what the file says.
#define CODE_MISMATCH 99

// --- The program ---------------------------------------------------------------------------------

// How often it was started before, kept in a file.
static int count_starts(const char *path) {
    int count = 0;
    FILE *file = fopen(path, "r+");
    if (!file || fscanf(file, "%d", &count) != 1) {
        count = 0;
    }
    if (file) {
        rewind(file);
        fprintf(file, "%d\n", count + 1);
        fclose(file);
    }
    return count;
}

static void act_leave(int code) {
    fflush(stdout);
    _exit(code);
}

static void act_read(const TranscriptLine *expected) {
    fflush(stdout);
    Text wanted;
    Text got;
    text_init(&wanted);
    text_init(&got);
    transcript_expand(&wanted, expected->text);
    int byte = 0;
    while (got.size < wanted.size && byte != '\n' && (byte = getchar()) != EOF) {
        text_add_byte(&got, (char)byte);
    }
    if (got.size != wanted.size || memcmp(got.data, wanted.data, got.size) != 0) {
        fprintf(stderr, "line %d: sent '%s' instead of '%s'\n", expected->number, got.data,
            wanted.data);
        act_leave(CODE_MISMATCH);
    }
    text_release(&wanted);
    text_release(&got);
}

// Lines without a question between them go out in one piece, so that they arrive together.
static void act_write(Slice text) {
    int code;
    if (sscanf(text.data, "{exit %d}", &code) == 1) {
        act_leave(code);
    }
    while (slice_is(text, "{stay}")) {
        fflush(stdout);
        pause();
    }
    Text line;
    text_init(&line);
    transcript_expand(&line, text);
    fwrite(line.data, 1, line.size, stdout);
    text_release(&line);
}

// `words` are the file, the number of the case in it and the file that counts the starts.
static void act(char **words) {
    static Transcripts transcripts;
    transcripts_read_file(&transcripts, words[0]);
    const TranscriptCase *found = &transcripts.cases[atoi(words[1])];
    int run = -count_starts(words[2]);
    for (size_t i = 0; i < found->line_count && run <= 0; i++) {
        const TranscriptLine *line = &found->lines[i];
        run += line->kind == TRANSCRIPT_RESTART;
        if (run == 0 && line->kind == TRANSCRIPT_TO) {
            act_read(line);
        } else if (run == 0 && line->kind == TRANSCRIPT_FROM) {
            act_write(line->text);
        }
    }
    act_leave(0);
}

// --- The test ------------------------------------------------------------------------------------

typedef struct Scene {
    const TranscriptCase *found;
    const Rules *rules;
    const Variant *variant;
    PlayerOptions options;
    char self[4096];
    char number[16];
    char starts_path[64];
    char *argv[6];
} Scene;

// The case's number in its own file.
static int case_number(const TranscriptCase *found) {
    int number = 0;
    while (found[-number - 1].path == found->path) {
        number++;
    }
    return number;
}

static void prepare_program(Scene *scene) {
    ssize_t size = readlink("/proc/self/exe", scene->self, sizeof scene->self - 1);
    assert_true(size > 0);
    snprintf(scene->number, sizeof scene->number, "%d", case_number(scene->found));
    strcpy(scene->starts_path, "/tmp/immure-starts-XXXXXX");
    int file = mkstemp(scene->starts_path);
    assert_true(file >= 0);
    close(file);
    scene->argv[0] = scene->self;
    scene->argv[1] = "--act";
    scene->argv[2] = (char *)scene->found->path;
    scene->argv[3] = scene->number;
    scene->argv[4] = scene->starts_path;
}

static void prepare(Scene *scene, const TranscriptCase *found) {
    *scene = (Scene){.found = found};
    prepare_program(scene);
    const PlayerProtocol *protocol = player_protocol_find(transcript_setting(found, "protocol"));
    assert_non_null(protocol);
    scene->options = (PlayerOptions){
        .name = "actor",
        .argv = scene->argv,
        .protocol = protocol,
        .turn_ms = transcript_number(found, "turn-ms", 0),
        .first_turn_ms = transcript_number(found, "first-turn-ms", 0),
        .start_ms = 60000,
        .margin_ms = transcript_number(found, "margin-ms", 60000), // the clock is seldom asked
        .memory_mb = transcript_number(found, "memory-mb", 0),
        .is_lenient = slice_is(transcript_setting(found, "lenient"), "yes"),
        .nodes = (uint64_t)transcript_number(found, "nodes", 0),
        .depth = transcript_number(found, "depth", 0),
    };
    Slice game = transcript_setting(found, "game");
    scene->rules = rules_find(protocol->game ? slice_from(protocol->game) : game);
    Slice variant = transcript_setting(found, "variant");
    scene->variant = &scene->rules->variants[0];
    if (variant.size > 0 || protocol->variant) {
        scene->variant =
            rules_variant(scene->rules, variant.size > 0 ? variant : slice_from(protocol->variant));
    }
    assert_non_null(scene->variant);
}

static void play_list(Game *game, Slice moves) {
    Error error = {0};
    if (!game_play_list(game, moves, NOTATION_STANDARD, &error)) {
        fail_msg("%s", error.text);
    }
}

// Begins, asks and plays the other side's replies as long as there are any. False with a foul.
static bool play(Player *player, Game *game, Side side, Slice replies, Foul *foul) {
    bool done = player_begin(player, game, foul);
    Slice reply;
    while (done) {
        if (position_turn(game_position(game)) == side) {
            Move move;
            TurnCost cost;
            done = player_ask(player, game, &move, &cost, foul);
            if (done) {
                game_play(game, move);
            }
        } else if (slice_next(&replies, " ", &reply)) {
            play_list(game, reply);
        } else {
            break;
        }
    }
    return done;
}

// How it ended, as the file writes it.
static Slice expected_end(const TranscriptCase *found) {
    for (size_t i = 0; i < found->line_count; i++) {
        if (found->lines[i].kind == TRANSCRIPT_END) {
            return found->lines[i].text;
        }
    }
    return slice_from("(no foul)");
}

static bool is_stage_direction(Slice text) {
    return slice_starts(text, "{exit ") || slice_is(text, "{stay}");
}

// What was said in one direction, as a Player writes it down. When the other direction's lines came
// in between depends on when they were read.
static void add_expected_log(const TranscriptCase *found, TranscriptKind kind, Text *out) {
    for (size_t i = 0; i < found->line_count; i++) {
        const TranscriptLine *line = &found->lines[i];
        if (line->kind == kind && !is_stage_direction(line->text)) {
            text_add(out, kind == TRANSCRIPT_TO ? "> " : "< ");
            transcript_expand(out, line->text);
            if (out->data[out->size - 1] == '\n') {
                out->size--;
            }
            while (out->data[out->size - 1] == '\r') {
                out->size--;
            }
            text_add_byte(out, '\n');
        }
    }
}

static void add_log(const Player *player, char direction, Text *out) {
    Text transcript;
    text_init(&transcript);
    player_transcript(player, &transcript);
    Slice rest = text_slice(&transcript);
    Slice line;
    while (slice_next_line(&rest, &line)) {
        if (line.data[0] == direction) {
            while (line.data[line.size - 1] == '\r') {
                line.size--;
            }
            text_add_slice(out, line);
            text_add_byte(out, '\n');
        }
    }
    text_release(&transcript);
}

// What a conversation left behind, kept so that a test can clean up before it judges.
typedef struct Trace {
    char end[512];
    Text errors;
    Text logs[2];
} Trace;

static void converse(const Scene *scene, Trace *trace) {
    const TranscriptCase *found = scene->found;
    Side side = slice_is(transcript_setting(found, "side"), "second") ? SIDE_SECOND : SIDE_FIRST;
    Game game;
    game_init(&game, scene->rules, scene->variant);
    play_list(&game, transcript_setting(found, "opening"));
    Player *player = player_new(&scene->options, side);
    Foul foul = {0};
    bool done = play(player, &game, side, transcript_setting(found, "replies"), &foul);
    snprintf(trace->end, sizeof trace->end, done ? "(no foul)" : "%s %s", verdict_name(foul.kind),
        foul.reason.text);
    player_errors(player, &trace->errors);
    add_log(player, '>', &trace->logs[0]);
    add_log(player, '<', &trace->logs[1]);
    player_free(player);
    game_release(&game);
}

static void test_conversation(void **state) {
    Scene scene;
    Trace trace = {.end = ""};
    Text logs[2];
    prepare(&scene, *state);
    text_init(&trace.errors);
    for (int i = 0; i < 2; i++) {
        text_init(&trace.logs[i]);
        text_init(&logs[i]);
        add_expected_log(scene.found, i == 0 ? TRANSCRIPT_TO : TRANSCRIPT_FROM, &logs[i]);
    }
    converse(&scene, &trace);
    unlink(scene.starts_path);

    assert_true(has_no_children());
    assert_string_equal(trace.errors.data, "");
    Slice end = expected_end(scene.found);
    if (!slice_is(end, trace.end)) {
        fail_msg("'%s' instead of '%.*s'", trace.end, (int)end.size, end.data);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(trace.logs[i].size, logs[i].size);
        assert_memory_equal(trace.logs[i].data, logs[i].data, logs[i].size);
        text_release(&trace.logs[i]);
        text_release(&logs[i]);
    }
    text_release(&trace.errors);
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "--act") == 0) {
        act(argv + 2);
    }
    return transcripts_run("referee/*.txt", test_conversation, adopt_orphans);
}
