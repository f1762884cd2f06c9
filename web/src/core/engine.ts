/** The page's side of the engine: asks a worker and keeps track of who waits for what. */

import type { FromEngine, Port, SearchRequest, ToEngine } from "./messages";
import { coreModule } from "./module";
import {
  failure, ImmureError, type Analysis, type Engine, type GameSpec, type Limits, type Search,
} from "./types";

interface Waiting {
  onInfo: (analysis: Analysis) => void;
  resolve: (analysis: Analysis) => void;
  reject: (reason: Error) => void;
}

const CLOSED = failure("engine-closed", "the engine was closed");

export class EngineClient implements Engine {
  readonly #port: Port<ToEngine, FromEngine>;
  readonly #close: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | null = null; // why there will be no more answers

  /** `close` ends whoever is at the other end of the port. */
  constructor(port: Port<ToEngine, FromEngine>, close: () => void) {
    this.#port = port;
    this.#close = close;
    port.onmessage = (event) => this.#hear(event.data);
  }

  analyse(spec: GameSpec, limits: Limits, onInfo: (analysis: Analysis) => void): Search {
    return this.#start({ spec, limits, level: 0, seed: 0 }, onInfo);
  }

  play(spec: GameSpec, level: number, limits: Limits): Search {
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    return this.#start({ spec, limits, level, seed }, () => {});
  }

  dispose(): void {
    for (const id of this.#waiting.keys()) this.#port.postMessage({ kind: "stop", id });
    this.fail(CLOSED);
    this.#close();
  }

  /** Whether whoever asks from now on gets no answer. */
  get isBroken(): boolean {
    return this.#failure !== null;
  }

  /** Tells everybody who waits, or asks later, that there will be no answer. */
  fail(reason: Error): void {
    this.#failure = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #start(question: Omit<SearchRequest, "id">, onInfo: (analysis: Analysis) => void): Search {
    const id = ++this.#lastId;
    const done = new Promise<Analysis>((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      this.#waiting.set(id, { onInfo, resolve, reject });
      this.#port.postMessage({ kind: "search", request: { id, ...question } });
    });
    // Not everybody who asks waits for the answer; a failure that nobody waits for is none.
    done.catch(() => {});
    const stop = () => {
      if (this.#waiting.has(id)) this.#port.postMessage({ kind: "stop", id });
    };
    return { stop, done };
  }

  #hear(message: FromEngine): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === "info") {
      waiting.onInfo(message.analysis);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.kind === "done") waiting.resolve(message.analysis);
    else if (message.kind === "refused") waiting.reject(new ImmureError(message.reason));
    else waiting.reject(failure("engine-failed", message.message));
  }
}

const MEMORY_MB = 96;
const SMALL_MEMORY_MB = 32;

/** Phones with little memory get a smaller tree; most browsers do not tell, and get the usual one. */
function memoryMb(): number {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return (deviceMemory ?? Infinity) <= 2 ? SMALL_MEMORY_MB : MEMORY_MB;
}

/** Starts the engine's worker. */
export async function startEngine(): Promise<EngineClient> {
  const module = await coreModule();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ module, memoryMb: memoryMb() });
  const client = new EngineClient(worker, () => worker.terminate());
  worker.onerror = ({ message }) => client.fail(failure("engine-failed", message || "the worker failed"));
  return client;
}
