#pragma once
// Refits the weights of the classical evaluations to samples, by logistic regression.
//
// What comes out is the text of the file of weights that the evaluation is compiled with:
// eval/amazons/lieberum_*.weights or eval/quoridor/classical.weights. Put there, it is used by the
// next build.

#include "train/fit_trainer.h"
#include "train/logistic.h"

typedef struct WeightsKind {
    const char *game;

    // The weights before anything is known: how many, and what holds of them.
    void (*begin)(const Variant *variant, Logistic *logistic);

    // The terms of a position in which the game goes on; the target is not its business.
    void (*terms)(const Position *pos, LogisticRow *out);

    // What the rows tell of the weights, before they are fitted; may be null.
    void (*prepare)(const LogisticRow *rows, size_t row_count, Logistic *logistic);

    // The value of the evaluation as it is now, to compare with.
    int (*value)(const Position *pos);

    // The file's text, after a comment that says where it comes from.
    void (*write)(const Logistic *logistic, Text *out);
} WeightsKind;

extern const WeightsKind WEIGHTS_AMAZONS;
extern const WeightsKind WEIGHTS_QUORIDOR;

typedef struct WeightsReport {
    size_t games;     // learned from
    size_t positions; // of these games
    size_t held_out;  // positions
    FitLoss fitted;   // on these
    FitLoss current;  // the same of the evaluation as it is
} WeightsReport;

// Fits and appends the file's text. If there are more positions than `chunk_max`, random games
// stand for all. False with a reason if the samples cannot be used.
bool weights_fit(const FitDataSettings *settings, const Variant *variant, int thread_count,
    Text *out, WeightsReport *report, Error *error);
