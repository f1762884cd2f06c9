#pragma once
// An arena with people, bots and a host that does its jobs, in few words. Whatever fails fails the
// test. The host compiles nothing: every source is its own program; and in the place of programs it
// has random movers play, or one that crashes.

#include "unit/jobs/jobs_fixture.h"

#include <jansson.h>

#include "arena/bots.h"
#include "arena/games.h"
#include "arena/people.h"
#include "arena/pipeline.h"
#include "arena/requests.h"
#include "match/game_result.h"
#include "store/blobs.h"

typedef struct Arena {
    Store *store;
    Queue *queue;
    PairSettler settler;
    JobKind kinds[3];
    TestHost host;
} Arena;

static inline bool arena_accept(
    void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context;
    (void)view;
    (void)finding;
    (void)error;
    return true;
}

static inline Queue *arena_queue(Arena *arena) {
    return queue_new(&(QueueOptions){
        .store = arena->store, .kinds = arena->kinds, .lease_ms = LEASE_MS, .seed = 1});
}

static inline Arena *arena_new(void **state) {
    Arena *arena = calloc(1, sizeof *arena);
    assert_non_null(arena);
    arena->store = store_of(state);
    pair_settler_add(&arena->settler, pipeline_on_pair, NULL);
    pair_settler_add(&arena->settler, request_on_pair, NULL);
    arena->kinds[0] =
        (JobKind){.name = "compile", .check = arena_accept, .settle = pipeline_settle_compilation};
    arena->kinds[1] = (JobKind){.name = "pair",
        .check = arena_accept,
        .settle = pair_settle,
        .settle_context = &arena->settler};
    arena->queue = arena_queue(arena);
    new_host(arena->store, "host", &arena->host);
    return arena;
}

static inline void arena_free(Arena *arena) {
    queue_free(arena->queue);
    free(arena);
}

// ---- People and bots ----

typedef struct ArenaCall {
    const char *name;
    const char *protocol; // null: text
    const char *language; // null: c17
    const char *source;
    bool is_draft;
    PersonRole role;
    int64_t bot_id; // or the owner's new one
    Person person;
    RequestInput request;
    int64_t id;
    Version version;
    ArenaBot bot;
    GameRequest found;
} ArenaCall;

static inline bool arena_add_person(StoreTx *tx, void *context, Error *error) {
    ArenaCall *call = context;
    return person_add(
        tx, slice_from(call->name), slice_from("hash"), call->role, &call->person, error);
}

static inline Person arena_person(Arena *arena, const char *name, PersonRole role) {
    ArenaCall call = {.name = name, .role = role};
    stores_transact(arena->store, STORE_WRITE, arena_add_person, &call);
    return call.person;
}

static inline Board arena_board(void) {
    Board board;
    assert_true(board_find(slice_from("amazons"), slice_from("6x6"), &board, NULL));
    return board;
}

static inline bool arena_submit(StoreTx *tx, void *context, Error *error) {
    ArenaCall *call = context;
    Board board = arena_board();
    int64_t id = call->bot_id;
    if (id == 0) {
        id = bot_add(tx, call->person.id, &board, slice_from(call->name), error);
    }
    ArenaBot bot;
    if (id == 0 || !bot_find(tx, id, &bot, error)) {
        return false;
    }
    VersionInput input = {
        .protocol = slice_from(call->protocol ? call->protocol : "text"),
        .language = slice_from(call->language ? call->language : "c17"),
        .source = slice_from(call->source ? call->source : "int main(void) {}"),
        .is_draft = call->is_draft,
    };
    call->id = pipeline_submit(tx, &bot, &input, error);
    bot_release(&bot);
    call->bot = bot;
    return call->id != 0;
}

static inline bool arena_find_version(StoreTx *tx, void *context, Error *error) {
    ArenaCall *call = context;
    return version_find(tx, call->id, &call->version, error) &&
           bot_find(tx, call->version.bot_id, &call->bot, error);
}

// A version and its bot as they are now. What hangs on them is released: read the rest.
static inline ArenaCall arena_version(Arena *arena, int64_t id) {
    ArenaCall call = {.id = id};
    stores_transact(arena->store, STORE_READ, arena_find_version, &call);
    return call;
}

static inline void arena_version_release(ArenaCall *call) {
    version_release(&call->version);
    bot_release(&call->bot);
}

