// The training loop, with matches that are made up: wherever it is stopped or killed, it goes on
// and ends as if nobody had disturbed it.

#include "train/loop.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "train/fit.h"

#define GENERATIONS 2
#define GAMES 24 // some of which are held out
#define MATCH_GAMES 2
#define FILE_MAX (1u << 20)

// What happens in a run: a line of its story or a game of a match. After so many of them it ends.
typedef struct Course {
    int events;
    int last; // -1: none is
    bool is_killed;
    atomic_bool stop;
} Course;

static char folder[64];
static char other_folder[64];

static void event(Course *course) {
    if (course->events++ == course->last) {
        if (course->is_killed) {
            raise(SIGKILL);
        }
        atomic_store(&course->stop, true);
    }
}

static void hear(void *context, const char *line) {
    (void)line;
    event(context);
}

// A journal has a line that says whose match it is, and one for each game. No test decides: new
// networks score better in odd generations and the same in even ones.
static bool play_match(void *context, const NetworkMatch *match, const atomic_bool *stop,
    NetworkMatchResult *result, Error *error) {
    char header[1300];
    char found[1300] = "";
    int played = 0;
    int size = snprintf(header, sizeof header, "%s\n%s\n", match->new_network, match->old_network);
    FILE *journal = fopen(match->journal, "a+");
    assert_non_null(journal);
    size_t got = fread(found, 1, sizeof found - 1, journal);
    if (got == 0) {
        fputs(header, journal);
        fflush(journal);
    } else if (strncmp(found, header, (size_t)size) != 0) {
        fclose(journal);
        return error_set(error, ERROR_JOURNAL_OTHER_MATCH, "another match");
    } else {
        played = (int)(strlen(found) - (size_t)size) / 5;
    }
    for (; played < match->games && !atomic_load(stop); played++) {
        fputs("game\n", journal);
        fflush(journal);
        event(context);
    }
    fclose(journal);
    *result = (NetworkMatchResult){
        .games = played, .elo = match->seed % 2 == 1 ? 100 : 0, .elo_error = 50};
    return true;
}

static LoopSettings settings_for(const char *path) {
    LoopSettings settings = loop_settings_default();
    settings.rules = rules_find(slice_from("amazons"));
    settings.variant = rules_variant(settings.rules, slice_from("6x6"));
    settings.folder = path;
    settings.generations = GENERATIONS;
    settings.games = GAMES;
    settings.nodes = 2;
    settings.gate_games = MATCH_GAMES;
    settings.anchor_games = MATCH_GAMES;
    settings.hidden = 16;
    settings.threads = 2;
    return settings;
}

static bool run(const LoopSettings *settings, Course *course, Error *error) {
    NetworkMatches matches = {.context = course, .play = play_match};
    return loop_run(settings, &matches, &course->stop, hear, course, error);
}

static void run_to_end(const LoopSettings *settings, int *events) {
    Course course = {.last = -1};
    Error error = {0};
    if (!run(settings, &course, &error)) {
        fail_msg("%s", error.text);
    }
    if (events) {
        *events = course.events;
    }
}

static void remove_folder(const char *path) {
    DIR *entries = opendir(path);
    const struct dirent *entry;
    char name[512];
    while (entries && (entry = readdir(entries))) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        unlink(name);
    }
    if (entries) {
        closedir(entries);
    }
    rmdir(path);
}

static int setup(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/immure-loop-%d", (int)getpid());
    snprintf(other_folder, sizeof other_folder, "%s-other", folder);
    remove_folder(folder);
    remove_folder(other_folder);
    return 0;
}

static int teardown(void **state) {
    return setup(state);
}

static Text content(const char *path, const char *name) {
    char full[512];
    Text bytes;
    Error error;
    text_init(&bytes);
    snprintf(full, sizeof full, "%s/%s", path, name);
    if (!text_read_file(&bytes, full, FILE_MAX, &error)) {
        fail_msg("%s", error.text);
    }
    return bytes;
}

static bool exists(const char *path, const char *name) {
    char full[512];
    snprintf(full, sizeof full, "%s/%s", path, name);
    return access(full, F_OK) == 0;
}

static void assert_same_content(const char *name, const char *other_name) {
    Text a = content(folder, name);
    Text b = content(other_folder, other_name);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    text_release(&a);
    text_release(&b);
}

