#pragma once
// An analysis as a visitor reads it: one JSON document on one line.

#include "api/analyses.h"

// From ANALYSIS_DONE on it is over.
typedef enum AnalysisState {
    ANALYSIS_QUEUED,
    ANALYSIS_RUNNING,
    ANALYSIS_DONE,
    ANALYSIS_STOPPED, // by a visitor, or because nobody was interested
    ANALYSIS_FAILED,  // the engine could not be had
} AnalysisState;

typedef struct AnalysisView {
    const char *id;
    const Question *question;
    AnalysisState state;
    size_t queue_position;      // 0 unless it waits
    const EngineReport *report; // of the whole search; meaningless without lines
    const EngineReport *lines;  // best first
    size_t line_count;          // 0: the engine has not said anything yet
} AnalysisView;

void analysis_document_write(const AnalysisView *view, Text *out);
