// How long the pages of a large arena take on both stores, as lines of `name value`: the median and
// the longest of some askings of each route in milliseconds, without HTTP.
//
//     arena_bench FOLDER
//
// 1,000 people with a bot each, 100,000 ranked games and a contest of 9,900 between 100 of the
// bots, all made up, are in the store. `start` is what a server needs to know them all again,
// `step` a turn of its ladders without news. Each route is asked as a teacher asks it, who sees
// most.

#include <stdlib.h>
#include <string.h>

#include "both_stores.h"
#include "median.h"

#include "api/api.h"
#include "arena/ladders.h"
#include "arena/sessions.h"
#include "base/clock.h"

enum { ASKINGS = 9 };

// As PostgreSQL does by itself after a while.
#define ANALYZE "--pg: ANALYZE\n--sqlite: SELECT 1"

static const char *const FILLING[] = {
    "INSERT INTO people (id, name, name_key, password_hash, role, state, created_ms)\n"
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)\n"
    "SELECT i, 'person-' || i, 'person-' || i, '!', 'student', 'active', 1 FROM n",

    "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id, created_ms)\n"
    "SELECT id, id, 'bot-' || id, 'amazons', '8x8', 'active', id, 1 FROM people",

    "INSERT INTO versions (id, bot_id, number, protocol, language, words, state, deadline_ms,\n"
    "    created_ms)\n"
    "SELECT id, id, 1, 'text', '', 'engine=random', 'ready', 0, 1 FROM bots",

    // Near ones meet: a step of 1 to 40 upwards from any of them.
    "INSERT INTO pairs (id, key, purpose, game, variant, first_version_id, second_version_id,\n"
    "    state, deadline_ms, created_ms)\n"
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)\n"
    "SELECT i, 'ranked/amazons-8x8/' || i, 'ranked', 'amazons', '8x8', 1 + i * 7919 % 1000,\n"
    "    1 + (i * 7919 % 1000 + 1 + (i / 1000 * 13 + i) % 40) % 1000, 'done', 0, i FROM n",

    "INSERT INTO games (id, purpose, game, variant, first_version_id, second_version_id, result,\n"
    "    verdict, detail, plies, started_ms, ended_ms, pair_id, number)\n"
    "SELECT 2 * id - 1, 'ranked', 'amazons', '8x8', first_version_id, second_version_id,\n"
    "    CASE WHEN id * 13 % 5 < 2 THEN '1-0' ELSE '0-1' END, 'no-move', '', 60, id, id, id, 0\n"
    "FROM pairs",
    "INSERT INTO games (id, purpose, game, variant, first_version_id, second_version_id, result,\n"
    "    verdict, detail, plies, started_ms, ended_ms, pair_id, number)\n"
    "SELECT 2 * id, 'ranked', 'amazons', '8x8', second_version_id, first_version_id,\n"
    "    CASE WHEN id * 17 % 7 < 3 THEN '0-1' ELSE '1-0' END, 'no-move', '', 60, id, id, id, 1\n"
    "FROM pairs",

    "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name)\n"
    "SELECT id, 0, first_version_id, first_version_id, first_version_id, 'bot' FROM games",
    "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name)\n"
    "SELECT id, 1, second_version_id, second_version_id, second_version_id, 'bot' FROM games",

    ANALYZE,
    "INSERT INTO head_to_head (bot_id, other_id, games, wins, draws, losses, fouls, last_game_id)\n"
    "SELECT own.bot_id, other.bot_id, COUNT(*), 0, 0, COUNT(*), 0, MAX(own.game_id)\n"
    "FROM game_sides own JOIN game_sides other\n"
    "    ON other.game_id = own.game_id AND other.side = 1 - own.side\n"
    "GROUP BY own.bot_id, other.bot_id",

    // A point for each sixteenth game of a bot, as there are about.
    "INSERT INTO rating_history (bot_id, game_id, version_id, at_ms, games, elo, error)\n"
    "SELECT bot_id, game_id, version_id, game_id, 2, 1000, 50 FROM game_sides\n"
    "WHERE (game_id + bot_id) % 16 = 0",

    "INSERT INTO ladders (game, variant, is_paused, rated_game_id)\n"
    "VALUES ('amazons', '8x8', 1, 100000)",

    "UPDATE people SET role = 'teacher' WHERE id = 1000",
    "INSERT INTO similarities (game, variant, first_version_id, second_version_id, token_count,\n"
    "    first_share, second_share, ranges)\n"
    "SELECT 'amazons', '8x8', id, id + 1, 500, 0.5, 0.5, '[]' FROM versions WHERE id < 1000",

    // Everybody meets everybody: encounters are numbered in the order of the draw.
    "INSERT INTO contests (id, name, game, variant, time_ms, who, format, round_count,\n"
    "    group_count, pair_count, seed, opens_ms, deadline_ms, state, created_ms)\n"
    "VALUES (1, 'contest', 'amazons', '8x8', 0, 'all', 'round-robin', 0, 0, 1, 1, 1, 1,\n"
    "    'running', 1)",
    "INSERT INTO contest_entries (contest_id, bot_id, person_id, version_id, place, entered_ms)\n"
    "SELECT 1, id, id, id, id - 1, 1 FROM bots WHERE id <= 100",
    "INSERT INTO pairs (id, key, purpose, game, variant, first_version_id, second_version_id,\n"
    "    contest_id, state, deadline_ms, created_ms)\n"
    "SELECT 50000 + 100 * a.id + b.id,\n"
    "    'contest/1/0/' || ((a.id - 1) * (200 - a.id) / 2 + b.id - a.id - 1) || '/0/0',\n"
    "    'contest', 'amazons', '8x8', a.id, b.id, 1, 'done', 0, 1\n"
    "FROM bots a JOIN bots b ON b.id > a.id AND b.id <= 100",
    "INSERT INTO games (id, purpose, game, variant, first_version_id, second_version_id, result,\n"
    "    verdict, detail, plies, started_ms, ended_ms, pair_id, number, contest_id)\n"
    "SELECT 2 * id + n, 'contest', 'amazons', '8x8',\n"
    "    CASE WHEN n = 0 THEN first_version_id ELSE second_version_id END,\n"
    "    CASE WHEN n = 0 THEN second_version_id ELSE first_version_id END,\n"
    "    CASE WHEN (id + n) * 13 % 5 < 2 THEN '1-0' ELSE '0-1' END, 'no-move', '', 60, 1, 1, id,\n"
    "    n, 1 FROM pairs CROSS JOIN (SELECT 0 AS n UNION ALL SELECT 1) AS numbers\n"
    "WHERE contest_id = 1",
    "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name)\n"
    "SELECT id, 0, first_version_id, first_version_id, first_version_id, 'bot' FROM games\n"
    "WHERE contest_id = 1",
    "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name)\n"
    "SELECT id, 1, second_version_id, second_version_id, second_version_id, 'bot' FROM games\n"
    "WHERE contest_id = 1",

    ANALYZE,
};

