-- Ladders: what is read to rate and to pair, and what is written (ladders.h).

-- name: ladder_add
INSERT INTO ladders (game, variant) VALUES ($1, $2) ON CONFLICT DO NOTHING

-- name: ladder_get
SELECT is_paused, time_ms, pair_number, rated_game_id, rated_ms FROM ladders
WHERE game = $1 AND variant = $2

-- name: ladder_lock
SELECT is_paused, time_ms, pair_number, rated_game_id, rated_ms FROM ladders
WHERE game = $1 AND variant = $2
--pg: FOR UPDATE

-- name: ladder_set
UPDATE ladders SET is_paused = $3, time_ms = $4 WHERE game = $1 AND variant = $2

-- name: ladder_set_rated
UPDATE ladders SET rated_game_id = $3, rated_ms = now_ms() WHERE game = $1 AND variant = $2

-- name: ladder_set_pair
UPDATE ladders SET pair_number = $3 WHERE game = $1 AND variant = $2

-- name: ladder_version_count
SELECT COUNT(*) FROM bots JOIN versions ON versions.bot_id = bots.id
WHERE bots.game = $1 AND bots.variant = $2 AND versions.state = 'ready' AND versions.is_draft = 0

-- name: ladder_versions
SELECT versions.id, versions.bot_id, anchors.elo
FROM bots JOIN versions ON versions.bot_id = bots.id
LEFT JOIN anchors ON anchors.version_id = versions.id
WHERE bots.game = $1 AND bots.variant = $2 AND versions.state = 'ready' AND versions.is_draft = 0
    AND versions.id > $3
ORDER BY versions.id

-- SQLite would look at the ranked games of all boards, or at all pairs first.
-- name: ladder_games
SELECT games.id, games.first_version_id, games.second_version_id, games.result, games.verdict,
    games.ended_ms, pairs.key
FROM games
--sqlite: INDEXED BY games_ranked
JOIN pairs ON pairs.id = games.pair_id + 0
WHERE games.purpose = 'ranked' AND games.game = $1 AND games.variant = $2 AND games.id > $3
ORDER BY games.id LIMIT $4

-- Who plays: bots that are active, with their active versions.
-- name: ladder_bots
SELECT id, COALESCE(owner_id, 0), active_version_id FROM bots
WHERE game = $1 AND variant = $2 AND state = 'active' AND active_version_id IS NOT NULL
ORDER BY id

-- name: ladder_open_pairs
SELECT first_version_id, second_version_id, key FROM pairs
WHERE purpose = 'ranked' AND game = $1 AND variant = $2 AND state = 'waiting'

-- name: ladders_open_count
SELECT COUNT(*) FROM pairs WHERE purpose = 'ranked' AND state = 'waiting'

-- The cores of the hosts that were seen within five minutes.
-- name: ladders_cores
SELECT COALESCE(CAST(SUM(cores) AS BIGINT), 0) FROM hosts
WHERE state = 'active' AND seen_ms > now_ms() - 300000

-- name: rating_put
INSERT INTO ratings (version_id, bot_id, game, variant, elo, error, games, wins, draws, losses,
    fouls, rank)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (version_id) DO UPDATE SET elo = EXCLUDED.elo, error = EXCLUDED.error,
    games = EXCLUDED.games, wins = EXCLUDED.wins, draws = EXCLUDED.draws,
    losses = EXCLUDED.losses, fouls = EXCLUDED.fouls, rank = EXCLUDED.rank

-- name: rating_history_put
INSERT INTO rating_history (bot_id, game_id, version_id, at_ms, games, elo, error)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (bot_id, game_id) DO UPDATE SET elo = EXCLUDED.elo, error = EXCLUDED.error,
    games = EXCLUDED.games, version_id = EXCLUDED.version_id, at_ms = EXCLUDED.at_ms

-- name: head_to_head_add
INSERT INTO head_to_head (bot_id, other_id, games, wins, draws, losses, fouls, last_game_id)
VALUES ($1, $2, 1, $3, $4, $5, $6, $7)
ON CONFLICT (bot_id, other_id) DO UPDATE SET games = head_to_head.games + 1,
    wins = head_to_head.wins + EXCLUDED.wins, draws = head_to_head.draws + EXCLUDED.draws,
    losses = head_to_head.losses + EXCLUDED.losses, fouls = head_to_head.fouls + EXCLUDED.fouls,
    last_game_id = EXCLUDED.last_game_id

