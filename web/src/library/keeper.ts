// Keeps what is open in the library: every change is written at once, but for what is being typed, which
// is written after a pause. It is written under the id of the document, which this tab alone holds (claim.ts).

import { Store } from "../store";
import { claim, type Release } from "./claim";
import { freshEntryId, type Entry } from "./entry";
import type { Library } from "./library";

/** A game or a study that is open on the page. */
export interface Document {
  state: { get(): { id: string }; subscribe(listener: () => void): unknown };
  entry(): Entry | null;
  /** Changes with whatever the entry says. */
  revision: string;
  /** Whether what changes is being typed, key by key. */
  isTyping?: boolean;
  /** Whether a clock runs, so that the entry is out of date at any time. */
  isTicking?: boolean;
  resume(entry: Entry): void;
  /** Makes room for a new one, after this was deleted. */
  forget(): void;
}

/** A running clock is written down so often. */
const CLOCK_MS = 1000;

/** How long after the last key what is typed is written down. */
const TYPING_MS = 500;

/** What became of the wish to open a document. */
export type Opened = "opened" | "copied" | "missing";

export class Keeper {
  #held = { id: "", release: (): void => undefined };
  #written = "";
  #isOpening = false;
  #waiting: Entry | null = null; // what was typed and is not written yet
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Whether what was to be kept last was refused: the disk may be full. */
  readonly isRefused = new Store(false);
  /** Called after the open document was deleted, here or in another tab. */
  onForgotten: () => void = () => undefined;

  constructor(
    readonly library: Library,
    readonly document: Document,
  ) {
    document.state.subscribe(() => this.#keep());
    library.subscribe((removed) => removed === document.state.get().id && this.#forget(removed));
    // A page that is closed has no time left to write how far a clock has run.
    window.setInterval(() => document.isTicking && this.#write(true), CLOCK_MS);
    for (const type of ["pagehide", "visibilitychange"]) window.addEventListener(type, () => this.#flush());
  }

  /** Opens what the library has under an id; a copy of it, if another tab has it open. */
  async open(id: string): Promise<Opened> {
    const entry = await this.library.get(id);
    if (!entry) return "missing";
    const release = await claim(id);
    this.#resume(entry, release);
    return release ? "opened" : "copied";
  }

  /** Opens the first of some entries that can be opened and no other tab has open; false if there is none. */
  async openAny(entries: Entry[]): Promise<boolean> {
    for (const entry of entries) {
      const release = await claim(entry.id, 0);
      if (!release) continue;
      try {
        this.#resume(entry, release);
        return true;
      } catch {
        // The page starts without it; opened by its address, it says what is wrong.
      }
    }
    return false;
  }

  /** Throws if the document refuses the entry; then it stays as it is, and so does the document. */
  #resume(entry: Entry, release: Release | null): void {
    this.#flush();
    if (!release) {
      this.document.resume({ ...entry, id: freshEntryId(), createdMs: Date.now() });
      return;
    }
    this.#isOpening = true; // what comes from the library need not go back there
    try {
      this.document.resume(entry);
    } catch (error) {
      release();
      throw error;
    } finally {
      this.#isOpening = false;
    }
    this.#hold(entry.id, release);
    this.#written = this.document.revision;
  }

  #forget(id: string): void {
    if (this.#waiting?.id === id) this.#waiting = null;
    this.document.forget();
    // A change that was being written meanwhile must not bring it back.
    void this.library.remove(id);
    this.onForgotten();
  }

  #hold(id: string, release: Release): void {
    this.#held.release();
    this.#held = { id, release };
  }

  #keep(): void {
    if (this.#isOpening) return;
    const { id } = this.document.state.get();
    if (id !== this.#held.id) {
      this.#flush();
      this.#hold(id, () => undefined);
      // A fresh id: nobody else can have it.
      void claim(id, 0).then((release) => {
        if (this.#held.id === id && release) this.#held.release = release;
        else release?.();
      });
    }
    this.#write();
  }

  #write(isForced = false): void {
    const { revision, isTyping } = this.document;
    const entry = isForced || revision !== this.#written ? this.document.entry() : null;
    if (!entry) return;
    clearTimeout(this.#pause);
    this.#written = revision;
    this.#waiting = entry;
    if (isTyping) this.#pause = setTimeout(() => this.#flush(), TYPING_MS);
    else this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#pause);
    const entry = this.#waiting;
    this.#waiting = null;
    if (entry) void this.#put(entry);
  }

  async #put(entry: Entry): Promise<void> {
    const isRefused = await this.library.put(entry).then(() => false, () => true);
    if (isRefused !== this.isRefused.get()) this.isRefused.set(isRefused);
  }
}
