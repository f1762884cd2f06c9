// A stream of server-sent events that never stands still: the browser takes it up again by itself after a lost
// connection, with the number of the last event; where it gives up (a 5xx, a proxy's page) it is opened anew.

import { delayMs } from "./events";

export interface StreamOptions {
  address: string;
  /** What each event does, by its name, with its data. */
  events: Record<string, (data: never) => void>;
  /** Whether it is connected, at each change. */
  onConnected(isConnected: boolean): void;
  /** Whether all is told, so that a stream that has ended is not opened again. */
  isOver?(): boolean;
}

export class Stream {
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(readonly options: StreamOptions) {
    this.restart();
  }

  /** From the beginning, as for a newcomer: after something was missed. */
  restart(): void {
    this.close();
    const source = new EventSource(this.options.address);
    this.#source = source;
    for (const [name, hear] of Object.entries(this.options.events)) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        this.#failures = 0;
        hear(JSON.parse(event.data) as never);
      });
    }
    source.addEventListener("open", () => this.options.onConnected(true));
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.options.onConnected(false);
      if (this.options.isOver?.()) this.close();
      else if (source.readyState === EventSource.CLOSED) {
        this.#timer = setTimeout(() => this.restart(), delayMs(this.#failures++));
      }
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}
