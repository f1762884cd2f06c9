// Self-play on workers, with a server that tests play.

#include "jobs/remote_selfplay.h"

#include "unit/jobs/worker_fixture.h"

#define SELFPLAY_GAMES 50

static Text read_samples(const char *path) {
    Text bytes;
    text_init(&bytes);
    assert_true(text_read_file(&bytes, path, 1u << 20, NULL));
    return bytes;
}

// Chunks of self-play from workers make the file of one machine, also after an interruption.
static void test_selfplay_is_that_of_one_machine(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("amazons"));
    const Variant *variant = rules_variant(rules, slice_from("6x6"));
    SelfplaySettings settings = {.network = "none",
        .nodes = 5,
        .full_share = 0.5,
        .opening_plies = 4,
        .thread_count = 2,
        .seed = 5,
        .games = SELFPLAY_GAMES};
    char here[64];
    char there[64];
    snprintf(here, sizeof here, "%s/here", folder);
    snprintf(there, sizeof there, "%s/there", folder);
    atomic_bool stop = false;
    SelfplayProgress progress;
    assert_true(selfplay_run(&settings, rules, variant, here, &stop, NULL, NULL, &progress, NULL));
    FakeServer server;
    Hand hands[2];
    fake_init(&server);
    server.fail_each = 5;
    hire(&hands[0], &server);
    hire(&hands[1], &server);
    Remote remote = fake_remote(&server);
    RemoteSelfplay options = {.remote = &remote, .bench = "b", .poll_ms = 2};
    SelfplayVenue venue = remote_selfplay_venue(&options);
    for (uint64_t games = 27; games <= SELFPLAY_GAMES; games += SELFPLAY_GAMES - 27) {
        Error error = {0};
        settings.games = games;
        if (!venue.run(venue.context, &settings, rules, variant, there, &stop, NULL, NULL,
                &progress, &error)) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(progress.games, games);
    }
    dismiss(&hands[0]);
    dismiss(&hands[1]);
    Text a = read_samples(here);
    Text b = read_samples(there);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    text_release(&a);
    text_release(&b);
    fake_release(&server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selfplay_is_that_of_one_machine),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
