#include "referee/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "referee/conversation.h"
#include "referee/protocols.h"

// The limit of a turn for a program that thinks by nodes or depth.
#define UNCLOCKED_TURN_MS 600000
// What a program in a sandbox may use where its protocol has no limit.
#define BOXED_MEMORY_MB 1024
// A program that closes its pipes is about to end; this is how long we wait to see how.
#define EXIT_GRACE_NS (200 * NS_PER_MS)
// A timeout is the host's fault if it was late by more than this, and by more than one part in so
// many of the limit. CodinGame's grace is 50 ms too; a longer turn has room for more.
#define LATE_LIMIT_NS (50 * NS_PER_MS)
#define LATE_LIMIT_SHARE 20
// A bot that leaves after its last move does so at once.
#define LEAVING_GRACE_NS (20 * NS_PER_MS)

const PlayerProtocol *const PLAYER_PROTOCOLS[] = {
    &PLAYER_BOTZONE,
    &PLAYER_BOTZONE_JSON,
    &PLAYER_SJTU,
    &PLAYER_SJTU_2022,
    &PLAYER_TEXT,
    &PLAYER_UCI,
    NULL,
};

const PlayerProtocol *player_protocol_find(Slice name) {
    for (const PlayerProtocol *const *protocol = PLAYER_PROTOCOLS; *protocol; protocol++) {
        if (slice_is(name, (*protocol)->name)) {
            return *protocol;
        }
    }
    return NULL;
}

bool player_protocol_refuse(Slice name, Error *error) {
    Text names;
    text_init(&names);
    for (const PlayerProtocol *const *protocol = PLAYER_PROTOCOLS; *protocol; protocol++) {
        text_addf(&names, "%s%s",
            names.size == 0 ? ""
            : protocol[1]   ? ", "
                            : " or ",
            (*protocol)->name);
    }
    char quoted[SLICE_QUOTE_SIZE];
    error_set(error, ERROR_UNKNOWN_PROTOCOL, "unknown protocol %s: choose %s",
        slice_quote(name, quoted), names.data);
    text_release(&names);
    return false;
}

Player *player_new(const PlayerOptions *options, Side side) {
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        abort();
    }
    player->options = options;
    player->side = side;
    clipped_init(&player->transcript, TRANSCRIPT_PART_BYTES);
    text_init(&player->errors);
    text_init(&player->data);
    text_init(&player->globaldata);
    text_init(&player->response);
    text_init(&player->responses);
    return player;
}

void player_free(Player *player) {
    if (player) {
        player_stop(player);
        clipped_release(&player->transcript);
        text_release(&player->errors);
        text_release(&player->data);
        text_release(&player->globaldata);
        text_release(&player->response);
        text_release(&player->responses);
        free(player);
    }
}

int player_turn_ms(const Player *player) {
    const PlayerOptions *options = player->options;
    if (!options->turn_ms && (options->nodes || options->depth)) {
        return UNCLOCKED_TURN_MS;
    }
    int turn_ms = options->turn_ms ? options->turn_ms : options->protocol->turn_ms;
    if (player->turns > 1) {
        return turn_ms;
    }
    if (options->first_turn_ms) {
        return options->first_turn_ms;
    }
    // A first turn that is not given keeps its proportion: Botzone's is twice the others.
    return (int)((int64_t)turn_ms * options->protocol->first_turn_ms / options->protocol->turn_ms);
}

int player_start_ms(const Player *player) {
    return player->options->start_ms ? player->options->start_ms
                                     : player->options->protocol->start_ms;
}

int player_memory_mb(const Player *player) {
    return player->options->memory_mb ? player->options->memory_mb
                                      : player->options->protocol->memory_mb;
}

double player_limit_s(const Player *player) {
    return (double)(player->deadline_ns - player->turn_start_ns) / (double)NS_PER_S;
}

static int margin_ms(const Player *player) {
    return player->options->margin_ms ? player->options->margin_ms
                                      : player->options->protocol->margin_ms;
}

void player_note(Player *player, char direction, Slice line) {
    char mark[] = {direction, ' '};
    clipped_add(&player->transcript, (Slice){mark, sizeof mark});
    clipped_add(&player->transcript, line);
    clipped_add(&player->transcript, slice_from("\n"));
}

// Does not charge the start of the process to the program.
static void forgive_start(Player *player, int64_t start_ns) {
    int64_t spent_ns = clock_now_ns() - start_ns;
    player->turn_start_ns += spent_ns;
    player->deadline_ns += spent_ns;
}

