#pragma once
// Counters and histograms, and their text for Prometheus (text format 0.0.4).
//
// There is one registry a program, made by whoever puts the program together and handed to the
// parts. A part registers what it counts once and keeps the pointer; counting is one atomic
// operation, from any thread, and with a null pointer nothing: so a part without a registry needs
// no second path. What nobody counts but somebody knows, such as the length of a queue, comes from
// a source that is asked when the metrics are read: those are the gauges.
//
//   Metric *claims = metrics_counter(metrics, "immure_claims_total", "Claims.", "lane=\"check\"");
//   metric_add(claims, 1);

#include <stdint.h>

#include "base/text.h"

typedef struct Metrics Metrics;
typedef struct Metric Metric;

Metrics *metrics_new(void);
void metrics_free(Metrics *metrics);

// Finds or registers a metric by its name and labels, which are written as they are (a list such as
// `method="GET",status="200"`, or empty); null if `metrics` is. All of one name have one kind and
// one help text, that of the first.
Metric *metrics_counter(Metrics *metrics, const char *name, const char *help, const char *labels);
// Of times, in seconds, from a millisecond to ten seconds.
Metric *metrics_histogram(Metrics *metrics, const char *name, const char *help, const char *labels);

void metric_add(Metric *metric, int64_t count);
void metric_observe_ns(Metric *histogram, int64_t time_ns);

// What a source writes with metrics_put: the samples of one name one after the other.
typedef struct MetricsWriter {
    Text *out;
    const char *name; // of the last sample
} MetricsWriter;

typedef void (*MetricsSource)(void *context, MetricsWriter *writer);

// Sources are added before the metrics are read for the first time, and asked without a lock.
#define METRICS_SOURCES_MAX 8
void metrics_add_source(Metrics *metrics, MetricsSource source, void *context);

// One sample of a gauge or, with is_counter, of a counter.
void metrics_put(MetricsWriter *writer, bool is_counter, const char *name, const char *help,
    const char *labels, int64_t value);

// Appends the text. Takes as long as its sources.
void metrics_write(Metrics *metrics, Text *out);
