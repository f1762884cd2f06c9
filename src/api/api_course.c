// The course and its marks, for teachers.

#include <stdio.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/arena_json.h"
#include "api/job_input.h"
#include "api/page.h"
#include "arena/course.h"
#include "http/query.h"
#include "jobs/audit.h"

// The board of the query.
static bool read_board(const ApiCall *call, Board *out, Error *error) {
    Text game;
    Text variant;
    text_init(&game);
    text_init(&variant);
    query_find(call->request->query, "game", &game);
    query_find(call->request->query, "variant", &variant);
    bool is_found = board_find(text_slice(&game), text_slice(&variant), out, error);
    text_release(&variant);
    text_release(&game);
    return is_found;
}

// ---- The course ----

typedef struct CourseCall {
    Page page;
    Board board;
    CourseMarks marks;
    HttpReply *reply;
} CourseCall;

static void put_handed_in(JsonWriter *json, const CourseRow *row) {
    put_named(json, "bot", row->bot_id, row->bot);
    json_put_integer(json, "version", row->version_number);
    json_put_integer(json, "submittedMs", row->submitted_ms);
    json_open_object(json, "verdict");
    json_put_text(json, "state", row->state);
    put_reason(json, row->reason.data);
    json_close_object(json);
}

static void put_rating(JsonWriter *json, const CourseRow *row) {
    if (row->has_rating) {
        json_put_real(json, "elo", row->elo, 1);
        json_put_real(json, "error", row->error, 1);
    } else {
        json_put_null(json, "elo");
        json_put_null(json, "error");
    }
    json_put_integer(json, "games", row->games);
}

static void put_row(void *context, const CourseRow *row) {
    CourseCall *course = context;
    JsonWriter *json = page_item(&course->page, row->person_id);
    if (!json) {
        return;
    }
    put_named(json, "person", row->person_id, row->person);
    if (row->bot_id && row->version_number) {
        put_handed_in(json, row);
    } else {
        static const char *const MISSING[] = {"bot", "version", "submittedMs", "verdict"};
        for (size_t i = 0; i < sizeof MISSING / sizeof *MISSING; i++) {
            json_put_null(json, MISSING[i]);
        }
    }
    put_rating(json, row);
    json_open_list(json, "passed");
    for (size_t i = 0; i < course->marks.count; i++) {
        if (row->is_passed[i]) {
            json_put_text(json, NULL, course->marks.items[i].bot);
        }
    }
    json_close_list(json);
    json_put_integer(json, "mark", row->mark);
    page_item_end(&course->page);
}

static bool list_course(StoreTx *tx, void *context, Error *error) {
    (void)error;
    CourseCall *course = context;
    Page *page = &course->page;
    page_begin(page);
    course_marks_read(tx, &course->board, &course->marks);
    course_list(tx, &course->board, &course->marks, page->after, page_rows(page), put_row, course);
    return true;
}

void api_course_get(const ApiCall *call, HttpReply *reply) {
    CourseCall course = {.reply = reply};
    Error error;
    if (!read_board(call, &course.board, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&course.page, call, reply)) {
        page_list(&course.page, call, list_course, &course);
    }
}

static bool write_csv(StoreTx *tx, void *context, Error *error) {
    (void)error;
    CourseCall *course = context;
    text_clear(&course->reply->body);
    course_csv(tx, &course->board, &course->reply->body);
    return true;
}

void api_course_csv_get(const ApiCall *call, HttpReply *reply) {
    CourseCall course = {.reply = reply};
    Error error;
    if (!read_board(call, &course.board, &error) ||
        !store_transact(api_store(call), STORE_READ, write_csv, &course, &error)) {
        api_refuse(reply, &error);
        return;
    }
    reply->status = 200;
    reply->content_type = "text/csv; charset=utf-8";
    snprintf(reply->attachment, sizeof reply->attachment, "course-%.20s-%.20s.csv",
        course.board.rules->name, course.board.variant->name);
}

// ---- Marks ----

typedef struct MarksCall {
    Board board;
    CourseMarks marks;
    const char *actor;
} MarksCall;

static bool read_marks(StoreTx *tx, void *context, Error *error) {
    (void)error;
    MarksCall *call = context;
    course_marks_read(tx, &call->board, &call->marks);
    return true;
}

void api_course_marks_get(const ApiCall *call, HttpReply *reply) {
    MarksCall marks = {0};
    Error error;
    if (!read_board(call, &marks.board, &error) ||
        !store_transact(api_store(call), STORE_READ, read_marks, &marks, &error)) {
        api_refuse(reply, &error);
        return;
    }
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "marks");
    for (size_t i = 0; i < marks.marks.count; i++) {
        const CourseMark *mark = &marks.marks.items[i];
        json_open_object(&json, NULL);
        json_put_text(&json, "bot", mark->bot);
        json_put_integer(&json, "mark", mark->mark);
        if (mark->has_rating) {
            json_put_real(&json, "elo", mark->elo, 1);
        } else {
            json_put_null(&json, "elo");
        }
        json_close_object(&json);
    }
    json_close_list(&json);
    json_close_object(&json);
}

static bool write_marks(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const MarksCall *call = context;
    course_marks_write(tx, &call->board, &call->marks);
    audit_add(tx, call->actor, "course-marks", slice_from(call->board.rules->name),
        slice_from(call->board.variant->name));
    return true;
}

static bool is_known(const CourseMarks *marks, Slice bot) {
    for (size_t i = 0; i < marks->count; i++) {
        if (slice_is(bot, marks->items[i].bot)) {
            return true;
        }
    }
    return false;
}

static bool read_mark(const json_t *item, CourseMarks *out, Error *error) {
    static const char *const NAMES[] = {"bot", "mark", NULL};
    Slice bot;
    json_int_t mark;
    if (!json_is_object(item) || out->count == COURSE_MARKS_MAX) {
        return error_set(error, ERROR_BAD_REQUEST,
            "marks is a list of at most %d objects with bot and mark", COURSE_MARKS_MAX);
    }
    if (!json_input_check(item, NAMES, error) || !job_input_text(item, "bot", &bot, error) ||
        !job_input_number(item, "mark", 0, COURSE_MARK_MAX, &mark, error)) {
        return false;
    }
    if (bot.size >= COURSE_BOT_SIZE || is_known(out, bot)) {
        return error_set(error, ERROR_BAD_REQUEST, "each bot is named once");
    }
    CourseMark *added = &out->items[out->count++];
    added->mark = mark;
    snprintf(added->bot, sizeof added->bot, "%.*s", (int)bot.size, bot.data);
    return true;
}

static bool read_request(const json_t *body, MarksCall *out, Error *error) {
    Slice game;
    Slice variant;
    const json_t *list;
    bool is_valid = job_input_text(body, "game", &game, error) &&
                    job_input_text(body, "variant", &variant, error) &&
                    job_input_list(body, "marks", &list, error) &&
                    board_find(game, variant, &out->board, error);
    for (size_t i = 0; is_valid && i < json_array_size(list); i++) {
        is_valid = read_mark(json_array_get(list, i), &out->marks, error);
    }
    return is_valid;
}

void api_course_marks_put(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"game", "variant", "marks", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    MarksCall marks = {.actor = call->person.name};
    Error error;
    bool is_valid = read_request(body, &marks, &error);
    api_answer_change(call, is_valid, write_marks, &marks, &error, reply);
    json_decref(body);
}
