-- Ladders, one for each board. Ratings, their history and head_to_head follow from the ranked games
-- and are made again by `immure arena rerate`; the settings and the anchors do not.

-- A board without a row has these defaults. `time_ms` is for a move, 0 what the protocols' own judges
-- give; `pair_number` is that of the last pair that was ordered, `rated_game_id` of the last game in
-- the ratings. Whoever orders or rates changes the number in the same transaction.
CREATE TABLE ladders (
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    is_paused BIGINT NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
    time_ms BIGINT NOT NULL DEFAULT 0 CHECK (time_ms >= 0),
    pair_number BIGINT NOT NULL DEFAULT 0 CHECK (pair_number >= 0),
    rated_game_id BIGINT NOT NULL DEFAULT 0,
    rated_ms BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, variant)
)
--sqlite: STRICT
;

-- Versions whose rating is given: the house's engines at their levels hold the scale.
CREATE TABLE anchors (
    version_id BIGINT NOT NULL PRIMARY KEY REFERENCES versions (id),
    elo DOUBLE PRECISION NOT NULL
)
--sqlite: STRICT
;

-- Every version that may play ranked games or has done so. `fouls` are among the losses. `rank` is
-- the place of an active bot's active version, null for all others.
CREATE TABLE ratings (
    version_id BIGINT NOT NULL PRIMARY KEY REFERENCES versions (id),
    bot_id BIGINT NOT NULL REFERENCES bots (id),
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    elo DOUBLE PRECISION NOT NULL,
    error DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    fouls BIGINT NOT NULL,
    rank BIGINT
)
--pg: WITH (fillfactor = 70)
--sqlite: STRICT
;
CREATE INDEX ratings_rank ON ratings (game, variant, rank) WHERE rank IS NOT NULL;
CREATE INDEX ratings_bot ON ratings (bot_id, version_id);

-- How a bot's rating went: `game_id` is the last game that it knows of, `games` are its version's.
CREATE TABLE rating_history (
    bot_id BIGINT NOT NULL REFERENCES bots (id),
    game_id BIGINT NOT NULL REFERENCES games (id),
    version_id BIGINT NOT NULL REFERENCES versions (id),
    at_ms BIGINT NOT NULL,
    games BIGINT NOT NULL,
    elo DOUBLE PRECISION NOT NULL,
    error DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (bot_id, game_id)
)
--sqlite: STRICT
;

-- Ranked games of a bot, all its versions, against another; counted for `bot_id`. `fouls` are among
-- the losses.
CREATE TABLE head_to_head (
    bot_id BIGINT NOT NULL REFERENCES bots (id),
    other_id BIGINT NOT NULL REFERENCES bots (id),
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    fouls BIGINT NOT NULL,
    last_game_id BIGINT NOT NULL REFERENCES games (id),
    PRIMARY KEY (bot_id, other_id)
)
--pg: WITH (fillfactor = 70)
--sqlite: STRICT
;
CREATE INDEX head_to_head_games ON head_to_head (bot_id, games, other_id);
