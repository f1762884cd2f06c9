-- Contests. Locks are taken in this order: contests, job_groups and what follows there. Whoever
-- settles a pair touches no table of this file.

-- name: contests_add
INSERT INTO contests (name, game, variant, time_ms, who, format, round_count, group_count,
    pair_count, seed, opens_ms, deadline_ms, state, made_by, created_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'draft', $13, now_ms())
RETURNING id

-- name: contests_update
UPDATE contests
SET name = $2, game = $3, variant = $4, time_ms = $5, who = $6, format = $7, round_count = $8,
    group_count = $9, pair_count = $10, seed = $11, opens_ms = $12, deadline_ms = $13
WHERE id = $1

-- name: contests_find
SELECT id, name, game, variant, time_ms, who, format, round_count, group_count, pair_count, seed,
    opens_ms, deadline_ms, state, reason, round, is_ordered, try_count, created_ms, started_ms,
    ended_ms, now_ms(), (SELECT COUNT(*) FROM contest_entries WHERE contest_id = contests.id)
FROM contests WHERE id = $1

-- name: contests_lock
SELECT id FROM contests WHERE id = $1
--pg: FOR UPDATE

-- name: contests_list
SELECT id FROM contests
WHERE id < $1 AND ($2 = 1 OR state <> 'draft')
ORDER BY id DESC LIMIT $3

-- name: contests_due
-- Those that may have something to do by now.
SELECT id FROM contests
WHERE state <> 'ended'
    AND ((state = 'draft' AND opens_ms > 0 AND opens_ms <= now_ms())
        OR (state = 'open' AND deadline_ms <= now_ms())
        OR (state = 'frozen' AND reason = '')
        OR state = 'running')
ORDER BY id

-- name: contests_set_state
UPDATE contests
SET state = $2, reason = $3,
    opens_ms = CASE WHEN $2 = 'draft' AND opens_ms <= now_ms() THEN 0 ELSE opens_ms END,
    deadline_ms = CASE WHEN $2 = 'frozen' AND deadline_ms > now_ms() THEN now_ms() ELSE deadline_ms END,
    started_ms = CASE WHEN $2 = 'running' AND started_ms IS NULL THEN now_ms() ELSE started_ms END,
    ended_ms = CASE WHEN $2 = 'ended' THEN now_ms() ELSE ended_ms END
WHERE id = $1

-- name: contests_set_progress
UPDATE contests SET round = $2, is_ordered = $3, reason = $4 WHERE id = $1

-- name: contests_try_again
UPDATE contests SET try_count = try_count + 1, is_ordered = 0, reason = '' WHERE id = $1

-- name: contest_people_clear
DELETE FROM contest_people WHERE contest_id = $1

-- name: contest_people_add
INSERT INTO contest_people (contest_id, person_id)
SELECT CAST($1 AS BIGINT), id FROM people WHERE name_key = $2 AND state = 'active'
ON CONFLICT DO NOTHING

-- name: people_key_exists
SELECT COUNT(*) FROM people WHERE name_key = $1 AND state = 'active'

-- name: contest_people_list
SELECT people.id, people.name, people.role
FROM contest_people JOIN people ON people.id = contest_people.person_id
WHERE contest_id = $1 ORDER BY people.name_key, people.id

-- name: contest_people_has
SELECT COUNT(*) FROM contest_people WHERE contest_id = $1 AND person_id = $2

-- name: contest_bot
SELECT game, variant, owner_id, is_shared, state, name FROM bots WHERE id = $1

-- name: contest_entries_add
INSERT INTO contest_entries (contest_id, bot_id, person_id, entered_ms)
VALUES ($1, $2, $3, now_ms())
ON CONFLICT (contest_id, bot_id) DO NOTHING

-- name: contest_entries_of
SELECT bots.name FROM contest_entries JOIN bots ON bots.id = contest_entries.bot_id
WHERE contest_id = $1 AND person_id = $2 AND bot_id <> $3

-- name: contest_entries_remove
DELETE FROM contest_entries WHERE contest_id = $1 AND bot_id = $2 AND out_round IS NULL

-- name: contest_entries_draw
UPDATE contest_entries SET version_id = $3, place = $4 WHERE contest_id = $1 AND bot_id = $2

-- name: contest_entries_out
UPDATE contest_entries SET out_round = $3, out_reason = $4
WHERE contest_id = $1 AND bot_id = $2 AND out_round IS NULL

-- name: contest_entries_has
SELECT COUNT(*) FROM contest_entries WHERE contest_id = $1 AND bot_id = $2

-- name: contest_entries_list
-- The field by its draw, then those without a place.
SELECT contest_entries.bot_id, bots.name, contest_entries.person_id, people.name,
    contest_entries.version_id, versions.number, versions.words, contest_entries.place,
    contest_entries.out_round, contest_entries.out_reason
FROM contest_entries
JOIN bots ON bots.id = contest_entries.bot_id
LEFT JOIN people ON people.id = contest_entries.person_id
LEFT JOIN versions ON versions.id = contest_entries.version_id
WHERE contest_entries.contest_id = $1
ORDER BY CASE WHEN place IS NULL THEN 1 ELSE 0 END, place, contest_entries.bot_id

-- name: contest_entries_to_draw
-- With the version that is active now, if it can play.
SELECT contest_entries.bot_id, versions.id
FROM contest_entries
JOIN bots ON bots.id = contest_entries.bot_id
LEFT JOIN versions ON versions.id = bots.active_version_id AND versions.state = 'ready'
    AND bots.state <> 'retired'
WHERE contest_entries.contest_id = $1 AND contest_entries.out_round IS NULL
ORDER BY contest_entries.bot_id

-- name: contest_games
SELECT pairs.key, games.number, games.result, games.verdict, games.detail, games.plies,
    games.ended_ms - games.started_ms, games.first_version_id, games.second_version_id
FROM games JOIN pairs ON pairs.id = games.pair_id
WHERE games.contest_id = $1 ORDER BY games.id

-- name: contest_games_count
SELECT COUNT(*) FROM games WHERE contest_id = $1

-- name: contest_records
SELECT game_records.record
FROM games JOIN game_records ON game_records.game_id = games.id
WHERE games.contest_id = $1 ORDER BY games.id

-- name: contest_pairs_open
SELECT key, state, job_id, first_version_id, second_version_id FROM pairs
WHERE contest_id = $1 AND state <> 'done' ORDER BY id

-- name: contest_pairs_waiting
SELECT COUNT(*) FROM pairs WHERE contest_id = $1 AND state = 'waiting'

-- name: contest_entries_version
SELECT version_id FROM contest_entries WHERE contest_id = $1 AND bot_id = $2
