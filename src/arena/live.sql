-- Games under way, for whoever watches: the leases of the arena's pairs with their progress.

-- name: live_leases
SELECT leases.job_id, leases.started_ms, leases.progress
FROM leases
JOIN jobs ON jobs.id = leases.job_id
JOIN job_queues ON job_queues.id = jobs.queue_id
JOIN job_groups ON job_groups.id = jobs.group_id
WHERE job_groups.owner = 'arena' AND job_queues.kind = 'pair'
ORDER BY leases.job_id LIMIT $1

-- name: live_lease
SELECT leases.job_id, leases.started_ms, leases.progress
FROM leases
JOIN jobs ON jobs.id = leases.job_id
JOIN job_queues ON job_queues.id = jobs.queue_id
JOIN job_groups ON job_groups.id = jobs.group_id
WHERE leases.job_id = $1 AND job_groups.owner = 'arena' AND job_queues.kind = 'pair'

-- name: live_facts
SELECT jobs.payload, job_groups.key
FROM jobs JOIN job_groups ON job_groups.id = jobs.group_id
WHERE jobs.id = $1

-- name: live_records
-- The games that came of a pair; `number` counts from 0.
SELECT games.id, games.number, games.result, games.verdict
FROM pairs JOIN games ON games.pair_id = pairs.id
WHERE pairs.job_id = $1

-- name: live_state
SELECT state FROM jobs WHERE id = $1
