import { expect, test, vi } from "vitest";
import { levelElo } from "../../src/views/level_slider";

// Numbers that nobody measured: a copy in the page would not know them.
vi.mock("../../../docs/strength/levels.json", () => ({
  default: { amazons: { elo: [0, 123, 456] }, quoridor: { elo: [0, 78, 904] } },
}));

test("levels are worth what was measured", () => {
  expect([1, 2, 3].map((level) => levelElo("amazons", level))).toEqual([0, 120, 460]);
  expect([1, 2, 3].map((level) => levelElo("quoridor", level))).toEqual([0, 80, 900]);
});
