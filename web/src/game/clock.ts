// Two clocks with an increment, of which at most one runs. Times are milliseconds by the browser's
// monotonic clock, so a sleeping tab loses no time and gains none.

import type { Side } from "../boards/pieces";

export interface TimeControl {
  baseMs: number;
  incrementMs: number;
}

/** `5+3` is five minutes and three seconds a move; `none` is no clock. */
export function parseTimeControl(text: string): TimeControl | null {
  const [minutes, seconds] = text.split("+").map(Number);
  if (!minutes || seconds === undefined) return null;
  return { baseMs: minutes * 60_000, incrementMs: seconds * 1000 };
}

export class Clock {
  #leftMs: [number, number];
  #running: Side | null = null;
  #sinceMs = 0;

  /** A game that is gone on with brings what was left on both clocks. */
  constructor(
    readonly control: TimeControl,
    leftMs: [number, number] = [control.baseMs, control.baseMs],
  ) {
    this.#leftMs = [...leftMs];
  }

  leftMs(side: Side): number {
    const spent = this.#running === side ? performance.now() - this.#sinceMs : 0;
    return Math.max(this.#leftMs[side] - spent, 0);
  }

  get running(): Side | null {
    return this.#running;
  }

  /** Stops the running clock, and adds the increment if its side has moved. */
  stop(hasMoved: boolean): void {
    const side = this.#running;
    if (side === null) return;
    this.#leftMs[side] = this.leftMs(side) + (hasMoved ? this.control.incrementMs : 0);
    this.#running = null;
  }

  start(side: Side): void {
    this.stop(false);
    this.#running = side;
    this.#sinceMs = performance.now();
  }
}

/** `4:59`, and tenths below twenty seconds. */
export function clockText(ms: number): string {
  if (ms < 20_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
