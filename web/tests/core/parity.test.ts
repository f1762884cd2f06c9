/** The core compiled for the browser and the native program are the same rules and the same engine. */

import { describe, expect, test } from "vitest";
import type { GameName } from "../../src/core/types";
import { specFields } from "../../src/core/module";
import { game, makeFullInstance, makeInstance, native } from "./support";

const MIDDLE_GAME =
  "e2 e8 d1h d5h f2h d2h b1h f8 h2h c2v f2 f1h g2 a4h h2 c4h f5h c5v h1 h7h g1 f8h f1 g8";
const TEN_BY_TEN = "d1-d7/i7 g10-g4/d1 g1-b6/f10 d10-f8/d6 d7-f5/f7 f8-e8/b5";

async function perft(spec: ReturnType<typeof game>, depth: number): Promise<string> {
  const instance = await makeInstance(0);
  return instance.ask(specFields(spec), (exports, core) => exports.immure_perft(core, depth));
}

// Published counts; docs/rules-coverage.md names who else has them.
describe("perft from the start", () => {
  test.each([
    ["amazons", "6x6", 2, "238532"],
    ["amazons", "8x8", 2, "1331198"],
    ["amazons", "10x10", 2, "4307152"],
    ["quoridor", "standard", 3, "2062264"],
  ] as const)("%s %s to depth %d", async (name, variant, depth, count) => {
    expect(await perft(game(name, "", variant), depth)).toBe(count);
  });
});

describe("perft as the native program counts", () => {
  test.each([
    ["quoridor", "standard", MIDDLE_GAME, 3],
    ["quoridor", "sjtu-2022", "e2 e8 d2 d8 c2 c8 b2 b8 a2 a8 a3 a7 b3 a6 b4 a5 b5", 3],
    ["amazons", "10x10", TEN_BY_TEN, 2],
  ] as const)("%s %s %s", async (name, variant, moves, depth) => {
    const words = ["perft", name, "--variant", variant, "--depth", String(depth), "--moves", moves];
    const counted = /^nodes (\d+)$/m.exec(native(...words))?.[1];
    expect(await perft(game(name, moves, variant), depth)).toBe(counted);
  });
});

describe("bench", () => {
  test.each(["amazons", "quoridor"] as GameName[])("%s has the native signature", async (name) => {
    const instance = await makeFullInstance();
    const result = instance.ask<{ signature: number }>([name], (exports, core) =>
      exports.immure_bench(core),
    );
    const signature = /^bench \w+ (\d+)$/m.exec(native("bench", name))?.[1];
    expect(String(result.signature)).toBe(signature);
  });
});
