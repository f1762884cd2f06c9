// Where things are on a drawn board. Lengths are units of the SVG's viewBox; a square is 100 wide.
//
//     pad  cell  gap  cell  pad       Amazons has no gap; in Quoridor walls stand in it. Slots are
//    |----|=====|----|=====|----|     the crossings of two gaps, and a wall is centred on one.
//
// Flipping turns the board by half a turn. Squares keep their names, so everything that is written
// in squares and walls stays true; only this file knows which way up the board is.

import type { Orientation, Square, Wall } from "../squares";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export const CELL = 100;

export class Geometry {
  flipped = false;
  readonly pitch: number;
  readonly extent: number;

  constructor(
    readonly size: number,
    readonly gap: number,
    readonly pad: number,
  ) {
    this.pitch = CELL + gap;
    this.extent = size * CELL + (size - 1) * gap + 2 * pad;
  }

  centre(square: Square): Point {
    const column = this.flipped ? this.size - 1 - square.column : square.column;
    const row = this.flipped ? square.row : this.size - 1 - square.row;
    return {
      x: this.pad + column * this.pitch + CELL / 2,
      y: this.pad + row * this.pitch + CELL / 2,
    };
  }

  cell(square: Square): Box {
    const { x, y } = this.centre(square);
    return { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
  }

  /** A point in squares: a whole number at each centre, a half on each line between two. */
  #inSquares(point: Point): { column: number; row: number } {
    const column = (point.x - this.pad - CELL / 2) / this.pitch;
    const row = (point.y - this.pad - CELL / 2) / this.pitch;
    const last = this.size - 1;
    return this.flipped ? { column: last - column, row } : { column, row: last - row };
  }

  /** The square nearest to a point, null off the board. */
  squareAt(point: Point): Square | null {
    const { column, row } = this.#inSquares(point);
    const square = { column: Math.round(column), row: Math.round(row) };
    const isOn = (index: number): boolean => index >= 0 && index < this.size;
    return isOn(square.column) && isOn(square.row) ? square : null;
  }

  /** How far a point is from the centre of its square, 0 to 1/2 along the worse direction. */
  offCentre(point: Point): number {
    const { column, row } = this.#inSquares(point);
    return Math.max(Math.abs(column - Math.round(column)), Math.abs(row - Math.round(row)));
  }

  /** The slot nearest to a point, with the wall's direction that of the nearer gap. */
  wallAt(point: Point): Wall {
    const { column, row } = this.#inSquares(point);
    const slot = (value: number): number =>
      Math.min(Math.max(Math.floor(value), 0), this.size - 2);
    const toVertical = Math.abs(column - (slot(column) + 0.5));
    const toHorizontal = Math.abs(row - (slot(row) + 0.5));
    const orientation: Orientation = toVertical < toHorizontal ? "v" : "h";
    return { column: slot(column), row: slot(row), orientation };
  }

  slotCentre(slot: Square): Point {
    const a = this.centre(slot);
    const b = this.centre({ column: slot.column + 1, row: slot.row + 1 });
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  wall(wall: Wall, thickness: number): Box {
    const { x, y } = this.slotCentre(wall);
    const length = 2 * CELL + this.gap;
    const [width, height] = wall.orientation === "h" ? [length, thickness] : [thickness, length];
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  /** A box as percentages of the board, for HTML laid over the drawing. */
  percent(box: Box): string {
    const of = (value: number): string => `${((100 * value) / this.extent).toFixed(3)}%`;
    return (
      `left:${of(box.x)};top:${of(box.y)};` + `width:${of(box.width)};height:${of(box.height)}`
    );
  }
}
