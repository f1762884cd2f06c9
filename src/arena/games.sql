-- Games and pairs. game_list puts its statement together itself.

-- name: games_add
INSERT INTO games (purpose, game, variant, first_version_id, second_version_id, result, verdict,
    detail, plies, opening_plies, started_ms, ended_ms, pair_id, number, request_id, contest_id,
    reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
RETURNING id

-- name: game_records_add
INSERT INTO game_records (game_id, record) VALUES ($1, $2)

-- name: game_records_update
UPDATE game_records SET record = $2 WHERE game_id = $1

-- name: game_sides_add
INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name, time_ms, memory_kb,
    log_sha256)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)

-- name: game_sides_put_log
UPDATE game_sides SET log_sha256 = $3, memory_kb = $4
WHERE game_id = $1 AND side = $2 AND log_sha256 IS NULL

-- name: game_records_find
SELECT record FROM game_records WHERE game_id = $1

-- name: game_sides_log
SELECT log_sha256 FROM game_sides WHERE game_id = $1 AND side = $2

-- name: games_named_bots
SELECT id FROM bots WHERE LOWER(name) LIKE $1 ESCAPE '\' LIMIT $2

-- name: pairs_version
-- A version as a player.
SELECT versions.state, versions.words, versions.number, versions.binary_sha256, bots.id, bots.name,
    bots.owner_id, bots.game, bots.variant
FROM versions JOIN bots ON bots.id = versions.bot_id
WHERE versions.id = $1

-- name: pairs_add
INSERT INTO pairs (key, purpose, game, variant, first_version_id, second_version_id, request_id,
    contest_id, opening, state, deadline_ms, created_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', now_ms() + $10, now_ms())
ON CONFLICT (key) DO NOTHING
RETURNING id

-- name: pairs_id
SELECT id FROM pairs WHERE key = $1

-- name: pairs_set_job
UPDATE pairs SET job_id = $2 WHERE id = $1

-- name: pairs_remove
DELETE FROM pairs WHERE id = $1

-- name: pairs_of_job
SELECT id, key, purpose, game, variant, first_version_id, second_version_id, request_id, contest_id,
    opening, now_ms()
FROM pairs WHERE job_id = $1 AND state = 'waiting'

-- name: pairs_end
UPDATE pairs SET state = $2, reason = $3, ended_ms = now_ms() WHERE id = $1
