// Things with ids in the browser's IndexedDB. A browser that keeps nothing gets a shelf that lasts as
// long as the page.

export interface Kept {
  id: string;
}

/** A disk that is full is found out last, after the request has succeeded. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

/** Where things are kept by their ids. */
export interface Shelf<T extends Kept> {
  all(): Promise<T[]>;
  get(id: string): Promise<T | undefined>;
  put(thing: T): Promise<void>;
  remove(id: string): Promise<void>;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

class DatabaseShelf<T extends Kept> implements Shelf<T> {
  constructor(
    readonly database: IDBDatabase,
    readonly store: string,
  ) {}

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction(this.store, mode).objectStore(this.store);
  }

  all(): Promise<T[]> {
    return answered(this.#store("readonly").getAll() as IDBRequest<T[]>);
  }

  get(id: string): Promise<T | undefined> {
    return answered(this.#store("readonly").get(id) as IDBRequest<T | undefined>);
  }

  put(thing: T): Promise<void> {
    return this.#write((store) => store.put(thing));
  }

  remove(id: string): Promise<void> {
    return this.#write((store) => store.delete(id));
  }

  /** Commits at once: left to itself, a write that is under way when the page is left is undone. */
  async #write(change: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    const store = this.#store("readwrite");
    const done = completed(store.transaction);
    change(store);
    store.transaction.commit();
    await done;
  }
}

class MemoryShelf<T extends Kept> implements Shelf<T> {
  #things = new Map<string, T>();

  async all(): Promise<T[]> {
    return [...this.#things.values()];
  }

  async get(id: string): Promise<T | undefined> {
    return this.#things.get(id);
  }

  async put(thing: T): Promise<void> {
    this.#things.set(thing.id, thing);
  }

  async remove(id: string): Promise<void> {
    this.#things.delete(id);
  }
}

/** The shelf `store` of a database of its own, made where there is none. */
export async function openShelf<T extends Kept>(
  database: string,
  store: string,
): Promise<Shelf<T>> {
  try {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "id" });
    return new DatabaseShelf<T>(await answered(request), store);
  } catch {
    return new MemoryShelf<T>(); // refused, as in some private windows: the page works all the same
  }
}
