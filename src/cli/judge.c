#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/duration.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/players.h"
#include "cli/self.h"
#include "players/contestant.h"
#include "referee/botzone_judge.h"
#include "referee/referee.h"
#include "rules/record/record_io.h"
#include "sandbox/probe.h"

#define JUDGE_INPUT_LIMIT_BYTES (64u << 20)

// Botzone writes one line and may keep the pipe open.
static bool read_judge_line(Text *line, Error *error) {
    switch (text_read_line(line, stdin, JUDGE_INPUT_LIMIT_BYTES)) {
    case LINE_READ:
        return true;
    case LINE_TOO_LONG:
        return error_set(error, ERROR_INPUT_TOO_LONG, "%s is longer than %u bytes",
            "the judge's line", JUDGE_INPUT_LIMIT_BYTES);
    case LINE_END:
        break;
    }
    return error_set(error, ERROR_INPUT_ENDS, "standard input holds no line for the judge");
}

static int run_botzone_judge(const Rules *rules, Error *error) {
    if (strcmp(rules->name, "amazons") != 0) {
        error_set(error, ERROR_OPTIONS_CONFLICT, "--botzone-judge is for amazons");
        return EXIT_BAD_INPUT;
    }
    Text input;
    Text out;
    text_init(&input);
    text_init(&out);
    bool done =
        read_judge_line(&input, error) && botzone_judge(rules, text_slice(&input), &out, error);
    int status = done ? output_write(&out, error) : EXIT_BAD_INPUT;
    text_release(&input);
    text_release(&out);
    return status;
}

static bool read_contestants(
    const Arguments *arguments, const Rules *rules, Contestant contestants[2], Error *error) {
    static const char *const PROTOCOLS[] = {"protocol-1", "protocol-2"};
    static const char *const TIMES[] = {"time-1", "time-2"};
    if (!arguments_nth(arguments, "bot", 1) || arguments_nth(arguments, "bot", 2)) {
        return error_set(
            error, ERROR_OPTION_MISSING, "judge needs two programs: --bot CMD --bot CMD");
    }
    for (size_t i = 0; i < 2; i++) {
        const char *time = arguments_value(arguments, TIMES[i]);
        bool done = contestant_from_command(&contestants[i], arguments_nth(arguments, "bot", i),
            arguments_value(arguments, PROTOCOLS[i]), rules, error);
        if (done && time && !duration_parse(slice_from(time), &contestants[i].turn_ms)) {
            contestant_release(&contestants[i]);
            done = error_set(
                error, ERROR_BAD_OPTION, "--%s takes a time such as 500ms or 2s", TIMES[i]);
        }
        if (!done) {
            if (i == 1) {
                contestant_release(&contestants[0]);
            }
            return false;
        }
        if (arguments_flag(arguments, "sandbox")) {
            contestant_box(&contestants[i]);
        }
    }
    return true;
}

static bool write_record(const Record *record, const char *path, Error *error) {
    Text text;
    text_init(&text);
    bool done =
        record_write(record, RECORD_PGN, &text, error) && text_write_file(&text, path, error);
    text_release(&text);
    return done;
}

static bool write_log(
    const Text *text, const char *folder, Side side, const char *ending, Error *error) {
    Text path;
    text_init(&path);
    text_addf(&path, "%s/%s.%s", folder, side_name(side), ending);
    bool done = text_write_file(text, path.data, error);
    text_release(&path);
    return done;
}

static bool write_logs(const RefereeLogs *logs, const char *folder, Error *error) {
    bool done = true;
    for (int side = SIDE_FIRST; side <= SIDE_SECOND && done; side++) {
        done = write_log(&logs->transcripts[side], folder, (Side)side, "log", error) &&
               write_log(&logs->errors[side], folder, (Side)side, "stderr", error);
    }
    return done;
}

// Before the game, so that nobody waits for logs that cannot be.
static bool make_log_folder(const char *folder, Error *error) {
    struct stat about;
    if (mkdir(folder, 0777) == 0 || (stat(folder, &about) == 0 && S_ISDIR(about.st_mode))) {
        return true;
    }
    return error_set(
        error, ERROR_FILE_UNWRITABLE, "%.100s cannot be made: %s", folder, strerror(errno));
}

static void write_verdict(const Verdict *verdict, const Record *record, Text *out) {
    text_addf(out, "verdict %s\n", verdict_name(verdict->kind));
    text_addf(out, "result %s\n", result_text(verdict->result));
    text_addf(out, "plies %zu\n", record->game.count);
    if (verdict->reason.text[0] != '\0') {
        text_addf(out, "reason %s\n", verdict->reason.text);
    }
}

static int judge(const Arguments *arguments, const RefereeOptions *referee, Error *error) {
    const char *record_path = arguments_value(arguments, "record");
    const char *log_folder = arguments_value(arguments, "log");
    Record record;
    Verdict verdict = referee_play(referee, &record);
    bool saved = !record_path || write_record(&record, record_path, error);
    saved = (!log_folder || write_logs(referee->logs, log_folder, error)) && saved;
    Text out;
    text_init(&out);
    write_verdict(&verdict, &record, &out);
    int status = output_write(&out, error);
    text_release(&out);
    record_release(&record);
    if (verdict.kind == VERDICT_FAULT) {
        error_set(error, ERROR_REFEREE_FAILED, "the referee failed: %.200s", verdict.reason.text);
        return EXIT_FAILED;
    }
    return saved ? status : EXIT_FAILED;
}

