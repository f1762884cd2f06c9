import { expect, test } from "vitest";

import type { Encounter } from "../../src/arena/compete_types";
import { pointsAgainst } from "../../src/arena/parts/contest_tables";

function encounter(round: number, firstPoints: number, secondPoints: number, isOver: boolean): Encounter {
  return { round, first: 1, second: 2, firstPoints, secondPoints, isOver };
}

test("points are added up over all rounds", () => {
  const encounters = [encounter(1, 1.5, 0.5, true), { ...encounter(2, 0, 1, false), first: 2, second: 1 }];
  expect(pointsAgainst(encounters, 1, 2)).toBe(2.5);
  expect(pointsAgainst(encounters, 2, 1)).toBe(0.5);
});

test("a pair that has yet to play has no points, one that lost everything has 0", () => {
  expect(pointsAgainst([encounter(1, 0, 0, false)], 1, 2)).toBeNull();
  expect(pointsAgainst([encounter(1, 0, 2, true)], 1, 2)).toBe(0);
  expect(pointsAgainst([], 1, 2)).toBeNull();
});
