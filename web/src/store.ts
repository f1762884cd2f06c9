// A value that can be watched. The page's state lives in a handful of these; a view subscribes when
// it is mounted and unsubscribes when it goes.

export type Unsubscribe = () => void;

export class Store<T> {
  #value: T;
  #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  patch(part: Partial<T>): void {
    this.set({ ...this.#value, ...part });
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Collects what one view must undo when it goes; what it still begins after that is undone at once. */
export class Cleanup {
  #steps: (() => void)[] = [];
  #isGone = false;

  /** For what waits for an answer: the page belongs to another view now. */
  get isGone(): boolean {
    return this.#isGone;
  }

  add(step: () => void): void {
    if (this.#isGone) step();
    else this.#steps.push(step);
  }

  listen<K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
  ): void {
    window.addEventListener(type, listener);
    this.add(() => window.removeEventListener(type, listener));
  }

  run(): void {
    this.#isGone = true;
    for (const step of this.#steps.splice(0).reverse()) step();
  }
}
