-- Statements of check.c.

-- name: check_pages
--sqlite: PRAGMA integrity_check
--pg: SELECT 'ok'

-- name: check_foreign_keys
--sqlite: SELECT "table" || ' row ' || rowid || ' refers to nothing in ' || parent
--sqlite: FROM pragma_foreign_key_check
--pg: SELECT '' WHERE 1 = 0

-- name: check_references
SELECT b.sha256, b.refs, COUNT(u.sha256) FROM blobs b LEFT JOIN blob_uses u ON u.sha256 = b.sha256
GROUP BY b.sha256, b.refs HAVING b.refs <> COUNT(u.sha256)

-- name: check_next_blob
-- One at a time: it may be large.
SELECT b.sha256, b.size, d.bytes FROM blobs b LEFT JOIN blob_bytes d ON d.sha256 = b.sha256
WHERE b.sha256 > $1 ORDER BY b.sha256 LIMIT 1
