// Games and studies, kept in the browser's IndexedDB. Each is a document of its own that is written
// as a whole under its id, so tabs that have different ones open never meet. A browser that keeps
// nothing gets a library that lasts as long as the page.

import type { Entry } from "./entry";

const DATABASE = "immure";
const STORE = "documents";
const CHANNEL = "immure.library";

/** Where entries are kept; keys are ids. */
interface Shelf {
  all(): Promise<Entry[]>;
  get(id: string): Promise<Entry | undefined>;
  put(entry: Entry): Promise<void>;
  remove(id: string): Promise<void>;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

class DatabaseShelf implements Shelf {
  constructor(readonly database: IDBDatabase) {}

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction(STORE, mode).objectStore(STORE);
  }

  all(): Promise<Entry[]> {
    return answered(this.#store("readonly").getAll() as IDBRequest<Entry[]>);
  }

  get(id: string): Promise<Entry | undefined> {
    return answered(this.#store("readonly").get(id) as IDBRequest<Entry | undefined>);
  }

  async put(entry: Entry): Promise<void> {
    await answered(this.#store("readwrite").put(entry));
  }

  async remove(id: string): Promise<void> {
    await answered(this.#store("readwrite").delete(id));
  }
}

class MemoryShelf implements Shelf {
  #entries = new Map<string, Entry>();

  async all(): Promise<Entry[]> {
    return [...this.#entries.values()];
  }

  async get(id: string): Promise<Entry | undefined> {
    return this.#entries.get(id);
  }

  async put(entry: Entry): Promise<void> {
    this.#entries.set(entry.id, entry);
  }

  async remove(id: string): Promise<void> {
    this.#entries.delete(id);
  }
}

async function openShelf(): Promise<Shelf> {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    return new DatabaseShelf(await answered(request));
  } catch {
    return new MemoryShelf(); // refused, as in some private windows: the page works all the same
  }
}

export class Library {
  #shelf = openShelf();
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
