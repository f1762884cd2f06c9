-- Ended jobs of the arena, and their traces; logs of old games. The group is locked first, as by
-- whoever ends a job.

-- name: logs_next
-- With their age.
SELECT id, now_ms() - ended_ms FROM games WHERE purpose = $1 AND id > $2 ORDER BY id LIMIT $3

-- name: logs_of_game
SELECT side, log_sha256 FROM game_sides WHERE game_id = $1 AND log_sha256 IS NOT NULL ORDER BY side

-- name: logs_forget
UPDATE game_sides SET log_sha256 = NULL
WHERE game_id = $1 AND side = $2 AND log_sha256 IS NOT NULL

-- name: retention_groups
SELECT id FROM job_groups
WHERE owner IN ('arena', 'immure') AND (job_count > open_count OR (kind = 'rooms' AND job_count = 0))
ORDER BY id

-- name: retention_jobs
SELECT id FROM jobs
WHERE group_id = $1 AND finished_seq IS NOT NULL AND ended_ms < now_ms() - $2
    AND NOT EXISTS (SELECT 1 FROM jobs AS reruns WHERE reruns.rerun_of = jobs.id)
ORDER BY finished_seq LIMIT $3

-- name: retention_remove_group
-- A room has one job, so its group has no other after it. Other groups go on.
DELETE FROM job_groups
WHERE id = $1 AND owner = 'arena' AND kind = 'rooms' AND job_count = 0
    AND NOT EXISTS (SELECT 1 FROM group_blobs WHERE group_id = $1)

-- name: retention_blobs
SELECT DISTINCT sha256 FROM job_blobs WHERE job_id = $1

-- name: retention_forget_attempts
DELETE FROM attempts WHERE job_id = $1

-- name: retention_forget_blobs
DELETE FROM job_blobs WHERE job_id = $1

-- name: retention_remove
DELETE FROM jobs WHERE id = $1

-- name: retention_release_blob
-- What no job of the group needs any more.
DELETE FROM group_blobs
WHERE group_id = $1 AND sha256 = $2 AND NOT EXISTS (
    SELECT 1 FROM job_blobs JOIN jobs ON jobs.id = job_blobs.job_id
    WHERE job_blobs.sha256 = $2 AND jobs.group_id = $1
)
