-- Bots, versions and requests.

-- name: bots_find
SELECT bots.id, bots.owner_id, people.name, bots.name, bots.game, bots.variant, bots.state,
    bots.reason, bots.active_version_id, versions.number, bots.is_shared, bots.created_ms,
    ratings.elo, ratings.error, ratings.games, ratings.rank
FROM bots
LEFT JOIN people ON people.id = bots.owner_id
LEFT JOIN versions ON versions.id = bots.active_version_id
LEFT JOIN ratings ON ratings.version_id = bots.active_version_id
WHERE bots.id = $1

-- name: bots_list
-- There are some thousands of them: what is not found by the order is looked at.
SELECT bots.id, bots.owner_id, people.name, bots.name, bots.game, bots.variant, bots.state,
    bots.reason, bots.active_version_id, versions.number, bots.is_shared, bots.created_ms,
    ratings.elo, ratings.error, ratings.games, ratings.rank
FROM bots
LEFT JOIN people ON people.id = bots.owner_id
LEFT JOIN versions ON versions.id = bots.active_version_id
LEFT JOIN ratings ON ratings.version_id = bots.active_version_id
WHERE bots.id > $1
    AND ($3 = '' OR (bots.game = $3 AND bots.variant = $4))
    AND (CAST($5 AS BIGINT) = 0 OR bots.owner_id = $5)
    AND (CAST($5 AS BIGINT) <> 0 OR bots.state <> 'retired')
    AND ($6 = '' OR LOWER(bots.name) LIKE $6 ESCAPE '\' OR LOWER(people.name) LIKE $6 ESCAPE '\')
ORDER BY bots.id LIMIT $2

-- name: bots_named
SELECT id FROM bots
WHERE COALESCE(owner_id, 0) = $1 AND game = $2 AND variant = $3 AND name = $4

-- name: bots_count
SELECT COUNT(*) FROM bots WHERE owner_id = $1

-- name: bots_add
INSERT INTO bots (owner_id, name, game, variant, state, created_ms)
VALUES ($1, $2, $3, $4, 'active', now_ms())
ON CONFLICT DO NOTHING
RETURNING id

-- name: bots_rename
UPDATE bots SET name = $2 WHERE id = $1

-- name: bots_share
UPDATE bots SET is_shared = $2 WHERE id = $1

-- name: bots_set_state
UPDATE bots SET state = $2, reason = $3,
    resumed_game_id = CASE WHEN $2 = 'active' THEN (SELECT COALESCE(MAX(id), 0) FROM games)
        ELSE resumed_game_id END
WHERE id = $1

-- name: bots_activate
UPDATE bots SET active_version_id = $2, reason = '', state = 'active',
    resumed_game_id = (SELECT COALESCE(MAX(id), 0) FROM games)
WHERE id = $1

-- name: bots_activate_newer
-- What has become ready is active unless something newer is.
UPDATE bots SET active_version_id = $2,
    state = CASE WHEN state = 'paused' THEN 'active' ELSE state END,
    reason = CASE WHEN state = 'paused' THEN '' ELSE reason END
WHERE id = $1 AND $3 > COALESCE(
    (SELECT number FROM versions WHERE versions.id = bots.active_version_id), 0)

-- name: versions_no_draft
UPDATE versions SET is_draft = 0 WHERE id = $1

-- name: bots_lock
SELECT id FROM bots WHERE id = $1
--pg: FOR NO KEY UPDATE

-- name: bots_active_version
SELECT active_version_id FROM bots WHERE id = $1

-- name: versions_find
SELECT id, bot_id, number, protocol, language, is_draft, state, reason, messages, source_sha256,
    deadline_ms, created_ms, compile_job_id, compile_started_ms, compile_ended_ms, check_game_id,
    check_started_ms, check_ended_ms, CASE WHEN language = '' OR words = '' THEN 0 ELSE 1 END
FROM versions WHERE id = $1

-- name: versions_list
SELECT id, bot_id, number, protocol, language, is_draft, state, reason, '', source_sha256,
    deadline_ms, created_ms, compile_job_id, compile_started_ms, compile_ended_ms, check_game_id,
    check_started_ms, check_ended_ms, CASE WHEN language = '' OR words = '' THEN 0 ELSE 1 END
FROM versions WHERE bot_id = $1 AND number < $2
ORDER BY number DESC LIMIT $3

-- name: versions_last
SELECT MAX(number) FROM versions WHERE bot_id = $1

-- name: versions_open_of_owner
SELECT COUNT(*) FROM versions JOIN bots ON bots.id = versions.bot_id
WHERE versions.state IN ('compiling', 'checking') AND bots.owner_id = $1

-- name: versions_add
INSERT INTO versions (bot_id, number, protocol, language, source_sha256, is_draft, state,
    deadline_ms, created_ms)
VALUES ($1, $2, $3, $4, $5, $6, 'compiling', now_ms() + $7, now_ms())
RETURNING id

-- name: versions_add_house
INSERT INTO versions (bot_id, number, protocol, language, words, state, deadline_ms, created_ms)
VALUES ($1, $2, 'text', '', $3, 'ready', 0, now_ms())
RETURNING id

-- name: versions_words
SELECT words FROM versions WHERE id = $1

-- name: versions_set_job
UPDATE versions SET compile_job_id = $2 WHERE id = $1

-- name: versions_of_job
-- The version of a compilation, with when it was begun.
SELECT versions.id, versions.bot_id, versions.number, versions.protocol, versions.language,
    versions.is_draft, bots.owner_id, bots.game, bots.variant, jobs.started_ms
FROM versions
JOIN bots ON bots.id = versions.bot_id
JOIN jobs ON jobs.id = versions.compile_job_id
WHERE versions.compile_job_id = $1 AND versions.state = 'compiling'

-- name: versions_compiled
UPDATE versions
SET state = 'checking', words = $2, binary_sha256 = $3, messages = $4, compile_started_ms = $5,
    compile_ended_ms = now_ms(), deadline_ms = now_ms() + $6
WHERE id = $1

-- name: versions_binary
SELECT binary_sha256 FROM versions WHERE id = $1 AND binary_sha256 IS NOT NULL

-- name: versions_drop_binary
UPDATE versions SET binary_sha256 = NULL WHERE id = $1 AND binary_sha256 IS NOT NULL

-- name: versions_not_compiled
UPDATE versions
SET state = 'failed', reason = $2, messages = $3, compile_started_ms = $4,
    compile_ended_ms = now_ms()
WHERE id = $1

-- name: versions_in_check
SELECT versions.bot_id, versions.number, versions.is_draft
FROM versions WHERE id = $1 AND state = 'checking'

-- name: versions_checked
UPDATE versions
SET state = $2, reason = $3, check_game_id = $4, check_started_ms = now_ms() - $5,
    check_ended_ms = now_ms()
WHERE id = $1

-- name: versions_overdue
-- Those whose job does not tell any more, whatever became of it.
SELECT versions.id FROM versions
WHERE versions.state IN ('compiling', 'checking') AND versions.deadline_ms <= now_ms() - $1
ORDER BY versions.id LIMIT $2

-- name: versions_fail_overdue
UPDATE versions SET state = 'failed', reason = $2
WHERE id = $1 AND state IN ('compiling', 'checking') AND deadline_ms <= now_ms() - $3

-- name: versions_job_state
-- What the open step of a version waits for: the state of its job, and since when it is done.
SELECT jobs.state, leases.started_ms
FROM jobs LEFT JOIN leases ON leases.job_id = jobs.id
WHERE jobs.id = $1

-- name: versions_check_job
SELECT job_id FROM pairs WHERE key = $1

-- name: requests_add
INSERT INTO requests (person_id, first_version_id, second_version_id, pair_count, open_count, state,
    deadline_ms, created_ms)
VALUES ($1, $2, $3, $4, $4, 'playing', now_ms() + $5, now_ms())
RETURNING id

-- name: requests_lock
-- The requests of a person are counted by one transaction at a time. The row of the person will not
-- do: who settles a game locks it after the group of jobs, and a request before.
--pg: SELECT CAST(pg_advisory_xact_lock(hashtextextended('requests/' || CAST($1 AS TEXT), 0)) AS TEXT)
--sqlite: SELECT $1

-- name: requests_open
SELECT COUNT(*) FROM requests WHERE person_id = $1 AND state = 'playing'

-- name: requests_find
SELECT id, person_id, first_version_id, second_version_id, pair_count, open_count, state, reason,
    deadline_ms, created_ms, ended_ms
FROM requests WHERE id = $1

-- name: requests_end_pair
UPDATE requests
SET open_count = open_count - 1,
    reason = CASE WHEN $2 = '' THEN reason ELSE $2 END,
    state = CASE WHEN open_count > 1 THEN state WHEN $2 <> '' OR reason <> '' THEN 'failed' ELSE 'done' END,
    ended_ms = CASE WHEN open_count > 1 THEN NULL ELSE now_ms() END
WHERE id = $1 AND open_count > 0
