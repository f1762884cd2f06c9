// Which games under way are drawn, and where.

import { expect, test } from "vitest";
import type { LiveGame } from "../../src/arena/compete_types";
import { chooseShown } from "../../src/arena/live_grid";

const game = (id: string, startedMs: number, purpose = "ranked", isOver = false): LiveGame => ({
  id, game: "amazons", variant: "8x8", purpose, contest: null, startedMs, moves: [],
  players: [{ name: "a", turnMs: 1000 }, { name: "b", turnMs: 1000 }],
  end: isOver ? { id, result: "1-0", verdict: "win", record: null, reason: null } : null,
});

const board = (...games: LiveGame[]) => new Map(games.map((one) => [one.id, one]));

test("the newest are drawn first, those with people before all, then those of contests", () => {
  const games = board(game("old", 1), game("new", 9), game("contest", 3, "contest"), game("room", 2, "room"));
  expect(chooseShown([], games, 12)).toEqual(["room", "contest", "new", "old"]);
  expect(chooseShown([], games, 3)).toEqual(["room", "contest", "new"]);
});

test("a board stays in its place while newer games begin", () => {
  const games = board(game("a", 1), game("b", 2), game("c", 3), game("d", 4, "room"));
  expect(chooseShown(["b", "a"], games, 2)).toEqual(["b", "a"]);
  expect(chooseShown(["b", "a"], games, 3)).toEqual(["b", "a", "d"]);
});

test("the place of a game that is gone goes to the next one", () => {
  expect(chooseShown(["a", "b", "c"], board(game("a", 1), game("c", 3), game("d", 4), game("e", 5)), 3))
    .toEqual(["a", "e", "c"]);
  expect(chooseShown(["a", "b", "c"], board(game("c", 3)), 3)).toEqual(["c"]);
});

test("a game that has ended keeps its place but gets none", () => {
  const games = board(game("a", 1, "ranked", true), game("b", 2, "ranked", true), game("c", 3));
  expect(chooseShown(["a"], games, 3)).toEqual(["a", "c"]);
});
