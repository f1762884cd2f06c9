#pragma once
// How the losses went while a network learned, for a table and a picture.

#include <stdint.h>

#include "base/text.h"

typedef struct FitPoint {
    uint64_t step;
    double epoch;
    double rate;
    double training_loss; // mean since the point before
    double validation_loss;
    double validation_accuracy;
} FitPoint;

typedef struct FitCurve {
    FitPoint *points;
    size_t count;
    size_t capacity;
} FitCurve;

void fit_curve_release(FitCurve *curve);
void fit_curve_add(FitCurve *curve, const FitPoint *point);

void fit_curve_write_csv(const FitCurve *curve, Text *out);
// The title must need no escapes.
void fit_curve_write_svg(const FitCurve *curve, const char *title, Text *out);
