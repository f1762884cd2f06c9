// The race without further walls: a shortest path of each side, with its length, and the walls that
// would gain most for the side to move.

import type { Overlay, PositionView } from "../core/types";
import { s } from "../dom";
import { parseSquare, parseWall } from "../squares";
import { CELL, type Geometry, type Point } from "./geometry";

/** How many of the best walls are marked: enough to see a pattern, few enough to see the board. */
const WALLS_SHOWN = 8;

function path(geometry: Geometry, squares: string[], side: 0 | 1): SVGElement | null {
  if (squares.length < 2) return null;
  // Beside each other where both run along the same squares.
  const shift = side === 0 ? -9 : 9;
  const points = squares.map((name): Point => {
    const { x, y } = geometry.centre(parseSquare(name));
    return { x: x + shift, y: y + shift };
  });
  const d = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  const end = points[points.length - 1] as Point;
  return s(
    "g",
    { class: `path ${side === 0 ? "first" : "second"}` },
    s("path", { d }),
    s("circle", { cx: end.x, cy: end.y, r: 24 }),
    s("text", { x: end.x, y: end.y + 10, "text-anchor": "middle" }, String(squares.length - 1)),
  );
}

function bestWalls(effects: Record<string, [number, number]>, turn: 0 | 1): [string, number][] {
  return Object.entries(effects)
    .map(([wall, [first, second]]): [string, number] => [
      wall,
      turn === 0 ? second - first : first - second,
    ])
    .filter(([, gain]) => gain > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, WALLS_SHOWN);
}

export function drawPaths(
  layer: SVGGElement,
  geometry: Geometry,
  view: PositionView,
  overlay: Overlay | null,
): void {
  layer.replaceChildren();
  const race = overlay?.quoridor;
  if (!race) return;
  for (const [name] of bestWalls(race.wallEffects, view.turn)) {
    const box = geometry.wall(parseWall(name), geometry.gap - 8);
    layer.append(s("rect", { class: "good-wall", ...box, rx: 6 }));
  }
  for (const side of [0, 1] as const) {
    const drawn = path(geometry, race.paths[side], side);
    if (drawn) layer.append(drawn);
  }
}

/** What the marked walls would gain: over the paths, and over the engine's own choice of wall. */
export function drawGains(
  layer: SVGGElement,
  geometry: Geometry,
  view: PositionView,
  overlay: Overlay | null,
): void {
  layer.replaceChildren();
  for (const [name, gain] of bestWalls(overlay?.quoridor?.wallEffects ?? {}, view.turn)) {
    const wall = parseWall(name);
    const { x, y } = geometry.slotCentre(wall);
    const along = wall.orientation === "h";
    const at = { x: along ? x - CELL / 2 : x, y: along ? y : y + CELL / 2 };
    layer.append(
      s("text", { class: "gain", x: at.x, y: at.y + 8, "text-anchor": "middle" }, `+${gain}`),
    );
  }
}
