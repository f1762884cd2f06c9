#include "arena/course.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena/csv.h"

// What a board gives whose teacher has set nothing.
static const struct {
    const char *bot;
    int64_t mark;
} USUAL[] = {{"", 60}, {"Immure-1", 70}, {"Immure-2", 80}, {"Immure-3", 90}, {"Immure-4", 100}};

static Query *board_query(StoreTx *tx, const char *name, const Board *board) {
    Query *query = query_begin(tx, name);
    query_bind_text(query, 1, slice_from(board->rules->name));
    query_bind_text(query, 2, slice_from(board->variant->name));
    return query;
}

static void add_mark(CourseMarks *marks, Slice bot, int64_t mark) {
    if (marks->count < COURSE_MARKS_MAX) {
        CourseMark *added = &marks->items[marks->count++];
        *added = (CourseMark){.mark = mark};
        snprintf(added->bot, sizeof added->bot, "%.*s", (int)bot.size, bot.data);
    }
}

static void read_ratings(StoreTx *tx, const Board *board, CourseMarks *marks) {
    Query *references = board_query(tx, "course_references", board);
    while (query_step(references)) {
        for (size_t i = 0; i < marks->count; i++) {
            if (slice_is(query_column_text(references, 0), marks->items[i].bot)) {
                marks->items[i].has_rating = true;
                marks->items[i].elo = query_column_real(references, 1);
            }
        }
    }
    query_end(references);
}

void course_marks_read(StoreTx *tx, const Board *board, CourseMarks *out) {
    out->count = 0;
    Query *rows = board_query(tx, "course_marks_list", board);
    while (query_step(rows)) {
        add_mark(out, query_column_text(rows, 0), query_column_int(rows, 1));
    }
    query_end(rows);
    bool is_usual = out->count == 0;
    for (size_t i = 0; is_usual && i < sizeof USUAL / sizeof *USUAL; i++) {
        add_mark(out, slice_from(USUAL[i].bot), USUAL[i].mark);
    }
    read_ratings(tx, board, out);
}

void course_marks_write(StoreTx *tx, const Board *board, const CourseMarks *marks) {
    query_end(board_query(tx, "course_marks_clear", board));
    for (size_t i = 0; i < marks->count; i++) {
        Query *add = board_query(tx, "course_marks_add", board);
        query_bind_text(add, 3, slice_from(marks->items[i].bot));
        query_bind_int(add, 4, marks->items[i].mark);
        query_end(add);
    }
}

// Which marks a student has reached.
static void set_mark(const CourseMarks *marks, bool can_play, CourseRow *row) {
    for (size_t i = 0; i < marks->count; i++) {
        const CourseMark *mark = &marks->items[i];
        row->is_passed[i] =
            *mark->bot ? row->has_rating && mark->has_rating && row->elo > mark->elo : can_play;
        if (row->is_passed[i] && mark->mark > row->mark) {
            row->mark = mark->mark;
        }
    }
}

static CourseRow read_row(Query *rows, const CourseMarks *marks) {
    CourseRow row = {
        .person_id = query_column_int(rows, 0),
        .person = query_column_text(rows, 1).data,
        .bot_id = query_column_int(rows, 2),
        .bot = query_column_text(rows, 3).data,
        .version_number = query_column_int(rows, 4),
        .submitted_ms = query_column_int(rows, 5),
        .state = query_column_text(rows, 6).data,
        .reason = query_column_text(rows, 7),
        .has_rating = !query_column_is_null(rows, 8),
        .games = query_column_int(rows, 10),
    };
    if (row.has_rating) {
        row.elo = query_column_real(rows, 8);
        row.error = query_column_real(rows, 9);
    }
    set_mark(marks, query_column_int(rows, 11) > 0, &row);
    return row;
}

void course_list(StoreTx *tx, const Board *board, const CourseMarks *marks, int64_t after,
    int64_t limit, CourseVisit *visit, void *context) {
    Query *rows = board_query(tx, "course_rows", board);
    query_bind_int(rows, 3, after);
    query_bind_int(rows, 4, limit);
    int64_t last = 0;
    while (query_step(rows)) {
        if (query_column_int(rows, 0) != last) {
            CourseRow row = read_row(rows, marks);
            last = row.person_id;
            visit(context, &row);
        }
    }
    query_end(rows);
}

// ---- CSV ----

typedef struct CsvCall {
    CsvWriter csv;
    const CourseMarks *marks;
} CsvCall;

// 2026-11-17T06:58:05Z
static void add_time(CsvWriter *csv, int64_t ms) {
    char text[32] = "";
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    if (ms > 0 && gmtime_r(&seconds, &utc)) {
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    csv_text(csv, slice_from(text));
}

static void add_rating(CsvWriter *csv, const CourseRow *row) {
    if (row->has_rating) {
        csv_real(csv, row->elo);
        csv_real(csv, row->error);
    } else {
        csv_text(csv, slice_from(""));
        csv_text(csv, slice_from(""));
    }
    csv_integer(csv, row->games);
}

static void add_row(void *context, const CourseRow *row) {
    CsvCall *call = context;
    CsvWriter *csv = &call->csv;
    csv_text(csv, slice_from(row->person));
    csv_text(csv, slice_from(row->bot_id ? row->bot : ""));
    csv_integer(csv, row->version_number);
    add_time(csv, row->submitted_ms);
    csv_text(csv, slice_from(row->bot_id ? row->state : ""));
    add_rating(csv, row);
    for (size_t i = 0; i < call->marks->count; i++) {
        csv_integer(csv, row->is_passed[i]);
    }
    csv_integer(csv, row->mark);
    csv_end_line(csv);
}

void course_csv(StoreTx *tx, const Board *board, Text *out) {
    static const char *const COLUMNS[] = {
        "student", "bot", "version", "submitted", "state", "elo", "error", "games", NULL};
    CourseMarks marks;
    course_marks_read(tx, board, &marks);
    CsvCall call = {.csv = {.out = out}, .marks = &marks};
    csv_header(&call.csv, COLUMNS);
    for (size_t i = 0; i < marks.count; i++) {
        char name[COURSE_BOT_SIZE + 8];
        snprintf(
            name, sizeof name, *marks.items[i].bot ? "beats %s" : "can play", marks.items[i].bot);
        csv_text(&call.csv, slice_from(name));
    }
    csv_text(&call.csv, slice_from("mark"));
    csv_end_line(&call.csv);
    course_list(tx, board, &marks, 0, INT64_MAX, add_row, &call);
}
