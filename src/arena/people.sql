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

-- name: people_add
INSERT INTO people (name, name_key, password_hash, role, state, created_ms)
VALUES ($1, $2, $3, $4, 'active', now_ms())
ON CONFLICT (name_key) DO NOTHING
RETURNING id, name, role

-- name: people_find
SELECT id, name, role FROM people WHERE id = $1 AND state = 'active'

-- name: people_lock
SELECT id, name, role, state FROM people WHERE id = $1 AND state <> 'deleted'
--pg: FOR NO KEY UPDATE

-- name: people_hold
SELECT id FROM people WHERE id = $1 AND state <> 'deleted'
--pg: FOR SHARE

-- name: people_have_admin
SELECT CASE WHEN EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND state = 'active')
    THEN 1 ELSE 0 END

-- name: people_lock_admins
SELECT id FROM people WHERE role = 'admin' AND state = 'active' ORDER BY id
--pg: FOR NO KEY UPDATE

-- name: people_set_role
UPDATE people SET role = $2 WHERE id = $1

-- name: people_set_state
UPDATE people SET state = $2 WHERE id = $1

-- name: people_sign_in
UPDATE people SET signed_in_ms = now_ms() WHERE id = $1

-- name: people_delete
UPDATE people
SET name = $2, name_key = NULL, password_hash = NULL, role = 'student', state = 'deleted',
    signed_in_ms = NULL
WHERE id = $1

-- name: people_list
SELECT id, name, role, state, created_ms, signed_in_ms FROM people
WHERE id > $1 AND state <> 'deleted'
--sqlite: AND instr(name_key, $2) > 0
--pg: AND strpos(name_key, $2) > 0
ORDER BY id LIMIT $3

-- name: sessions_add
INSERT INTO sessions (person_id, hash, address, agent, created_ms, used_ms, expires_ms)
VALUES ($1, $2, $3, $4, now_ms(), now_ms(), now_ms() + $5)

-- name: sessions_find
SELECT sessions.id, CASE WHEN sessions.used_ms < now_ms() - $2 THEN 1 ELSE 0 END,
    people.id, people.name, people.role
FROM sessions JOIN people ON people.id = sessions.person_id
WHERE sessions.hash = $1 AND sessions.expires_ms > now_ms() AND people.state = 'active'

-- name: sessions_use
UPDATE sessions
SET used_ms = now_ms(),
    expires_ms = CASE WHEN created_ms + $3 < now_ms() + $2 THEN created_ms + $3 ELSE now_ms() + $2 END
WHERE id = $1

-- name: sessions_end
DELETE FROM sessions WHERE person_id = $1 AND id = $2

-- name: sessions_end_others
DELETE FROM sessions WHERE person_id = $1 AND id <> $2

-- name: sessions_sweep
DELETE FROM sessions WHERE expires_ms <= now_ms() OR id = $1

-- name: sessions_list
SELECT id, address, agent, created_ms, used_ms, expires_ms FROM sessions
WHERE person_id = $1 AND id > $2 AND expires_ms > now_ms() ORDER BY id LIMIT $3

-- name: person_tokens_add
INSERT INTO person_tokens (person_id, name, scope, hash, created_ms)
VALUES ($1, $2, $3, $4, now_ms())
ON CONFLICT (person_id, name) DO NOTHING

-- name: person_tokens_count
SELECT COUNT(*) FROM person_tokens WHERE person_id = $1

-- name: person_tokens_find
SELECT person_tokens.id,
    CASE WHEN person_tokens.used_ms IS NULL OR person_tokens.used_ms < now_ms() - $2
        THEN 1 ELSE 0 END,
    person_tokens.scope, people.id, people.name, people.role
FROM person_tokens JOIN people ON people.id = person_tokens.person_id
WHERE person_tokens.hash = $1 AND people.state = 'active'

-- name: person_tokens_use
UPDATE person_tokens SET used_ms = now_ms() WHERE id = $1

-- name: person_tokens_remove
DELETE FROM person_tokens WHERE person_id = $1 AND id = $2

-- name: person_tokens_remove_all
DELETE FROM person_tokens WHERE person_id = $1

-- name: person_tokens_list
SELECT id, name, scope, created_ms, used_ms FROM person_tokens
WHERE person_id = $1 AND id > $2 ORDER BY id LIMIT $3

-- name: links_remove_of_person
DELETE FROM one_time_links WHERE person_id = $1

-- name: links_add
INSERT INTO one_time_links (hash, purpose, person_id, created_ms, expires_ms)
VALUES ($1, $2, $3, now_ms(), now_ms() + $4)
RETURNING expires_ms

-- name: links_find
SELECT person_id FROM one_time_links WHERE hash = $1 AND expires_ms > now_ms()

-- name: links_use
DELETE FROM one_time_links WHERE hash = $1 AND expires_ms > now_ms() RETURNING person_id

-- name: links_remove_of_admins
DELETE FROM one_time_links WHERE purpose = 'admin'

-- name: links_sweep
DELETE FROM one_time_links WHERE expires_ms <= now_ms()

-- name: invitations_add
INSERT INTO invitations (hash, hint, role, made_by, created_ms, expires_ms, uses_max)
VALUES ($1, $2, $3, $4, now_ms(), now_ms() + $5, $6)
RETURNING id

-- name: invitations_check
SELECT COUNT(*) FROM invitations
WHERE hash = $1 AND expires_ms > now_ms() AND use_count < uses_max

-- name: invitations_use
UPDATE invitations SET use_count = use_count + 1
WHERE hash = $1 AND expires_ms > now_ms() AND use_count < uses_max
RETURNING role

-- name: invitations_remove
DELETE FROM invitations WHERE id = $1 RETURNING hint

-- name: invitations_list
SELECT invitations.id, hint, invitations.role, people.name, invitations.created_ms, expires_ms,
    use_count, uses_max
FROM invitations JOIN people ON people.id = made_by
WHERE invitations.id > $1 AND expires_ms > now_ms() AND use_count < uses_max
ORDER BY invitations.id LIMIT $2

-- name: settings_get
SELECT value FROM site_settings WHERE key = $1

-- name: settings_set
INSERT INTO site_settings (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value

-- name: people_credentials
SELECT id, name, role, password_hash FROM people WHERE name_key = $1 AND state = 'active'

-- name: people_lock_password
SELECT password_hash FROM people WHERE id = $1 AND state = 'active'
--pg: FOR NO KEY UPDATE

-- name: people_set_password
UPDATE people SET password_hash = $2 WHERE id = $1
