// What may happen in a room, with the time given.

#include "arena/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define START INT64_C(1000000)

static const char *const MOVES[] = {"e2", "e8", "e3", "e7"};

static Room new_room(void) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    RoomOptions options = {rules, &rules->variants[0], 60000, 2000};
    Room room;
    room_init(&room, &options, START);
    return room;
}

static void sit(Room *room, Side side, const char *secret, int64_t version_id) {
    RoomSeat seat = {.hash = secret_hash(slice_from(secret)), .version_id = version_id};
    room_take_seat(room, side, &seat, START);
}

// Two people, and so many moves, each after a second.
static Room new_game(int plies) {
    Room room = new_room();
    sit(&room, SIDE_FIRST, "a", 0);
    assert_int_equal(room.state, ROOM_WAITING);
    sit(&room, SIDE_SECOND, "b", 0);
    assert_int_equal(room.state, ROOM_PLAYING);
    for (int i = 0; i < plies; i++) {
        assert_true(
            room_play(&room, (Side)(i % 2), i, slice_from(MOVES[i]), START + 1000 * (i + 1), NULL));
    }
    return room;
}

static void ends(const Room *room, Result result, const char *reason) {
    assert_int_equal(room->state, ROOM_ENDED);
    assert_int_equal(room->result, result);
    assert_string_equal(room->reason, reason);
}

static void refuses(bool is_done, const Error *error, ErrorCode code) {
    assert_false(is_done);
    assert_string_equal(error_code_name(error->reason.code), error_code_name(code));
}

static void test_seats_are_secrets(void **state) {
    (void)state;
    Room room = new_game(0);
    Side side;
    assert_true(room_find_seat(&room, slice_from("a"), &side) && side == SIDE_FIRST);
    assert_true(room_find_seat(&room, slice_from("b"), &side) && side == SIDE_SECOND);
    assert_false(room_find_seat(&room, slice_from("c"), &side));
    assert_false(room_find_seat(&room, slice_from(""), &side));
    room_release(&room);
    room = new_room();
    sit(&room, SIDE_FIRST, "", 7); // a bot has no secret
    assert_false(room_find_seat(&room, slice_from(""), &side));
    room_release(&room);
}

static void test_moves(void **state) {
    (void)state;
    Error error;
    Room room = new_game(2);
    room.is_changed = false;
    refuses(room_play(&room, SIDE_SECOND, 2, slice_from("e7"), START, &error), &error,
        ERROR_NOT_YOUR_TURN);
    refuses(
        room_play(&room, SIDE_FIRST, 1, slice_from("e3"), START, &error), &error, ERROR_PLY_STALE);
    refuses(
        room_play(&room, SIDE_FIRST, 3, slice_from("e3"), START, &error), &error, ERROR_PLY_STALE);
    refuses(
        room_play(&room, SIDE_FIRST, -1, slice_from("e3"), START, &error), &error, ERROR_PLY_STALE);
    refuses(
        room_play(&room, SIDE_FIRST, 2, slice_from("e9"), START, &error), &error, ERROR_NOT_A_STEP);
    // What is sent twice is played once, also after the other has answered.
    assert_true(room_play(&room, SIDE_FIRST, 0, slice_from("e2"), START, &error));
    assert_true(room_play(&room, SIDE_SECOND, 1, slice_from("e8"), START, &error));
    assert_int_equal(room.game.count, 2);
    assert_false(room.is_changed);
    assert_string_equal(room.times.data, "1000 1000");
    room_release(&room);
}

// First moves are free; then a move costs its time and earns the increment.
static void test_clock(void **state) {
    (void)state;
    Room room = new_game(2);
    assert_int_equal(room.seats[0].left_ms, 60000);
    assert_int_equal(room.deadline_ms, START + 2000 + 60000);
    assert_true(room_play(&room, SIDE_FIRST, 2, slice_from("e3"), START + 32000, NULL));
    assert_int_equal(room.seats[0].left_ms, 32000);
    assert_int_equal(room.seats[1].left_ms, 60000);
    room_tend(&room, START + 91999);
    assert_int_equal(room.state, ROOM_PLAYING);
    room_tend(&room, START + 92000);
    ends(&room, RESULT_FIRST_WINS, "timeout");
    Error error;
    refuses(room_play(&room, SIDE_SECOND, 3, slice_from("e7"), START + 92000, &error), &error,
        ERROR_ROOM_CLOSED);
    room_release(&room);
}

static void test_abandoned_rooms_end(void **state) {
    (void)state;
    Room room = new_room();
    sit(&room, SIDE_FIRST, "a", 0);
    room_tend(&room, START + ROOM_COMING_MS - 1);
    assert_int_equal(room.state, ROOM_WAITING);
    room_tend(&room, START + ROOM_COMING_MS);
    ends(&room, RESULT_NONE, "nobody-came");
    room_release(&room);
    room = new_game(1);
    room_tend(&room, START + 1000 + ROOM_FIRST_MS);
    ends(&room, RESULT_NONE, "not-begun");
    room_release(&room);
}

