// What the library keeps of a game or a study: one plain value, complete in itself.

import type { Side } from "../boards/pieces";
import type { GameRecord } from "../core/types";
import type { Finish } from "../game/session";
import { isGameRecord } from "../game/record_shape";
import type { TreePath } from "../game/tree";
import type { GameOptions } from "../settings";
import { fields, isFlag, isNumber, isText, listOf, nullOr, oneOf, optional, type Shape } from "../shape";

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

/** The latest moment that a date can be. */
const MOMENT_MAX_MS = 8.64e15;
const isMoment: Shape = (value) => isNumber(value) && Math.abs(value as number) <= MOMENT_MAX_MS;
const matches = (pattern: RegExp): Shape => (value) => isText(value) && pattern.test(value as string);

const isPlay = fields({
  options: fields({
    game: isText,
    variant: fields({ amazons: isText, quoridor: isText }),
    opponent: oneOf("engine", "human"),
    level: oneOf(1, 2, 3, 4, 5, 6, 7, 8),
    side: oneOf("first", "second", "random"),
    clock: matches(/^(none|\d{1,4}\+\d{1,4})$/),
  }),
  human: oneOf(0, 1, null),
  leftMs: nullOr((value) => listOf(isNumber)(value) && (value as number[]).length === 2),
  finish: nullOr(fields({
    result: oneOf("*", "1-0", "0-1", "1/2-1/2"), ending: oneOf("rules", "resignation", "time"),
  })),
});

const hasEntryFields = fields({
  id: matches(/^\w{1,64}$/),
  kind: oneOf("game", "study"),
  createdMs: isMoment,
  updatedMs: isMoment,
  record: isGameRecord,
  at: listOf(isNumber),
  flipped: isFlag,
  source: optional(isText),
  play: optional(isPlay),
});

/** Whether a value is an entry as far as types go: a game has what it takes to go on with it. */
export function isEntry(value: unknown): value is Entry {
  if (!hasEntryFields(value)) return false;
  const { kind, play, record: { spec } } = value as Entry;
  if (!play) return kind === "study";
  return play.options.game === spec.game && play.options.variant[spec.game] === spec.variant;
}
