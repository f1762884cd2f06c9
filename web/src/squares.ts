// Squares, walls and moves as the standard notation writes them: files are letters from a, ranks
// numbers from 1, and the first player starts at rank 1. Column and row count from 0.

export interface Square {
  column: number;
  row: number;
}

export type Orientation = "h" | "v";

/** A wall is named by its square nearest a1: `h` lies above it, `v` to its right. */
export interface Wall extends Square {
  orientation: Orientation;
}

export interface AmazonsMove {
  from: string;
  to: string;
  arrow: string;
}

export function squareName(square: Square): string {
  return String.fromCharCode(97 + square.column) + String(square.row + 1);
}

export function parseSquare(text: string): Square {
  return { column: text.charCodeAt(0) - 97, row: Number.parseInt(text.slice(1), 10) - 1 };
}

export function isWall(move: string): boolean {
  return /[hv]$/.test(move);
}

export function wallName(wall: Wall): string {
  return squareName(wall) + wall.orientation;
}

export function parseWall(text: string): Wall {
  const orientation = text.endsWith("h") ? "h" : "v";
  return { ...parseSquare(text.slice(0, -1)), orientation };
}

/** The three squares of `d1-d7/g7`. */
export function parseAmazonsMove(move: string): AmazonsMove {
  const [from = "", to = "", arrow = ""] = move.split(/[-/]/);
  return { from, to, arrow };
}

/** Every square of a board, from a1 row by row. */
export function allSquares(size: number): Square[] {
  return Array.from({ length: size * size }, (_, index) => ({
    column: index % size,
    row: Math.floor(index / size),
  }));
}
