-- Games under way, for whoever watches: the leases of the arena's pairs with their progress, and of
-- bots in rooms with the moves of the room.

-- name: live_leases
SELECT leases.job_id, leases.started_ms, leases.progress, rooms.moves
FROM leases
JOIN jobs ON jobs.id = leases.job_id
JOIN job_queues ON job_queues.id = jobs.queue_id
JOIN job_groups ON job_groups.id = jobs.group_id
LEFT JOIN rooms ON job_queues.kind = 'room' AND rooms.id = jobs.name AND rooms.state = 'playing'
WHERE job_groups.owner = 'arena' AND (job_queues.kind = 'pair' OR rooms.id IS NOT NULL)
ORDER BY leases.job_id LIMIT $1

-- name: live_lease
SELECT leases.job_id, leases.started_ms, leases.progress, rooms.moves
FROM leases
JOIN jobs ON jobs.id = leases.job_id
JOIN job_queues ON job_queues.id = jobs.queue_id
JOIN job_groups ON job_groups.id = jobs.group_id
LEFT JOIN rooms ON job_queues.kind = 'room' AND rooms.id = jobs.name AND rooms.state = 'playing'
WHERE leases.job_id = $1 AND job_groups.owner = 'arena'
    AND (job_queues.kind = 'pair' OR rooms.id IS NOT NULL)

-- name: live_facts
SELECT jobs.payload, job_groups.key
FROM jobs JOIN job_groups ON job_groups.id = jobs.group_id
WHERE jobs.id = $1

-- name: live_seats
SELECT rooms.game, rooms.variant, s.side, COALESCE(bots.name, people.name, '')
FROM jobs
JOIN rooms ON rooms.id = jobs.name
JOIN room_seats AS s ON s.room_id = rooms.id
LEFT JOIN people ON people.id = s.person_id
LEFT JOIN versions ON versions.id = s.version_id
LEFT JOIN bots ON bots.id = versions.bot_id
WHERE jobs.id = $1

-- name: live_records
-- The games that came of a pair or a room; `number` counts from 0.
SELECT games.id, games.number, games.result, games.verdict
FROM pairs JOIN games ON games.pair_id = pairs.id
WHERE pairs.job_id = $1
UNION ALL
SELECT games.id, games.number, games.result, games.verdict
FROM jobs JOIN rooms ON rooms.id = jobs.name JOIN games ON games.id = rooms.game_id
WHERE jobs.id = $1

-- name: live_state
SELECT state FROM jobs WHERE id = $1
