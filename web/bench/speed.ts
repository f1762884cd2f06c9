/**
 * How fast the engine is in WebAssembly, as a fraction of the native program on one thread: the work
 * of `immure bench`, done by both in turn. Each side's best round counts, for what else the machine
 * does can only slow it down.
 */

import type { GameName } from "../src/core/types";
import { makeFullInstance, native } from "../tests/core/support";

const ROUNDS = 3;

async function wasmSpeed(game: GameName): Promise<number> {
  const instance = await makeFullInstance();
  const result = instance.ask<{ nodes: number; timeMs: number }>([game], (exports, core) =>
    exports.immure_bench(core),
  );
  return (result.nodes / result.timeMs) * 1000;
}

function nativeSpeed(game: GameName): number {
  return Number(/^nodes_per_second_\w+ (\d+)$/m.exec(native("bench", game))?.[1]);
}

for (const game of ["amazons", "quoridor"] as const) {
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    ours = Math.max(ours, await wasmSpeed(game));
    theirs = Math.max(theirs, nativeSpeed(game));
  }
  console.log(`wasm_nodes_per_second_${game} ${ours.toFixed(0)}`);
  console.log(`wasm_ratio_to_native_${game} ${(ours / theirs).toFixed(2)}`);
}
