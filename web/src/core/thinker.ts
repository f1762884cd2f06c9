/**
 * The engine's side of the conversation. It thinks in slices of some milliseconds and lets the event
 * loop run in between, so that a stop is heard at once; no shared memory is needed, which most static
 * hosts could not offer. The tree is kept from slice to slice and from search to search.
 */

import type { FromEngine, Port, SearchRequest, ToEngine } from "./messages";
import { CoreInstance, specFields } from "./module";
import { ImmureError, type Analysis } from "./types";

const SLICE_MS = 12;
const INFO_INTERVAL_MS = 100;

export class Thinker {
  readonly #port: Port<FromEngine, ToEngine>;
  readonly #make: () => Promise<CoreInstance>;
  readonly #pause: () => Promise<void>;
  readonly #queue: SearchRequest[] = [];
  readonly #stopped = new Set<number>();
  #instance: CoreInstance | undefined;
  #isBusy = false;

  /**
   * `make` is called for the first search, and again if the core ever breaks down. `pause` lets
   * everything happen that waits in the event loop.
   */
  constructor(
    port: Port<FromEngine, ToEngine>,
    make: () => Promise<CoreInstance>,
    pause: () => Promise<void>,
  ) {
    this.#port = port;
    this.#make = make;
    this.#pause = pause;
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
      const isRefusal = error instanceof ImmureError;
      // What is left in the memory of a core that broke down cannot be trusted.
      if (!isRefusal) this.#instance = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "failed", id, reason, isRefusal };
    }
  }

  async #search(request: SearchRequest): Promise<Analysis> {
    const { id, spec, limits, level, seed } = request;
    const instance = (this.#instance ??= await this.#make());
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
      await this.#pause();
      if (this.#stopped.has(id)) break;
    }
    return { ...report(), done: true };
  }
}