// The state of a version, the code of its reason, and whether it is the active one.
static inline void version_is(
    Arena *arena, int64_t id, const char *state, const char *code, bool is_active) {
    ArenaCall call = arena_version(arena, id);
    assert_string_equal(call.version.state, state);
    json_t *reason = json_loads(call.version.reason, 0, NULL);
    const char *found = json_string_value(json_object_get(reason, "code"));
    assert_string_equal(found ? found : "", code);
    assert_int_equal(call.bot.active_version_id == id, is_active);
    json_decref(reason);
    arena_version_release(&call);
}

// ---- The host ----

#define ARENA_PAIR(first)                                                                          \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[\"name=ONE!," first                    \
    "\",\"name=TWO!,engine=random,seed=6\"],\"opening\":[],\"seeds\":[[1,2],[3,4]],\"logs\":true}"

// A pair of random movers, or with a first player that crashes, under names that stand for others.
// Games take time, so each is played once.
static inline const char *arena_played(bool crashes) {
    static Text played[2];
    Text *result = &played[crashes];
    if (result->size > 0) {
        return result->data;
    }
    PairInput input;
    MatchGame games[2];
    Error error;
    PairSetting setting = {.self = getenv("IMMURE"), .core = -1};
    const char *payload =
        crashes ? ARENA_PAIR("cmd=/bin/false,protocol=text") : ARENA_PAIR("engine=random,seed=5");
    must(pair_read(&input, slice_from(payload), &error), &error);
    for (int i = 0; i < 2; i++) {
        must(pair_play(&input.pair, i, &setting, &games[i], &error), &error);
    }
    text_init(result);
    assert_true(pair_result_write(games, result, &error));
    game_result_release(&games[0]);
    game_result_release(&games[1]);
    pair_input_release(&input);
    return result->data;
}

// That pair with the names of the players of a payload.
static inline void arena_play(const char *payload, bool crashes, Text *result) {
    PairInput input;
    Error error;
    must(pair_read(&input, slice_from(payload), &error), &error);
    for (const char *rest = arena_played(crashes); *rest;) {
        int player = strncmp(rest, "ONE!", 4) == 0 ? 0 : strncmp(rest, "TWO!", 4) == 0 ? 1 : -1;
        if (player >= 0) {
            text_add(result, input.contestants[player].name.data);
            rest += 4;
        } else {
            text_add_byte(result, *rest++);
        }
    }
    pair_input_release(&input);
}

typedef enum ArenaWork { WORK_WELL, WORK_CRASHING, WORK_REFUSED, WORK_LARGE } ArenaWork;

// Does one job: a compilation gives a program, which may be too large, or errors; a pair is played.
// False if none waits.
static inline bool arena_work(Arena *arena, ArenaWork work) {
    ClaimedJobs claimed = claim(arena->queue, &arena->host, 1);
    bool is_found = claimed.count > 0;
    Error error;
    Text result;
    text_init(&result);
    for (size_t i = 0; i < claimed.count; i++) {
        ClaimedJob *job = &claimed.items[i];
        Sha256 program;
        bool has_program = false;
        if (strcmp(job->kind, "pair") == 0) {
            arena_play(job->payload, work == WORK_CRASHING, &result);
        } else if (work == WORK_REFUSED) {
            text_add(&result, "{\"status\":\"errors\",\"messages\":\"bot.c:1: no\",\"timeMs\":1,"
                              "\"memoryBytes\":1,\"compiler\":\"c\"}");
        } else {
            char hash[SHA256_TEXT_SIZE];
            has_program = true;
            char *large = calloc(1, BOT_BINARY_BYTES_MAX + 1);
            must(blob_store(arena->store,
                     work == WORK_LARGE ? (Slice){large, BOT_BINARY_BYTES_MAX + 1}
                                        : slice_from(job->payload),
                     &program, &error),
                &error);
            free(large);
            text_addf(&result,
                "{\"status\":\"ok\",\"messages\":\"bot.c:1: "
                "warning\",\"timeMs\":1,\"memoryBytes\":1,"
                "\"compiler\":\"c\",\"binary\":\"%s\"}",
                sha256_hex(&program, hash));
        }
        must(queue_finish(arena->queue, job->id, slice_from(job->attempt), text_slice(&result),
                 &program, has_program, &error),
            &error);
    }
    text_release(&result);
    claimed_jobs_release(&claimed);
    return is_found;
}

// A bot's version that is ready and, if it is no draft, active.
static inline int64_t arena_ready(Arena *arena, const Person *person, const char *name) {
    ArenaCall call = {.name = name, .person = *person};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    while (arena_work(arena, WORK_WELL)) {
    }
    version_is(arena, call.id, "ready", "", true);
    return call.id;
}