bool player_spawn(Player *player, Foul *foul) {
    const PlayerOptions *options = player->options;
    int memory_mb = player_memory_mb(player);
    Box box = {.limits = box_limits((size_t)(memory_mb ? memory_mb : BOXED_MEMORY_MB) << 20)};
    ProcessOptions wanted = {
        .box = options->is_boxed ? &box : NULL,
        .argv = options->argv,
        .command = options->command,
        .directory = options->directory,
        .cores = options->cores,
        .memory_limit_bytes = (size_t)memory_mb << 20,
        .stop = options->stop,
    };
    int64_t start_ns = clock_now_ns();
    player->process = process_new(&wanted, foul_as(foul, VERDICT_FAULT));
    player->cpu_start_ns = 0;
    player->late_start_ns = 0;
    forgive_start(player, start_ns);
    return player->process != NULL;
}

static void note_memory(Player *player) {
    size_t peak_bytes = process_memory_peak_bytes(player->process);
    if (peak_bytes > player->memory_bytes) {
        player->memory_bytes = peak_bytes;
    }
}

void player_stop(Player *player) {
    if (!player->process) {
        return;
    }
    process_kill(player->process);
    player->cpu_ended_ns += process_cpu_ns(player->process) - player->cpu_start_ns;
    player->late_ended_ns += process_late_ns(player->process) - player->late_start_ns;
    note_memory(player);
    process_errors(player->process, &player->errors);
    process_free(player->process);
    player->process = NULL;
}

// The foul of a program that could not be run, with the first line of what the system says.
static bool foul_for_start(Player *player, Foul *foul) {
    Text errors;
    text_init(&errors);
    process_errors(player->process, &errors);
    Slice rest = text_slice(&errors);
    Slice line = {"", 0};
    slice_next_line(&rest, &line);
    char quoted[SLICE_QUOTE_SIZE];
    error_set(foul_as(foul, VERDICT_NEVER_STARTED), ERROR_NOT_RUN, "it could not be run: %s",
        slice_quote(line, quoted));
    text_release(&errors);
    return false;
}

// The foul of a program that has ended.
static bool foul_for_end(ProcessState state, Foul *foul) {
    Error *reason = foul_as(foul, VERDICT_CRASH);
    if (state.kind == PROCESS_EXITED) {
        return error_set(reason, ERROR_PROGRAM_EXITED, "exited with code %d", state.code);
    }
    char signal[24];
    const char *name = sigabbrev_np(state.code);
    const char *meaning = sigdescr_np(state.code);
    if (name) {
        snprintf(signal, sizeof signal, "SIG%s", name);
    } else {
        snprintf(signal, sizeof signal, "signal %d", state.code);
    }
    return error_set(reason, ERROR_PROGRAM_KILLED, "killed by %s (%s)", signal,
        meaning ? meaning : "it has no name");
}

// The foul of a program that closed its output or exited.
static bool foul_for_exit(Player *player, Foul *foul) {
    ProcessState state = process_wait(player->process, clock_now_ns() + EXIT_GRACE_NS);
    switch (state.kind) {
    case PROCESS_RUNNING:
        return error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_OUTPUT_CLOSED,
            "closed its output without an answer");
    case PROCESS_NEVER_STARTED:
        return foul_for_start(player, foul);
    case PROCESS_EXITED:
    case PROCESS_SIGNALED:
        break;
    }
    return foul_for_end(state, foul);
}

bool player_foul(Player *player, ProcessStatus status, Foul *foul) {
    switch (status) {
    case PROCESS_CLOSED:
        return foul_for_exit(player, foul);
    case PROCESS_TIMEOUT:
        return error_set(foul_as(foul, VERDICT_TIMEOUT), ERROR_ANSWER_LATE,
            "no answer within %.3f s", player_limit_s(player));
    case PROCESS_OUTPUT_LIMIT:
        return error_set(foul_as(foul, VERDICT_OUTPUT_LIMIT), ERROR_TOO_MUCH_OUTPUT,
            "more than %u bytes of output in one turn", PROCESS_OUTPUT_LIMIT_BYTES);
    case PROCESS_MEMORY_LIMIT:
        return error_set(foul_as(foul, VERDICT_MEMORY_LIMIT), ERROR_TOO_MUCH_MEMORY,
            "more memory than it may use");
    case PROCESS_OK:
    case PROCESS_FAULT:
        break;
    }
    const atomic_bool *stop = player->options->stop;
    Error *reason = foul_as(foul, VERDICT_FAULT);
    return stop && atomic_load(stop)
               ? error_set(reason, ERROR_STOPPED, "the game was broken off")
               : error_set(reason, ERROR_PROCESS_FAULT, "a system call of the referee failed");
}

bool player_send(Player *player, const Text *text, Foul *foul) {
    Slice rest = text_slice(text);
    Slice line;
    while (slice_next_line(&rest, &line)) {
        player_note(player, '>', line);
    }
    ProcessStatus status = process_write(player->process, text_slice(text), player->deadline_ns);
    // A program may answer without reading all of its input; whether it exited shows on reading.
    return status == PROCESS_OK || status == PROCESS_CLOSED || player_foul(player, status, foul);
}

