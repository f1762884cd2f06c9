/** What the page and the engine's worker say to each other. Searches are known by a number. */

import type { Analysis, GameSpec, Limits, Reason } from "./types";

export interface SearchRequest {
  id: number;
  spec: GameSpec;
  limits: Limits;
  /** 0 for an analysis. */
  level: number;
  /** Of the random numbers, where a level uses them. */
  seed: number;
}

export type ToEngine = { kind: "search"; request: SearchRequest } | { kind: "stop"; id: number };

export type FromEngine =
  | { kind: "info"; id: number; analysis: Analysis }
  | { kind: "done"; id: number; analysis: Analysis }
  /** The input was wrong. */
  | { kind: "refused"; id: number; reason: Reason | string }
  /** The engine was. */
  | { kind: "failed"; id: number; message: string };

/** The first message to a worker: what it shall run. */
export interface EngineSetup {
  module: WebAssembly.Module;
  memoryMb: number;
}

/** One end of a conversation: a worker, the inside of one, or a MessagePort. */
export interface Port<Out, In> {
  postMessage(message: Out): void;
  onmessage: ((event: MessageEvent<In>) => void) | null;
}
