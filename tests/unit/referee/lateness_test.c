// A host that comes back late from its waits: who lost on time meanwhile has not lost. And no
// program can make it late by keeping it busy.

#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "base/cores.h"
#include "referee/conversation.h"
#include "sandbox/process_internal.h"
#include "unit/support/script.h"

enum { LIMIT_MS = 500 };

static void sleep_ms(long ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * NS_PER_MS}, NULL);
}

static void short_delays_do_not_count(void **state) {
    (void)state;
    const int64_t due_ns = 1000 * NS_PER_S;
    assert_int_equal(process_delay_ns(due_ns, due_ns - 500 * NS_PER_MS), 0);
    assert_int_equal(process_delay_ns(due_ns, due_ns + 20 * NS_PER_MS), 0);
    assert_int_equal(process_delay_ns(due_ns, due_ns + 21 * NS_PER_MS), 21 * NS_PER_MS);
}

static int64_t late_limit_ms(int host_late_ms, int turn_ms) {
    PlayerOptions options = {.host_late_ms = host_late_ms};
    Player player = {.options = &options, .deadline_ns = turn_ms * NS_PER_MS};
    return player_late_limit_ns(&player) / NS_PER_MS;
}

static void a_longer_turn_has_room_for_more(void **state) {
    (void)state;
    assert_int_equal(late_limit_ms(0, 100), 50);
    assert_int_equal(late_limit_ms(0, 1000), 50);
    assert_int_equal(late_limit_ms(0, 10000), 500);
    assert_int_equal(late_limit_ms(7, 10000), 7);
}

// A game whose first player never answers its second question. `host_late_ms` as in PlayerOptions.
static Verdict play(const char *mode, int host_late_ms, const cpu_set_t *cores) {
    Stage stage;
    stage_init(&stage, "text", "text");
    stage_misbehave(&stage, SIDE_FIRST, mode, 2, 0);
    PlayerOptions *options = &stage.actors[SIDE_FIRST].options;
    options->turn_ms = LIMIT_MS;
    options->margin_ms = 1;
    options->host_late_ms = host_late_ms;
    options->cores = cores;
    Verdict verdict = stage_play(&stage);
    stage_release(&stage);
    return verdict;
}

// The host is stopped again and again while it plays, as if its machine had other things to do.
static Verdict play_on_a_late_host(int host_late_ms) {
    int result[2];
    assert_int_equal(pipe(result), 0);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        process_adopt_orphans(NULL);
        Verdict verdict = play("silent", host_late_ms, NULL);
        _exit(write(result[1], &verdict, sizeof verdict) == sizeof verdict ? 0 : 1);
    }
    while (waitpid(pid, NULL, WNOHANG) == 0) {
        kill(pid, SIGSTOP);
        sleep_ms(100);
        kill(pid, SIGCONT);
        sleep_ms(50);
    }
    Verdict verdict;
    assert_int_equal(read(result[0], &verdict, sizeof verdict), sizeof verdict);
    close(result[0]);
    close(result[1]);
    return verdict;
}

static void a_late_host_voids_a_timeout(void **state) {
    (void)state;
    Verdict verdict = play_on_a_late_host(0);
    assert_int_equal(verdict.kind, VERDICT_FAULT);
    assert_int_equal(verdict.result, RESULT_NONE);
    assert_non_null(
        strstr(verdict.reason.text, "no answer within 0.501 s, but the host was late by "));
    assert_int_equal(play_on_a_late_host(60000).kind, VERDICT_TIMEOUT);
}

// How late the wake-ups of another core are: what the host is to blame for.
typedef struct Control {
    int core;
    atomic_bool stop;
    int64_t worst_ns;
} Control;

static void pin(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    assert_int_equal(sched_setaffinity(0, sizeof cores, &cores), 0);
}

static void *watch(void *argument) {
    Control *control = argument;
    pin(control->core);
    while (!atomic_load(&control->stop)) {
        int64_t due_ns = clock_now_ns() + 10 * NS_PER_MS;
        sleep_ms(10);
        int64_t late_ns = clock_now_ns() - due_ns;
        control->worst_ns = late_ns > control->worst_ns ? late_ns : control->worst_ns;
    }
    return NULL;
}

// Eight processes burn the one core that they share with the referee. On a host that is late by
// itself, which another core shows, this asks nothing.
static void a_busy_program_cannot_void_its_loss(void **state) {
    (void)state;
    if (cores_count() < 2) {
        skip();
    }
    cpu_set_t before;
    cpu_set_t shared;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&shared);
    CPU_SET(cores_nth(0), &shared);
    bool is_quiet = false;
    for (int tries = 0; tries < 5 && !is_quiet; tries++) {
        Control control = {.core = cores_nth(1)};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, watch, &control), 0);
        pin(cores_nth(0));
        Verdict verdict = play("spin", 0, &shared);
        sched_setaffinity(0, sizeof before, &before);
        atomic_store(&control.stop, true);
        pthread_join(thread, NULL);
        is_quiet = control.worst_ns < 10 * NS_PER_MS;
        if (is_quiet) {
            assert_int_equal(verdict.kind, VERDICT_TIMEOUT);
        }
    }
    if (!is_quiet) {
        skip();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_delays_do_not_count),
        cmocka_unit_test(a_longer_turn_has_room_for_more),
        cmocka_unit_test(a_late_host_voids_a_timeout),
        cmocka_unit_test(a_busy_program_cannot_void_its_loss),
    };
    return cmocka_run_group_tests(tests, adopt_orphans, NULL);
}
