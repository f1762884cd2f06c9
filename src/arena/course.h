#pragma once
// A course as its teacher sees it: every student, what he has handed in on a board, and the mark
// that it is worth.
//
// Marks are thresholds: so much for a version that can play, so much for each of the house's bots
// that it beats. A bot beats those whose rating is below its own; the house's engines hold the
// scale of ratings, so that does not depend on who else takes part. The mark is the greatest that
// is reached. Of several bots of a student the one with the highest rating counts.

#include "arena/board.h"
#include "store/store.h"

#define COURSE_MARKS_MAX 20
#define COURSE_MARK_MAX 1000
#define COURSE_BOT_SIZE 129

typedef struct CourseMark {
    char bot[COURSE_BOT_SIZE]; // of the house; empty: for a version that can play
    int64_t mark;
    bool has_rating; // there is such a bot and it has a rating (only read)
    double elo;
} CourseMark;

typedef struct CourseMarks {
    CourseMark items[COURSE_MARKS_MAX];
    size_t count;
} CourseMarks;

// The marks of a board with the ratings of their bots; the usual ones if nobody has set any.
void course_marks_read(StoreTx *tx, const Board *board, CourseMarks *out);
void course_marks_write(StoreTx *tx, const Board *board, const CourseMarks *marks);

typedef struct CourseRow {
    int64_t person_id;
    const char *person;
    int64_t bot_id; // 0: nothing handed in, and nothing of what follows
    const char *bot;
    int64_t version_number; // the latest, as the next three
    int64_t submitted_ms;
    const char *state;
    Slice reason; // JSON, or empty
    bool has_rating;
    double elo;
    double error;
    int64_t games;
    bool is_passed[COURSE_MARKS_MAX]; // of the marks
    int64_t mark;
} CourseRow;

typedef void CourseVisit(void *context, const CourseRow *row);

// Shows up to `limit` students with ids above `after`.
void course_list(StoreTx *tx, const Board *board, const CourseMarks *marks, int64_t after,
    int64_t limit, CourseVisit *visit, void *context);

// Appends all of them as CSV.
void course_csv(StoreTx *tx, const Board *board, Text *out);
