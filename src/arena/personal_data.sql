-- What is somebody's own, found and taken away.

-- name: export_account
SELECT id, name, role, created_ms, signed_in_ms FROM people WHERE id = $1

-- name: export_sessions
SELECT address, agent, created_ms, used_ms FROM sessions WHERE person_id = $1 ORDER BY id

-- name: export_tokens
SELECT name, scope, created_ms, used_ms FROM person_tokens WHERE person_id = $1 ORDER BY id

-- name: export_bots
SELECT id, name, game, variant, state, created_ms FROM bots WHERE owner_id = $1 ORDER BY id

-- name: export_versions
SELECT number, protocol, language, state, created_ms, source_sha256 FROM versions
WHERE bot_id = $1 ORDER BY number

-- name: export_games
SELECT games.id, game_sides.side, games.purpose, games.game, games.variant, games.result,
    games.ended_ms
FROM game_sides JOIN games ON games.id = game_sides.game_id
WHERE game_sides.person_id = $1 ORDER BY games.id

-- name: erase_find_sources
SELECT source_sha256 FROM versions
WHERE bot_id IN (SELECT id FROM bots WHERE owner_id = $1) AND source_sha256 IS NOT NULL
ORDER BY source_sha256

-- name: erase_sources
UPDATE versions SET source_sha256 = NULL, messages = ''
WHERE bot_id IN (SELECT id FROM bots WHERE owner_id = $1)

-- name: erase_find_logs
-- Games in rooms were once written without the owner of a bot.
SELECT log_sha256 FROM game_sides
WHERE (person_id = $1 OR bot_id IN (SELECT id FROM bots WHERE owner_id = $1))
    AND log_sha256 IS NOT NULL
ORDER BY log_sha256
--pg: FOR UPDATE

-- name: erase_find_sides
SELECT game_id, side FROM game_sides
WHERE person_id = $1 OR bot_id IN (SELECT id FROM bots WHERE owner_id = $1)
ORDER BY game_id, side

-- name: erase_sides
UPDATE game_sides SET log_sha256 = NULL, name = $2
WHERE person_id = $1 OR bot_id IN (SELECT id FROM bots WHERE owner_id = $1)

-- name: erase_bots
-- With a blank, which no name of a bot can have: another bot of the owner may be called `deleted-7`.
UPDATE bots SET state = 'retired', reason = '', is_shared = 0, name = 'deleted ' || CAST(id AS TEXT)
WHERE owner_id = $1
