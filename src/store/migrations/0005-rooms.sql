-- Rooms: people who play each other by a link, or a bot. Everything about a game is here, so any
-- server goes on with it; one that has ended with a result is a row of games, too.

-- `version` grows with each change. `client` is the address that opened it, while it is open. `times`
-- has the milliseconds of each move. `turn_ms` is when the turn began, `deadline_ms` when something
-- happens by itself: a flag falls, a room that nobody came to is closed, a rematch is off. `reason`
-- is a word for how it ended.
CREATE TABLE rooms (
    id TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL CHECK (version > 0),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'playing', 'ended')),
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    clock_ms BIGINT NOT NULL CHECK (clock_ms > 0),
    increment_ms BIGINT NOT NULL CHECK (increment_ms >= 0),
    client TEXT NOT NULL,
    moves TEXT NOT NULL DEFAULT '',
    times TEXT NOT NULL DEFAULT '',
    turn_ms BIGINT NOT NULL,
    deadline_ms BIGINT NOT NULL,
    draw_side BIGINT CHECK (draw_side IN (0, 1)),
    draw_ply BIGINT NOT NULL DEFAULT -1,
    result TEXT NOT NULL DEFAULT '*' CHECK (result IN ('*', '1-0', '0-1', '1/2-1/2')),
    reason TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    next_id TEXT NOT NULL DEFAULT '',
    game_id BIGINT REFERENCES games (id),
    created_ms BIGINT NOT NULL,
    started_ms BIGINT NOT NULL DEFAULT 0,
    ended_ms BIGINT NOT NULL DEFAULT 0,
    touched_ms BIGINT NOT NULL
)
--pg: WITH (fillfactor = 70)
--sqlite: STRICT
;
CREATE INDEX rooms_due ON rooms (deadline_ms) WHERE state <> 'ended';
CREATE INDEX rooms_client ON rooms (client) WHERE state <> 'ended';
CREATE INDEX rooms_touched ON rooms (touched_ms);

-- A seat that is taken: by whoever knows the secret, with or without an account, or by a bot.
CREATE TABLE room_seats (
    room_id TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    side BIGINT NOT NULL CHECK (side IN (0, 1)),
    hash BYTEA CHECK (length(hash) = 32),
    person_id BIGINT REFERENCES people (id),
    version_id BIGINT REFERENCES versions (id),
    left_ms BIGINT NOT NULL,
    wants_rematch BIGINT NOT NULL DEFAULT 0 CHECK (wants_rematch IN (0, 1)),
    PRIMARY KEY (room_id, side),
    CHECK ((hash IS NULL) = (version_id IS NOT NULL))
)
--pg: WITH (fillfactor = 70)
--sqlite: STRICT
;

-- When a server last looked after the rooms: nobody's clock runs while there was none.
CREATE TABLE room_watch (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seen_ms BIGINT NOT NULL
)
--sqlite: STRICT
;
