// Games and studies, kept in the browser's IndexedDB. Each is a document of its own that is written
// as a whole under its id, so tabs that have different ones open never meet.

import { isEntry, type Entry } from "./entry";
import { openShelf } from "./shelf";

const DATABASE = "immure";
const STORE = "documents";
const CHANNEL = "immure.library";

/** Told the id of what was removed; null after any other change. */
export type LibraryListener = (removed: string | null) => void;

export class Library {
  #shelf = openShelf<Entry>(DATABASE, STORE);
  #channel = new BroadcastChannel(CHANNEL);
  #listeners = new Set<LibraryListener>();

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<string | null>) => this.#tell(data);
  }

  /** Everything that is whole, what was touched last first. */
  async list(): Promise<Entry[]> {
    const entries = (await (await this.#shelf).all()).filter(isEntry);
    return entries.sort((a, b) => b.updatedMs - a.updatedMs);
  }

  async get(id: string): Promise<Entry | undefined> {
    return (await this.#shelf).get(id);
  }

  async put(entry: Entry): Promise<void> {
    await (await this.#shelf).put(entry);
    this.#changed(null);
  }

  async remove(id: string): Promise<void> {
    await (await this.#shelf).remove(id);
    this.#changed(id);
  }

  /** Called after every change, whichever tab made it. */
  subscribe(listener: LibraryListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(removed: string | null): void {
    this.#channel.postMessage(removed);
    this.#tell(removed);
  }

  #tell(removed: string | null): void {
    for (const listener of [...this.#listeners]) listener(removed);
  }
}
