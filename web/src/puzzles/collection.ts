// The puzzles that come with the page: positions in which one move wins and every other one loses,
// proven by `immure puzzles`. One file a game (docs/formats.md), fetched when it is first wanted.

import { fetchFile } from "../core/fetch_file";
import { boardOf } from "../core/networks";
import { failure, type GameName } from "../core/types";
import type { TreeStart } from "../game/tree";

export interface Puzzle {
  /** Made from the position, so that it stays the same when the file grows. */
  id: string;
  start: TreeStart;
  /** The one that wins. */
  move: string;
  /** 1 is the easiest. */
  grade: number;
}

const VARIANTS: Record<GameName, string> = { amazons: "8x8", quoridor: "standard" };

const urls = import.meta.glob<string>("../../../puzzles/*.txt", {
  query: "?url",
  import: "default",
  eager: true,
});

/** FNV-1a in 32 bits: short enough for an address. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(36);
}

/** The puzzles of a file, in its order. Throws on a line that is none. */
export function readPuzzles(game: GameName, text: string): Puzzle[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.startsWith("#") || line.trim() === "") return [];
    const [, grade, move, position] = /^(\d+) (\S+) (.+)$/.exec(line) ?? [];
    if (!grade || !move || !position) throw failure("bad-puzzle", `line ${index + 1}: ${line}`, String(index + 1));
    const start = { game, variant: VARIANTS[game], start: position };
    return [{ id: hash(position), start, move, grade: Number(grade) }];
  });
}

async function fetchPuzzles(game: GameName): Promise<Puzzle[]> {
  const board = boardOf({ game, variant: VARIANTS[game], moves: [] });
  const response = await fetchFile(urls[`../../../puzzles/${board}.txt`] ?? board);
  return readPuzzles(game, await response.text());
}

const fetched = new Map<GameName, Promise<Puzzle[]>>();

/** The puzzles of a game. What could not be fetched is tried again the next time. */
export function loadPuzzles(game: GameName): Promise<Puzzle[]> {
  const known = fetched.get(game);
  if (known) return known;
  const puzzles = fetchPuzzles(game);
  fetched.set(game, puzzles);
  puzzles.catch(() => fetched.delete(game));
  return puzzles;
}
