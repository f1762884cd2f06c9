-- The ground of all others: the clock, the schema's version, and what is kept by its hash.

-- SQLite gets this function from the program. The shift is for tests (store_advance_clock).
--pg: CREATE FUNCTION now_ms() RETURNS BIGINT LANGUAGE SQL STABLE PARALLEL SAFE AS
--pg: 'SELECT CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)
--pg:  + COALESCE(CAST(NULLIF(current_setting(''immure.clock_shift_ms'', true), '''') AS BIGINT), 0)';

CREATE TABLE schema_version (
    version BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    migrated_ms BIGINT NOT NULL
)
--sqlite: STRICT
;

-- Sources, binaries, logs, samples. An upload comes before what refers to it, so a blob without
-- references stays for a grace time after it was last touched.
CREATE TABLE blobs (
    sha256 BYTEA NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
    size BIGINT NOT NULL CHECK (size >= 0),
    refs BIGINT NOT NULL CHECK (refs >= 0),
    touched_ms BIGINT NOT NULL
)
--sqlite: STRICT
;

-- Apart, because SQLite writes a whole row again when one of its columns changes.
CREATE TABLE blob_bytes (
    sha256 BYTEA NOT NULL PRIMARY KEY REFERENCES blobs (sha256) ON DELETE CASCADE,
    bytes BYTEA NOT NULL
)
--sqlite: STRICT
;

--pg: ALTER TABLE blob_bytes ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE INDEX blobs_unreferenced ON blobs (touched_ms) WHERE refs = 0;

-- Every reference to a blob, one row each: whoever adds a table with some redefines it, so that
-- `immure store check` can count.
CREATE VIEW blob_uses AS SELECT sha256 FROM blobs WHERE refs < 0;
