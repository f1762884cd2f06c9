#pragma once
// What the games between two players show about their strength, seen by the first of them.
//
// Each opening is played twice with colours swapped, and such a pair is the unit of statistics: its
// two games are not independent, and the advantage that the opening gives cancels within it. Single
// games are the unit only where a format has no pairs. Either way results are a Tally: how many
// units scored each number of half points.
//
//     half points   0    1     2     3    4
//     pairs         LL   LD  DD,WL   WD   WW    pentanomial
//     games         L    D     W                trinomial
//
// A unit's score is its half points as a share of the most it could win, so 0 to 1 in even steps.
//
// The model of the Elo interval and of the likelihood of superiority is one and the same, so that
// they cannot contradict each other: the mean score of the units, divided by its standard error,
// follows Student's t distribution with one degree of freedom less than there are units. With many
// units that is the normal distribution which fishtest, OpenBench and fastchess use, and the
// figures are theirs; with few it is wider, as it must be when the variance is itself a guess from
// a few units. The SPRT (sprt.h) has a model of its own. Everything here is a plain value.

// The log-odds of 1 nat in Elo: 400 / ln 10.
#define ELO_PER_NAT 173.71779276130073
// How many standard errors to either side hold 95 % of a normal distribution.
#define NORMAL_95 1.96

#define TALLY_CELLS_MAX 5

typedef enum TallyUnit { TALLY_TRINOMIAL = 1, TALLY_PENTANOMIAL = 2 } TallyUnit;

typedef struct Tally {
    TallyUnit unit; // its value is the number of games in a unit
    long long count[TALLY_CELLS_MAX];
} Tally;

// The number of cells in use: one more than the half points that a unit can score.
static inline int tally_cells(const Tally *tally) {
    return 2 * (int)tally->unit + 1;
}

// Counts one more unit; half_points must be below tally_cells().
void tally_add(Tally *tally, int half_points);

long long tally_units(const Tally *tally);

typedef struct Moments {
    double mean;
    double variance;
} Moments;

// Mean and variance of a score that falls into `cells` evenly spaced values from 0 to 1 with the
// given weights, which are not negative, not all zero, and need not add up to 1.
Moments stats_moments(const double *weight, int cells);

// The Elo difference at which a score is expected, and back. Scores are clamped to 0.001..0.999
// first, so the Elo is finite, at most 1199.8 either way.
double stats_elo(double score);
double stats_score(double elo);

// Student's t distribution with so many degrees of freedom: the share below t, and how many
// standard errors to either side hold 95 %.
double stats_student_cdf(double t, double freedom);
double stats_student_95(double freedom);

typedef struct Stats {
    long long units;   // pairs or games
    double mean;       // of a unit's score
    double variance;   // of a unit's score
    double se;         // standard error of the mean
    double mean_error; // half the width of its 95 % interval
    double elo;
    double elo_low; // the 95 % interval, which is not symmetric about the Elo
    double elo_high;
    double elo_error; // half its width
    double los;       // likelihood of superiority: above 97.5 % just when elo_low is above 0
    double normalised_elo;
    double normalised_elo_error; // half the width of the 95 % interval
} Stats;

// The statistics of a tally. Every field is finite, whatever the counts:
// - while no two units differ, the sample has no variance and would claim certainty. Variance and
//   error are then those of the sample with one unit more, half of it lost and half of it won
//   outright. After one pair won the Elo is 1199.8 +- 1199.8, after a hundred 1199.8 +- 229.9;
// - with no units at all the mean is 1/2, the Elo 0 and its error the whole scale.
Stats stats_compute(const Tally *tally);
