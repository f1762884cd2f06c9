#include "arena/similarities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/similarity.h"
#include "base/clock.h"
#include "base/embedded.h"
#include "base/json.h"
#include "store/blobs.h"

// The starter kits (bots/), from the build.
extern const EmbeddedFile KIT_FILES[];
#define KITS_MAX 32

#define INTERVAL_MS 10000
#define BOARDS_MAX 32
#define PROGRAMS_MAX 2000
#define SOURCE_BYTES_MAX (256u << 10) // longer ones are tables of numbers
#define SOURCES_BYTES_MAX (64u << 20)
#define PAIRS_MAX 1000 // that are kept of a board
#define SHARE_MIN 0.15 // in either; less is chance, or the same idea

// ---- Comparing ----

typedef struct BoardRun {
    char game[32];
    char variant[32];
    int64_t version_count;
} BoardRun;

typedef struct SimilarityRun {
    BoardRun boards[BOARDS_MAX];
    size_t board_count;
    // Of the board that is being compared:
    const BoardRun *board;
    SimilarityProgram programs[PROGRAMS_MAX];
    int64_t versions[PROGRAMS_MAX];
    Text sources[PROGRAMS_MAX];
    size_t program_count;
    Similarities found;
} SimilarityRun;

static void copy_text(char *out, size_t size, Slice text) {
    snprintf(out, size, "%.*s", (int)text.size, text.data);
}

static bool find_boards(StoreTx *tx, void *context, Error *error) {
    (void)error;
    SimilarityRun *run = context;
    run->board_count = 0;
    Query *boards = query_begin(tx, "similarity_boards");
    while (run->board_count < BOARDS_MAX && query_step(boards)) {
        BoardRun *board = &run->boards[run->board_count++];
        copy_text(board->game, sizeof board->game, query_column_text(boards, 0));
        copy_text(board->variant, sizeof board->variant, query_column_text(boards, 1));
        board->version_count = query_column_int(boards, 2);
    }
    query_end(boards);
    return true;
}

static void release_programs(SimilarityRun *run) {
    while (run->program_count > 0) {
        text_release(&run->sources[--run->program_count]);
    }
}

static Query *board_query(StoreTx *tx, const char *name, const BoardRun *board) {
    Query *query = query_begin(tx, name);
    query_bind_text(query, 1, slice_from(board->game));
    query_bind_text(query, 2, slice_from(board->variant));
    return query;
}

static bool read_programs(StoreTx *tx, void *context, Error *error) {
    (void)error;
    SimilarityRun *run = context;
    release_programs(run);
    size_t size_bytes = 0;
    Query *rows = board_query(tx, "similarity_programs", run->board);
    query_bind_int(rows, 3, PROGRAMS_MAX);
    while (size_bytes < SOURCES_BYTES_MAX && query_step(rows)) {
        Sha256 hash;
        Text source;
        text_init(&source);
        memcpy(hash.bytes, query_column_blob(rows, 2).data, SHA256_BYTES);
        if (!blob_get(tx, &hash, &source) || source.size > SOURCE_BYTES_MAX) {
            text_release(&source);
            continue;
        }
        size_t i = run->program_count++;
        bool is_python = slice_starts(query_column_text(rows, 1), "python");
        size_bytes += source.size;
        run->sources[i] = source;
        run->versions[i] = query_column_int(rows, 0);
        run->programs[i] = (SimilarityProgram){query_column_int(rows, 3),
            is_python ? SYNTAX_PYTHON : SYNTAX_C, text_slice(&run->sources[i])};
    }
    query_end(rows);
    return true;
}

static void compare(SimilarityRun *run) {
    SimilarityProgram kits[KITS_MAX];
    size_t kit_count = 0;
    for (; KIT_FILES[kit_count].name && kit_count < KITS_MAX; kit_count++) {
        kits[kit_count] = (SimilarityProgram){0, SYNTAX_C, KIT_FILES[kit_count].bytes};
    }
    similarity_find(&run->found, run->programs, run->program_count, kits, kit_count);
}

