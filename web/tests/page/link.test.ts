import { expect, test } from "vitest";
import { packMoves, unpackMoves } from "../../src/exchange/link";

test("moves survive a link", () => {
  const amazons = ["d1-d10/g10", "d10-d1/j1", "a4-a10/j1"];
  const quoridor = ["e2", "h8", "h1h", "h2", "a1v", "h3v", "e3h", "h4", "i9"];
  expect(unpackMoves("amazons", packMoves(amazons))).toEqual(amazons);
  expect(unpackMoves("quoridor", packMoves(quoridor))).toEqual(quoridor);
  expect(unpackMoves("quoridor", "")).toEqual([]);
});

test("what is no list of moves is refused", () => {
  expect(unpackMoves("amazons", "d1d7")).toBeNull();
  expect(unpackMoves("quoridor", "e2x8")).toBeNull();
  expect(unpackMoves("quoridor", "<script>")).toBeNull();
});
