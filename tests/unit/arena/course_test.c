// The course: who has handed in, what it is worth, the CSV; and similar programs in the store.

#include "unit/arena/arena_fixture.h"

#include "arena/course.h"
#include "arena/csv.h"
#include "arena/similarities.h"

static bool write_csv(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Board board = arena_board();
    text_clear(context);
    course_csv(tx, &board, context);
    return true;
}

static bool write_marks(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Board board = arena_board();
    course_marks_write(tx, &board, context);
    return true;
}

static void assert_line(const Text *csv, const char *line) {
    if (!strstr(csv->data, line)) {
        fail_msg("%s is not in:\n%s", line, csv->data);
    }
}

// The best of a student's bots counts; marks are what its rating exceeds.
static void marks_follow_from_ratings(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    Person bob = arena_person(arena, "Bob", ROLE_STUDENT);
    arena_person(arena, "Cyd", ROLE_STUDENT);
    arena_person(arena, "Tea", ROLE_TEACHER);
    int64_t good = arena_ready(arena, &ann, "good");
    int64_t old = arena_ready(arena, &ann, "old");
    ArenaCall failing = {.name = "broken", .person = bob};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &failing);
    assert_true(arena_work(arena, WORK_REFUSED));
    char sql[500];
    snprintf(sql, sizeof sql,
        "INSERT INTO ratings (version_id, bot_id, game, variant, elo, error, games, wins, draws, "
        "losses, fouls) SELECT id, bot_id, 'amazons', '6x6', CASE WHEN id = %lld THEN 800.25 ELSE "
        "600 END, 50.5, 8, 4, 0, 4, 0 FROM versions WHERE id IN (%lld, %lld)",
        (long long)good, (long long)good, (long long)old);
    stores_sql(arena->store, sql);
    stores_sql(arena->store, "INSERT INTO anchors (version_id, elo) SELECT active_version_id, 700 "
                             "FROM bots WHERE owner_id IS NULL AND name = 'random'");
    CourseMarks marks = {
        .items = {{.mark = 60}, {.bot = "random", .mark = 80}, {.bot = "nobody", .mark = 100}},
        .count = 3};
    stores_transact(arena->store, STORE_WRITE, write_marks, &marks);
    Text csv;
    text_init(&csv);
    stores_transact(arena->store, STORE_READ, write_csv, &csv);
    assert_line(&csv, "student,bot,version,submitted,state,elo,error,games,can play,beats random,"
                      "beats nobody,mark\r\n");
    assert_line(&csv, "\r\nAnn,good,1,");
    assert_line(&csv, "Z,ready,800.25,50.5,8,1,1,0,80\r\n");
    assert_line(&csv, "\r\nBob,broken,1,");
    assert_line(&csv, "Z,failed,,,0,0,0,0,0\r\n");
    assert_line(&csv, "\r\nCyd,,0,,,,,0,0,0,0,0\r\n");
    assert_null(strstr(csv.data, "Tea"));
    assert_null(strstr(csv.data, "old"));
    text_release(&csv);
    arena_free(arena);
}

static void fields_are_quoted_and_no_formulas(void **state) {
    (void)state;
    Text out;
    text_init(&out);
    CsvWriter csv = {.out = &out};
    static const char *const FIELDS[] = {
        "plain", "a,b", "say \"x\"", "=1+1", "-2", "@x", "+1", "two\nlines", "", " blank"};
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        csv_text(&csv, slice_from(FIELDS[i]));
    }
    csv_integer(&csv, -3);
    csv_real(&csv, -1.5);
    csv_real(&csv, 12345.75);
    csv_real(&csv, 2000000);
    csv_end_line(&csv);
    assert_string_equal(out.data,
        "plain,\"a,b\",\"say \"\"x\"\"\",'=1+1,'-2,'@x,'+1,\"two\nlines\",,"
        "\" blank\",-3,-1.5,12345.75,2000000\r\n");
    text_release(&out);
}

#define LINE "for (int i = 0; i < n; i++) { if (a[i] > b) { c += a[i] * 2; } else { d(c, i); } }\n"
#define PROGRAM LINE LINE "int f(int x) { while (x > 0) { x = g(x) ? x - 1 : x / 2; } return x; }\n"

// Two people with the same program are found, once; their own two programs are not.
static void copies_are_kept(void **state) {
    Arena *arena = arena_new(state);
    static const char *const NAMES[] = {"Ann", "Bob"};
    for (int i = 0; i < 2; i++) {
        ArenaCall call = {.name = NAMES[i], .source = PROGRAM};
        call.person = arena_person(arena, NAMES[i], ROLE_STUDENT);
        stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    }
    while (arena_work(arena, WORK_WELL)) {
    }
    Error error;
    for (int i = 0; i < 2; i++) {
        SimilarityWatch watch = {.store = arena->store};
        must(similarities_step(&watch, &error), &error);
        assert_int_equal(stores_number(arena->store,
                             "SELECT COUNT(*) FROM similarities WHERE first_share = 1 AND "
                             "second_share = 1 AND token_count > 39"),
            1);
    }
    arena_free(arena);
}

static void note_sources(void *context, const SimilarRow *row) {
    Sha256 *sources = context;
    sources[0] = row->sides[0].source;
    sources[1] = row->sides[1].source;
}

static bool list_similarities(StoreTx *tx, void *context, Error *error) {
    (void)error;
    similarities_list(tx, slice_from(""), slice_from(""), 0, 1, note_sources, context);
    return true;
}

// A person who leaves takes the source, and the row stays until programs are compared again.
static void a_source_may_be_gone(void **state) {
    Arena *arena = arena_new(state);
    static const char *const NAMES[] = {"Ann", "Bob"};
    static const Sha256 NONE = {0};
    for (int i = 0; i < 2; i++) {
        ArenaCall call = {.name = NAMES[i], .source = PROGRAM};
        call.person = arena_person(arena, NAMES[i], ROLE_STUDENT);
        stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    }
    while (arena_work(arena, WORK_WELL)) {
    }
    Error error;
    Sha256 sources[2];
    SimilarityWatch watch = {.store = arena->store};
    must(similarities_step(&watch, &error), &error);
    stores_sql(arena->store, "UPDATE versions SET source_sha256 = NULL WHERE bot_id ="
                             " (SELECT id FROM bots WHERE name = 'Ann')");
    stores_transact(arena->store, STORE_READ, list_similarities, sources);
    assert_true(sha256_equal(&sources[0], &NONE) != sha256_equal(&sources[1], &NONE));
    arena_free(arena);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(marks_follow_from_ratings),
        STORE_TEST(fields_are_quoted_and_no_formulas),
        STORE_TEST(copies_are_kept),
        STORE_TEST(a_source_may_be_gone),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
