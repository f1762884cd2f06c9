#include "base/metrics.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static const double BOUNDS_S[] = {
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};
#define BOUND_COUNT (sizeof BOUNDS_S / sizeof *BOUNDS_S)

typedef enum MetricKind { COUNTER, GAUGE, HISTOGRAM } MetricKind;

static const char *const KIND_NAMES[] = {"counter", "gauge", "histogram"};

struct Metric {
    Metric *next; // of the same family
    char *labels;
    atomic_int_fast64_t value;    // of a histogram: the sum in ns
    atomic_int_fast64_t counts[]; // of a histogram: one more than there are bounds
};

// The metrics of one name.
typedef struct Family {
    struct Family *next;
    MetricKind kind;
    char *name;
    char *help;
    Metric *first;
} Family;

struct Metrics {
    pthread_mutex_t mutex; // of the lists, which only grow
    Family *first;
    int source_count;
    struct {
        MetricsSource write;
        void *context;
    } sources[METRICS_SOURCES_MAX];
};

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(allocate(size), text, size);
}

Metrics *metrics_new(void) {
    Metrics *metrics = allocate(sizeof *metrics);
    pthread_mutex_init(&metrics->mutex, NULL);
    return metrics;
}

static void family_free(Family *family) {
    for (Metric *metric = family->first; metric;) {
        Metric *next = metric->next;
        free(metric->labels);
        free(metric);
        metric = next;
    }
    free(family->name);
    free(family->help);
    free(family);
}

void metrics_free(Metrics *metrics) {
    if (!metrics) {
        return;
    }
    for (Family *family = metrics->first; family;) {
        Family *next = family->next;
        family_free(family);
        family = next;
    }
    pthread_mutex_destroy(&metrics->mutex);
    free(metrics);
}

// The family of a name, made if there is none. Under the lock.
static Family *find_family(Metrics *metrics, MetricKind kind, const char *name, const char *help) {
    Family **place = &metrics->first;
    while (*place && strcmp((*place)->name, name) != 0) {
        place = &(*place)->next;
    }
    if (!*place) {
        *place = allocate(sizeof **place);
        (*place)->kind = kind;
        (*place)->name = copy(name);
        (*place)->help = copy(help);
    }
    assert((*place)->kind == kind);
    return *place;
}

static Metric *find_metric(Family *family, const char *labels) {
    Metric **place = &family->first;
    while (*place && strcmp((*place)->labels, labels) != 0) {
        place = &(*place)->next;
    }
    if (!*place) {
        size_t counts = family->kind == HISTOGRAM ? BOUND_COUNT + 1 : 0;
        *place = allocate(sizeof **place + counts * sizeof *(*place)->counts);
        (*place)->labels = copy(labels);
    }
    return *place;
}

static Metric *find(
    Metrics *metrics, MetricKind kind, const char *name, const char *help, const char *labels) {
    if (!metrics) {
        return NULL;
    }
    pthread_mutex_lock(&metrics->mutex);
    Metric *metric = find_metric(find_family(metrics, kind, name, help), labels);
    pthread_mutex_unlock(&metrics->mutex);
    return metric;
}

Metric *metrics_counter(Metrics *metrics, const char *name, const char *help, const char *labels) {
    return find(metrics, COUNTER, name, help, labels);
}

Metric *metrics_histogram(
    Metrics *metrics, const char *name, const char *help, const char *labels) {
    return find(metrics, HISTOGRAM, name, help, labels);
}

void metric_add(Metric *metric, int64_t count) {
    if (metric) {
        atomic_fetch_add_explicit(&metric->value, count, memory_order_relaxed);
    }
}

void metric_observe_ns(Metric *histogram, int64_t time_ns) {
    if (!histogram) {
        return;
    }
    size_t bucket = 0;
    while (bucket < BOUND_COUNT && (double)time_ns > BOUNDS_S[bucket] * (double)NS_PER_S) {
        bucket++;
    }
    atomic_fetch_add_explicit(&histogram->counts[bucket], 1, memory_order_relaxed);
    metric_add(histogram, time_ns);
}

void metrics_add_source(Metrics *metrics, MetricsSource source, void *context) {
    assert(metrics->source_count < METRICS_SOURCES_MAX);
    metrics->sources[metrics->source_count].write = source;
    metrics->sources[metrics->source_count++].context = context;
}

static void write_head(Text *out, const char *name, const char *help, MetricKind kind) {
    text_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, KIND_NAMES[kind]);
}

static void write_sample(Text *out, const char *name, const char *labels, int64_t value) {
    text_addf(out, *labels ? "%s{%s} %lld\n" : "%s%s %lld\n", name, labels, (long long)value);
}

static void write_histogram(Text *out, const char *name, const Metric *metric) {
    const char *comma = *metric->labels ? "," : "";
    int64_t count = 0;
    for (size_t i = 0; i <= BOUND_COUNT; i++) {
        char bound[16] = "+Inf";
        if (i < BOUND_COUNT) {
            snprintf(bound, sizeof bound, "%g", BOUNDS_S[i]);
        }
        count += atomic_load_explicit(&metric->counts[i], memory_order_relaxed);
        text_addf(out, "%s_bucket{%s%sle=\"%s\"} %lld\n", name, metric->labels, comma, bound,
            (long long)count);
    }
    double sum_s = (double)atomic_load_explicit(&metric->value, memory_order_relaxed) / NS_PER_S;
    const char *open = *metric->labels ? "{" : "";
    const char *close = *metric->labels ? "}" : "";
    text_addf(out, "%s_sum%s%s%s %.9g\n", name, open, metric->labels, close, sum_s);
    text_addf(out, "%s_count%s%s%s %lld\n", name, open, metric->labels, close, (long long)count);
}

void metrics_put(MetricsWriter *writer, bool is_counter, const char *name, const char *help,
    const char *labels, int64_t value) {
    if (!writer->name || strcmp(writer->name, name) != 0) {
        write_head(writer->out, name, help, is_counter ? COUNTER : GAUGE);
        writer->name = name;
    }
    write_sample(writer->out, name, labels, value);
}

void metrics_write(Metrics *metrics, Text *out) {
    pthread_mutex_lock(&metrics->mutex);
    for (const Family *family = metrics->first; family; family = family->next) {
        write_head(out, family->name, family->help, family->kind);
        for (const Metric *metric = family->first; metric; metric = metric->next) {
            if (family->kind == HISTOGRAM) {
                write_histogram(out, family->name, metric);
            } else {
                write_sample(out, family->name, metric->labels,
                    atomic_load_explicit(&metric->value, memory_order_relaxed));
            }
        }
    }
    pthread_mutex_unlock(&metrics->mutex);
    MetricsWriter writer = {.out = out};
    for (int i = 0; i < metrics->source_count; i++) {
        metrics->sources[i].write(metrics->sources[i].context, &writer);
    }
}
