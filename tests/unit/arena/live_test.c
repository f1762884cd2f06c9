// Games under way, from beats and from the store, as those who watch see them.

#include "arena/live.h"

#include "unit/jobs/jobs_fixture.h"

#include <jansson.h>
#include <string.h>

#include "arena/bots.h"
#include "match/pair.h"

#define FIRST_MOVES "\"b1-b5/b3\",\"e6-e3/c3\""

typedef struct Site {
    Store *store;
    Queue *queue;
    Live *live;
    TestHost host;
    int64_t group;
    int changes; // that those who follow the board were told of
} Site;

static void count_change(void *context, const void *source) {
    Site *site = context;
    site->changes += source == site->live;
}

static void site_init(Site *site, void **state, const char *owner) {
    *site = (Site){.store = store_of(state), .queue = new_queue(state)};
    site->live =
        live_new(&(LiveOptions){.store = site->store, .on_change = count_change, .context = site});
    new_host(site->store, "lab", &site->host);
    site->group = new_group(site->queue, owner, "contest/7");
}

static void site_release(Site *site) {
    live_free(site->live);
    queue_free(site->queue);
}

static void poll_now(Live *live) {
    Error error;
    must(live_poll(live, &error), &error);
}

// Adds a pair of A and B and leases it.
static ClaimedJob lease_pair(Site *site, const char *name) {
    const Rules *rules = rules_find(slice_from("amazons"));
    Contestant players[2];
    Error error;
    must(contestant_parse(&players[0], slice_from("name=A,engine=random,time=5s"), rules, &error),
        &error);
    must(contestant_parse(&players[1], slice_from("name=B,engine=random,time=1s"), rules, &error),
        &error);
    Pair pair = {.rules = rules,
        .variant = rules_variant(rules, slice_from("6x6")),
        .players = {&players[0], &players[1]}};
    Text payload;
    text_init(&payload);
    must(pair_write(&pair, &payload, &error), &error);
    JobSpec spec = spec_of(name);
    spec.payload = text_slice(&payload);
    add_spec(site->queue, site->group, &spec);
    text_release(&payload);
    contestant_release(&players[0]);
    contestant_release(&players[1]);
    return claim_one(site->queue, &site->host);
}

// A beat that reaches the store, and perhaps a server's board.
static void tell(Site *site, const ClaimedJob *job, Live *live, const char *progress) {
    Error error;
    BeatAnswer answer;
    Beat beat = {job->id, slice_from(job->attempt), slice_from(progress)};
    must(queue_beat(site->queue, &site->host.proof, &beat, 1, &answer, &error), &error);
    assert_int_equal(answer, BEAT_RENEWED);
    if (live) {
        live_beat(live, job->id, slice_from(progress));
    }
}

// The names and what matters of the events after a number, which moves on: "begin 2" is a game with
// two moves, "move 2" the move after two.
typedef struct Reader {
    Live *live;
    LiveGame *game; // null: the board
    uint64_t seen;
    bool is_over;
    char words[400];
} Reader;

static void add_event(char *words, size_t size, const char *name, const char *data, size_t length) {
    json_t *root = json_loadb(data, length, 0, NULL);
    assert_non_null(root);
    size_t used = strlen(words);
    const char *result = json_string_value(json_object_get(root, "result"));
    const char *reason = json_string_value(json_object_get(root, "reason"));
    json_t *games = json_object_get(root, "games");
    json_t *moves = json_object_get(root, "moves");
    json_t *ply = json_object_get(root, "ply");
    if (games) {
        snprintf(words + used, size - used, "%s %zu ", name, json_array_size(games));
    } else if (moves) {
        snprintf(words + used, size - used, "%s %zu ", name, json_array_size(moves));
    } else if (ply) {
        snprintf(words + used, size - used, "%s %d ", name, (int)json_integer_value(ply));
    } else {
        snprintf(words + used, size - used, "%s %s ", name,
            result   ? result
            : reason ? reason
                     : "?");
    }
    json_decref(root);
}

static const char *read_on(Reader *reader) {
    Text text;
    text_init(&text);
    *reader->words = '\0';
    uint64_t version = reader->game
                           ? live_game_read(reader->game, reader->seen, &text, &reader->is_over)
                           : live_read(reader->live, reader->seen, &text, &reader->is_over);
    Slice rest = text_slice(&text);
    Slice line;
    char name[16] = "";
    unsigned long long id = 0;
    while (slice_next_line(&rest, &line)) {
        if (slice_starts(line, "id: ")) {
            id = strtoull(line.data + 4, NULL, 10);
        } else if (slice_starts(line, "event: ")) {
            snprintf(name, sizeof name, "%.*s", (int)line.size - 7, line.data + 7);
        } else if (slice_starts(line, "data: ")) {
            add_event(reader->words, sizeof reader->words, name, line.data + 6, line.size - 6);
        }
    }
    assert_int_equal(version, text.size > 0 ? id : 0);
    reader->seen = version > 0 ? version : reader->seen;
    text_release(&text);
    return reader->words;
}

