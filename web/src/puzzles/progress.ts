// Which puzzles were solved, kept in the browser: a record for each, so that tabs never overwrite
// each other's; and which one comes next.

import { openShelf, type Kept, type Shelf } from "../library/shelf";
import type { Puzzle } from "./collection";

interface Solved extends Kept {
  solvedMs: number;
}

export class Progress {
  #opened: Promise<Shelf<Solved>> | null = null;

  get #shelf(): Promise<Shelf<Solved>> {
    return (this.#opened ??= openShelf<Solved>("immure.puzzles", "solved"));
  }

  /** The ids of the solved ones, those of other tabs included. */
  async solved(): Promise<Set<string>> {
    return new Set((await (await this.#shelf).all()).map(({ id }) => id));
  }

  async add(puzzle: Puzzle): Promise<void> {
    await (await this.#shelf).put({ id: puzzle.id, solvedMs: Date.now() });
  }
}

/** The lowest grade with something left to solve; the lowest of all if nothing is left. */
export function firstGrade(puzzles: Puzzle[], solved: Set<string>): number {
  const left = puzzles.filter(({ id }) => !solved.has(id));
  return Math.min(...(left.length > 0 ? left : puzzles).map(({ grade }) => grade));
}

/** The next of a grade that is not solved, in the file's order and round its end. */
export function nextPuzzle(
  puzzles: Puzzle[],
  solved: Set<string>,
  grade: number,
  after: Puzzle | null,
): Puzzle | undefined {
  const index = after ? puzzles.indexOf(after) + 1 : 0;
  const others = [...puzzles.slice(index), ...puzzles.slice(0, index)].filter(
    (puzzle) => puzzle.grade === grade && puzzle !== after,
  );
  return others.find(({ id }) => !solved.has(id)) ?? others[0];
}