bool player_sendf(Player *player, Foul *foul, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line) {
        return error_set(
            foul_as(foul, VERDICT_FAULT), ERROR_PROCESS_FAULT, "a line to the program is too long");
    }
    Text text;
    text_init(&text);
    text_add(&text, line);
    bool done = player_send(player, &text, foul);
    text_release(&text);
    return done;
}

bool player_read_line(Player *player, Slice *line, Foul *foul) {
    ProcessStatus status = process_read_line(player->process, player->deadline_ns, line);
    if (status == PROCESS_OK && line->size > 0 && line->data[line->size - 1] == '\r') {
        line->size--;
    }
    if (line->size > 0 || status == PROCESS_OK) {
        player_note(player, '<', *line);
    }
    return status == PROCESS_OK || player_foul(player, status, foul);
}

bool player_parse(const Game *game, Slice text, Notation notation, Move *move, Foul *foul) {
    if (game->rules->parse(game_position(game), text, notation, move, &foul->reason)) {
        return true;
    }
    bool has_shape = foul->reason.reason.code != ERROR_MALFORMED_MOVE;
    foul->kind = has_shape ? VERDICT_ILLEGAL_MOVE : VERDICT_MALFORMED;
    return false;
}

static void start_clock(Player *player, int limit_ms) {
    player->turn_start_ns = clock_now_ns();
    player->deadline_ns = player->turn_start_ns + limit_ms * NS_PER_MS;
    player->cpu_start_ns = player->process ? process_cpu_ns(player->process) : 0;
    player->cpu_ended_ns = 0;
    player->late_start_ns = player->process ? process_late_ns(player->process) : 0;
    player->late_ended_ns = 0;
    player->memory_bytes = 0;
}

int64_t player_late_limit_ns(const Player *player) {
    if (player->options->host_late_ms) {
        return player->options->host_late_ms * NS_PER_MS;
    }
    int64_t share_ns = (player->deadline_ns - player->turn_start_ns) / LATE_LIMIT_SHARE;
    return share_ns > LATE_LIMIT_NS ? share_ns : LATE_LIMIT_NS;
}

// A program that lost on time while the host was late has not lost: the host is at fault. Returns
// false.
static bool excuse(const Player *player, Foul *foul) {
    int64_t late_ns = player->late_ended_ns;
    if (player->process) {
        late_ns += process_late_ns(player->process) - player->late_start_ns;
    }
    if (foul->kind != VERDICT_TIMEOUT || late_ns <= player_late_limit_ns(player)) {
        return false;
    }
    return error_set(foul_as(foul, VERDICT_FAULT), ERROR_PROCESS_FAULT,
        "no answer within %.3f s, but the host was late by %d ms", player_limit_s(player),
        (int)(late_ns / NS_PER_MS));
}

static void rest(const Player *player) {
    if (player->options->rests && player->process) {
        process_suspend(player->process);
    }
}

static void wake(const Player *player) {
    if (player->options->rests && player->process) {
        process_resume(player->process);
    }
}

bool player_begin(Player *player, const Game *game, Foul *foul) {
    start_clock(player, player_start_ms(player));
    bool done = player->options->protocol->begin(player, game, foul) || excuse(player, foul);
    rest(player);
    return done;
}

bool player_ask(Player *player, const Game *game, Move *move, TurnCost *cost, Foul *foul) {
    player->turns++;
    start_clock(player, player_turn_ms(player) + margin_ms(player));
    wake(player);
    bool done = player->options->protocol->ask(player, game, move, foul) || excuse(player, foul);
    cost->wall_ns = clock_now_ns() - player->turn_start_ns;
    rest(player);
    cost->cpu_ns = player->cpu_ended_ns;
    if (player->process) {
        cost->cpu_ns += process_cpu_ns(player->process) - player->cpu_start_ns;
        note_memory(player);
    }
    cost->memory_bytes = player->memory_bytes;
    return done;
}

bool player_end(Player *player, Foul *foul) {
    if (!player->options->protocol->exit_loses || !player->process) {
        return true;
    }
    wake(player);
    ProcessState state = process_wait(player->process, clock_now_ns() + LEAVING_GRACE_NS);
    if (state.kind == PROCESS_RUNNING) {
        return true;
    }
    foul_for_end(state, foul);
    return error_prefix(&foul->reason, ERROR_AT_LAST_MOVE,
        "after its last move, which this judge counts as a runtime error");
}

void player_transcript(const Player *player, Text *out) {
    clipped_format(&player->transcript, out);
}

uint64_t player_transcript_bytes(const Player *player) {
    return player->transcript.size_bytes;
}

void player_errors(const Player *player, Text *out) {
    text_add_slice(out, text_slice(&player->errors));
    if (player->process) {
        process_errors(player->process, out);
    }
}
