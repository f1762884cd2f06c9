// Training as a whole: stopping and going on, threads and chunks change nothing.

#include <math.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "unit/match/markup.h"
#include "unit/train/fit_fixture.h"

#define GAMES 160

static const char *files[2];

static int setup(void **state) {
    if (fixture_setup(state) != 0) {
        return 1;
    }
    static char paths[2][96];
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/samples-%d", fixture_folder, i);
        files[i] = paths[i];
        fixture_write(
            files[i], fixture_rules("amazons"), fixture_6x6(), 1 + (uint64_t)i * GAMES, GAMES / 2);
    }
    return 0;
}

static FitSettings small_settings(void) {
    FitSettings settings = fit_settings_default();
    settings.data.shape = network_shape_for(fixture_rules("amazons"), fixture_6x6());
    settings.data.files = files;
    settings.data.file_count = 2;
    settings.data.validation_share = 0.2;
    settings.data.chunk_max = 1024; // two or three chunks
    settings.hidden_count = 16;
    settings.batch_size = 100;
    settings.epochs = 2.5;
    settings.report_count = 10;
    settings.checkpoint_steps = 0;
    return settings;
}

// Everything that a run leaves behind, as text.
static void describe(const FitSettings *settings, const FitResult *result, Text *out) {
    text_init(out);
    network_write(&result->network, out);
    fit_curve_write_csv(&result->curve, out);
    fit_write_card(settings, result, "today", out);
}

static void run_whole(const FitSettings *settings, Text *out) {
    FitResult result;
    Error error;
    assert_true(fit_run(settings, NULL, NULL, &result, &error));
    assert_true(result.is_finished);
    assert_int_equal(result.curve.count, 10);
    describe(settings, &result, out);
    fit_result_release(&result);
}

