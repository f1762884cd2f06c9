// Samples as something to learn from: nothing is lost, doubled or on both sides of the split.

#include <math.h>

#include "unit/train/fit_fixture.h"

#define GAMES 150

static FitDataSettings settings_for(const char *const *files, size_t count) {
    FitDataSettings settings = fit_settings_default().data;
    settings.shape = network_shape_for(fixture_rules("amazons"), fixture_6x6());
    settings.files = files;
    settings.file_count = count;
    settings.validation_share = 0.2;
    return settings;
}

static void write_files(const char *one, const char *two) {
    fixture_write(one, fixture_rules("amazons"), fixture_6x6(), 1, GAMES);
    // The second file has some of the first one's games.
    fixture_write(two, fixture_rules("amazons"), fixture_6x6(), GAMES - 20, GAMES);
}

static bool has_game(const FitGame *games, size_t count, uint64_t hash) {
    for (size_t i = 0; i < count; i++) {
        if (games[i].hash == hash) {
            return true;
        }
    }
    return false;
}

static void the_split_stays_with_more_files(void **state) {
    (void)state;
    const char *files[] = {fixture_path("split-1"), fixture_path("split-2")};
    write_files(files[0], files[1]);
    ThreadPool *pool = thread_pool_new(2);
    Error error;
    FitData one;
    FitData both;
    FitDataSettings settings = settings_for(files, 1);
    assert_true(fit_data_init(&one, &settings, pool, &error));
    settings.file_count = 2;
    assert_true(fit_data_init(&both, &settings, pool, &error));
    assert_int_equal(one.training_count + one.validation_count, GAMES);
    assert_int_equal(both.training_count + both.validation_count, 2 * GAMES);
    assert_in_range(one.validation_count, GAMES / 10, GAMES * 3 / 10);
    for (size_t i = 0; i < one.validation_count; i++) {
        assert_true(has_game(both.validation, both.validation_count, one.validation[i].hash));
    }
    for (size_t i = 0; i < both.training_count; i++) {
        assert_false(has_game(both.validation, both.validation_count, both.training[i].hash));
    }
    fit_data_release(&one);
    fit_data_release(&both);
    thread_pool_free(pool);
}

// A sum that does not depend on the order.
static uint64_t digest(const FitPositions *positions, size_t index) {
    char text[POSITION_TEXT_SIZE + 32];
    const size_t size = fixture_rules("amazons")->write(&positions->positions[index], text);
    snprintf(text + size, 32, " %a %d", (double)positions->targets[index],
        positions->half_points[index]);
    uint64_t hash = 1;
    for (const char *at = text; *at; at++) {
        hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    }
    return hash;
}

typedef struct Epoch {
    size_t count;
    uint64_t sum;      // the same in any order
    uint64_t sequence; // of the order
} Epoch;

static Epoch go_through(FitData *data, uint64_t number) {
    Epoch epoch = {0};
    Error error;
    for (size_t chunk = 0; chunk < data->chunk_count; chunk++) {
        assert_true(fit_data_turn_to(data, number, chunk, &error));
        assert_true(data->chunk.count > 0);
        for (size_t i = 0; i < data->chunk.count; i++) {
            const uint64_t hash = digest(&data->chunk, data->order[i]);
            epoch.sum += hash;
            epoch.sequence = epoch.sequence * 31 + hash;
        }
        epoch.count += data->chunk.count;
    }
    return epoch;
}

static void an_epoch_has_every_position_once_in_any_number_of_chunks(void **state) {
    (void)state;
    const char *files[] = {fixture_path("chunks-1"), fixture_path("chunks-2")};
    write_files(files[0], files[1]);
    ThreadPool *pool = thread_pool_new(2);
    Error error;
    uint64_t sum = 0;
    const size_t chunk_sizes[] = {1 << 20, 2000, 1024};
    for (size_t i = 0; i < 3; i++) {
        FitDataSettings settings = settings_for(files, 2);
        settings.chunk_max = chunk_sizes[i];
        FitData data;
        assert_true(fit_data_init(&data, &settings, pool, &error));
        assert_true(i == 0 ? data.chunk_count == 1 : data.chunk_count > i);
        const Epoch first = go_through(&data, 0);
        const Epoch second = go_through(&data, 1);
        assert_int_equal(first.count, data.training_positions);
        assert_true(first.sum == second.sum);
        assert_true(first.sequence != second.sequence);
        assert_true(i == 0 || first.sum == sum);
        sum = first.sum;
        fit_data_release(&data);

        // Whoever starts with the second epoch gets the same.
        assert_true(fit_data_init(&data, &settings, pool, &error));
        assert_true(go_through(&data, 1).sequence == second.sequence);
        fit_data_release(&data);
    }
    thread_pool_free(pool);
}