static void test_bots(void **state) {
    (void)state;
    Error error;
    Room room = new_room();
    sit(&room, SIDE_FIRST, "a", 0);
    sit(&room, SIDE_SECOND, "", 7);
    assert_int_equal(room.state, ROOM_WAITING);
    refuses(room_play(&room, SIDE_FIRST, 0, slice_from("e2"), START, &error), &error,
        ERROR_ROOM_CLOSED);
    room_start(&room, START);
    assert_true(room_play(&room, SIDE_FIRST, 0, slice_from("e2"), START, NULL));
    refuses(room_act(&room, SIDE_FIRST, slice_from("offerDraw"), START, &error), &error,
        ERROR_NO_OFFER);
    assert_int_equal(room.deadline_ms, START + ROOM_BOT_MS);
    room_tend(&room, START + ROOM_BOT_MS);
    ends(&room, RESULT_NONE, "worker-lost");
    room_release(&room);
    room = new_room();
    sit(&room, SIDE_FIRST, "", 7);
    sit(&room, SIDE_SECOND, "a", 0);
    room_tend(&room, START + ROOM_WORKER_MS);
    ends(&room, RESULT_NONE, "no-worker");
    room_release(&room);
}

static bool act(Room *room, Side side, const char *action, Error *error) {
    return room_act(room, side, slice_from(action), START + 5000, error);
}

static void test_draws(void **state) {
    (void)state;
    Error error;
    Room room = new_game(2);
    refuses(act(&room, SIDE_SECOND, "acceptDraw", &error), &error, ERROR_NO_OFFER);
    assert_true(act(&room, SIDE_FIRST, "offerDraw", &error));
    refuses(act(&room, SIDE_FIRST, "acceptDraw", &error), &error, ERROR_NO_OFFER);
    refuses(act(&room, SIDE_FIRST, "offerDraw", &error), &error, ERROR_NO_OFFER);
    assert_true(act(&room, SIDE_SECOND, "declineDraw", &error));
    refuses(act(&room, SIDE_FIRST, "offerDraw", &error), &error, ERROR_NO_OFFER); // once a ply
    assert_true(room_play(&room, SIDE_FIRST, 2, slice_from("e3"), START + 6000, NULL));
    assert_true(act(&room, SIDE_FIRST, "offerDraw", &error));
    assert_true(room_play(&room, SIDE_SECOND, 3, slice_from("e7"), START + 7000, NULL));
    refuses(act(&room, SIDE_SECOND, "acceptDraw", &error), &error, ERROR_NO_OFFER); // declined
    assert_true(act(&room, SIDE_SECOND, "offerDraw", &error));
    assert_true(act(&room, SIDE_FIRST, "offerDraw", &error)); // both want it
    ends(&room, RESULT_DRAW, "agreement");
    room_release(&room);
}

static void test_giving_up(void **state) {
    (void)state;
    Error error;
    Room room = new_game(2);
    refuses(act(&room, SIDE_FIRST, "rematch", &error), &error, ERROR_ROOM_CLOSED);
    refuses(act(&room, SIDE_FIRST, "dance", &error), &error, ERROR_BAD_REQUEST);
    assert_true(act(&room, SIDE_FIRST, "resign", &error));
    ends(&room, RESULT_SECOND_WINS, "resignation");
    refuses(act(&room, SIDE_SECOND, "resign", &error), &error, ERROR_ROOM_CLOSED);
    room_release(&room);
    room = new_game(1);
    assert_true(act(&room, SIDE_FIRST, "resign", &error));
    ends(&room, RESULT_NONE, "called-off");
    room_release(&room);
    room = new_room();
    sit(&room, SIDE_FIRST, "a", 0);
    assert_true(act(&room, SIDE_FIRST, "resign", &error));
    ends(&room, RESULT_NONE, "called-off");
    refuses(act(&room, SIDE_FIRST, "rematch", &error), &error, ERROR_ROOM_CLOSED);
    room_release(&room);
}

// Both keep their secrets and change sides.
static void test_rematch(void **state) {
    (void)state;
    Error error;
    Room room = new_game(2);
    assert_true(act(&room, SIDE_FIRST, "resign", &error));
    assert_true(act(&room, SIDE_FIRST, "rematch", &error));
    assert_false(room_rematch_is_on(&room));
    refuses(
        room_act(&room, SIDE_SECOND, slice_from("rematch"), START + 5000 + ROOM_REMATCH_MS, &error),
        &error, ERROR_ROOM_CLOSED);
    assert_true(act(&room, SIDE_SECOND, "rematch", &error));
    assert_true(room_rematch_is_on(&room));
    Room next;
    room_rematch(&room, &next, START + 6000);
    assert_false(room_rematch_is_on(&room));
    assert_string_equal(room.next_id, next.id);
    assert_string_not_equal(room.id, next.id);
    assert_int_equal(next.state, ROOM_PLAYING);
    Side side;
    assert_true(room_find_seat(&next, slice_from("a"), &side) && side == SIDE_SECOND);
    assert_int_equal(next.seats[0].left_ms, 60000);
    assert_int_equal(next.game.count, 0);
    room_release(&next);
    room_release(&room);
}

// The rules end a game, too.
static void test_a_goal(void **state) {
    (void)state;
    static const char *const RACE[] = {"e2", "a8h", "e3", "a7h", "e4", "a6h", "e5", "a5h", "e6",
        "a4h", "e7", "a3h", "e8", "d9", "e9"};
    Room room = new_game(0);
    for (int i = 0; i < 15; i++) {
        Error error;
        if (!room_play(&room, (Side)(i % 2), i, slice_from(RACE[i]), START + i, &error)) {
            fail_msg("%s", error.text);
        }
    }
    ends(&room, RESULT_FIRST_WINS, "win");
    room_release(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats_are_secrets),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_abandoned_rooms_end),
        cmocka_unit_test(test_bots),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_giving_up),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_a_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
