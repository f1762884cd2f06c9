-- Statements of migrations.c.

-- name: schema_exists
--sqlite: SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'
--pg: SELECT to_regclass('schema_version') IS NOT NULL

-- name: schema_version
SELECT COALESCE(MAX(version), 0) FROM schema_version

-- name: schema_note
INSERT INTO schema_version (version, name, migrated_ms) VALUES ($1, $2, now_ms())