// Everything but the story, and the folder's name in the journals.
static void assert_same_folders(void) {
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    int count = 0;
    assert_non_null(entries);
    while ((entry = readdir(entries))) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "story.txt") == 0) {
            continue;
        }
        count++;
        if (!strstr(entry->d_name, ".jsonl")) {
            assert_same_content(entry->d_name, entry->d_name);
        }
    }
    closedir(entries);
    // Samples, network and two journals of each generation; the table, the picture, the best one.
    assert_int_equal(count, 4 * GENERATIONS + 3);
}

static void test_undisturbed(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    int events;
    run_to_end(&settings, &events);
    // A line for each of five steps, and the games of two matches.
    assert_int_equal(events, GENERATIONS * (5 + 2 * MATCH_GAMES));
    Generations past;
    char csv[512];
    snprintf(csv, sizeof csv, "%s/generations.csv", folder);
    assert_true(generations_read(&past, csv, NULL));
    assert_int_equal(past.count, GENERATIONS);
    for (int i = 0; i < GENERATIONS; i++) {
        const Generation *generation = &past.items[i];
        assert_int_equal(generation->number, i + 1);
        assert_int_equal(generation->games, GAMES);
        assert_true(generation->positions > 0);
        assert_true(generation->loss > 0);
        assert_int_equal(generation->is_better, i % 2 == 0);
        assert_true(generation->elo == (i % 2 == 0 ? 100 : 0));
    }
    // The second network had to beat the first one, which is still the best.
    snprintf(other_folder, sizeof other_folder, "%s", folder);
    assert_same_content("current.net", "network-001.net");
    Text journal = content(folder, "gate-002.jsonl");
    assert_non_null(strstr(journal.data, "/network-001.net\n"));
    text_release(&journal);
    // Nothing is left to do.
    run_to_end(&settings, &events);
    assert_int_equal(events, 0);
}

// Ends a run of the other folder after each of its events in turn, by a signal or by being told.
static void disturb_everywhere(bool is_killed) {
    LoopSettings settings = settings_for(folder);
    LoopSettings disturbed = settings_for(other_folder);
    int events;
    run_to_end(&settings, &events);
    for (int last = 0; last < events; last++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            Course course = {.last = last, .is_killed = is_killed};
            _exit(run(&disturbed, &course, NULL) ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, is_killed ? SIGKILL : 0);
        run_to_end(&disturbed, NULL);
        assert_same_folders();
        remove_folder(other_folder);
    }
}

static void test_killed_anywhere(void **state) {
    (void)state;
    disturb_everywhere(true);
}

static void test_stopped_anywhere(void **state) {
    (void)state;
    disturb_everywhere(false);
}