static void must(bool is_done, const Error *error) {
    if (!is_done) {
        fprintf(stderr, "arena_bench: %s\n", error->text);
        exit(1);
    }
}

static bool fill(StoreTx *tx, void *context, Error *error) {
    (void)error;
    query_end(query_begin_sql(tx, context));
    return true;
}

static const struct {
    const char *name;
    const char *path;
    const char *query;
    size_t bytes_min; // less is not what was asked for
} ROUTES[] = {
    {"ladders", "ladders", "", 700},
    {"ladder", "ladders/amazons-8x8", "", 9000},
    {"ladder_end", "ladders/amazons-8x8", "after=900&limit=200", 18000},
    {"waiting", "ladders/amazons-8x8/waiting", "", 20},
    {"bots", "bots", "game=amazons&variant=8x8&limit=200", 20000},
    {"bots_of_owner", "bots", "owner=505", 200},
    {"bots_named", "bots", "q=bot-99", 1000},
    {"bot", "bots/505", "", 300},
    {"version", "versions/505", "", 200},
    {"history", "bots/505/history", "limit=200", 300},
    {"opponents", "bots/505/opponents", "", 1500},
    {"changes", "bots/505/changes", "", 400},
    {"games", "games", "", 9000},
    {"games_of_ladder", "games", "ladder=amazons-8x8", 9000},
    {"games_of_board", "games", "game=amazons&variant=8x8&after=50000", 9000},
    {"games_of_bot", "games", "bot=505&after=50000", 9000},
    {"games_of_version", "games", "version=505", 9000},
    {"games_of_person", "games", "person=505", 9000},
    {"games_of_contest", "games", "contest=1", 9000},
    {"games_of_purpose", "games", "purpose=contest", 9000},
    {"games_by_verdict", "games", "verdict=crash", 20},
    {"games_of_bot_by_verdict", "games", "bot=505&verdict=crash", 20},
    {"games_named", "games", "q=bot-505", 9000},
    {"games_named_many", "games", "q=bot", 9000},
    {"games_named_none", "games", "q=nobody", 20},
    {"contests", "contests", "", 200},
    {"contest", "contests/1", "", 9000},
    {"standings", "contests/1/standings", "", 400000},
    {"standings_csv", "contests/1/standings.csv", "", 4000},
    {"course", "course", "game=amazons&variant=8x8", 5000},
    {"course_csv", "course.csv", "game=amazons&variant=8x8", 50000},
    {"similarities", "similarities", "game=amazons&variant=8x8", 5000},
    {"people", "people", "", 3000},
    {"people_named", "people", "q=person-99", 1000},
    {"session", "session", "", 50},
    {"sessions", "person/sessions", "", 50},
    {"tokens", "person/tokens", "", 10},
    {"live", "live", "", 10},
};

