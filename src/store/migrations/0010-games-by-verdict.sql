-- Verdicts such as a crash are rare: looking for them must not look through all games.
CREATE INDEX games_verdict ON games (verdict, id);