static json_t *games_of(Live *live) {
    Text text;
    text_init(&text);
    live_write(live, &(JsonWriter){.out = &text});
    json_t *root = json_loadb(text.data, text.size, 0, NULL);
    text_release(&text);
    return root;
}

static void test_moves_are_told_at_once(void **state) {
    Site site;
    site_init(&site, state, "arena");
    ClaimedJob job = lease_pair(&site, "a");
    Reader reader = {.live = site.live};
    assert_string_equal(read_on(&reader), "snapshot 0 ");
    poll_now(site.live);
    assert_string_equal(read_on(&reader), ""); // leased, and not begun
    tell(&site, &job, site.live, "{\"game\":1,\"moves\":[\"b1-b5/b3\"]}");
    assert_string_equal(read_on(&reader), "begin 1 ");
    tell(&site, &job, site.live, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    assert_string_equal(read_on(&reader), "move 1 ");
    poll_now(site.live); // knows nothing more
    assert_string_equal(read_on(&reader), "");
    assert_int_equal(site.changes, 2);
    json_t *root = games_of(site.live);
    const char *names[2];
    const char *game;
    const char *purpose;
    int contest;
    int turn_ms;
    json_t *moves;
    assert_int_equal(json_unpack(root, "{s:[{s:s s:s s:i s:[{s:s s:i}{s:s}] s:o s:n}]}", "games",
                         "game", &game, "purpose", &purpose, "contest", &contest, "players", "name",
                         &names[0], "turnMs", &turn_ms, "name", &names[1], "moves", &moves, "end"),
        0);
    assert_string_equal(game, "amazons");
    assert_string_equal(purpose, "contest");
    assert_int_equal(contest, 7);
    assert_string_equal(names[0], "A");
    assert_string_equal(names[1], "B");
    assert_int_equal(turn_ms, 5000);
    assert_int_equal(json_array_size(moves), 2);
    json_decref(root);
    site_release(&site);
}

// Two games of a job, as the arena writes them: 81 was won by the first, 82 by the second.
static bool add_records(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const Rules *rules = rules_find(slice_from("amazons"));
    Board board = {rules, rules_variant(rules, slice_from("6x6"))};
    long long version = bot_house_version(tx, &board, "random", "engine=random");
    char sql[600];
    snprintf(sql, sizeof sql,
        "INSERT INTO pairs (id, key, purpose, game, variant, first_version_id, second_version_id,"
        " state, job_id, deadline_ms, created_ms)"
        " VALUES (7, 'k', 'ranked', 'amazons', '6x6', %lld, %lld, 'done', %lld, 1, 1)",
        version, version, *(const long long *)context);
    query_end(query_begin_sql(tx, sql));
    return query_end(query_begin_sql(tx,
        "INSERT INTO games (id, purpose, game, variant, result, verdict, detail, plies, started_ms,"
        " ended_ms, pair_id, number) VALUES"
        " (81, 'ranked', 'amazons', '6x6', '1-0', 'no-move', '', 1, 1, 1, 7, 0),"
        " (82, 'ranked', 'amazons', '6x6', '0-1', 'crash', '', 1, 1, 1, 7, 1)"));
}

// The second game has the colours swapped, and ends the first.
static void test_a_pair_is_two_games(void **state) {
    Site site;
    site_init(&site, state, "arena");
    ClaimedJob job = lease_pair(&site, "a");
    tell(&site, &job, NULL, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    Reader board = {.live = site.live};
    poll_now(site.live);
    assert_string_equal(read_on(&board), "snapshot 1 ");
    char id[32];
    Error error;
    snprintf(id, sizeof id, "%lld-1", (long long)job.id);
    Reader first = {.game = live_follow(site.live, slice_from(id), &error)};
    assert_non_null(first.game);
    assert_string_equal(read_on(&first), "snapshot 1 ");
    tell(&site, &job, site.live, "{\"game\":2,\"moves\":[]}");
    assert_string_equal(read_on(&board), "end ? begin 0 ");
    assert_string_equal(read_on(&first), "end ? ");
    assert_false(first.is_over);
    json_t *root = games_of(site.live);
    const char *name;
    assert_int_equal(
        json_unpack(root, "{s:[{s:[{s:s}{}]}]}", "games", "players", "name", &name), 0);
    assert_string_equal(name, "B");
    json_decref(root);
    long long id_of_job = job.id;
    stores_transact(site.store, STORE_WRITE, add_records, &id_of_job);
    must(finish(site.queue, &job, "{}", &error), &error);
    poll_now(site.live);
    assert_string_equal(read_on(&board), "end 1-0 end 0-1 "); // now the records are known
    assert_string_equal(read_on(&first), "end 1-0 ");
    assert_true(first.is_over);
    live_game_release(first.game);
    root = games_of(site.live);
    assert_int_equal(json_array_size(json_object_get(root, "games")), 0);
    json_decref(root);
    site_release(&site);
}

// What is no legal game, and what is none of the public's business.
static void test_only_legal_games_of_the_arena(void **state) {
    Site site;
    site_init(&site, state, "arena");
    Reader reader = {.live = site.live};
    ClaimedJob job = lease_pair(&site, "a");
    read_on(&reader);
    poll_now(site.live);
    static const char *const BAD[] = {"null", "7", "[]", "{\"game\":3,\"moves\":[]}",
        "{\"game\":1}", "{\"game\":1,\"moves\":{}}"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        tell(&site, &job, site.live, BAD[i]);
        assert_string_equal(read_on(&reader), "");
    }
    tell(&site, &job, site.live, "{\"game\":1,\"moves\":[" FIRST_MOVES ",\"a1-a1/a1\",7]}");
    assert_string_equal(read_on(&reader), "begin 2 ");
    site.group = new_group(site.queue, "ann", "contest/7");
    ClaimedJob own = lease_pair(&site, "b");
    tell(&site, &own, site.live, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    poll_now(site.live);
    assert_string_equal(read_on(&reader), "");
    char id[32];
    Error error;
    snprintf(id, sizeof id, "%lld-1", (long long)own.id);
    assert_null(live_follow(site.live, slice_from(id), &error));
    assert_int_equal(error.reason.code, ERROR_NOT_FOUND);
    assert_null(live_follow(site.live, slice_from("9223372036854775808-1"), &error));
    site_release(&site);
}

static void test_a_lost_game_is_played_again(void **state) {
    Site site;
    site_init(&site, state, "arena");
    Reader reader = {.live = site.live};
    ClaimedJob job = lease_pair(&site, "a");
    read_on(&reader);
    tell(&site, &job, NULL, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    poll_now(site.live);
    assert_string_equal(read_on(&reader), "begin 2 ");
    Error error;
    must(give_back(site.queue, &job, false, &error), &error);
    poll_now(site.live);
    assert_string_equal(read_on(&reader), "end played-again ");
    store_advance_clock(site.store, 1000);
    job = claim_one(site.queue, &site.host);
    tell(&site, &job, NULL, "{\"game\":1,\"moves\":[\"b1-b4/b3\"]}");
    poll_now(site.live);
    assert_string_equal(read_on(&reader), "begin 1 ");
    // The same host begins anew after a fault of its own.
    tell(&site, &job, site.live, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    assert_string_equal(read_on(&reader), "begin 2 ");
    site_release(&site);
}

// Two servers: one hears of the moves, the other finds them.
static void test_another_server_sees_them(void **state) {
    Site site;
    site_init(&site, state, "arena");
    Live *other = live_new(&(LiveOptions){.store = site.store});
    Reader here = {.live = site.live};
    Reader there = {.live = other};
    ClaimedJob job = lease_pair(&site, "a");
    assert_string_equal(read_on(&there), "snapshot 0 ");
    read_on(&here);
    poll_now(site.live);
    tell(&site, &job, site.live, "{\"game\":1,\"moves\":[" FIRST_MOVES "]}");
    assert_string_equal(read_on(&here), "begin 2 ");
    assert_string_equal(read_on(&there), "");
    poll_now(other);
    assert_string_equal(read_on(&there), "begin 2 ");
    // Whoever comes with a number of the other one gets a snapshot.
    Reader moved = {.live = other, .seen = here.seen};
    assert_string_equal(read_on(&moved), "snapshot 1 ");
    live_free(other);
    site_release(&site);
}

// A reader who missed a little goes on, one who missed too much begins again.
static void test_the_ring_has_an_end(void **state) {
    Site site;
    site_init(&site, state, "arena");
    Reader reader = {.live = site.live};
    ClaimedJob job = lease_pair(&site, "a");
    read_on(&reader);
    poll_now(site.live);
    for (int i = 0; i < 1025; i++) { // each begins the game anew
        live_beat(site.live, job.id,
            slice_from(i % 2 ? "{\"game\":1,\"moves\":[\"b1-b4/b3\"]}"
                             : "{\"game\":1,\"moves\":[\"b1-b5/b3\"]}"));
        if (i == 0) {
            assert_string_equal(read_on(&reader), "begin 1 ");
        }
    }
    Reader late = {.live = site.live, .seen = reader.seen - 1};
    Text text;
    bool is_over;
    text_init(&text);
    assert_true(live_read(site.live, reader.seen, &text, &is_over) > reader.seen);
    assert_true(slice_starts(text_slice(&text), "id: "));
    assert_null(strstr(text.data, "snapshot"));
    text_release(&text);
    assert_string_equal(read_on(&late), "snapshot 1 ");
    site_release(&site);
}

static void test_nobody_watches(void **state) {
    Site site;
    site_init(&site, state, "arena");
    assert_false(live_is_watched(site.live));
    Error error;
    must(live_refresh(site.live, &error), &error);
    assert_true(live_is_watched(site.live));
    site_release(&site);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_moves_are_told_at_once),
        STORE_TEST(test_a_pair_is_two_games),
        STORE_TEST(test_only_legal_games_of_the_arena),
        STORE_TEST(test_a_lost_game_is_played_again),
        STORE_TEST(test_another_server_sees_them),
        STORE_TEST(test_the_ring_has_an_end),
        STORE_TEST(test_nobody_watches),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
