// Self-play: one file for the same settings, whatever the number of threads and however often the
// run was stopped or killed.

#include "train/selfplay.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"
#include "unit/train/sample_path.h"

#define GAMES 40
#define KILLS 12
#define FILE_MAX (1u << 20)

static const Variant *small_board(const Rules **rules) {
    *rules = rules_find(slice_from("amazons"));
    const Variant *variant = rules_variant(*rules, slice_from("6x6"));
    assert_non_null(variant);
    return variant;
}

static const SelfplaySettings SETTINGS = {
    .network = "none",
    .nodes = 10,
    .full_share = 0.5,
    .opening_plies = 4,
    .seed = 5,
};

static bool try_to_play(int thread_count, uint64_t games, const atomic_bool *stop,
    SelfplayProgress *progress, Error *error) {
    const Rules *rules;
    const Variant *variant = small_board(&rules);
    SelfplaySettings settings = SETTINGS;
    settings.thread_count = thread_count;
    settings.games = games;
    return selfplay_run(&settings, rules, variant, path, stop, NULL, NULL, progress, error);
}

static SelfplayProgress play(int thread_count, uint64_t games, const atomic_bool *stop) {
    SelfplayProgress progress;
    Error error;
    if (!try_to_play(thread_count, games, stop, &progress, &error)) {
        fail_msg("%s", error.text);
    }
    return progress;
}

// Plays games [first, first + count) of the run into the file.
static void play_part(uint64_t first, uint64_t count) {
    const Rules *rules;
    const Variant *variant = small_board(&rules);
    const atomic_bool stop = false;
    SelfplaySettings settings = SETTINGS;
    SelfplayProgress progress;
    settings.thread_count = 2;
    settings.games = count;
    settings.first = first;
    assert_true(selfplay_run(&settings, rules, variant, path, &stop, NULL, NULL, &progress, NULL));
    assert_int_equal(progress.games, count);
}

static Text file_bytes(void) {
    Text bytes;
    text_init(&bytes);
    assert_true(text_read_file(&bytes, path, FILE_MAX, NULL));
    return bytes;
}

static Text undisturbed(void) {
    const atomic_bool stop = false;
    SelfplayProgress progress = play(1, GAMES, &stop);
    assert_int_equal(progress.games, GAMES);
    assert_int_equal(progress.new_games, GAMES);
    Text bytes = file_bytes();
    unlink(path);
    return bytes;
}

static void assert_same_file(const Text *expected) {
    Text bytes = file_bytes();
    assert_int_equal(bytes.size, expected->size);
    assert_memory_equal(bytes.data, expected->data, bytes.size);
    text_release(&bytes);
}

static void test_any_number_of_threads(void **state) {
    (void)state;
    const atomic_bool stop = false;
    Text expected = undisturbed();
    for (int threads = 2; threads <= 4; threads++) {
        play(threads, GAMES, &stop);
        assert_same_file(&expected);
        unlink(path);
    }
    text_release(&expected);
}

static void test_all_games_differ(void **state) {
    (void)state;
    const atomic_bool stop = false;
    play(3, GAMES, &stop);
    static SampleGame games[GAMES];
    SampleFile *file = samples_open(path, NULL);
    bool broken;
    for (int i = 0; i < GAMES; i++) {
        assert_true(samples_next(file, &games[i], &broken));
        for (int k = 0; k < i; k++) {
            assert_memory_not_equal(games[i].plies, games[k].plies, sizeof games[i].plies);
        }
    }
    assert_true(samples_close(file, NULL));
}

static off_t file_size(void) {
    struct stat about;
    return stat(path, &about) == 0 ? about.st_size : 0;
}

// A process that plays with three threads until it is killed or done.
static pid_t start_player(void) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const atomic_bool stop = false;
        SelfplayProgress progress;
        _exit(try_to_play(3, GAMES, &stop, &progress, NULL) ? 0 : 1);
    }
    return child;
}

static void test_killed_again_and_again(void **state) {
    (void)state;
    Text expected = undisturbed();
    Rng rng;
    rng_init(&rng, 7);
    for (int i = 0; i < KILLS; i++) {
        pid_t child = start_player();
        off_t wanted = file_size() + (off_t)rng_below(&rng, expected.size / KILLS);
        int status = 0;
        while (file_size() < wanted && waitpid(child, &status, WNOHANG) == 0) {
        }
        assert_int_equal(status, 0);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        // What is there is the beginning of the whole file, but for a last game cut short.
        Text bytes = file_bytes();
        assert_true(bytes.size <= expected.size);
        assert_memory_equal(bytes.data, expected.data, bytes.size);
        text_release(&bytes);
    }
    const atomic_bool stop = false;
    play(3, GAMES, &stop);
    assert_same_file(&expected);
    text_release(&expected);
}

static void test_stopped_at_once(void **state) {
    (void)state;
    const atomic_bool stop = true;
    assert_int_equal(play(3, GAMES, &stop).games, 0);
    const atomic_bool go = false;
    assert_int_equal(play(2, 5, &go).new_games, 5);
    assert_int_equal(play(2, 5, &go).new_games, 0);
    assert_int_equal(play(2, 7, &go).new_games, 2);
}

// A run in parts, anywhere, is the same file: each part after a header of its own.
static void test_parts_make_the_whole(void **state) {
    (void)state;
    Text whole = undisturbed();
    size_t header = (size_t)((const char *)memchr(whole.data, '\n', whole.size) - whole.data) + 1;
    Text joined;
    text_init(&joined);
    text_add_slice(&joined, (Slice){whole.data, header});
    for (uint64_t first = 0; first < GAMES; first += 15) {
        unlink(path);
        play_part(first, first + 15 < GAMES ? 15 : GAMES - first);
        Text part = file_bytes();
        text_add_slice(&joined, slice_skip(text_slice(&part), header));
        text_release(&part);
    }
    assert_int_equal(joined.size, whole.size);
    assert_memory_equal(joined.data, whole.data, whole.size);
    text_release(&joined);
    text_release(&whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_parts_make_the_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(test_any_number_of_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_all_games_differ, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killed_again_and_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stopped_at_once, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
