-- The queue. Locks are taken in this order: job_groups, jobs, leases, hosts. Claims lock jobs alone
-- and never wait for one.

-- name: groups_add
INSERT INTO job_groups (owner, key, kind, created_ms)
VALUES ($1, $2, $3, now_ms())
ON CONFLICT (owner, key) DO NOTHING

-- name: groups_find
SELECT id, open_count, finished_seq FROM job_groups WHERE owner = $1 AND key = $2

-- name: groups_lock
SELECT owner, job_count, open_count, finished_seq FROM job_groups WHERE id = $1
--pg: FOR NO KEY UPDATE

-- name: groups_read
SELECT owner, job_count, open_count, finished_seq FROM job_groups WHERE id = $1

-- name: groups_count
UPDATE job_groups SET job_count = job_count + $2, open_count = open_count + $3 WHERE id = $1

-- name: groups_end_jobs
UPDATE job_groups SET open_count = open_count - $2, finished_seq = finished_seq + $2 WHERE id = $1

-- name: owners_lock
--pg: SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT)
--sqlite: SELECT $1

-- name: owners_last
SELECT MAX(fairness) FROM jobs WHERE owner = $1 AND lane = $2 AND state = 'waiting'

-- name: queues_add
INSERT INTO job_queues (lane, kind, cores, memory_mb, sandbox, bench)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING

-- name: queues_find
SELECT id FROM job_queues
WHERE lane = $1 AND kind = $2 AND cores = $3 AND memory_mb = $4 AND sandbox = $5 AND bench = $6

-- name: queues_count
SELECT COUNT(*) FROM job_queues

-- name: queues_heads
SELECT * FROM (
    SELECT id, lane, kind, cores, memory_mb, sandbox, bench,
        (SELECT MIN(fairness) FROM jobs WHERE queue_id = job_queues.id AND state = 'waiting') AS head
    FROM job_queues
) AS heads
WHERE head IS NOT NULL
ORDER BY lane, head, id

-- name: lanes_first
-- The virtual time of a lane: the key of what comes next.
SELECT MIN(head) FROM (
    SELECT (SELECT MIN(fairness) FROM jobs WHERE queue_id = job_queues.id AND state = 'waiting') AS head
    FROM job_queues WHERE lane = $1
) AS heads

-- name: jobs_add
INSERT INTO jobs (group_id, name, queue_id, lane, owner, fairness, state, payload, max_attempts,
    run_ms, deadline_ms, created_ms)
VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, now_ms() + $10, now_ms())
ON CONFLICT (group_id, name) DO NOTHING
RETURNING id

-- name: jobs_known
SELECT id, queue_id, state, payload FROM jobs WHERE group_id = $1 AND name = $2

-- name: jobs_revive
UPDATE jobs
SET state = 'waiting', fairness = $2, attempt_count = 0, failure_count = 0, max_attempts = $3,
    run_ms = $4, deadline_ms = now_ms() + $5, started_ms = NULL, ended_ms = NULL,
    finished_seq = NULL, reason = '', avoid_token_id = NULL, avoid_until_ms = 0
WHERE id = $1