-- Fouls before it was told to play do not count.
-- name: ladder_pause_bot
UPDATE bots SET state = 'paused', reason = $3
WHERE id = $1 AND active_version_id = $2 AND state = 'active' AND resumed_game_id < $4

-- name: anchor_put
INSERT INTO anchors (version_id, elo) VALUES ($1, $2)
ON CONFLICT (version_id) DO UPDATE SET elo = EXCLUDED.elo

-- Forgets what is derived, to make it again.
-- name: ladder_forget_ratings
DELETE FROM ratings WHERE game = $1 AND variant = $2

-- name: ladder_forget_history
DELETE FROM rating_history
WHERE bot_id IN (SELECT id FROM bots WHERE game = $1 AND variant = $2)

-- name: ladder_forget_meetings
DELETE FROM head_to_head
WHERE bot_id IN (SELECT id FROM bots WHERE game = $1 AND variant = $2)

-- name: rerate_ratings
SELECT version_id, bot_id, elo, error, games, wins, draws, losses, fouls, rank FROM ratings
WHERE game = $1 AND variant = $2 ORDER BY version_id

-- In the order in which points are made: fit by fit, and in each by version.
-- name: rerate_history
SELECT rating_history.game_id, rating_history.version_id, rating_history.games,
    rating_history.at_ms, rating_history.elo, rating_history.error
FROM rating_history JOIN bots ON bots.id = rating_history.bot_id
WHERE bots.game = $1 AND bots.variant = $2
ORDER BY rating_history.game_id, rating_history.version_id

-- name: rerate_meeting_count
SELECT COUNT(*) FROM head_to_head JOIN bots ON bots.id = head_to_head.bot_id
WHERE bots.game = $1 AND bots.variant = $2

-- How many meetings are not what the games say: rows that are on one side only.
-- name: rerate_meetings
WITH sides AS (
    SELECT first_version_id AS own, second_version_id AS other, id,
        CASE result WHEN '1-0' THEN 1 ELSE 0 END AS win,
        CASE result WHEN '0-1' THEN 1 ELSE 0 END AS loss,
        CASE WHEN verdict IN ('illegal-move', 'malformed-output', 'timeout', 'crash', 'output-limit',
            'memory-limit', 'never-started')
            THEN 1 ELSE 0 END AS foul
    FROM games WHERE purpose = 'ranked' AND game = $1 AND variant = $2
    UNION ALL
    SELECT second_version_id, first_version_id, id,
        CASE result WHEN '0-1' THEN 1 ELSE 0 END,
        CASE result WHEN '1-0' THEN 1 ELSE 0 END,
        CASE WHEN verdict IN ('illegal-move', 'malformed-output', 'timeout', 'crash', 'output-limit',
            'memory-limit', 'never-started')
            THEN 1 ELSE 0 END
    FROM games WHERE purpose = 'ranked' AND game = $1 AND variant = $2
), due AS (
    SELECT a.bot_id, b.bot_id AS other_id, COUNT(*) AS games, CAST(SUM(win) AS BIGINT) AS wins,
        COUNT(*) - CAST(SUM(win) AS BIGINT) - CAST(SUM(loss) AS BIGINT) AS draws,
        CAST(SUM(loss) AS BIGINT) AS losses, CAST(SUM(loss * foul) AS BIGINT) AS fouls,
        MAX(sides.id) AS last_game_id
    FROM sides JOIN versions a ON a.id = sides.own JOIN versions b ON b.id = sides.other
    GROUP BY a.bot_id, b.bot_id
), found AS (
    SELECT head_to_head.bot_id, other_id, games, wins, draws, losses, fouls, last_game_id
    FROM head_to_head JOIN bots ON bots.id = head_to_head.bot_id
    WHERE bots.game = $1 AND bots.variant = $2
), wrong AS (
    SELECT bot_id, other_id FROM (SELECT * FROM due EXCEPT SELECT * FROM found) AS missing
    UNION
    SELECT bot_id, other_id FROM (SELECT * FROM found EXCEPT SELECT * FROM due) AS surplus
)
SELECT COUNT(*) FROM wrong

-- name: demo_is_empty
SELECT CASE WHEN EXISTS (SELECT 1 FROM bots WHERE owner_id IS NOT NULL) THEN 0 ELSE 1 END

-- Nobody signs in as one of them: no password has this hash.
-- name: demo_person
INSERT INTO people (name, name_key, password_hash, role, state, created_ms)
VALUES ($1, $1, '!', 'student', 'active', now_ms())
ON CONFLICT DO NOTHING
RETURNING id

-- ---- For those who look ----

