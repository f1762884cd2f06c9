// Games and studies, kept in the browser's IndexedDB. Each is a document of its own that is written
// as a whole under its id, so tabs that have different ones open never meet.

import type { Entry } from "./entry";
import { openShelf } from "./shelf";

const DATABASE = "immure";
const STORE = "documents";
const CHANNEL = "immure.library";

export class Library {
  #shelf = openShelf<Entry>(DATABASE, STORE);
  #channel = new BroadcastChannel(CHANNEL);
  #listeners = new Set<() => void>();

  constructor() {
    this.#channel.onmessage = () => this.#tell();
  }

  /** Everything, what was touched last first. */
  async list(): Promise<Entry[]> {
    const entries = await (await this.#shelf).all();
    return entries.sort((a, b) => b.updatedMs - a.updatedMs);
  }

  async get(id: string): Promise<Entry | undefined> {
    return (await this.#shelf).get(id);
  }

  async put(entry: Entry): Promise<void> {
    await (await this.#shelf).put(entry);
    this.#changed();
  }

  async remove(id: string): Promise<void> {
    await (await this.#shelf).remove(id);
    this.#changed();
  }

  /** Called after every change, whichever tab made it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    this.#channel.postMessage("");
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
