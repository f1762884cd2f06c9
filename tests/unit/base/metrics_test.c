// What is counted, as Prometheus reads it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/metrics.h"

static void queue_source(void *context, MetricsWriter *writer) {
    const int *lengths = context;
    metrics_put(writer, false, "queue_jobs", "Jobs.", "state=\"waiting\"", lengths[0]);
    metrics_put(writer, false, "queue_jobs", "Jobs.", "state=\"leased\"", lengths[1]);
    metrics_put(writer, true, "ended_total", "Ended.", "", lengths[2]);
}

static void samples_of_a_name_stand_together(void **state) {
    (void)state;
    int lengths[] = {3, 2, 1};
    Metrics *metrics = metrics_new();
    metrics_add_source(metrics, queue_source, lengths);
    metric_add(metrics_counter(metrics, "games_total", "Games.", "verdict=\"win\""), 2);
    metric_add(metrics_counter(metrics, "hosts_total", "Hosts.", ""), 7);
    metric_add(metrics_counter(metrics, "games_total", "Games.", "verdict=\"draw\""), 1);
    metric_add(metrics_counter(metrics, "games_total", "Games.", "verdict=\"win\""), 1);
    Text text;
    text_init(&text);
    metrics_write(metrics, &text);
    assert_string_equal(text.data, "# HELP games_total Games.\n"
                                   "# TYPE games_total counter\n"
                                   "games_total{verdict=\"win\"} 3\n"
                                   "games_total{verdict=\"draw\"} 1\n"
                                   "# HELP hosts_total Hosts.\n"
                                   "# TYPE hosts_total counter\n"
                                   "hosts_total 7\n"
                                   "# HELP queue_jobs Jobs.\n"
                                   "# TYPE queue_jobs gauge\n"
                                   "queue_jobs{state=\"waiting\"} 3\n"
                                   "queue_jobs{state=\"leased\"} 2\n"
                                   "# HELP ended_total Ended.\n"
                                   "# TYPE ended_total counter\n"
                                   "ended_total 1\n");
    text_release(&text);
    metrics_free(metrics);
}

static void histograms_are_cumulative(void **state) {
    (void)state;
    Metrics *metrics = metrics_new();
    Metric *bare = metrics_histogram(metrics, "seconds", "Times.", "");
    Metric *labelled = metrics_histogram(metrics, "seconds", "Times.", "route=\"a\"");
    metric_observe_ns(bare, NS_PER_MS); // a bound belongs to its bucket
    metric_observe_ns(bare, 3 * NS_PER_MS);
    metric_observe_ns(bare, 30 * NS_PER_S);
    metric_observe_ns(labelled, 0);
    Text text;
    text_init(&text);
    metrics_write(metrics, &text);
    static const char *const LINES[] = {
        "# TYPE seconds histogram\nseconds_bucket{le=\"0.001\"} 1\n",
        "seconds_bucket{le=\"0.002\"} 1\nseconds_bucket{le=\"0.005\"} 2\n",
        "seconds_bucket{le=\"10\"} 2\nseconds_bucket{le=\"+Inf\"} 3\n",
        "seconds_sum 30.004\nseconds_count 3\n",
        "seconds_bucket{route=\"a\",le=\"0.001\"} 1\n",
        "seconds_sum{route=\"a\"} 0\nseconds_count{route=\"a\"} 1\n",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        assert_non_null(strstr(text.data, LINES[i]));
    }
    text_release(&text);
    metrics_free(metrics);
}

static void *count_many(void *metrics) {
    for (int i = 0; i < 1000; i++) {
        metric_add(metrics_counter(metrics, "many_total", "Many.", ""), 1);
    }
    return NULL;
}

static void nothing_is_lost_between_threads(void **state) {
    (void)state;
    Metrics *metrics = metrics_new();
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, count_many, metrics), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    Text text;
    text_init(&text);
    metrics_write(metrics, &text);
    assert_non_null(strstr(text.data, "\nmany_total 4000\n"));
    text_release(&text);
    metrics_free(metrics);
}

static void without_a_registry_nothing_is_counted(void **state) {
    (void)state;
    Metric *metric = metrics_counter(NULL, "none_total", "None.", "");
    assert_null(metric);
    metric_add(metric, 1);
    metric_observe_ns(metric, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_a_name_stand_together),
        cmocka_unit_test(histograms_are_cumulative),
        cmocka_unit_test(nothing_is_lost_between_threads),
        cmocka_unit_test(without_a_registry_nothing_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
