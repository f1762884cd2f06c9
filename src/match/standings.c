#include "match/standings.h"

#include <stdlib.h>

// How far an encounter has brought one of its players.
static int stage_after(const Schedule *schedule, const Encounter *encounter, size_t player) {
    switch (schedule->format) {
    case SCHEDULE_KNOCKOUT:
        return encounter->round + (encounter->is_over && encounter_winner(encounter) == player);
    case SCHEDULE_GROUPS:
        return encounter->round;
    default:
        return 0;
    }
}

static void add_stage(const Schedule *schedule, const Encounter *encounter, Standing *standing) {
    int stage = stage_after(schedule, encounter, standing->player);
    standing->stage = stage > standing->stage ? stage : standing->stage;
}

// Whether an encounter counts for a player: in groups only those of its stage.
static bool counts(const Schedule *schedule, const Encounter *encounter, const Standing *standing) {
    return schedule->format != SCHEDULE_GROUPS || encounter->round == standing->stage;
}

// What a player won in the groups and in the final; other formats have only the first sum.
typedef struct StagePoints {
    double sums[2];
} StagePoints;

static int stage_of(const Schedule *schedule, const Encounter *encounter) {
    return schedule->format == SCHEDULE_GROUPS && encounter->round > 0;
}

static StagePoints *sum_points(
    const Schedule *schedule, const Encounter *encounters, size_t count) {
    StagePoints *points = calloc(schedule->player_count + 1, sizeof *points);
    if (!points) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        const Encounter *encounter = &encounters[i];
        int stage = stage_of(schedule, encounter);
        points[encounter->a].sums[stage] += encounter->points_a;
        points[encounter->b].sums[stage] += encounter->points_b;
    }
    return points;
}

// What an encounter was worth to `own`: points, of so many, off an opponent with a sum of its own
// in the same stage.
static void add_tie_breaks(
    Standing *own, const Standing *other, double others_sum, double points, double points_max) {
    own->buchholz += others_sum;
    own->sonneborn_berger += points_max > 0 ? others_sum * points / points_max : 0;
    if (other->stage == own->stage && other->points == own->points) {
        own->direct += points;
    }
}

static int by_number(double a, double b) {
    return (a < b) - (a > b);
}

static int compare(const void *a, const void *b, void *context) {
    const Schedule *schedule = context;
    const Standing *x = a;
    const Standing *y = b;
    bool is_swiss = schedule->format == SCHEDULE_SWISS;
    const int order[] = {
        x->is_out - y->is_out,
        y->stage - x->stage,
        by_number(x->points, y->points),
        is_swiss ? by_number(x->buchholz, y->buchholz) : by_number(x->direct, y->direct),
        by_number(x->sonneborn_berger, y->sonneborn_berger),
        (x->player > y->player) - (x->player < y->player),
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (order[i] != 0) {
            return order[i];
        }
    }
    return 0;
}

void standings_compute(
    const Schedule *schedule, const Encounter *encounters, size_t count, Standing *out) {
    for (size_t i = 0; i < schedule->player_count; i++) {
        bool is_out = schedule_is_out(schedule, i, SCHEDULE_STAYS - 1);
        out[i] = (Standing){.player = i, .is_out = is_out};
    }
    for (size_t i = 0; i < count; i++) {
        add_stage(schedule, &encounters[i], &out[encounters[i].a]);
        add_stage(schedule, &encounters[i], &out[encounters[i].b]);
    }
    StagePoints *points = sum_points(schedule, encounters, count);
    for (size_t i = 0; i < schedule->player_count; i++) {
        bool is_in_final = schedule->format == SCHEDULE_GROUPS && out[i].stage > 0;
        out[i].points = points[i].sums[is_in_final];
    }
    for (size_t i = 0; i < count; i++) {
        const Encounter *encounter = &encounters[i];
        Standing *a = &out[encounter->a];
        Standing *b = &out[encounter->b];
        int stage = stage_of(schedule, encounter);
        double sum = encounter->points_a + encounter->points_b;
        if (a == b) {
            a->buchholz += a->points;
            continue;
        }
        if (counts(schedule, encounter, a)) {
            double others_sum = points[encounter->b].sums[stage];
            add_tie_breaks(a, b, others_sum, encounter->points_a, sum);
        }
        if (counts(schedule, encounter, b)) {
            double others_sum = points[encounter->a].sums[stage];
            add_tie_breaks(b, a, others_sum, encounter->points_b, sum);
        }
    }
    free(points);
    qsort_r(out, schedule->player_count, sizeof *out, compare, (void *)schedule);
}
