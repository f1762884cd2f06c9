// A worker and a server that tests play: what it claims, tells, drops and hands back.

#include "unit/jobs/worker_fixture.h"

static void wait_for_lease(FakeServer *server) {
    for (bool found = false; !found;) {
        pthread_mutex_lock(&server->lock);
        for (int i = 0; i < server->job_count; i++) {
            found = found || server->jobs[i].state == FAKE_LEASED;
        }
        pthread_mutex_unlock(&server->lock);
        remote_wait(1, NULL, NULL);
    }
}

static void test_a_worker_that_stops_hands_back(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    wait_for_lease(&server);
    dismiss(&hand);
    assert_true(hand.is_done);
    assert_int_equal(server.jobs[0].state, FAKE_WAITING);
    assert_int_equal(server.jobs[0].returns, 1);
    assert_int_equal(server.jobs[0].failures, 0);
    fake_release(&server);
}

static void wait_for_failure(FakeServer *server) {
    for (int failures = 0; failures == 0;) {
        remote_wait(1, NULL, NULL);
        pthread_mutex_lock(&server->lock);
        failures = server->jobs[0].failures;
        pthread_mutex_unlock(&server->lock);
    }
}

// The worker deletes the files of a job when it ends, and nothing else: whatever the server names.
static void test_names_that_are_no_hashes_touch_no_file(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Error error;
    char path[64];
    snprintf(path, sizeof path, "%s/outside", folder);
    Text bytes;
    text_init(&bytes);
    assert_true(text_write_file(&bytes, path, &error));
    text_release(&bytes);
    fake_init(&server);
    Remote remote = fake_remote(&server);
    RemoteGroup group;
    atomic_bool stop = false;
    remote_group_init(&group, &remote, "key", "check", &stop);
    assert_true(remote_group_open(&group, &error));
    assert_true(remote_group_submit(&group,
        json_pack("[{s:s s:s s:{} s:[s,n]}]", "name", "bot", "kind", "compile", "payload", "blobs",
            "../outside"),
        &error));
    hire(&hand, &server);
    wait_for_failure(&server);
    dismiss(&hand);
    assert_int_equal(access(path, F_OK), 0);
    fake_release(&server);
}

static void test_moves_of_a_room_that_are_no_texts(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Error error;
    fake_init(&server);
    server.room = "{\"state\":\"playing\",\"version\":1,\"moves\":[7]}";
    Remote remote = fake_remote(&server);
    RemoteGroup group;
    atomic_bool stop = false;
    remote_group_init(&group, &remote, "key", "room", &stop);
    assert_true(remote_group_open(&group, &error));
    assert_true(remote_group_submit(&group,
        json_pack("[{s:s s:s s:{s:s s:s s:s s:s s:s} s:[]}]", "name", "room", "kind", "room",
            "payload", "room", "r", "side", "first", "game", "amazons", "variant", "6x6", "player",
            "engine=random", "blobs"),
        &error));
    hire(&hand, &server);
    wait_for_failure(&server);
    dismiss(&hand);
    fake_release(&server);
}

// Long before the beat that renews its lease.
static void test_what_is_played_is_told_soon(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    server.beat_ms = 3600000;
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    for (int told = 0; told == 0;) {
        remote_wait(1, NULL, NULL);
        pthread_mutex_lock(&server.lock);
        told = server.progress;
        pthread_mutex_unlock(&server.lock);
    }
    dismiss(&hand);
    assert_int_equal(server.progress, 1);
    fake_release(&server);
}

static void test_what_is_cancelled_is_dropped(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    Text answer;
    fake_init(&server);
    submit_only(&server, STUCK, 2);
    hire(&hand, &server);
    wait_for_lease(&server);
    text_init(&answer);
    pthread_mutex_lock(&server.lock);
    fake_cancel(&server, &answer);
    pthread_mutex_unlock(&server.lock);
    text_release(&answer);
    // The cores are free for another match.
    Show show;
    show_init(&show, A, B, 4);
    server.jobs[0].name[0] = 'x';
    play_show(&show, &server);
    assert_int_equal(show.match.game_count, 4);
    dismiss(&hand);
    assert_int_equal(server.jobs[0].state, FAKE_CANCELLED);
    assert_int_equal(server.jobs[0].returns, 0);
    assert_int_equal(server.refused, 0);
    show_release(&show);
    fake_release(&server);
}

// Waits for the only job of a group and returns its result, which the server keeps.
static const json_t *wait_for_result(FakeServer *server) {
    const json_t *result = NULL;
    while (!result) {
        pthread_mutex_lock(&server->lock);
        result = server->jobs[0].result;
        pthread_mutex_unlock(&server->lock);
        remote_wait(1, NULL, NULL);
    }
    return result;
}

static void test_sources_are_compiled(void **state) {
    (void)state;
    static const char *const SOURCES[][2] = {
        {"int main(void) { return 0; }\n", "ok"}, {"int main(void) { return x; }\n", "errors"}};
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        FakeServer server;
        Hand hand;
        Error error;
        char hash[SHA256_TEXT_SIZE];
        fake_init(&server);
        hire(&hand, &server);
        Remote remote = fake_remote(&server);
        RemoteGroup group;
        Slice source = slice_from(SOURCES[i][0]);
        atomic_bool stop = false;
        remote_group_init(&group, &remote, "key", "check", &stop);
        assert_int_equal(
            remote_put_blob(&remote, sha256_text(source, hash), source, &error), REMOTE_DONE);
        assert_true(remote_group_open(&group, &error));
        assert_true(remote_group_submit(&group,
            json_pack("[{s:s s:s s:{s:s s:s s:s} s:[s]}]", "name", "bot", "kind", "compile",
                "payload", "source", hash, "language", "c17", "name", "bot.c", "blobs", hash),
            &error));
        const json_t *result = wait_for_result(&server);
        assert_string_equal(json_string_value(json_object_get(result, "status")), SOURCES[i][1]);
        const char *binary = json_string_value(json_object_get(result, "binary"));
        assert_int_equal(binary != NULL, i == 0);
        assert_int_equal(server.blob_count, i == 0 ? 2 : 1);
        assert_int_equal(
            strstr(json_string_value(json_object_get(result, "messages")), "bot.c:1") != NULL,
            i == 1);
        dismiss(&hand);
        fake_release(&server);
    }
}

static void test_a_server_that_refuses(void **state) {
    (void)state;
    FakeServer server;
    Hand hand;
    fake_init(&server);
    server.is_away = true;
    hire(&hand, &server);
    pthread_join(hand.thread, NULL);
    assert_false(hand.is_done);
    fake_release(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_worker_that_stops_hands_back),
        cmocka_unit_test(test_names_that_are_no_hashes_touch_no_file),
        cmocka_unit_test(test_moves_of_a_room_that_are_no_texts),
        cmocka_unit_test(test_what_is_played_is_told_soon),
        cmocka_unit_test(test_what_is_cancelled_is_dropped),
        cmocka_unit_test(test_sources_are_compiled),
        cmocka_unit_test(test_a_server_that_refuses),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