static void assert_same_text(const Text *a, const Text *b) {
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

// Stops after so many calls.
typedef struct Stopper {
    atomic_bool stop;
    int calls_left;
} Stopper;

static void no_data(void *context, const FitData *data) {
    (void)context;
    (void)data;
}

static void count_down(void *context, const FitProgress *progress) {
    (void)progress;
    Stopper *stopper = context;
    if (--stopper->calls_left == 0) {
        atomic_store(&stopper->stop, true);
    }
}

static void stopping_and_going_on_changes_nothing(void **state) {
    (void)state;
    for (int variant = 0; variant < 2; variant++) {
        FitSettings settings = small_settings();
        settings.data.chunk_max = variant == 0 ? 1024 : 1 << 20;
        Text whole;
        run_whole(&settings, &whole);
        settings.checkpoint = fixture_path(variant == 0 ? "chunks.state" : "whole.state");
        settings.is_resumed = true;
        bool is_finished = false;
        int pieces = 0;
        Text pieced;
        while (!is_finished) {
            Stopper stopper = {.calls_left = 3};
            const FitListener listener = {
                .context = &stopper, .on_data = no_data, .on_progress = count_down};
            FitResult result;
            Error error;
            assert_true(fit_run(&settings, &listener, &stopper.stop, &result, &error));
            is_finished = result.is_finished;
            pieces++;
            if (is_finished) {
                describe(&settings, &result, &pieced);
            }
            fit_result_release(&result);
        }
        assert_int_equal(pieces, 4);
        assert_same_text(&whole, &pieced);
        text_release(&whole);
        text_release(&pieced);
    }
}

// Killed between two reports: what the last checkpoint has is done again.
static void going_on_from_a_regular_checkpoint_changes_nothing(void **state) {
    (void)state;
    FitSettings settings = small_settings();
    Text whole;
    Text again;
    run_whole(&settings, &whole);
    settings.checkpoint = fixture_path("regular.state");
    settings.checkpoint_steps = 7;
    run_whole(&settings, &again);
    assert_same_text(&whole, &again);
    text_release(&again);
    assert_int_equal(access(settings.checkpoint, F_OK), 0);
    settings.is_resumed = true;
    run_whole(&settings, &again);
    assert_same_text(&whole, &again);
    text_release(&again);
    text_release(&whole);
}

static void the_number_of_threads_changes_nothing(void **state) {
    (void)state;
    FitSettings settings = small_settings();
    Text one;
    Text two;
    run_whole(&settings, &one);
    settings.thread_count = 2;
    run_whole(&settings, &two);
    assert_same_text(&one, &two);
    settings.data.seed++;
    text_release(&two);
    run_whole(&settings, &two);
    assert_true(one.size != two.size || memcmp(one.data, two.data, one.size) != 0);
    text_release(&one);
    text_release(&two);
}

static void a_network_can_be_trained_further(void **state) {
    (void)state;
    FitSettings settings = small_settings();
    FitResult first;
    FitResult second;
    Error error;
    assert_true(fit_run(&settings, NULL, NULL, &first, &error));
    // With no rate it stays what it is.
    settings.from = &first.network;
    settings.rate = 0;
    assert_true(fit_run(&settings, NULL, NULL, &second, &error));
    const size_t size = (size_t)(settings.data.shape->input_count * settings.hidden_count) * 2;
    assert_memory_equal(first.network.input, second.network.input, size);
    assert_true(fabs(first.network_loss.loss - second.network_loss.loss) < 1e-9);
    fit_result_release(&second);
    // Training losses go down when it goes on.
    settings.rate = 1e-3;
    assert_true(fit_run(&settings, NULL, NULL, &second, &error));
    assert_true(second.curve.points[9].training_loss < first.curve.points[9].training_loss);
    fit_result_release(&first);
    fit_result_release(&second);
}

static void overwrite(const char *path, long offset, char byte) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_true(fputc(byte, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

static void other_and_damaged_checkpoints_are_refused(void **state) {
    (void)state;
    FitSettings settings = small_settings();
    settings.checkpoint = fixture_path("refused.state");
    settings.checkpoint_steps = 5;
    settings.is_resumed = true;
    Text text;
    run_whole(&settings, &text);
    text_release(&text);
    FitResult result;
    Error error;
    settings.rate *= 2;
    assert_false(fit_run(&settings, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "a checkpoint of other settings or samples"));
    settings.rate /= 2;
    settings.data.file_count = 1;
    assert_false(fit_run(&settings, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "a checkpoint of other settings or samples"));
    settings.data.file_count = 2;
    overwrite(settings.checkpoint, 5000, 'x');
    overwrite(settings.checkpoint, 5001, 'y');
    assert_false(fit_run(&settings, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "damaged checkpoint"));
    overwrite(settings.checkpoint, 0, 'x');
    assert_false(fit_run(&settings, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "not a checkpoint of training"));
}

// Whoever writes a wrong count of points can write the checksum that goes with it.
static void a_count_of_points_beyond_the_file_is_refused(void **state) {
    (void)state;
    const size_t count_at = 40; // behind magic, version, run, steps and two sums (docs/formats.md)
    FitSettings settings = small_settings();
    settings.checkpoint = fixture_path("count.state");
    settings.checkpoint_steps = 5;
    settings.is_resumed = true;
    Text text;
    run_whole(&settings, &text);
    for (size_t i = 0; i < sizeof(uint64_t); i++) {
        text_clear(&text);
        Error error;
        assert_true(text_read_file(&text, settings.checkpoint, 1u << 30, &error));
        text.data[count_at + i]++;
        bytes_put_u32(
            (uint8_t *)text.data + text.size - 4, checksum_crc32(text.data, text.size - 4));
        settings.checkpoint = fixture_path("other-count.state");
        assert_true(text_write_file(&text, settings.checkpoint, &error));
        FitResult result;
        assert_false(fit_run(&settings, NULL, NULL, &result, &error));
        assert_non_null(strstr(error.text, "damaged checkpoint"));
        settings.checkpoint = fixture_path("count.state");
    }
    text_release(&text);
}

static void the_curve_becomes_a_table_and_a_picture(void **state) {
    (void)state;
    const char *where;
    FitCurve curve = {0};
    fit_curve_add(&curve, &(FitPoint){10, 0.5, 0.002, 0.65, 0.66, 0.6});
    fit_curve_add(&curve, &(FitPoint){20, 1, 0.001, 0.55, 0.57, 0.7125});
    Text text;
    text_init(&text);
    fit_curve_write_csv(&curve, &text);
    assert_string_equal(text.data,
        "step,epoch,rate,training_loss,validation_loss,validation_accuracy\n"
        "10,0.5000,0.002000,0.650000,0.660000,0.600000\n"
        "20,1.0000,0.001000,0.550000,0.570000,0.712500\n");
    text_clear(&text);
    fit_curve_write_svg(&curve, "a title", &text);
    assert_null(markup_fault(text.data, &where));
    assert_non_null(strstr(text.data, "validation 0.5700, winner named 71.2 %"));
    // From half an epoch in the middle to the right end; losses from 0.54 to 0.66.
    assert_non_null(
        strstr(text.data, "class=\"training\" fill=\"none\" points=\"450.0,81.7 830.0,298.3\""));
    text_clear(&text);
    fit_curve_release(&curve);
    fit_curve_write_svg(&curve, "nothing", &text);
    assert_null(markup_fault(text.data, &where));
    text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopping_and_going_on_changes_nothing),
        cmocka_unit_test(going_on_from_a_regular_checkpoint_changes_nothing),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(a_network_can_be_trained_further),
        cmocka_unit_test(other_and_damaged_checkpoints_are_refused),
        cmocka_unit_test(a_count_of_points_beyond_the_file_is_refused),
        cmocka_unit_test(the_curve_becomes_a_table_and_a_picture),
    };
    return cmocka_run_group_tests(tests, setup, fixture_teardown);
}