// Which layers of a sandbox hold on this machine.
static int run_probe(Error *error) {
    SandboxLayer layers[SANDBOX_LAYERS];
    Text out;
    text_init(&out);
    if (!process_adopt_orphans(error)) {
        return EXIT_FAILED;
    }
    sandbox_probe(layers);
    for (size_t i = 0; i < SANDBOX_LAYERS; i++) {
        const SandboxLayer *layer = &layers[i];
        text_addf(&out, "%s %s%s%s\n", layer->name, layer->holds ? "yes" : "no",
            layer->detail[0] ? " " : "", layer->detail);
    }
    bool holds = sandbox_holds(layers, error);
    text_addf(&out, "sandbox %s\n", holds ? "yes" : "no");
    int status = output_write(&out, error);
    text_release(&out);
    return status == EXIT_OK && !holds ? EXIT_FAILED : status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    Contestant contestants[2];
    char self[SELF_PATH_SIZE];
    if (arguments_flag(arguments, "probe")) {
        return run_probe(error);
    }
    if (arguments->operand_count == 0) {
        error_set(error, ERROR_WORD_MISSING, "missing argument: GAME");
        return EXIT_BAD_INPUT;
    }
    if (!options_rules(arguments, &rules, error)) {
        return EXIT_BAD_INPUT;
    }
    if (arguments_flag(arguments, "botzone-judge")) {
        return run_botzone_judge(rules, error);
    }
    bool is_lenient = arguments_flag(arguments, "lenient");
    if (is_lenient && arguments_flag(arguments, "strict")) {
        error_set(error, ERROR_OPTIONS_CONFLICT, "--strict and --lenient contradict each other");
        return EXIT_BAD_INPUT;
    }
    const char *log_folder = arguments_value(arguments, "log");
    if (log_folder && !make_log_folder(log_folder, error)) {
        return EXIT_FAILED;
    }
    if (!read_contestants(arguments, rules, contestants, error)) {
        return EXIT_BAD_INPUT;
    }
    RefereeLogs logs;
    referee_logs_init(&logs);
    RefereeOptions referee = {.rules = rules, .logs = &logs};
    int status = EXIT_BAD_INPUT;
    ContestantCall calls[2];
    if (players_check(contestants, 2, rules, error) &&
        players_variant(arguments, rules, contestants, 2, &referee.variant, error) &&
        self_path(self, error) && process_adopt_orphans(error)) {
        for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
            uint64_t seed = self_random_seed();
            referee.players[side] = contestant_player(
                &contestants[side], self, rules->name, referee.variant, seed, &calls[side]);
            referee.players[side].is_lenient = is_lenient;
        }
        status = players_check_sandbox(contestants, 2, error) ? judge(arguments, &referee, error)
                                                              : EXIT_FAILED;
    }
    referee_logs_release(&logs);
    contestant_release(&contestants[0]);
    contestant_release(&contestants[1]);
    return status;
}

static const Option OPTIONS[] = {
    {"bot", "CMD", "a program, or engine:NAME for one of ours; give it twice, the first begins",
        NULL, true},
    {"protocol-1", "P", "what the first speaks (default botzone for amazons, sjtu for quoridor)",
        choices_player_protocols, false},
    {"protocol-2", "P", "what the second speaks", choices_player_protocols, false},
    {"time-1", "T", "time for a move of the first, e.g. 500ms, instead of its judge's limit", NULL,
        false},
    {"time-2", "T", "likewise for the second", NULL, false},
    {"strict", NULL, "read answers as the program's own judge does, to the letter (default)", NULL,
        false},
    {"lenient", NULL, "forgive blanks and lines around an answer that its own judge does not", NULL,
        false},
    {"record", "FILE", "write the game there", NULL, false},
    {"sandbox", NULL, "run programs in a sandbox", NULL, false},
    {"probe", NULL, "print which layers of a sandbox hold on this machine, and play nothing", NULL,
        false},
    {"log", "DIR", "write what was said and each program's stderr there", NULL, false},
    {"botzone-judge", NULL,
        "be Botzone's own judge program: read its line, print its answer (amazons)", NULL, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_JUDGE = {
    .name = "judge",
    .takes_game = true,
    .operands = "GAME --bot CMD --bot CMD",
    .summary = "referee one game between two programs",
    .description =
        "Plays one game as the programs' own judge would and prints the verdict: win, no-move, "
        "draw-by-plies, draw-by-repetition, illegal-move, malformed-output, timeout, crash, "
        "output-limit, memory-limit, never-started or referee-fault, with the result and the "
        "reason.",
    .options = OPTIONS,
    .operand_min = 0,
    .operand_max = 1,
    .run = run,
};
