-- Fouls with a code, so that a page says them in its reader's language: the JSON of an error
-- (arena/reasons.h), or empty. Older games have the text alone.

ALTER TABLE games ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN foul TEXT NOT NULL DEFAULT '';
