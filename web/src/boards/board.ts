// What the views know of a board: it shows a position, and says which move a person made on it.

import type { Overlay, PositionView } from "../core/types";

/** An engine's move to point at; the first of several is the best. */
export interface Suggestion {
  move: string;
  /** Drawn beside the arrow, such as "1" or "62%"; nothing if empty. */
  label: string;
}

export interface Shown {
  view: PositionView;
  lastMove: string | null;
  /** Whether a person may move now. */
  canMove: boolean;
  flipped: boolean;
  coordinates: boolean;
  suggestions: Suggestion[];
  overlay: Overlay | null;
}

/** What a board tells its owner. */
export interface BoardEvents {
  /** A legal move, complete. */
  move(move: string): void;
  /** Why a move would be illegal, in the language of the page; null if it is not. */
  whyIllegal(move: string): string | null;
  /** What a wall would do to the paths, in words; null where there is nothing to say. */
  wallEffect?(move: string): string | null;
  /** Something was clicked that is no move, and why. */
  refused(reason: string): void;
}

/** For a board that is only looked at. */
export const NO_EVENTS: BoardEvents = {
  move: () => undefined,
  whyIllegal: () => null,
  refused: () => undefined,
};

/** Raw input for setting a position up; it takes the place of moves while it is given. */
export interface EditEvents {
  square(name: string): void;
  wall(name: string): void;
}

export interface Board {
  readonly element: HTMLElement;
  readonly svg: SVGSVGElement;
  show(shown: Shown): void;
  /** Drops a half-made move. */
  cancel(): void;
  /** A half-made move as a value, and back: nothing happens if that is none of this position. */
  halfMade(): unknown;
  resume(halfMade: unknown): void;
  edit(events: EditEvents | null): void;
}
