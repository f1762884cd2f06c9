-- The last game there was when a bot was told to play (again): fouls up to it do not count when it
-- is decided whether to pause the bot.
ALTER TABLE bots ADD COLUMN resumed_game_id BIGINT NOT NULL DEFAULT 0;
