import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPuzzles, type Puzzle } from "../../src/puzzles/collection";
import { firstGrade, nextPuzzle } from "../../src/puzzles/progress";

const puzzle = (id: string, grade: number): Puzzle => ({
  id, grade, move: "e2", start: { game: "quoridor", variant: "standard" },
});
const FOUR = [puzzle("a", 1), puzzle("b", 2), puzzle("c", 1), puzzle("d", 1)];
const idAfter = (solved: string[], after: number | null): string | undefined =>
  nextPuzzle(FOUR, new Set(solved), 1, after === null ? null : FOUR[after] ?? null)?.id;

test("the files of the site are read, each puzzle with an address of its own", () => {
  for (const [game, file] of [["amazons", "amazons-8x8"], ["quoridor", "quoridor"]] as const) {
    const text = readFileSync(new URL(`../../../puzzles/${file}.txt`, import.meta.url), "utf8");
    const puzzles = readPuzzles(game, text);
    expect(puzzles.length).toBe(text.split("\n").filter((line) => /^[1-5] /.test(line)).length);
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
  }
});

test("a line that is no puzzle is refused by its number", () => {
  expect(() => readPuzzles("quoridor", "# head\n\nnonsense\n")).toThrow("line 3");
});

test("the next puzzle is the next unsolved one of the grade", () => {
  expect(idAfter([], null)).toBe("a");
  expect(idAfter(["a"], null)).toBe("c");
  expect(idAfter([], 0)).toBe("c");
  expect(idAfter(["c"], 0)).toBe("d");
  expect(idAfter([], 3)).toBe("a");
  expect(idAfter(["a", "c", "d"], 2)).toBe("d");
});

test("one begins with the lowest grade that has something left", () => {
  expect(firstGrade(FOUR, new Set())).toBe(1);
  expect(firstGrade(FOUR, new Set(["a", "c", "d"]))).toBe(2);
  expect(firstGrade(FOUR, new Set(["a", "b", "c", "d"]))).toBe(1);
});
