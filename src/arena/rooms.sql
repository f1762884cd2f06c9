-- Rooms (arena/rooms.h). Locks are taken in this order: the job of a bot, rooms, room_seats. `client`
-- is who is charged for a room while it is open: `person 12`, or the address of a visitor.

-- name: rooms_add
INSERT INTO rooms (id, version, state, game, variant, clock_ms, increment_ms, client, turn_ms,
    deadline_ms, created_ms, touched_ms)
VALUES ($1, 1, 'waiting', $2, $3, $4, $5, $6, $7, $8, $7, now_ms())

-- name: rooms_count
SELECT COUNT(*) FROM rooms WHERE state <> 'ended' AND client = $1

-- name: rooms_count_all
SELECT COUNT(*) FROM rooms WHERE state <> 'ended'

-- name: rooms_lock
SELECT id FROM rooms WHERE id = $1
--pg: FOR UPDATE

-- name: rooms_read
SELECT version, state, game, variant, clock_ms, increment_ms, moves, times, turn_ms, deadline_ms,
    draw_side, draw_ply, result, reason, detail, next_id, game_id, created_ms, started_ms, ended_ms,
    now_ms(), client, foul
FROM rooms WHERE id = $1

-- name: rooms_update
UPDATE rooms
SET version = version + 1, state = $2, moves = $3, times = $4, turn_ms = $5, deadline_ms = $6,
    draw_side = $7, draw_ply = $8, result = $9, reason = $10, detail = $11, next_id = $12,
    game_id = $13, started_ms = $14, ended_ms = $15, foul = $16, touched_ms = now_ms(),
    client = CASE WHEN $2 = 'ended' THEN '' ELSE client END
WHERE id = $1
RETURNING version

-- name: room_seats_read
SELECT s.side, s.hash, s.person_id, s.version_id, s.left_ms, s.wants_rematch,
    COALESCE(bots.name, people.name, ''), bots.id, bots.owner_id
FROM room_seats AS s
LEFT JOIN people ON people.id = s.person_id
LEFT JOIN versions ON versions.id = s.version_id
LEFT JOIN bots ON bots.id = versions.bot_id
WHERE s.room_id = $1

-- name: room_seats_save
INSERT INTO room_seats (room_id, side, hash, person_id, version_id, left_ms, wants_rematch)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (room_id, side) DO UPDATE SET left_ms = $6, wants_rematch = $7

-- name: rooms_due
SELECT id FROM rooms WHERE state <> 'ended' AND deadline_ms <= now_ms()
ORDER BY deadline_ms LIMIT $1

-- name: rooms_next_due
SELECT COALESCE(MIN(deadline_ms) - now_ms(), $1) FROM rooms WHERE state <> 'ended'

-- name: rooms_jobs_over
-- Asked every second: by the index of what waits, in its order, and not through all jobs.
SELECT jobs.id
FROM jobs JOIN rooms ON rooms.id = jobs.name
WHERE jobs.queue_id IN (SELECT id FROM job_queues WHERE kind = 'room') AND jobs.state = 'waiting'
    AND rooms.state = 'ended'
ORDER BY jobs.queue_id, jobs.fairness, jobs.id LIMIT $1

-- name: rooms_touched
SELECT id, version, now_ms() FROM rooms WHERE touched_ms >= $1 ORDER BY touched_ms LIMIT $2

-- name: rooms_now
SELECT now_ms()

-- name: rooms_forget
DELETE FROM rooms WHERE id IN (
    SELECT id FROM rooms WHERE state = 'ended' AND touched_ms < now_ms() - $1
    ORDER BY touched_ms LIMIT $2
)

-- name: room_watch_age
-- Nobody need watch while no room is open.
SELECT CASE WHEN EXISTS (SELECT 1 FROM rooms WHERE state <> 'ended')
    THEN now_ms() - COALESCE((SELECT seen_ms FROM room_watch WHERE id = 1), 0) ELSE 0 END

-- name: room_watch_read
SELECT seen_ms, now_ms() FROM room_watch WHERE id = 1
--pg: FOR UPDATE

-- name: room_watch_see
INSERT INTO room_watch (id, seen_ms) VALUES (1, now_ms())
ON CONFLICT (id) DO UPDATE SET seen_ms = now_ms()

-- name: rooms_stop_clocks
-- What was under way when the last server went has its time back.
UPDATE rooms
SET turn_ms = turn_ms + $1, deadline_ms = deadline_ms + $1, version = version + 1,
    touched_ms = now_ms()
WHERE state <> 'ended' AND turn_ms <= $2

-- name: rooms_bot
-- What a bot plays with now.
SELECT versions.id, bots.game, bots.variant
FROM bots JOIN versions ON versions.id = bots.active_version_id
WHERE bots.id = $1 AND bots.state = 'active' AND versions.state = 'ready'

-- name: rooms_of_lease
SELECT jobs.name
FROM leases JOIN jobs ON jobs.id = leases.job_id JOIN job_queues ON job_queues.id = jobs.queue_id
WHERE leases.job_id = $1 AND leases.attempt_hash = $2 AND job_queues.kind = 'room'

-- name: rooms_of_job
SELECT name FROM jobs WHERE id = $1