static void write_ranges(Text *out, const SimilarPair *pair) {
    JsonWriter json = {.out = out};
    json_open_list(&json, NULL);
    for (size_t i = 0; i < pair->range_count; i++) {
        const SimilarRange *range = &pair->ranges[i];
        json_open_object(&json, NULL);
        json_put_integers(&json, "first", range->first_a, range->last_a);
        json_put_integers(&json, "second", range->first_b, range->last_b);
        json_put_integer(&json, "tokens", (int64_t)range->token_count);
        json_close_object(&json);
    }
    json_close_list(&json);
}

static void add_pair(StoreTx *tx, const SimilarityRun *run, const SimilarPair *pair) {
    Text ranges;
    text_init(&ranges);
    write_ranges(&ranges, pair);
    Query *add = board_query(tx, "similarities_add", run->board);
    query_bind_int(add, 3, run->versions[pair->a]);
    query_bind_int(add, 4, run->versions[pair->b]);
    query_bind_int(add, 5, (int64_t)pair->token_count);
    query_bind_real(add, 6, pair->share_a);
    query_bind_real(add, 7, pair->share_b);
    query_bind_text(add, 8, text_slice(&ranges));
    query_end(add);
    text_release(&ranges);
}

// The rows of a board are replaced: another server that does the same writes the same.
static bool write_pairs(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const SimilarityRun *run = context;
    Query *done = board_query(tx, "similarity_runs_set", run->board);
    query_bind_int(done, 3, run->board->version_count);
    query_end(done);
    query_end(board_query(tx, "similarities_clear", run->board));
    for (size_t i = 0; i < run->found.count && i < PAIRS_MAX; i++) {
        const SimilarPair *pair = &run->found.items[i];
        if (pair->share_a >= SHARE_MIN || pair->share_b >= SHARE_MIN) {
            add_pair(tx, run, pair);
        }
    }
    return true;
}

bool similarities_step(void *watch, Error *error) {
    SimilarityWatch *own = watch;
    if (clock_now_ms() < own->next_ms) {
        return true;
    }
    own->next_ms = clock_now_ms() + INTERVAL_MS;
    SimilarityRun *run = calloc(1, sizeof *run);
    if (!run) {
        abort();
    }
    bool is_done = store_transact(own->store, STORE_READ, find_boards, run, error);
    for (size_t i = 0; is_done && i < run->board_count; i++) {
        run->board = &run->boards[i];
        is_done = store_transact(own->store, STORE_READ, read_programs, run, error);
        if (is_done) {
            compare(run);
            is_done = store_transact(own->store, STORE_WRITE, write_pairs, run, error);
            similarities_release(&run->found);
        }
    }
    release_programs(run);
    free(run);
    return is_done;
}

// ---- Reading ----

static SimilarSide read_side(Query *row, int column, int share, int source) {
    SimilarSide side = {
        .version_id = query_column_int(row, column),
        .version_number = query_column_int(row, column + 1),
        .bot_id = query_column_int(row, column + 2),
        .bot_name = query_column_text(row, column + 3).data,
        .person_id = query_column_int(row, column + 4),
        .person_name = query_column_text(row, column + 5).data,
        .share = query_column_real(row, share),
    };
    Slice hash = query_column_blob(row, source);
    memcpy(side.source.bytes, hash.data, hash.size == SHA256_BYTES ? SHA256_BYTES : 0);
    return side;
}

void similarities_list(StoreTx *tx, Slice game, Slice variant, int64_t after, int64_t limit,
    SimilarVisit *visit, void *context) {
    Query *rows = query_begin(tx, "similarities_list");
    query_bind_int(rows, 1, after);
    query_bind_text(rows, 2, game);
    query_bind_text(rows, 3, variant);
    query_bind_int(rows, 4, limit);
    while (query_step(rows)) {
        SimilarRow row = {
            .id = query_column_int(rows, 0),
            .game = query_column_text(rows, 1).data,
            .variant = query_column_text(rows, 2).data,
            .token_count = query_column_int(rows, 3),
            .sides = {read_side(rows, 6, 4, 19), read_side(rows, 12, 5, 20)},
            .ranges = query_column_text(rows, 18),
        };
        visit(context, &row);
    }
    query_end(rows);
}
