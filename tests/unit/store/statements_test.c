// SQL files: blocks by name, lines for one database, types in its words.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/statements.h"

static const char FIRST[] = "-- Words about the file.\n"
                            "\n"
                            "-- name: claim\n"
                            "-- A comment.\n"
                            "SELECT $2, CAST($10 AS BIGINT) -- not $3\n"
                            "    --pg: FOR UPDATE\n"
                            "  --sqlite:   LIMIT $1\n"
                            "\n"
                            "-- name: add\n"
                            "INSERT INTO t VALUES (1)";

static const char SECOND[] = "-- name: before\nSELECT 1\n";

static const EmbeddedFile FILES[] = {
    {"first", {FIRST, sizeof FIRST - 1}},
    {"second", {SECOND, sizeof SECOND - 1}},
    {0},
};

static void test_blocks(void **state) {
    (void)state;
    static const char *const CLAIMS[] = {
        [DIALECT_SQLITE] = "SELECT $2, CAST($10 AS INTEGER) -- not $3\nLIMIT $1\n",
        [DIALECT_POSTGRES] = "SELECT $2, CAST($10 AS BIGINT) -- not $3\nFOR UPDATE\n",
    };
    for (Dialect dialect = DIALECT_SQLITE; dialect <= DIALECT_POSTGRES; dialect++) {
        Statements statements;
        statements_read(&statements, FILES, dialect);
        assert_int_equal(statements.count, 3);
        for (size_t i = 0; i < statements.count; i++) {
            assert_int_equal(statements.items[i].index, i);
        }
        assert_string_equal(statements_find(&statements, "claim")->sql, CLAIMS[dialect]);
        assert_int_equal(statements_find(&statements, "claim")->parameter_count, 10);
        assert_string_equal(statements_find(&statements, "add")->sql, "INSERT INTO t VALUES (1)\n");
        assert_int_equal(statements_find(&statements, "add")->parameter_count, 0);
        assert_string_equal(statements_find(&statements, "before")->sql, "SELECT 1\n");
        assert_null(statements_find(&statements, "cl"));
        assert_null(statements_find(&statements, ""));
        statements_release(&statements);
    }
}

static void test_types(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *sqlite;
    } CASES[] = {
        {"a BIGINT, b BYTEA NOT NULL", "a INTEGER, b BLOB NOT NULL\n"},
        {"BIGINT", "INTEGER\n"},
        {"DOUBLE PRECISION", "REAL\n"},
        {"(DOUBLE PRECISION)", "(REAL)\n"},
        {"DOUBLE PRECISIONS", "DOUBLE PRECISIONS\n"},
        {"MY_BIGINT BIGINTS bigint BIGINT2", "MY_BIGINT BIGINTS bigint BIGINT2\n"},
        {"BIGINTBYTEA", "BIGINTBYTEA\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Text out;
        text_init(&out);
        statement_translate(slice_from(CASES[i].text), DIALECT_SQLITE, &out);
        assert_string_equal(out.data, CASES[i].sqlite);
        text_clear(&out);
        statement_translate(slice_from(CASES[i].text), DIALECT_POSTGRES, &out);
        assert_memory_equal(out.data, CASES[i].text, out.size - 1);
        text_release(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
