-- The people of the arena, their sessions, tokens, invitations and links.

-- name: rate_limits_charge
-- Changes nothing if the bucket is empty.
INSERT INTO rate_limits (key, free_ms) VALUES ($1, now_ms() + $2)
ON CONFLICT (key) DO UPDATE
SET free_ms = $2 + CASE WHEN rate_limits.free_ms < now_ms() THEN now_ms() ELSE rate_limits.free_ms END
WHERE rate_limits.free_ms <= now_ms() + $3

-- name: rate_limits_wait
SELECT free_ms - now_ms() FROM rate_limits WHERE key = $1

-- name: rate_limits_clear
DELETE FROM rate_limits WHERE key = $1

-- name: rate_limits_sweep
DELETE FROM rate_limits WHERE free_ms <= now_ms()
