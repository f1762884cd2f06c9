// What the library keeps of a game or a study: one plain value, complete in itself.

import type { Side } from "../boards/pieces";
import type { GameRecord } from "../core/types";
import type { Finish } from "../game/session";
import type { TreePath } from "../game/tree";
import type { GameOptions } from "../settings";

export type EntryKind = "game" | "study";

export interface Entry {
  id: string;
  kind: EntryKind;
  createdMs: number;
  updatedMs: number;
  record: GameRecord;
  /** The place that was looked at last. */
  at: TreePath;
  flipped: boolean;
  /** The id of the game that a study was made from. */
  source?: string;
  /** Of a game that was played here: what it takes to go on with it. */
  play?: {
    options: GameOptions;
    human: Side | null;
    leftMs: [number, number] | null;
    finish: Finish | null;
  };
}

/** Short, and never the same twice: 60 random bits. */
export function freshEntryId(): string {
  const letters = Array.from({ length: 12 }, () => Math.floor(32 * Math.random()).toString(32));
  return letters.join("");
}

/** A game that can still be played on. */
export function isRunning(entry: Entry): boolean {
  return entry.play !== undefined && entry.play.finish === null;
}
