// A program that answers line by line, and misbehaves in one chosen way at one chosen turn.
//
//     hostile MODE [--answer TEXT]... [--ask LINE]... [--at N] [--ms N] [--once] [--state FILE]
//
// It knows no protocol. Each line of input is a question, or only those given by --ask. Question
// number N (from 1) gets the Nth --answer, later ones the last; without any, the question itself.
// In an answer, \n stands for a newline. At turn --at (1 if not given; 0 is before any input) it
// does what MODE says instead; the list is at the end of this file.
//
// --once leaves after one answer, and --state counts the turns over several runs in a file:
// together they make a bot that is started anew for each turn.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TEXTS_MAX = 64,
    FLOOD_BYTES = 1 << 20,
    BURST_BYTES = 128 << 20,
    SPINNERS = 7,
    FILES_MAX = 100,
    MEMORY_STEP_BYTES = 1 << 20,
    MEMORY_STEPS_MAX = 4096, // so that a test that fails does not take the machine with it
};

typedef struct Hostile {
    const char *answers[TEXTS_MAX];
    int answer_count;
    const char *asks[TEXTS_MAX];
    int ask_count;
    int at;
    int ms;
    bool once;
    const char *state_path;

    int turn;
    const char *question; // "" before the first
    bool outstays;        // does not leave at the end of its input
} Hostile;

typedef struct Mode {
    const char *name;
    void (*act)(Hostile *hostile);
} Mode;

static void stay(void) {
    for (;;) {
        pause();
    }
}

static const char *answer_text(const Hostile *hostile) {
    if (hostile->answer_count == 0) {
        return hostile->question;
    }
    int index = hostile->turn > 0 ? hostile->turn - 1 : 0;
    return hostile->answers[index < hostile->answer_count ? index : hostile->answer_count - 1];
}

// Prints text with its escapes, and then `end`, in one piece where stdio can.
static void print(const char *text, size_t size, const char *end) {
    for (size_t i = 0; i < size; i++) {
        bool newline = text[i] == '\\' && i + 1 < size && text[i + 1] == 'n';
        putchar(newline ? '\n' : text[i]);
        i += newline;
    }
    fputs(end, stdout);
    fflush(stdout);
}

static void answer(Hostile *hostile) {
    const char *text = answer_text(hostile);
    print(text, strlen(text), "\n");
}

// --- The modes, in the order of the list below ---------------------------------------------------

static void act_crash(Hostile *hostile) {
    (void)hostile;
    raise(SIGSEGV);
}

static void act_exit(Hostile *hostile) {
    (void)hostile;
    exit(3);
}

static void act_abort(Hostile *hostile) {
    (void)hostile;
    abort();
}

static void act_leave(Hostile *hostile) {
    answer(hostile);
    exit(0);
}

static void act_silent(Hostile *hostile) {
    (void)hostile;
    stay();
}

static void act_slow(Hostile *hostile) {
    struct timespec left = {hostile->ms / 1000, hostile->ms % 1000 * 1000000L};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) {
    }
    answer(hostile);
}

static void act_huge_line(Hostile *hostile) {
    (void)hostile;
    for (;;) {
        putchar('x');
    }
}

static void act_flood(Hostile *hostile) {
    for (;;) {
        answer(hostile);
    }
}

static void act_half_line(Hostile *hostile) {
    const char *text = answer_text(hostile);
    print(text, (strlen(text) + 1) / 2, "");
    stay();
}

static void act_no_newline(Hostile *hostile) {
    const char *text = answer_text(hostile);
    print(text, strlen(text), "");
    exit(0);
}

static void act_binary(Hostile *hostile) {
    (void)hostile;
    static const char BYTES[] = "\0\xff\xfe\x80(\xc3 \x1b[2J\0";
    fwrite(BYTES, 1, sizeof BYTES - 1, stdout);
    print("", 0, "\n");
}

static void act_early(Hostile *hostile) {
    answer(hostile);
    hostile->turn += hostile->turn > 0;
    answer(hostile);
}

