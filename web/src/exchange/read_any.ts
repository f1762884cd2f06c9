// Any text that holds games: a link of this page, what the library exported, Botzone's JSON, or a
// record, list of moves or position that the rules can read. What it is, the text says itself.

import { ImmureError, type Core, type GameRecord } from "../core/types";
import { isGameRecord } from "../game/record_shape";
import { GameTree } from "../game/tree";
import { t } from "../i18n";
import { isEntry, type Entry } from "../library/entry";
import { botzoneMoves } from "./botzone";
import { fromLink, type Linked } from "./link";

/** Texts larger than this are not games. */
export const BYTES_MAX = 4 << 20;

export type Found =
  | { kind: "link"; linked: Linked }
  | { kind: "records"; records: GameRecord[] }
  /** Each as the file has it; `readEntry` says what it is. */
  | { kind: "library"; entries: unknown[] };

/** What `exportEntries` writes; its reader is `fromJson`. */
interface LibraryFile {
  immure: "library";
  entries: Entry[];
}

export function exportEntries(entries: Entry[]): string {
  const file: LibraryFile = { immure: "library", entries };
  return JSON.stringify(file, null, 1);
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line = position === undefined ? text.split("\n").length : lineOf(text, Number(position));
    throw new ImmureError(t("import.badJson", { line }));
  }
}

/** An entry of a library's file; null if it is none, or its moves are not the game's. */
export function readEntry(core: Core, value: unknown): Entry | null {
  try {
    if (!isEntry(value)) return null;
    GameTree.fromRecord(core, value.record);
    return value;
  } catch {
    return null; // illegal, or nested too deep
  }
}

function fromJson(core: Core, text: string): Found {
  const json = parseJson(text);
  const { immure, entries } = (json ?? {}) as Partial<LibraryFile>;
  if (immure === "library" && Array.isArray(entries)) return { kind: "library", entries };
  const records = (Array.isArray(json) ? json : [json]).filter(isGameRecord);
  if (records.length > 0) return { kind: "records", records };
  const moves = botzoneMoves(json);
  if (!moves) throw new ImmureError(t("import.strangeJson"));
  const [record] = core.readRecords(moves.map((move) => move.text).join("\n"));
  if (!record) throw new ImmureError(t("import.strangeJson"));
  const timed = record.moves.map((move, index) => {
    const timeMs = moves[index]?.timeMs;
    return timeMs === undefined ? move : { ...move, timeMs };
  });
  return { kind: "records", records: [{ ...record, moves: timed }] };
}

/** Throws ImmureError with the reason, in the page's language where it is the page's. */
export function readAny(core: Core, text: string): Found {
  if (text.length > BYTES_MAX) throw tooLarge(text.length);
  const link = /#\/analyse\?(\S+)/.exec(text);
  const linked = link?.[1] ? fromLink(core, new URLSearchParams(link[1])) : null;
  if (linked) return { kind: "link", linked };
  // A PGN begins with a bracket too, and then a letter.
  if (/^\s*(\{|\[\s*[{[\]])/.test(text)) return fromJson(core, text);
  return { kind: "records", records: core.readRecords(text) };
}

export function tooLarge(bytes: number): ImmureError {
  const megabytes = (size: number): string => (size / (1 << 20)).toFixed(1);
  return new ImmureError(
    t("import.tooLarge", { size: megabytes(bytes), max: megabytes(BYTES_MAX) }),
  );
}
