import { beforeAll, expect, test } from "vitest";
import type { Core, GameName, GameRecord } from "../../src/core/types";
import { fromLink, linkHash, linkOrder, unpackMoves } from "../../src/exchange/link";
import { GameTree } from "../../src/game/tree";
import { makeCore } from "../core/support";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

const parameters = (hash: string): URLSearchParams => new URLSearchParams(hash.split("?")[1]);

const RECORD: GameRecord = {
  spec: { game: "quoridor", variant: "standard", moves: ["e2", "e8", "e3"] },
  tags: { First: "a & b", Second: "棋手", Result: "0-1", Termination: "resignation" },
  comment: "before",
  moves: [
    { move: "e2", timeMs: 1500, clockMs: 60_000, score: -0.35 },
    {
      move: "e8",
      comment: "(as usual)",
      variations: [
        [{ move: "d9" }, { move: "h3h", variations: [[{ move: "h3v" }]] }, { move: "c9" }],
        [{ move: "h8h", comment: "a wall" }],
      ],
    },
    { move: "e3" },
  ],
};

test("a study survives a link", () => {
  const tree = GameTree.fromRecord(core, RECORD);
  expect(tree.record()).toEqual(RECORD);
  for (const node of linkOrder(tree)) {
    const linked = fromLink(core, parameters(linkHash(tree, node)));
    expect(linked?.tree.record()).toEqual(RECORD);
    expect(linked?.tree.steps(linked.node)).toEqual(tree.steps(node));
  }
});

test("moves without separators are told apart", () => {
  const packed: [GameName, string, string[]][] = [
    ["amazons", "d1d10g10d10d1j1", ["d1-d10/g10", "d10-d1/j1"]],
    ["quoridor", "e2h8h1hh2a1vh3vh4", ["e2", "h8", "h1h", "h2", "a1v", "h3v", "h4"]],
    ["quoridor", "", []],
  ];
  for (const [game, text, moves] of packed) expect(unpackMoves(game, text)).toEqual(moves);
});

test("what is no list of moves is refused", () => {
  expect(unpackMoves("amazons", "d1d7")).toBeNull();
  expect(unpackMoves("quoridor", "e2x8")).toBeNull();
  expect(unpackMoves("quoridor", "<script>")).toBeNull();
  for (const moves of ["(e2)", "e2)", "e2(e4)"]) {
    expect(() => fromLink(core, new URLSearchParams({ game: "quoridor", moves }))).toThrow();
  }
});
