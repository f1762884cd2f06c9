// Players that travel: which words name files, and what they are called on the way.

#include "players/portable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/immure-portable-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, "abc");
    bool done = mkdtemp(folder) && chdir(folder) == 0 && text_write_file(&text, "bot", NULL);
    text_clear(&text);
    done = done && text_write_file(&text, "empty.net", NULL);
    text_release(&text);
    return done ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    unlink("bot");
    unlink("empty.net");
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define EMPTY "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void parse(Contestant *contestant, const char *words) {
    Error error = {0};
    if (!contestant_parse(
            contestant, slice_from(words), rules_find(slice_from("quoridor")), &error)) {
        fail_msg("%s", error.text);
    }
}

static void test_files_become_hashes(void **state) {
    (void)state;
    static const struct {
        const char *words;
        const char *exported;
        size_t files;
    } CASES[] = {
        {"name=A,cmd=./bot,protocol=text", "name=A,cmd=blob:" ABC ",protocol=text", 1},
        {"cmd=./bot --net empty.net -v bot",
            "name=./bot --net empty.net -v bot,cmd=blob:" ABC " --net blob:" EMPTY " -v blob:" ABC,
            2},
        {"cmd=python3 bot,time=1s", "name=python3 bot,cmd=python3 blob:" ABC ",time=1s", 1},
        {"cmd=/usr/bin/env python3 bot,,2,name=x,,y", "name=x,,y,cmd=/usr/bin/env python3 bot,,2",
            0},
        {"name=A,engine=immure,network=empty.net", "name=A,engine=immure,network=blob:" EMPTY, 1},
        {"name=A,engine=immure,network=none,sandbox=off",
            "name=A,engine=immure,network=none,sandbox=off", 0},
        {"engine=random", "name=random,engine=random", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        Text words;
        PortableFiles files = {0};
        Error error = {0};
        text_init(&words);
        parse(&contestant, CASES[i].words);
        if (!portable_export(&contestant, &words, &files, &error)) {
            fail_msg("%s", error.text);
        }
        assert_string_equal(words.data, CASES[i].exported);
        assert_int_equal(files.count, CASES[i].files);
        for (size_t j = 0; j < files.count; j++) {
            assert_true(strncmp(files.items[j].path, "/tmp/", 5) == 0);
        }
        contestant_release(&contestant);
        parse(&contestant, words.data);
        contestant_release(&contestant);
        portable_files_release(&files);
        text_release(&words);
    }
}

static void test_what_cannot_travel(void **state) {
    (void)state;
    static const struct {
        const char *words;
        const char *reason;
    } CASES[] = {
        {"cmd=./bot,dir=/tmp", "player: a folder (dir=) stays on this machine: name each file in "
                               "the command"},
        {"cmd=cd /tmp && ./bot", "player: a command for other machines has plain words, without "
                                 "quotes or variables"},
        {"cmd=./nothing", "player: there is no file ./nothing to send to other machines"},
        {"cmd=/tmp", "player: there is no file /tmp to send to other machines"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        Text words;
        PortableFiles files = {0};
        Error error = {0};
        text_init(&words);
        parse(&contestant, CASES[i].words);
        assert_false(portable_export(&contestant, &words, &files, &error));
        assert_string_equal(error.text, CASES[i].reason);
        contestant_release(&contestant);
        portable_files_release(&files);
        text_release(&words);
    }
}

// Knows one file.
static bool find(void *context, const char *hash, Text *path, Error *error) {
    (void)context;
    text_add(path, "/my cache/$abc");
    return strcmp(hash, ABC) == 0 || error_set(error, ERROR_NOT_FOUND, "no %s", hash);
}

static void test_hashes_become_files(void **state) {
    (void)state;
    static const struct {
        const char *words;
        const char *argv[4]; // none: refused
    } CASES[] = {
        {"cmd=blob:" ABC " -x blob:" ABC, {"/my cache/$abc", "-x", "/my cache/$abc"}},
        {"cmd=python3 blob:ABC blob:", {"python3", "blob:ABC", "blob:"}},
        {"cmd=blob:" EMPTY, {NULL}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contestant contestant;
        parse(&contestant, CASES[i].words);
        bool done = portable_import(&contestant, find, NULL, NULL);
        assert_int_equal(done, CASES[i].argv[0] != NULL);
        if (done) {
            ContestantCall call;
            PlayerOptions options = contestant_player(&contestant, "", "", NULL, 0, &call);
            for (int j = 0; CASES[i].argv[j]; j++) {
                assert_string_equal(options.argv[j], CASES[i].argv[j]);
            }
            assert_null(options.argv[3]);
            assert_true(contestant.is_boxed);
        }
        contestant_release(&contestant);
    }
    Contestant engine;
    parse(&engine, "engine=immure,network=blob:" ABC);
    assert_true(portable_import(&engine, find, NULL, NULL));
    assert_string_equal(engine.network.data, "/my cache/$abc");
    assert_false(engine.is_boxed);
    contestant_release(&engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_become_hashes),
        cmocka_unit_test(test_what_cannot_travel),
        cmocka_unit_test(test_hashes_become_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
