// What a refereed move costs beside the thinking, as lines of `name value`.
//
//     referee_bench ANSWERER
//
// ANSWERER is bench/answerer, a bot that thinks of nothing, so all of a move's time counts as the
// referee's: asking, switching to the bot and back, starting and reaping it where the protocol
// wants that, reading, checking and writing down the move. One long game of Amazons is played over
// and over, whole and cut short; the difference of the two, divided by the plies between them, is a
// move without the start and the end of a game. Beside it stands the least that any referee would
// have to do, measured in the same run: one line over a pipe and one back, or pipes, fork, exec,
// and wait. All figures are medians.
//
// Everything is measured twice: as the system likes to place the processes, and on one core. An
// idle core takes its time to wake up, on a virtual machine more than all else together; on one
// core there is only work, so those ratios are the ones to compare.

#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "median.h"
#include "referee/referee.h"

enum {
    SCRIPT_TRIES = 200,
    SHORT_PLIES = 10,
    RUNNING_REPEATS = 200,
    RESTART_REPEATS = 40,
    ROUND_TRIPS = 20000,
    BARE_STARTS = 1000,
    MOVES_EACH_MAX = 64,
};

// The goals of issue 3, for whoever reads the figures.
#define RUNNING_GOAL_US 200
#define RESTART_GOAL_US 3000

static _Noreturn void fail(const char *reason) {
    fprintf(stderr, "referee_bench: %s\n", reason);
    exit(1);
}

// --- The game that is played ---------------------------------------------------------------------

// The longest of many random games: a game that ends early says little about a move.
static void make_script(Game *script, const Rules *rules) {
    game_init(script, rules, &rules->variants[0]);
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < SCRIPT_TRIES; i++) {
        Game game;
        game_init(&game, rules, &rules->variants[0]);
        static Move moves[MOVES_MAX];
        size_t count;
        while ((count = game_moves(&game, moves)) > 0) {
            game_play(&game, moves[rng_below(&rng, count)]);
        }
        Game shorter = game.count > script->count ? *script : game;
        *script = game.count > script->count ? game : *script;
        game_release(&shorter);
    }
}

// The words by which one side's answerer is started.
typedef struct Call {
    char *argv[MOVES_EACH_MAX + 3];
    char moves[MOVES_EACH_MAX][MOVE_TEXT_SIZE];
} Call;

// How a game is played: by bots of one protocol.
typedef struct BotSetting {
    const char *answerer;
    const char *protocol; // also the answerer's mode
    Notation notation;
    const Game *script;
} BotSetting;

static void make_call(Call *call, const BotSetting *setting, size_t plies, Side side) {
    const Game *script = setting->script;
    size_t count = 0;
    call->argv[0] = (char *)setting->answerer;
    call->argv[1] = (char *)setting->protocol;
    for (size_t ply = side; ply < plies; ply += 2) {
        assert(count < MOVES_EACH_MAX);
        script->rules->format(
            &script->positions[ply], script->moves[ply], setting->notation, call->moves[count]);
        call->argv[2 + count] = call->moves[count];
        count++;
    }
    call->argv[2 + count] = NULL;
}

// Plays the script up to a ply and returns how long that took.
static int64_t play_ns(const BotSetting *setting, size_t plies) {
    static Call calls[2];
    const Rules *rules = setting->script->rules;
    RefereeOptions options = {.rules = rules, .variant = &rules->variants[0]};
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        make_call(&calls[side], setting, plies, (Side)side);
        options.players[side] = (PlayerOptions){
            .name = setting->answerer,
            .argv = calls[side].argv,
            .protocol = player_protocol_find(slice_from(setting->protocol)),
            .turn_ms = 60000,
        };
    }
    Record record;
    int64_t start_ns = clock_now_ns();
    Verdict verdict = referee_play(&options, &record);
    int64_t time_ns = clock_now_ns() - start_ns;
    bool is_cut = plies < setting->script->count;
    if (verdict_is_forfeit(verdict.kind) != is_cut || record.game.count != plies) {
        fail(verdict.reason.text);
    }
    record_release(&record);
    return time_ns;
}