// Killed at the first event, at the second of the next run, and so on, in one folder.
static void test_killed_again_and_again(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    LoopSettings disturbed = settings_for(other_folder);
    run_to_end(&settings, NULL);
    int status = SIGKILL;
    for (int i = 0; status == SIGKILL && i < 100; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            Course course = {.last = i % 3, .is_killed = true};
            _exit(run(&disturbed, &course, NULL) ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_int_equal(status, 0);
    assert_same_folders();
}

// A network that is there is not trained again, and the checkpoint goes only when it is.
static void test_trains_once(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    settings.generations = 1;
    Course course = {.last = 2}; // the first game of the gate
    assert_true(run(&settings, &course, NULL));
    char name[512];
    struct stat before;
    struct stat after;
    snprintf(name, sizeof name, "%s/network-001.net", folder);
    assert_int_equal(stat(name, &before), 0);
    snprintf(name, sizeof name, "%s/network-001.state", folder);
    FILE *left = fopen(name, "w"); // as by a kill between the two
    assert_non_null(left);
    fclose(left);
    run_to_end(&settings, NULL);
    assert_false(exists(folder, "network-001.state"));
    snprintf(name, sizeof name, "%s/network-001.net", folder);
    assert_int_equal(stat(name, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
}

static void test_checkpoint_stays_without_network(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    settings.generations = 1;
    Course course = {.last = 0}; // samples are done
    assert_true(run(&settings, &course, NULL));
    assert_false(exists(folder, "network-001.net"));
    Course at_once = {.last = -1, .stop = true};
    assert_true(run(&settings, &at_once, NULL));
    // Nothing can be written where a folder stands.
    char name[512];
    snprintf(name, sizeof name, "%s/network-001.net.part", folder);
    assert_int_equal(mkdir(name, 0777), 0);
    snprintf(name, sizeof name, "%s/network-001.state", folder);
    char samples[512];
    snprintf(samples, sizeof samples, "%s/samples-001.smp", folder);
    Course again = {.last = -1};
    Error error;
    // What the loop's own training would have left if it had been stopped.
    const char *files[] = {samples};
    FitSettings fit = fit_settings_default();
    fit.data.shape = network_shape_for(settings.rules, settings.variant);
    fit.data.files = files;
    fit.data.file_count = 1;
    fit.data.seed = 1;
    fit.hidden_count = settings.hidden;
    fit.epochs = 6;
    fit.checkpoint = name;
    FitResult result;
    assert_true(fit_run(&fit, NULL, &at_once.stop, &result, &error));
    assert_false(result.is_finished);
    fit_result_release(&result);
    assert_true(exists(folder, "network-001.state"));
    assert_false(run(&settings, &again, &error));
    assert_int_equal(error.reason.code, ERROR_FILE_UNWRITABLE);
    assert_true(exists(folder, "network-001.state"));
    snprintf(name, sizeof name, "%s/network-001.net.part", folder);
    assert_int_equal(rmdir(name), 0);
    run_to_end(&settings, NULL);
    assert_false(exists(folder, "network-001.state"));
}

static void test_starts_with_a_network(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    settings.generations = 1;
    run_to_end(&settings, NULL);
    char network[512];
    snprintf(network, sizeof network, "%s/network-001.net", folder);
    LoopSettings further = settings_for(other_folder);
    further.from = network;
    further.generations = 2;
    Course course = {.last = 1};
    assert_true(run(&further, &course, NULL));
    assert_same_content("network-001.net", "start.net");
    assert_same_content("network-001.net", "current.net");
    // The run goes on with its own, whatever has become of the file.
    assert_int_equal(unlink(network), 0);
    run_to_end(&further, NULL);
    Text journal = content(other_folder, "gate-001.jsonl");
    assert_non_null(strstr(journal.data, "/start.net\n"));
    text_release(&journal);
    // A run that began without one cannot be given one.
    snprintf(network, sizeof network, "%s/start.net", other_folder);
    settings.from = network;
    Error error;
    Course none = {.last = -1};
    assert_false(run(&settings, &none, &error));
    assert_int_equal(error.reason.code, ERROR_OPTIONS_CONFLICT);
}

static void test_folders(void **state) {
    (void)state;
    Error error;
    Course course = {.last = -1};
    LoopSettings settings = settings_for("/dev/null/folder");
    assert_false(run(&settings, &course, &error));
    assert_int_equal(error.reason.code, ERROR_FILE_UNWRITABLE);
    assert_non_null(strstr(error.text, strerror(ENOTDIR)));
    char name[600];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    settings.folder = name;
    assert_false(run(&settings, &course, &error));
    assert_int_equal(error.reason.code, ERROR_BAD_OPTION);
}

static bool run_inside(void *context, const NetworkMatch *match, const atomic_bool *stop,
    NetworkMatchResult *result, Error *error) {
    (void)match;
    (void)result;
    Course course = {.last = -1};
    LoopSettings settings = settings_for(folder);
    bool *refused = context;
    *refused = !run(&settings, &course, error) && error->reason.code == ERROR_FILE_IN_USE;
    return atomic_load(stop);
}

static void test_two_runs(void **state) {
    (void)state;
    LoopSettings settings = settings_for(folder);
    bool refused = false;
    Course course = {.last = -1};
    NetworkMatches matches = {.context = &refused, .play = run_inside};
    Error error;
    assert_false(loop_run(&settings, &matches, &course.stop, hear, &course, &error));
    assert_true(refused);
    run_to_end(&settings, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_undisturbed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killed_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stopped_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killed_again_and_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_trains_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_checkpoint_stays_without_network, setup, teardown),
        cmocka_unit_test_setup_teardown(test_starts_with_a_network, setup, teardown),
        cmocka_unit_test_setup_teardown(test_folders, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_runs, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