// A win of the first player, whose search is even but for one position, at three quarters.
static void targets_mix_result_and_search(void **state) {
    (void)state;
    const Rules *rules = fixture_rules("amazons");
    const char *path = fixture_path("targets");
    Error error;
    SampleGame game;
    fixture_game(rules, fixture_6x6(), 5, &game);
    game.result = RESULT_FIRST_WINS;
    for (size_t i = 0; i < game.count; i++) {
        game.plies[i].is_quiet = i < 3;
        game.plies[i].value = i == 2 ? 1099 : 0; // log 3
    }
    SampleFile *file = samples_append_to(path, rules, fixture_6x6(), &error);
    assert_true(file && samples_put(file, &game, &error));
    game.result = RESULT_DRAW; // the same moves again
    assert_true(samples_put(file, &game, &error));
    game.result = RESULT_NONE;
    assert_true(samples_put(file, &game, &error) && samples_close(file, &error));

    const char *files[] = {path};
    ThreadPool *pool = thread_pool_new(1);
    FitDataSettings settings = settings_for(files, 1);
    settings.validation_share = 0;
    settings.result_share = 0.6;
    FitData data;
    assert_true(fit_data_init(&data, &settings, pool, &error));
    assert_int_equal(data.training_count, 2);
    assert_true(fit_data_turn_to(&data, 0, 0, &error));
    assert_int_equal(data.chunk.count, 6);
    double found[2][3] = {{0}};
    for (size_t i = 0; i < 6; i++) {
        const int is_drawn = data.chunk.half_points[i] == 1;
        found[is_drawn][data.chunk.positions[i].ply] = (double)data.chunk.targets[i];
        assert_true(
            is_drawn || data.chunk.half_points[i] == (data.chunk.positions[i].ply == 1 ? 0 : 2));
    }
    const double expected[2][3] = {{0.8, 0.2, 0.9}, {0.5, 0.5, 0.6}};
    for (int i = 0; i < 6; i++) {
        assert_true(fabs(found[i / 3][i % 3] - expected[i / 3][i % 3]) < 1e-4);
    }
    fit_data_release(&data);
    thread_pool_free(pool);
}

static void refusals_say_why(void **state) {
    (void)state;
    const char *eight = fixture_path("eight");
    const char *empty = fixture_path("empty");
    const Rules *rules = fixture_rules("amazons");
    fixture_write(eight, rules, rules->variants, 1, 2);
    fixture_write(empty, rules, fixture_6x6(), 1, 0);
    const struct {
        const char *file;
        const char *reason;
    } cases[] = {
        {eight, "holds samples of amazons 8x8, not for a network of shape amazons-6x6"},
        {empty, "there is no position to learn from in these samples"},
        {fixture_path("none"), "cannot be opened"},
    };
    ThreadPool *pool = thread_pool_new(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const FitDataSettings settings = settings_for(&cases[i].file, 1);
        FitData data;
        Error error;
        assert_false(fit_data_init(&data, &settings, pool, &error));
        assert_non_null(strstr(error.text, cases[i].reason));
    }
    thread_pool_free(pool);
}

static void a_broken_end_is_passed_over_and_a_changed_file_noticed(void **state) {
    (void)state;
    const char *path = fixture_path("broken");
    fixture_write(path, fixture_rules("amazons"), fixture_6x6(), 1, 100);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_int_equal(ftruncate(fileno(file), size - 3), 0);
    ThreadPool *pool = thread_pool_new(1);
    FitDataSettings settings = settings_for(&path, 1);
    settings.chunk_max = 1024;
    FitData data;
    Error error;
    assert_true(fit_data_init(&data, &settings, pool, &error));
    assert_int_equal(data.training_count + data.validation_count, 99);
    assert_int_equal(data.broken_files, 1);
    assert_true(data.chunk_count > 1);
    assert_int_equal(ftruncate(fileno(file), size / 4), 0);
    bool done = true;
    for (size_t chunk = 0; done && chunk < data.chunk_count; chunk++) {
        done = fit_data_turn_to(&data, 0, chunk, &error);
    }
    assert_false(done);
    assert_non_null(strstr(error.text, "changed while in use"));
    fclose(file);
    fit_data_release(&data);
    thread_pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_split_stays_with_more_files),
        cmocka_unit_test(an_epoch_has_every_position_once_in_any_number_of_chunks),
        cmocka_unit_test(targets_mix_result_and_search),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(a_broken_end_is_passed_over_and_a_changed_file_noticed),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