static void act_twice(Hostile *hostile) {
    answer(hostile);
    answer(hostile);
}

static void act_close_stdout(Hostile *hostile) {
    (void)hostile;
    close(STDOUT_FILENO);
    stay();
}

static void act_close_stdin(Hostile *hostile) {
    close(STDIN_FILENO);
    answer(hostile);
    stay();
}

static void act_outstay(Hostile *hostile) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    hostile->outstays = true;
    answer(hostile);
}

static void act_child(Hostile *hostile) {
    if (fork() == 0) {
        stay();
    }
    answer(hostile);
}

// The child keeps all pipes open.
static void act_orphan(Hostile *hostile) {
    act_child(hostile);
    exit(0);
}

// As a daemon does it: out of the group, the session, the pipes, and away from its parent. Its pid
// is told on stderr.
static void act_daemon(Hostile *hostile) {
    int ready[2];
    if (pipe(ready) < 0) {
        exit(4);
    }
    if (fork() == 0) {
        setsid();
        if (fork() > 0) {
            _exit(0);
        }
        fprintf(stderr, "daemon %d\n", (int)getpid());
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        close(ready[0]);
        close(ready[1]);
        stay();
    }
    close(ready[1]);
    char byte;
    ssize_t ended = read(ready[0], &byte, 1); // when it has closed everything
    close(ready[0]);
    if (ended == 0) {
        answer(hostile);
    }
}

static void act_daemon_crash(Hostile *hostile) {
    act_daemon(hostile);
    raise(SIGSEGV);
}

// malloc and memset that the compiler cannot see through.
static char *fill(size_t size) {
    char *memory = malloc(size);
    if (!memory) {
        exit(5);
    }
    memset(memory, 1, size);
    __asm__ volatile("" : : "r"(memory) : "memory");
    return memory;
}

static void act_memory(Hostile *hostile) {
    (void)hostile;
    for (int i = 0; i < MEMORY_STEPS_MAX; i++) {
        fill(MEMORY_STEP_BYTES);
    }
    stay();
}

static void act_burst(Hostile *hostile) {
    free(fill(BURST_BYTES));
    answer(hostile);
}

static void act_stderr(Hostile *hostile) {
    fputs("first words\n", stderr);
    for (int i = 0; i < FLOOD_BYTES / 16; i++) {
        fputs("and so on.......", stderr);
    }
    fputs("\nlast words\n", stderr);
    answer(hostile);
}

static void act_busy(Hostile *hostile) {
    answer(hostile);
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&input, 1, 0) == 0) {
    }
}

static void act_spin(Hostile *hostile) {
    (void)hostile;
    for (int i = 0; i < SPINNERS && fork() > 0; i++) {
    }
    for (volatile unsigned turns = 0;; turns++) {
    }
}

// For what only a box can stand: its processes have small numbers.
static void spare_host(void) {
    if (getpid() > 1000) {
        exit(6);
    }
}

static void act_fork_bomb(Hostile *hostile) {
    (void)hostile;
    for (;;) {
        spare_host();
        fork();
    }
}

static void act_fill_disk(Hostile *hostile) {
    (void)hostile;
    spare_host();
    static char chunk[64 << 10];
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < FILES_MAX; i++) {
        char path[32];
        snprintf(path, sizeof path, "/tmp/fill-%d", i);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        while (write(file, chunk, sizeof chunk) > 0) {
        }
        close(file);
    }
    stay();
}

