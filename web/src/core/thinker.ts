/**
 * The engine's side of the conversation. It thinks in slices of some milliseconds and lets the event
 * loop run in between, so that a stop is heard at once; no shared memory is needed, which most static
 * hosts could not offer. The tree is kept from slice to slice and from search to search.
 */

import type { FromEngine, Port, SearchRequest, ToEngine } from "./messages";
import { CoreInstance, specFields } from "./module";
import { boardOf, type NetworkSource } from "./networks";
import { ImmureError, type Analysis } from "./types";

/** What a thinker needs of the world around it. */
export interface Surroundings {
  /** Makes a core: for the first search, and again if one ever breaks down. */
  make: () => Promise<CoreInstance>;
  /** Lets everything happen that waits in the event loop. */
  pause: () => Promise<void>;
  networks: NetworkSource;
}

const SLICE_MS = 12;
const INFO_INTERVAL_MS = 100;

export class Thinker {
  readonly #port: Port<FromEngine, ToEngine>;
  readonly #surroundings: Surroundings;
  readonly #queue: SearchRequest[] = [];
  readonly #stopped = new Set<number>();
  /** Boards whose network was asked for, whether or not there is one. */
  readonly #boards = new Set<string>();
  #instance: CoreInstance | undefined;
  #isBusy = false;

  constructor(port: Port<FromEngine, ToEngine>, surroundings: Surroundings) {
    this.#port = port;
    this.#surroundings = surroundings;
    port.onmessage = (event) => this.#hear(event.data);
  }

  #hear(message: ToEngine): void {
    if (message.kind === "stop") {
      this.#stopped.add(message.id);
      return;
    }
    this.#queue.push(message.request);
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      this.#port.postMessage(await this.#answer(request));
      this.#stopped.delete(request.id);
    }
    this.#isBusy = false;
  }

  async #answer(request: SearchRequest): Promise<FromEngine> {
    const { id } = request;
    try {
      return { kind: "done", id, analysis: await this.#search(request) };
    } catch (error) {
      if (error instanceof ImmureError) return { kind: "refused", id, reason: error.reason ?? error.message };
      // What is left in the memory of a core that broke down cannot be trusted.
      this.#forget();
      return { kind: "failed", id, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #forget(): void {
    this.#instance = undefined;
    this.#boards.clear();
  }

  /** The core, with the board's network. One that cannot be had is done without. */
  async #prepare(board: string): Promise<CoreInstance> {
    const instance = (this.#instance ??= await this.#surroundings.make());
    if (!this.#boards.has(board)) {
      this.#boards.add(board);
      const bytes = await this.#surroundings.networks(board).catch(() => null);
      if (bytes) instance.loadNetwork(bytes);
    }
    return instance;
  }

  async #search(request: SearchRequest): Promise<Analysis> {
    const { id, spec, limits, level, seed } = request;
    const instance = await this.#prepare(boardOf(spec));
    instance.tell(specFields(spec), (exports, core) =>
      exports.immure_search_begin(
        core,
        level,
        seed,
        limits.timeMs ?? 0,
        limits.nodes ?? 0,
        limits.depth ?? 0,
        limits.multiPv ?? 1,
      ),
    );
    const report = () =>
      instance.ask<Analysis>([], (exports, core) => exports.immure_search_report(core));
    let nextInfo = 0; // the first one comes at once
    // One step is always made, so that a search that is stopped at once has a move to tell.
    while (instance.run((exports, core) => exports.immure_search_step(core, SLICE_MS))) {
      if (performance.now() >= nextInfo) {
        this.#port.postMessage({ kind: "info", id, analysis: report() });
        nextInfo = performance.now() + INFO_INTERVAL_MS;
      }
      await this.#surroundings.pause();
      if (this.#stopped.has(id)) break;
    }
    return { ...report(), done: true };
  }
}
