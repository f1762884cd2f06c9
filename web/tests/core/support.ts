/** What the tests of the core share: the compiled core, the native program, games. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WasmCore } from "../../src/core/core";
import { EngineClient } from "../../src/core/engine";
import { CoreInstance } from "../../src/core/module";
import { Thinker } from "../../src/core/thinker";
import type { FromEngine, Port, ToEngine } from "../../src/core/messages";
import type { GameName, GameSpec } from "../../src/core/types";

function built(variable: string, usual: string): string {
  return process.env[variable] ?? fileURLToPath(new URL(`../../../${usual}`, import.meta.url));
}

const wasm = built("IMMURE_WASM", "build-wasm/src/wasm/immure.wasm");
const program = built("IMMURE", "build/immure");
const module = new WebAssembly.Module(readFileSync(wasm));

export const MEMORY_MB = 64;

/** The bytes of the networks that are built into the native program, by board. */
const nets = fileURLToPath(new URL("../../../nets", import.meta.url));
const networks = new Map(
  (existsSync(nets) ? readdirSync(nets) : [])
    .filter((name) => name.endsWith(".net"))
    .map((name) => [name.replace(/\.net$/, ""), readFileSync(`${nets}/${name}`)]),
);

/** A core without networks. */
export function makeInstance(memoryMb = MEMORY_MB): Promise<CoreInstance> {
  return CoreInstance.make(module, memoryMb);
}

/** A core that evaluates as the native program does. */
export async function makeFullInstance(): Promise<CoreInstance> {
  const instance = await makeInstance();
  for (const bytes of networks.values()) instance.loadNetwork(bytes);
  return instance;
}

export async function makeCore(): Promise<WasmCore> {
  return new WasmCore(await makeInstance(0));
}

/** As the worker's pause. Node hands on all messages of one channel before those of another. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A client and a thinker at the two ends of a channel, as a page and its worker are. */
export function makeEngine(
  make: () => Promise<CoreInstance> = makeInstance,
  onPause: () => void = () => {},
): EngineClient {
  const { port1, port2 } = new MessageChannel();
  new Thinker(port2 as Port<FromEngine, ToEngine>, {
    make,
    pause: () => {
      onPause();
      return pause();
    },
    networks: (board) => Promise.resolve(networks.get(board) ?? null),
  });
  return new EngineClient(port1 as Port<ToEngine, FromEngine>, () => port1.close());
}

/** What the native program prints. */
export function native(...words: string[]): string {
  return execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 26 });
}

export function game(name: GameName, moves = "", variant?: string): GameSpec {
  return {
    game: name,
    variant: variant ?? (name === "amazons" ? "8x8" : "standard"),
    moves: moves.split(" ").filter((move) => move !== ""),
  };
}
