/** A game of two people at one board, which needs no engine. */

import type { GameOptions } from "../../src/settings";

export const OPTIONS: GameOptions = {
  game: "quoridor",
  variant: { amazons: "10x10", quoridor: "standard" },
  opponent: "human",
  level: 1,
  side: "first",
  clock: "none",
};
