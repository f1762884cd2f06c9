-- Programs that share code.

-- name: similarity_boards
-- Boards on which more versions can play, or fewer, than when they were last compared.
SELECT boards.game, boards.variant, boards.version_count
FROM (
    SELECT bots.game AS game, bots.variant AS variant, COUNT(*) AS version_count
    FROM versions JOIN bots ON bots.id = versions.bot_id
    WHERE versions.state = 'ready' AND versions.is_draft = 0 AND versions.source_sha256 IS NOT NULL
    GROUP BY bots.game, bots.variant
) AS boards
LEFT JOIN similarity_runs ON similarity_runs.game = boards.game
    AND similarity_runs.variant = boards.variant
WHERE similarity_runs.version_count IS NULL OR similarity_runs.version_count <> boards.version_count
ORDER BY boards.game, boards.variant

-- name: similarity_programs
-- The newest version of each bot that can play.
SELECT versions.id, versions.language, versions.source_sha256, bots.owner_id
FROM versions JOIN bots ON bots.id = versions.bot_id
WHERE bots.game = $1 AND bots.variant = $2 AND bots.owner_id IS NOT NULL
    AND versions.state = 'ready' AND versions.is_draft = 0 AND versions.source_sha256 IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM versions AS newer
        WHERE newer.bot_id = versions.bot_id AND newer.number > versions.number
            AND newer.state = 'ready' AND newer.is_draft = 0 AND newer.source_sha256 IS NOT NULL
    )
ORDER BY versions.id DESC LIMIT $3

-- name: similarities_clear
DELETE FROM similarities WHERE game = $1 AND variant = $2

-- name: similarities_add
INSERT INTO similarities (game, variant, first_version_id, second_version_id, token_count,
    first_share, second_share, ranges)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING

-- name: similarity_runs_set
INSERT INTO similarity_runs (game, variant, version_count) VALUES ($1, $2, $3)
ON CONFLICT (game, variant) DO UPDATE SET version_count = excluded.version_count

-- name: similarities_list
-- From the greatest share on: that is how they were added.
SELECT similarities.id, similarities.game, similarities.variant, token_count, first_share,
    second_share, a.id, a.number, ab.id, ab.name, ap.id, ap.name, b.id, b.number, bb.id, bb.name,
    bp.id, bp.name, ranges, a.source_sha256, b.source_sha256
FROM similarities
JOIN versions AS a ON a.id = first_version_id
JOIN bots AS ab ON ab.id = a.bot_id
JOIN people AS ap ON ap.id = ab.owner_id
JOIN versions AS b ON b.id = second_version_id
JOIN bots AS bb ON bb.id = b.bot_id
JOIN people AS bp ON bp.id = bb.owner_id
WHERE similarities.id > $1 AND ($2 = '' OR similarities.game = $2)
    AND ($3 = '' OR similarities.variant = $3)
ORDER BY similarities.id LIMIT $4