-- name: ladder_summary
-- The last column are those whose rating is not settled; anchors have no error.
SELECT COUNT(rank), COALESCE(CAST(SUM(games) AS BIGINT), 0) / 2,
    COUNT(CASE WHEN error > CAST($3 AS BIGINT) AND games < $4 THEN rank END)
FROM ratings WHERE game = $1 AND variant = $2

-- name: ladder_list
SELECT ratings.rank, bots.id, bots.name, versions.id, versions.number, bots.owner_id, people.name,
    ratings.elo, ratings.error, ratings.games, ratings.wins, ratings.draws, ratings.losses,
    ratings.fouls, CASE WHEN anchors.elo IS NULL THEN 0 ELSE 1 END
FROM ratings
JOIN bots ON bots.id = ratings.bot_id
JOIN versions ON versions.id = ratings.version_id
LEFT JOIN people ON people.id = bots.owner_id
LEFT JOIN anchors ON anchors.version_id = ratings.version_id
WHERE ratings.game = $1 AND ratings.variant = $2 AND ratings.rank IS NOT NULL
    AND ratings.rank > $3
ORDER BY ratings.rank LIMIT $4

-- name: ladder_waiting
SELECT pairs.id, a.id, a.name, b.id, b.name, pairs.created_ms, pairs.deadline_ms,
    leases.started_ms
FROM pairs
JOIN versions va ON va.id = pairs.first_version_id JOIN bots a ON a.id = va.bot_id
JOIN versions vb ON vb.id = pairs.second_version_id JOIN bots b ON b.id = vb.bot_id
LEFT JOIN leases ON leases.job_id = pairs.job_id
WHERE pairs.purpose = 'ranked' AND pairs.game = $1 AND pairs.variant = $2
    AND pairs.state = 'waiting' AND pairs.id > $3
ORDER BY pairs.id LIMIT $4

-- name: bot_history
SELECT rating_history.game_id, rating_history.at_ms, rating_history.elo, rating_history.error,
    rating_history.games, versions.number
FROM rating_history JOIN versions ON versions.id = rating_history.version_id
WHERE rating_history.bot_id = $1 AND rating_history.game_id > $2
ORDER BY rating_history.game_id LIMIT $3

-- The whole history in at most so many points, the first and the last among them.
-- name: bot_history_thinned
WITH points AS (
    SELECT game_id, at_ms, elo, error, games, version_id,
        ROW_NUMBER() OVER (ORDER BY game_id) - 1 AS number,
        NULLIF(COUNT(*) OVER () - 1, 0) AS last
    FROM rating_history WHERE bot_id = $1
)
SELECT points.game_id, points.at_ms, points.elo, points.error, points.games, versions.number
FROM points JOIN versions ON versions.id = points.version_id
WHERE points.number = 0 OR points.last < CAST($2 AS BIGINT)
    OR points.number * (CAST($2 AS BIGINT) - 1) / points.last
        > (points.number - 1) * (CAST($2 AS BIGINT) - 1) / points.last
ORDER BY points.game_id

-- name: bot_opponents
SELECT head_to_head.other_id, bots.name, head_to_head.games, head_to_head.wins,
    head_to_head.draws, head_to_head.losses, head_to_head.fouls
FROM head_to_head JOIN bots ON bots.id = head_to_head.other_id
WHERE head_to_head.bot_id = $1 AND head_to_head.games <= $2
    AND (head_to_head.games < $2 OR head_to_head.other_id > $3)
ORDER BY head_to_head.games DESC, head_to_head.other_id LIMIT $4

-- The newest first.
-- name: bot_points
SELECT rating_history.game_id, rating_history.at_ms, rating_history.elo, versions.number
FROM rating_history JOIN versions ON versions.id = rating_history.version_id
WHERE rating_history.bot_id = $1 AND rating_history.game_id < $2
ORDER BY rating_history.game_id DESC LIMIT $3

-- The ranked games of a bot between two points, with the rating that its opponents have now.
-- name: bot_point_games
SELECT games.result, own.side, bots.id, bots.name, ratings.elo
FROM game_sides own
JOIN games ON games.id = own.game_id AND games.purpose = 'ranked'
JOIN game_sides other ON other.game_id = own.game_id AND other.side = 1 - own.side
JOIN bots ON bots.id = other.bot_id
JOIN ratings ON ratings.version_id = other.version_id
WHERE own.bot_id = $1 AND own.game_id > $2 AND own.game_id <= $3
ORDER BY own.game_id LIMIT $4