static const Mode MODES[] = {
    {"echo", answer},                   // does not misbehave
    {"crash", act_crash},               // SIGSEGV
    {"exit", act_exit},                 // code 3
    {"abort", act_abort},               // SIGABRT
    {"leave", act_leave},               // answers, then exits with 0
    {"silent", act_silent},             // never answers
    {"slow", act_slow},                 // answers after --ms
    {"huge-line", act_huge_line},       // a line without an end
    {"flood", act_flood},               // answers without an end
    {"half-line", act_half_line},       // half an answer, then silent
    {"no-newline", act_no_newline},     // an answer without its newline, then exits with 0
    {"binary", act_binary},             // NUL bytes and invalid UTF-8
    {"early", act_early},               // answers, and the next question too
    {"twice", act_twice},               // answers twice
    {"close-stdout", act_close_stdout}, // then lives on
    {"close-stdin", act_close_stdin},   // answers, then lives on
    {"outstay", act_outstay},           // from then on ignores SIGTERM and the end of its input
    {"child", act_child},               // leaves a child behind
    {"orphan", act_orphan},             // answers and exits; the child keeps its pipes open
    {"daemon", act_daemon},             // leaves a daemon behind
    {"daemon-crash", act_daemon_crash}, // and then crashes
    {"memory", act_memory},             // takes all it can get
    {"burst", act_burst},               // takes 128 MiB, gives it back, then answers
    {"stderr", act_stderr},             // a megabyte on stderr, then answers
    {"spin", act_spin},                 // never answers, burns CPU in several processes
    {"fork-bomb", act_fork_bomb},       // never answers, forks without end; for a box only
    {"fill-disk", act_fill_disk},       // never answers, fills /tmp; for a box only
    {"busy", act_busy},                 // answers, then burns CPU until the next question
};

static int fail(const char *what) {
    fprintf(stderr, "hostile: %s\n", what);
    return 2;
}

static bool is_question(const Hostile *hostile) {
    for (int i = 0; i < hostile->ask_count; i++) {
        if (strcmp(hostile->asks[i], hostile->question) == 0) {
            return true;
        }
    }
    return hostile->ask_count == 0;
}

static bool parse_options(Hostile *hostile, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *name = words[i];
        if (strcmp(name, "--once") == 0) {
            hostile->once = true;
            continue;
        }
        if (++i == count) {
            return false;
        }
        const char *value = words[i];
        if (strcmp(name, "--answer") == 0 && hostile->answer_count < TEXTS_MAX) {
            hostile->answers[hostile->answer_count++] = value;
        } else if (strcmp(name, "--ask") == 0 && hostile->ask_count < TEXTS_MAX) {
            hostile->asks[hostile->ask_count++] = value;
        } else if (strcmp(name, "--at") == 0) {
            hostile->at = atoi(value);
        } else if (strcmp(name, "--ms") == 0) {
            hostile->ms = atoi(value);
        } else if (strcmp(name, "--state") == 0) {
            hostile->state_path = value;
        } else {
            return false;
        }
    }
    return true;
}

static void load_turn(Hostile *hostile) {
    FILE *file = hostile->state_path ? fopen(hostile->state_path, "r") : NULL;
    if (file) {
        if (fscanf(file, "%d", &hostile->turn) != 1) {
            hostile->turn = 0;
        }
        fclose(file);
    }
}

static void save_turn(const Hostile *hostile) {
    FILE *file = hostile->state_path ? fopen(hostile->state_path, "w") : NULL;
    if (file) {
        fprintf(file, "%d\n", hostile->turn);
        fclose(file);
    }
}

static void converse(Hostile *hostile, const Mode *mode) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    bool done = false;
    while (!done && (size = getline(&line, &capacity, stdin)) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        hostile->question = line;
        if (is_question(hostile)) {
            hostile->turn++;
            save_turn(hostile);
            (hostile->turn == hostile->at ? mode->act : answer)(hostile);
            done = hostile->once;
        }
    }
    free(line);
}

int main(int argc, char **argv) {
    const Mode *mode = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof MODES / sizeof *MODES; i++) {
        mode = strcmp(argv[1], MODES[i].name) == 0 ? &MODES[i] : mode;
    }
    Hostile hostile = {.at = 1, .question = ""};
    if (!mode || !parse_options(&hostile, argc - 2, argv + 2)) {
        return fail("MODE [--answer TEXT]... [--ask LINE]... [--at N] [--ms N] [--once] "
                    "[--state FILE]");
    }
    load_turn(&hostile);
    if (hostile.at == 0) {
        mode->act(&hostile);
    }
    converse(&hostile, mode);
    if (hostile.outstays) {
        stay();
    }
    return 0;
}
