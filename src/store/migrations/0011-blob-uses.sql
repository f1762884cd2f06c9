-- Who removes a blob is asked whether anything still refers to it.
CREATE INDEX group_blobs_blob ON group_blobs (sha256);
CREATE INDEX versions_source ON versions (source_sha256) WHERE source_sha256 IS NOT NULL;
CREATE INDEX versions_binary ON versions (binary_sha256) WHERE binary_sha256 IS NOT NULL;
CREATE INDEX game_sides_log ON game_sides (log_sha256) WHERE log_sha256 IS NOT NULL;