// What one move costs.
static double bench_move_us(const BotSetting *setting, size_t repeats) {
    size_t plies = setting->script->count;
    int64_t *whole_ns = calloc(repeats, sizeof *whole_ns);
    int64_t *cut_ns = calloc(repeats, sizeof *cut_ns);
    if (!whole_ns || !cut_ns) {
        abort();
    }
    for (size_t i = 0; i < repeats; i++) {
        whole_ns[i] = play_ns(setting, plies);
        cut_ns[i] = play_ns(setting, SHORT_PLIES);
    }
    double spent_us = median_us(whole_ns, repeats) - median_us(cut_ns, repeats);
    free(whole_ns);
    free(cut_ns);
    return spent_us / (double)(plies - SHORT_PLIES);
}

// --- The least that has to be done ---------------------------------------------------------------

typedef struct Bare {
    pid_t pid;
    int input;
    int output;
} Bare;

static Bare bare_start(char **argv) {
    int input[2];
    int output[2];
    if (pipe(input) != 0 || pipe(output) != 0) {
        fail("no pipe");
    }
    pid_t pid = fork();
    if (pid == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        close(input[0]);
        close(input[1]);
        close(output[0]);
        close(output[1]);
        execv(argv[0], argv);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    return (Bare){pid, input[1], output[0]};
}

static void bare_end(Bare *bare) {
    int status;
    close(bare->input);
    close(bare->output);
    if (waitpid(bare->pid, &status, 0) != bare->pid || status != 0) {
        fail("the answerer failed");
    }
}

static void bare_ask(const Bare *bare, const char *question) {
    char answer[256];
    ssize_t size = (ssize_t)strlen(question);
    if (write(bare->input, question, (size_t)size) != size ||
        read(bare->output, answer, sizeof answer) <= 0) {
        fail("the answerer is silent");
    }
}

static double bench_bare_round_trip_us(const char *answerer) {
    static int64_t times_ns[ROUND_TRIPS];
    Bare bare = bare_start((char *[]){(char *)answerer, "echo", NULL});
    for (int i = 0; i < ROUND_TRIPS; i++) {
        int64_t start_ns = clock_now_ns();
        bare_ask(&bare, "0 3 0 6 2 4\n");
        times_ns[i] = clock_now_ns() - start_ns;
    }
    bare_end(&bare);
    return median_us(times_ns, ROUND_TRIPS);
}

static double bench_bare_start_us(const char *answerer) {
    static int64_t times_ns[BARE_STARTS];
    for (int i = 0; i < BARE_STARTS; i++) {
        int64_t start_ns = clock_now_ns();
        Bare bare = bare_start((char *[]){(char *)answerer, "botzone", "0 3 0 6 2 4", NULL});
        bare_ask(&bare, "1\n-1 -1 -1 -1 -1 -1\n");
        bare_end(&bare);
        times_ns[i] = clock_now_ns() - start_ns;
    }
    return median_us(times_ns, BARE_STARTS);
}

static void print(const char *name, double overhead_us, int goal_us, double bare_us) {
    printf("referee_%s_overhead_us %.1f\n", name, overhead_us);
    printf("referee_%s_goal_us %d\n", name, goal_us);
    printf("referee_%s_bare_us %.1f\n", name, bare_us);
    printf("referee_%s_ratio %.2f\n", name, overhead_us / bare_us);
    fflush(stdout);
}

static void bench_running(const char *name, const char *answerer, const Game *script) {
    BotSetting setting = {answerer, "text", NOTATION_STANDARD, script};
    double overhead_us = bench_move_us(&setting, RUNNING_REPEATS);
    print(name, overhead_us, RUNNING_GOAL_US, bench_bare_round_trip_us(answerer));
}

static void bench_restart(const char *name, const char *answerer, const Game *script) {
    BotSetting setting = {answerer, "botzone", NOTATION_BOTZONE, script};
    double overhead_us = bench_move_us(&setting, RESTART_REPEATS);
    print(name, overhead_us, RESTART_GOAL_US, bench_bare_start_us(answerer));
}

// Keeps this process and all that it starts on the core where it happens to be.
static void stay_on_one_core(void) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET((size_t)sched_getcpu(), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) {
        fail("no core to stay on");
    }
}

int main(int argc, char **argv) {
    Error error;
    if (argc != 2) {
        fprintf(stderr, "usage: referee_bench ANSWERER\n");
        return 2;
    }
    if (!process_adopt_orphans(&error)) {
        fail(error.text);
    }
    Game script;
    make_script(&script, rules_find(slice_from("amazons")));
    bench_running("running", argv[1], &script);
    bench_restart("restart", argv[1], &script);
    stay_on_one_core();
    bench_running("running_one_core", argv[1], &script);
    bench_restart("restart_one_core", argv[1], &script);
    game_release(&script);
    return 0;
}