static bool sign_in(StoreTx *tx, void *context, Error *error) {
    (void)error;
    SessionOrigin origin = {.address = slice_from("192.0.2.1")};
    session_add(tx, 1000, &origin, context);
    return true;
}

static void ask(Api *api, size_t route, const char *secret, const char *store) {
    int64_t times_ns[ASKINGS];
    char path[80];
    char cookie[80];
    snprintf(cookie, sizeof cookie, "immure=%s", secret);
    snprintf(path, sizeof path, API_PREFIX "%s", ROUTES[route].path);
    for (int i = 0; i < ASKINGS; i++) {
        HttpRequest request = {
            .method = slice_from("GET"),
            .path = slice_from(path),
            .query = slice_from(ROUTES[route].query),
            .cookies = slice_from(cookie),
            .client = "192.0.2.1",
        };
        HttpReply reply;
        int64_t start_ns = clock_now_ns();
        api_answer(api, &request, &reply);
        times_ns[i] = clock_now_ns() - start_ns;
        if (reply.status != 200 || reply.body.size < ROUTES[route].bytes_min) {
            fprintf(
                stderr, "arena_bench: %s: status %d, %s\n", path, reply.status, reply.body.data);
            exit(1);
        }
        http_reply_release(&reply);
    }
    double median_ms = median_us(times_ns, ASKINGS) / 1000;
    printf("arena_%s_%s_ms %.2f\n", store, ROUTES[route].name, median_ms);
    printf("arena_%s_%s_ms_max %.2f\n", store, ROUTES[route].name,
        (double)times_ns[ASKINGS - 1] / (double)NS_PER_MS);
    fflush(stdout);
}

// The median of some steps.
static void step(Ladders *ladders, size_t count, const char *store, const char *what) {
    Error error;
    int64_t times_ns[ASKINGS];
    for (size_t i = 0; i < count; i++) {
        int64_t start_ns = clock_now_ns();
        must(ladders_step(ladders, &error), &error);
        times_ns[i] = clock_now_ns() - start_ns;
    }
    printf("arena_%s_%s_ms %.1f\n", store, what, median_us(times_ns, count) / 1000);
    fflush(stdout);
}

static void bench_store(const char *location, const char *name) {
    Error error;
    Store *store = store_open(&(StoreOptions){.location = location, .migrate = true}, &error);
    must(store, &error);
    for (size_t i = 0; i < sizeof FILLING / sizeof *FILLING; i++) {
        must(store_transact(store, STORE_WRITE, fill, (void *)FILLING[i], &error), &error);
    }
    Queue *queue = queue_new(&(QueueOptions){.store = store, .seed = 1});
    Ladders *ladders = ladders_new(store);
    step(ladders, 1, name, "ladders_start");
    step(ladders, ASKINGS, name, "ladders_step");
    Api api = {
        .queue = queue,
        .live = live_new(&(LiveOptions){.store = store}),
        .standings = standings_cache_new(),
    };
    char secret[SECRET_SIZE];
    secret_make(secret);
    must(store_transact(store, STORE_WRITE, sign_in, secret, &error), &error);
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        ask(&api, i, secret, name);
    }
    standings_cache_free(api.standings);
    live_free(api.live);
    ladders_free(ladders);
    queue_free(queue);
    store_free(store);
}

int main(int argc, char **argv) {
    return bench_both_stores(argc, argv, bench_store);
}
