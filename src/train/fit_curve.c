#include "train/fit_curve.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// The picture and the plot inside it, in units that browsers scale.
#define WIDTH 860
#define HEIGHT 380
#define LEFT 70
#define TOP 60
#define PLOT_WIDTH 760
#define PLOT_HEIGHT 260
#define LEGEND_WIDTH 130
#define SCALE_STEPS 6 // about this many lines a scale

void fit_curve_release(FitCurve *curve) {
    free(curve->points);
    *curve = (FitCurve){0};
}

void fit_curve_add(FitCurve *curve, const FitPoint *point) {
    if (curve->count == curve->capacity) {
        const size_t capacity = curve->capacity ? 2 * curve->capacity : 64;
        FitPoint *points = realloc(curve->points, capacity * sizeof *points);
        if (!points) {
            abort();
        }
        curve->points = points;
        curve->capacity = capacity;
    }
    curve->points[curve->count++] = *point;
}

void fit_curve_write_csv(const FitCurve *curve, Text *out) {
    text_add(out, "step,epoch,rate,training_loss,validation_loss,validation_accuracy\n");
    for (size_t i = 0; i < curve->count; i++) {
        const FitPoint *point = &curve->points[i];
        text_addf(out, "%" PRIu64 ",%.4f,%.6f,%.6f,%.6f,%.6f\n", point->step, point->epoch,
            point->rate, point->training_loss, point->validation_loss, point->validation_accuracy);
    }
}

// Round ends and steps around a range.
typedef struct Axis {
    double low;
    double high;
    double step;
} Axis;

static Axis axis_around(double low, double high) {
    const double range = fmax(high - low, 1e-3);
    const double power = pow(10, floor(log10(range / SCALE_STEPS)));
    const double digit = range / SCALE_STEPS / power;
    const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    return (Axis){floor(low / step) * step, ceil((low + range) / step) * step, step};
}

static double axis_share(const Axis *axis, double value) {
    return (value - axis->low) / (axis->high - axis->low);
}

static double x_of(const Axis *axis, double value) {
    return LEFT + PLOT_WIDTH * axis_share(axis, value);
}

static double y_of(const Axis *axis, double value) {
    return TOP + PLOT_HEIGHT * (1 - axis_share(axis, value));
}

static void add_scales(const Axis *across, const Axis *up, Text *out) {
    for (double value = up->low; value < up->high + up->step / 2; value += up->step) {
        const double y = y_of(up, value);
        text_addf(out,
            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" "
            "y=\"%.1f\" text-anchor=\"end\">%.3f</text>\n",
            LEFT, LEFT + PLOT_WIDTH, y, y, LEFT - 8, y + 4, value);
    }
    for (double value = across->low; value < across->high + across->step / 2;
         value += across->step) {
        text_addf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
            x_of(across, value), TOP + PLOT_HEIGHT + 20, value);
    }
    text_addf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">epochs</text>\n",
        LEFT + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 42);
}

static void add_line(const FitCurve *curve, const Axis *across, const Axis *up, const char *name,
    size_t offset, Text *out) {
    text_addf(out, "<polyline class=\"%s\" fill=\"none\" points=\"", name);
    for (size_t i = 0; i < curve->count; i++) {
        const char *point = (const char *)&curve->points[i];
        text_addf(out, "%s%.1f,%.1f", i > 0 ? " " : "", x_of(across, curve->points[i].epoch),
            y_of(up, *(const double *)(point + offset)));
    }
    text_add(out, "\"/>\n");
}

void fit_curve_write_svg(const FitCurve *curve, const char *title, Text *out) {
    double low = INFINITY;
    double high = -INFINITY;
    for (size_t i = 0; i < curve->count; i++) {
        const FitPoint *point = &curve->points[i];
        low = fmin(low, fmin(point->training_loss, point->validation_loss));
        high = fmax(high, fmax(point->training_loss, point->validation_loss));
    }
    const FitPoint zero = {0};
    const FitPoint *last = curve->count > 0 ? &curve->points[curve->count - 1] : &zero;
    const Axis up = curve->count > 0 ? axis_around(low, high) : axis_around(0, 1);
    const Axis across = axis_around(0, last->epoch);
    text_addf(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "aria-labelledby=\"title text\">\n<title id=\"title\">%s</title>\n",
        WIDTH, HEIGHT, title);
    text_addf(out,
        "<desc id=\"text\">Two curves of the loss over %.1f epochs. At the end the training loss "
        "is %.4f, the validation loss %.4f, and the winner is named in %.1f %% of the validation "
        "positions.</desc>\n",
        last->epoch, last->training_loss, last->validation_loss, 100 * last->validation_accuracy);
    text_add(out,
        "<style>text{font:13px sans-serif;fill:#333}.head{font-size:16px;font-weight:bold}"
        ".grid{stroke:#ddd}polyline{stroke-width:2}.training{stroke:#997700}"
        ".validation{stroke:#225588}.t{fill:#775500}.v{fill:#225588}</style>\n");
    text_addf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    text_addf(out, "<text class=\"head\" x=\"%d\" y=\"24\">%s</text>\n", LEFT, title);
    text_addf(out, "<text class=\"t\" x=\"%d\" y=\"46\">training %.4f</text>\n", LEFT,
        last->training_loss);
    text_addf(out,
        "<text class=\"v\" x=\"%d\" y=\"46\">validation %.4f, winner named %.1f %%</text>\n",
        LEFT + LEGEND_WIDTH, last->validation_loss, 100 * last->validation_accuracy);
    add_scales(&across, &up, out);
    add_line(curve, &across, &up, "training", offsetof(FitPoint, training_loss), out);
    add_line(curve, &across, &up, "validation", offsetof(FitPoint, validation_loss), out);
    text_add(out, "</svg>\n");
}
