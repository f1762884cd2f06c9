import { beforeAll, expect, test } from "vitest";
import type { Core, GameName, GameSpec } from "../../src/core/types";
import { replayPositions } from "../../src/replay/positions";
import { readReplay } from "../../src/replay/record";
import { makeCore } from "../core/support";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

/** A game of up to `count` moves, spread over the legal ones. */
function someGame(game: GameName, variant: string, count: number): GameSpec {
  const spec: GameSpec = { game, variant, moves: [] };
  for (let ply = 0; ply < count; ply++) {
    const { legalMoves } = core.view(spec);
    const move = legalMoves[(ply * 7919 + 101) % legalMoves.length];
    if (!move) break;
    spec.moves.push(move);
  }
  return spec;
}

test.each([
  ["amazons", "6x6"], ["amazons", "8x8"], ["amazons", "10x10"],
  ["quoridor", "standard"], ["quoridor", "sjtu-2022"],
] as [GameName, string][])("a replay shows what the rules say: %s %s", (game, variant) => {
  const spec = someGame(game, variant, 40);
  const text = core.writeRecord(
    { spec, tags: { First: 'a "bot"' }, moves: spec.moves.map((move) => ({ move })) },
    "pgn",
  );
  const record = readReplay(text);
  expect(record.tags["First"]).toBe('a "bot"');
  expect(record.moves.map(({ move }) => move)).toEqual(spec.moves);
  replayPositions(record).forEach((shown, ply) => {
    const real = core.view({ ...spec, moves: spec.moves.slice(0, ply) });
    const sorted = (squares: string[] | undefined): string[] => [...(squares ?? [])].sort();
    expect(shown.turn).toBe(real.turn);
    expect(sorted(shown.amazons?.first)).toEqual(sorted(real.amazons?.first));
    expect(sorted(shown.amazons?.second)).toEqual(sorted(real.amazons?.second));
    expect(sorted(shown.amazons?.arrows)).toEqual(sorted(real.amazons?.arrows));
    expect(shown.quoridor?.pawns).toEqual(real.quoridor?.pawns);
    expect(shown.quoridor?.wallsLeft).toEqual(real.quoridor?.wallsLeft);
    expect(sorted(shown.quoridor?.walls)).toEqual(sorted(real.quoridor?.walls));
  });
});

test("times, scores and messages are read", () => {
  const record = readReplay(
    '[Game "quoridor"]\n\n1. e2 {[%emt 1.500] [%clk 0:01:02.5] [%eval -0.35] a \\} b} e8 *\n',
  );
  expect(record.moves).toEqual([
    { move: "e2", timeMs: 1500, clockMs: 62_500, score: -0.35, comment: "a } b" },
    { move: "e8" },
  ]);
});