-- name: jobs_claim
WITH picked AS MATERIALIZED (
    SELECT id FROM jobs
    WHERE queue_id = $1 AND state = 'waiting' AND fairness <= $2 AND deadline_ms > now_ms()
        AND (avoid_token_id IS NULL OR avoid_token_id <> $3 OR avoid_until_ms <= now_ms())
    ORDER BY fairness, id
    LIMIT $4
    --pg: FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE jobs
SET state = 'leased', attempt_count = attempt_count + 1, started_ms = now_ms(), reason = ''
WHERE id IN (SELECT id FROM picked)
RETURNING id, name, payload, run_ms

-- name: jobs_group
SELECT group_id FROM jobs WHERE id = $1

-- name: jobs_lock
SELECT jobs.lane, jobs.state, jobs.attempt_count, jobs.failure_count, jobs.max_attempts,
    jobs.rerun_of, CASE WHEN jobs.deadline_ms <= now_ms() THEN 1 ELSE 0 END, job_queues.kind
FROM jobs JOIN job_queues ON job_queues.id = jobs.queue_id
WHERE jobs.id = $1
--pg: FOR NO KEY UPDATE OF jobs

-- name: jobs_to_check
SELECT jobs.payload, job_queues.kind
FROM jobs JOIN job_queues ON job_queues.id = jobs.queue_id
WHERE jobs.id = $1

-- name: jobs_result
SELECT result FROM jobs WHERE id = $1

-- name: jobs_wait_again
UPDATE jobs
SET state = 'waiting', failure_count = failure_count + $2, reason = $3, started_ms = NULL,
    fairness = CASE WHEN $4 < fairness THEN $4 ELSE fairness END,
    avoid_token_id = COALESCE($5, avoid_token_id),
    avoid_until_ms = CASE WHEN now_ms() + $6 > avoid_until_ms THEN now_ms() + $6 ELSE avoid_until_ms END
WHERE id = $1

-- name: jobs_end
UPDATE jobs
SET state = $2, failure_count = failure_count + $3, reason = $4, result = $5, host_id = $6,
    fingerprint = $7, ended_ms = now_ms(), finished_seq = $8
WHERE id = $1

-- name: jobs_lock_open
SELECT jobs.id, job_queues.kind, jobs.rerun_of
FROM jobs JOIN job_queues ON job_queues.id = jobs.queue_id
WHERE jobs.group_id = $1 AND jobs.finished_seq IS NULL ORDER BY jobs.id
--pg: FOR NO KEY UPDATE OF jobs

-- name: jobs_cancel
UPDATE jobs
SET state = 'cancelled', reason = $3, ended_ms = now_ms(), finished_seq = $2 + numbered.number
FROM (
    SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS number
    FROM jobs WHERE group_id = $1 AND finished_seq IS NULL
) AS numbered
WHERE jobs.id = numbered.id

-- name: jobs_late
SELECT id FROM jobs WHERE finished_seq IS NULL AND deadline_ms <= now_ms()
ORDER BY deadline_ms LIMIT $1

-- name: jobs_results
SELECT id, finished_seq, name, state, reason, result FROM jobs
WHERE group_id = $1 AND finished_seq > $2
ORDER BY finished_seq LIMIT $3

-- name: jobs_running
SELECT jobs.name, hosts.name, leases.started_ms, leases.progress
FROM jobs
JOIN leases ON leases.job_id = jobs.id
JOIN hosts ON hosts.id = leases.host_id
WHERE jobs.group_id = $1
ORDER BY jobs.id LIMIT $2

-- name: jobs_waiting_by_lane
SELECT lane, COUNT(*) FROM jobs WHERE state = 'waiting' GROUP BY lane ORDER BY lane

-- name: group_blobs_add
INSERT INTO group_blobs (group_id, sha256) VALUES ($1, $2) ON CONFLICT DO NOTHING

-- name: job_blobs_add
INSERT INTO job_blobs (job_id, is_result, sha256) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING

-- name: job_blobs_list
SELECT sha256 FROM job_blobs WHERE job_id = $1 AND is_result = $2 ORDER BY sha256

-- name: leases_add
INSERT INTO leases (job_id, attempt_hash, host_id, started_ms, run_until_ms, expires_ms)
VALUES ($1, $2, $3, now_ms(), now_ms() + $4, now_ms() + $5)

-- name: leases_renew
UPDATE leases
SET expires_ms = CASE WHEN run_until_ms < now_ms() + $4 THEN run_until_ms ELSE now_ms() + $4 END,
    progress = COALESCE($5, progress)
WHERE job_id = $1 AND attempt_hash = $2 AND host_id = $3

-- name: leases_lock
-- One that is older than the secret of its token is lost: who had it cannot ask any more.
SELECT leases.attempt_hash, leases.host_id, hosts.token_id, hosts.name,
    CASE WHEN leases.expires_ms <= now_ms() OR leases.started_ms < tokens.created_ms THEN 1 ELSE 0 END,
    CASE WHEN hosts.state = 'aside' OR tokens.revoked_ms IS NOT NULL THEN 1 ELSE 0 END
FROM leases
JOIN hosts ON hosts.id = leases.host_id
JOIN tokens ON tokens.id = hosts.token_id
WHERE leases.job_id = $1
--pg: FOR UPDATE OF leases

-- name: leases_end
INSERT INTO attempts (job_id, attempt_hash, host_id, started_ms, ended_ms, outcome, reason)
SELECT job_id, attempt_hash, host_id, started_ms, now_ms(), $2, $3 FROM leases WHERE job_id = $1

-- name: leases_remove
DELETE FROM leases WHERE job_id = $1

-- name: leases_cancel
INSERT INTO attempts (job_id, attempt_hash, host_id, started_ms, ended_ms, outcome, reason)
SELECT leases.job_id, leases.attempt_hash, leases.host_id, leases.started_ms, now_ms(), 'cancelled',
    $2
FROM leases JOIN jobs ON jobs.id = leases.job_id
WHERE jobs.group_id = $1

-- name: leases_remove_of_group
DELETE FROM leases WHERE job_id IN (
    SELECT leases.job_id FROM leases JOIN jobs ON jobs.id = leases.job_id WHERE jobs.group_id = $1
)

-- name: leases_over
SELECT leases.job_id
FROM leases
JOIN hosts ON hosts.id = leases.host_id
JOIN tokens ON tokens.id = hosts.token_id
WHERE leases.expires_ms <= now_ms() OR leases.started_ms < tokens.created_ms
    OR hosts.state = 'aside' OR tokens.revoked_ms IS NOT NULL
ORDER BY leases.job_id LIMIT $1

-- name: leases_of_blob
-- How many jobs that need a blob the hosts of a token do. There are few leases, but all the jobs of
-- a long match need the same blobs.
SELECT COUNT(*) FROM leases
JOIN hosts ON hosts.id = leases.host_id
WHERE hosts.token_id = $1 AND EXISTS (
    SELECT 1 FROM job_blobs
    WHERE job_blobs.job_id = leases.job_id AND job_blobs.is_result = 0 AND job_blobs.sha256 = $2
)

-- name: leases_count
SELECT COUNT(*) FROM leases

-- name: attempts_find
SELECT outcome, reason FROM attempts WHERE job_id = $1 AND attempt_hash = $2
