// The native engine of a server that hands out this page (docs/api.md): the same questions and
// answers as the engine in the worker, over HTTP and server-sent events. On a static host there is none.

import { API, refusalOf } from "../arena/http";
import {
  failure, type Analysis, type Engine, type GameSpec, type Limits, type Search,
} from "../core/types";

interface Report {
  id: string;
  state: "queued" | "running" | "done" | "stopped" | "failed";
  analysis: Analysis | null;
}

const NOTHING: Analysis = { depth: 0, nodes: 0, timeMs: 0, lines: [], done: true };

interface About {
  limits: { analysisMs: number; multiPv: number };
}

/** What the server says of itself; null where there is none. */
async function about(): Promise<About | null> {
  try {
    const response = await fetch(`${API}/about`);
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return response.ok && isJson ? ((await response.json()) as About) : null;
  } catch {
    return null;
  }
}

class NativeSearch implements Search {
  readonly done: Promise<Analysis>;
  #id: string | null = null;
  #isStopped = false;

  /** Begins when `before` has ended: a server has few places for each visitor. */
  constructor(
    before: Promise<unknown>,
    spec: GameSpec,
    limits: Limits,
    onInfo: (analysis: Analysis) => void,
  ) {
    this.done = before.then(() => (this.#isStopped ? NOTHING : this.#run(spec, limits, onInfo)));
    // Not everybody who asks waits for the answer.
    this.done.catch(() => undefined);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#id) void fetch(`${API}/analyses/${this.#id}`, { method: "DELETE" });
  }

  async #run(
    spec: GameSpec,
    limits: Limits,
    onInfo: (analysis: Analysis) => void,
  ): Promise<Analysis> {
    const response = await fetch(`${API}/analyses`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...spec, ...limits }),
    }).catch(() => Promise.reject(failure("connection-lost", "connection lost")));
    if (!response.ok) throw await refusalOf(response);
    const { id } = (await response.json()) as Report;
    this.#id = id;
    if (this.#isStopped) this.stop();
    return this.#follow(id, onInfo);
  }

  #follow(id: string, onInfo: (analysis: Analysis) => void): Promise<Analysis> {
    return new Promise((resolve, reject) => {
      const events = new EventSource(`${API}/analyses/${id}/events`);
      const read = (event: MessageEvent<string>): Report => JSON.parse(event.data) as Report;
      events.addEventListener("info", (event) => {
        const { analysis } = read(event);
        if (analysis) onInfo(analysis);
      });
      events.addEventListener("done", (event) => {
        events.close();
        const { state, analysis } = read(event);
        if (state === "failed") reject(failure("engine-missing", "the engine could not be had"));
        else resolve({ ...(analysis ?? NOTHING), done: true });
      });
      events.addEventListener("error", () => {
        // The browser connects again by itself unless it was told not to.
        if (events.readyState === EventSource.CLOSED) reject(failure("connection-lost", "connection lost"));
      });
    });
  }
}

class NativeEngine implements Engine {
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly limits: About["limits"]) {}

  analyse(spec: GameSpec, limits: Limits, onInfo: (analysis: Analysis) => void): Search {
    const { analysisMs } = this.limits;
    const timeMs = Math.min(limits.timeMs ?? analysisMs, analysisMs);
    const multiPv = Math.min(limits.multiPv ?? 1, this.limits.multiPv);
    const search = new NativeSearch(this.#last, spec, { ...limits, timeMs, multiPv }, onInfo);
    this.#last = search.done.catch(() => undefined);
    return search;
  }

  /** The server analyses; levels are the worker's. */
  play(spec: GameSpec, _level: number, limits: Limits): Search {
    return this.analyse(spec, limits, () => undefined);
  }

  dispose(): void {
    // Nothing is held between questions.
  }
}

/** The engine of the server behind this page; null on a static host. */
export async function findNativeEngine(): Promise<Engine | null> {
  const found = await about();
  return found && new NativeEngine(found.limits);
}
