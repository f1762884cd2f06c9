-- Statements of blobs.c.

-- name: blob_add
INSERT INTO blobs (sha256, size, refs, touched_ms) VALUES ($1, $2, 0, now_ms())
ON CONFLICT (sha256) DO UPDATE SET touched_ms = excluded.touched_ms

-- name: blob_add_bytes
INSERT INTO blob_bytes (sha256, bytes) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING

-- name: blob_size
SELECT size FROM blobs WHERE sha256 = $1

-- name: blob_touch
UPDATE blobs SET touched_ms = now_ms() WHERE sha256 = $1

-- name: blob_bytes
SELECT bytes FROM blob_bytes WHERE sha256 = $1

-- name: blob_ref
UPDATE blobs SET refs = refs + $2, touched_ms = now_ms() WHERE sha256 = $1

-- name: blobs_collect
-- PostgreSQL looks at refs again when it has waited for somebody who has just referred to one.
DELETE FROM blobs WHERE refs = 0 AND sha256 IN (
    SELECT sha256 FROM blobs WHERE refs = 0 AND touched_ms <= now_ms() - $1
    ORDER BY touched_ms LIMIT $2
--pg: FOR UPDATE SKIP LOCKED
)
