import { expect, test } from "vitest";
import { AmazonsStage } from "../../src/boards/amazons_stage";
import { freePlace } from "../../src/boards/bubble";
import { Geometry } from "../../src/boards/geometry";
import { allSquares, wallName, type Wall } from "../../src/squares";

const MOVES = ["a1-a2/a1", "a1-a2/a3", "a1-b2/c3", "d4-d5/d4"];

test("a move is made in three stages", () => {
  const stage = new AmazonsStage(MOVES);
  expect([...stage.targets()]).toEqual(["a1", "d4"]);
  expect(stage.choose("a1")).toBeNull();
  expect([...stage.targets()]).toEqual(["a2", "b2"]);
  expect(stage.choose("a2")).toBeNull();
  expect([...stage.targets()]).toEqual(["a1", "a3"]);
  expect(stage.choose("a1")).toBe("a1-a2/a1"); // back to where the amazon came from
});

test("each stage can be taken back", () => {
  const stage = new AmazonsStage(MOVES);
  stage.choose("a1");
  stage.choose("a2");
  stage.choose("a2");
  expect([stage.from, stage.to]).toEqual(["a1", null]);
  stage.choose("d4");
  expect(stage.from).toBe("d4");
  expect(stage.back()).toBe(true);
  expect(stage.back()).toBe(false);
});

test.each([false, true])("points and squares agree, flipped %s", (flipped) => {
  const geometry = new Geometry(9, 24, 22);
  geometry.flipped = flipped;
  for (const square of allSquares(9)) {
    expect(geometry.squareAt(geometry.centre(square))).toEqual(square);
  }
});

test.each([false, true])("the ghost of a wall snaps to its own slot, flipped %s", (flipped) => {
  const geometry = new Geometry(9, 24, 22);
  geometry.flipped = flipped;
  for (const slot of allSquares(8)) {
    for (const orientation of ["h", "v"] as const) {
      const wall: Wall = { ...slot, orientation };
      const { x, y } = geometry.slotCentre(slot);
      for (const shift of [-30, 30]) {
        const point = orientation === "h" ? { x: x + shift, y } : { x, y: y + shift };
        expect(wallName(geometry.wallAt(point))).toBe(wallName(wall));
      }
    }
  }
});

test("a wall's note covers neither the wall nor a pawn, wherever these are", () => {
  const geometry = new Geometry(9, 24, 48);
  const size = { width: 520, height: 240 };
  const cells = allSquares(9).map((square) => geometry.cell(square));
  const wrong: object[] = [];
  for (const slot of allSquares(8)) {
    for (const orientation of ["h", "v"] as const) {
      const wall = geometry.wall({ ...slot, orientation }, 20);
      for (const pawn of cells) {
        const { x, y } = freePlace(geometry, size, wall, [pawn]);
        const isInside = Math.min(x, y, geometry.extent - size.width - x, geometry.extent - size.height - y) >= 0;
        const isApart = [wall, pawn].every((one) =>
          x >= one.x + one.width || x + size.width <= one.x || y >= one.y + one.height || y + size.height <= one.y);
        if (!isInside || !isApart) wrong.push({ wall, pawn, x, y });
      }
    }
  }
  expect(wrong).toEqual([]);
});
