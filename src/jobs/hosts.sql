-- Who may ask, who works, and what is known against whom.

-- name: tokens_add
INSERT INTO tokens (name, scope, hash, created_ms) VALUES ($1, $2, $3, now_ms())
ON CONFLICT (name) DO NOTHING

-- name: tokens_renew
INSERT INTO tokens (name, scope, hash, created_ms) VALUES ($1, $2, $3, now_ms())
ON CONFLICT (name) DO UPDATE
SET scope = excluded.scope, hash = excluded.hash, created_ms = excluded.created_ms, revoked_ms = NULL

-- name: tokens_find
SELECT id, CASE WHEN used_ms IS NULL OR used_ms < now_ms() - $2 THEN 1 ELSE 0 END, name, scope
FROM tokens WHERE hash = $1 AND revoked_ms IS NULL

-- name: tokens_use
UPDATE tokens SET used_ms = now_ms() WHERE id = $1

-- name: tokens_revoke
UPDATE tokens SET revoked_ms = now_ms() WHERE name = $1 AND revoked_ms IS NULL

-- name: tokens_id
SELECT id FROM tokens WHERE name = $1

-- name: tokens_list
SELECT name, scope, created_ms, used_ms, revoked_ms,
    (SELECT MAX(hosts.reason) FROM hosts WHERE token_id = tokens.id AND state = 'aside')
FROM tokens ORDER BY name

-- name: hosts_add
INSERT INTO hosts (token_id, key_hash, name, version, bench, cores, memory_mb, sandbox, speed,
    state, reason, created_ms, seen_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', '', now_ms(), now_ms())
RETURNING id

-- name: hosts_find
SELECT state, reason, memory_mb, sandbox, bench,
    CASE WHEN seen_ms < now_ms() - $4 THEN 1 ELSE 0 END
FROM hosts WHERE id = $1 AND token_id = $2 AND key_hash = $3

-- name: hosts_see
UPDATE hosts SET seen_ms = now_ms() WHERE id = $1

-- name: hosts_count_done
UPDATE hosts SET done_count = done_count + 1 WHERE id = $1

-- name: hosts_count_fault
UPDATE hosts SET fault_count = fault_count + 1 WHERE id = $1

-- name: hosts_count_lost
UPDATE hosts SET lost_count = lost_count + 1 WHERE id = $1

-- name: hosts_disproved
-- The hosts of other tokens that gave up on a job which somebody has done.
SELECT DISTINCT hosts.id, hosts.token_id
FROM attempts JOIN hosts ON hosts.id = attempts.host_id
WHERE attempts.job_id = $1 AND attempts.outcome = 'failed' AND hosts.token_id <> $2
ORDER BY hosts.id

-- name: hosts_aside
SELECT MAX(reason) FROM hosts WHERE token_id = $1 AND state = 'aside'

-- name: hosts_set_aside
UPDATE hosts SET state = 'aside', reason = $2 WHERE token_id = $1 AND state = 'active'

-- name: hosts_reinstate
UPDATE hosts SET state = 'active', reason = '', done_count = 0, fault_count = 0 WHERE token_id = $1

-- name: hosts_active_count
SELECT COUNT(*) FROM hosts WHERE state = 'active' AND seen_ms > now_ms() - $1

-- name: hosts_list
SELECT hosts.id, tokens.name, hosts.name, hosts.version, hosts.cores, hosts.memory_mb,
    hosts.sandbox, hosts.speed, hosts.state, hosts.reason, hosts.seen_ms, hosts.done_count,
    hosts.fault_count, hosts.lost_count
FROM hosts JOIN tokens ON tokens.id = hosts.token_id
WHERE hosts.id > $1 ORDER BY hosts.id LIMIT $2

-- name: trust_faults
SELECT CAST(SUM(done_count) AS BIGINT), CAST(SUM(fault_count) AS BIGINT)
FROM hosts WHERE token_id = $1

-- name: trust_count_run
INSERT INTO program_runs (program, token_id, owner, run_count, failure_count)
VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (program, token_id) DO UPDATE
SET run_count = program_runs.run_count + 1,
    failure_count = program_runs.failure_count + excluded.failure_count

-- name: trust_failing_owners
-- Owners of programs that fail on the hosts of this token, and ran elsewhere without failing.
SELECT COUNT(DISTINCT here.owner)
FROM program_runs AS here
WHERE here.token_id = $1 AND here.failure_count > 0 AND (
    SELECT CASE WHEN SUM(there.run_count) >= $2 AND SUM(there.failure_count) = 0 THEN 1 ELSE 0 END
    FROM program_runs AS there
    WHERE there.program = here.program AND there.token_id <> $1
) = 1

-- name: trust_add_rerun
INSERT INTO jobs (group_id, name, queue_id, lane, owner, fairness, state, payload, max_attempts,
    run_ms, deadline_ms, created_ms, rerun_of, avoid_token_id, avoid_until_ms)
SELECT $1, $2, $3, $4, owner, $5, 'waiting', payload, $6,
    run_ms, now_ms() + $7, now_ms(), id, $8, now_ms() + $7
FROM jobs WHERE id = $9
ON CONFLICT DO NOTHING
RETURNING id

-- name: trust_needs
SELECT kind, cores, memory_mb, sandbox, bench
FROM jobs JOIN job_queues ON job_queues.id = jobs.queue_id WHERE jobs.id = $1

-- name: trust_first_run
SELECT hosts.token_id, jobs.fingerprint
FROM jobs JOIN hosts ON hosts.id = jobs.host_id
WHERE jobs.id = $1

-- name: trust_disagree
INSERT INTO disagreements (job_id, first_token_id, second_token_id) VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING

-- name: trust_disagreeing
-- How many others disagree with this token, those aside not counted.
SELECT COUNT(DISTINCT other) FROM (
    SELECT second_token_id AS other FROM disagreements WHERE first_token_id = $1
    UNION ALL
    SELECT first_token_id FROM disagreements WHERE second_token_id = $1
) AS others
WHERE NOT EXISTS (SELECT 1 FROM hosts WHERE token_id = other AND state = 'aside')

-- name: trust_forget_runs
DELETE FROM program_runs WHERE token_id = $1

-- name: trust_forget_disagreements
DELETE FROM disagreements WHERE first_token_id = $1 OR second_token_id = $1

-- name: audit_add
INSERT INTO audit (at_ms, actor, action, subject, detail) VALUES (now_ms(), $1, $2, $3, $4)

-- name: audit_list
SELECT id, at_ms, actor, action, subject, detail FROM audit WHERE id > $1 ORDER BY id LIMIT $2
