-- The course: who has handed in what on a board, and what it is worth.

-- name: course_rows
-- A page of students with their bots on the board, the best one first. The owner is compared as the
-- index bots_name has it, with a number that is no column: else SQLite looks through all bots of the
-- board for each student.
SELECT students.id, students.name, bots.id, bots.name, latest.number, latest.created_ms,
    latest.state, latest.reason, ratings.elo, ratings.error, ratings.games, bots.active_version_id
FROM (
    SELECT id, name FROM people
    WHERE role = 'student' AND state = 'active' AND id > $3
    ORDER BY id LIMIT $4
) AS students
LEFT JOIN bots ON COALESCE(bots.owner_id, 0) = students.id + 0 AND bots.game = $1
    AND bots.variant = $2 AND bots.state <> 'retired'
LEFT JOIN versions AS latest ON latest.bot_id = bots.id AND latest.number = (
    SELECT MAX(number) FROM versions WHERE versions.bot_id = bots.id AND is_draft = 0
)
LEFT JOIN ratings ON ratings.version_id = bots.active_version_id AND ratings.games > 0
ORDER BY students.id, CASE WHEN ratings.elo IS NULL THEN 1 ELSE 0 END, ratings.elo DESC,
    CASE WHEN bots.active_version_id IS NULL THEN 1 ELSE 0 END, latest.created_ms DESC, bots.id DESC

-- name: course_references
-- The house's bots on the board with their ratings; anchors have theirs by decree.
SELECT bots.name, COALESCE(anchors.elo, ratings.elo)
FROM bots
LEFT JOIN anchors ON anchors.version_id = bots.active_version_id
LEFT JOIN ratings ON ratings.version_id = bots.active_version_id
WHERE bots.owner_id IS NULL AND bots.game = $1 AND bots.variant = $2
    AND COALESCE(anchors.elo, ratings.elo) IS NOT NULL
ORDER BY 2, bots.id

-- name: course_marks_list
SELECT bot, mark FROM course_marks WHERE game = $1 AND variant = $2 ORDER BY mark, bot

-- name: course_marks_clear
DELETE FROM course_marks WHERE game = $1 AND variant = $2

-- name: course_marks_add
INSERT INTO course_marks (game, variant, bot, mark) VALUES ($1, $2, $3, $4)
