// An engine's moves on the board: an arrow for where a piece goes, a dotted one for where an amazon
// shoots, an outline for a wall. The best is the strongest; each carries its label.

import { s } from "../dom";
import { isWall, parseAmazonsMove, parseSquare, parseWall } from "../squares";
import type { Suggestion } from "./board";
import type { Geometry, Point } from "./geometry";

const HEAD = 26;

function arrow(from: Point, to: Point, kind: string): SVGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  const start = { x: from.x + ux * 30, y: from.y + uy * 30 };
  const end = { x: to.x - ux * 14, y: to.y - uy * 14 };
  const neck = { x: end.x - ux * HEAD, y: end.y - uy * HEAD };
  const left = { x: neck.x - uy * HEAD * 0.62, y: neck.y + ux * HEAD * 0.62 };
  const right = { x: neck.x + uy * HEAD * 0.62, y: neck.y - ux * HEAD * 0.62 };
  return s(
    "g",
    { class: kind },
    s("path", { class: "shaft", d: `M${start.x} ${start.y}L${neck.x} ${neck.y}` }),
    s("path", {
      class: "head",
      d: `M${end.x} ${end.y}L${left.x} ${left.y}L${right.x} ${right.y}Z`,
    }),
  );
}

function badge(at: Point, label: string): SVGElement {
  const width = 20 + label.length * 15;
  const x = at.x - width / 2;
  return s(
    "g",
    { class: "badge" },
    s("rect", { x, y: at.y - 17, width, height: 34, rx: 17 }),
    s("text", { x: at.x, y: at.y + 9, "text-anchor": "middle" }, label),
  );
}

const CORNERS = [{ x: 1, y: -1 }, { x: -1, y: -1 }, { x: 1, y: 1 }] as const;

/** Beside a square's centre, in a corner that no line to one of the ends, two at most, goes through. */
function labelPlace(at: Point, ends: Point[]): Point {
  const isFree = (corner: Point): boolean =>
    ends.every((end) => Math.sign(end.x - at.x) !== corner.x || Math.sign(end.y - at.y) !== corner.y);
  const { x, y } = CORNERS.find(isFree) ?? CORNERS[0];
  return { x: at.x + 30 * x, y: at.y + 32 * y };
}

function rankClass(index: number): string {
  return `suggestion rank-${Math.min(index, 2)}`;
}

export function drawAmazonsSuggestions(
  layer: SVGGElement,
  geometry: Geometry,
  suggestions: Suggestion[],
): void {
  layer.replaceChildren();
  const badges: SVGElement[] = [];
  const labelled = new Set<string>();
  suggestions.forEach(({ move, label }, index) => {
    const squares = parseAmazonsMove(move);
    const from = geometry.centre(parseSquare(squares.from));
    const to = geometry.centre(parseSquare(squares.to));
    const hit = geometry.centre(parseSquare(squares.arrow));
    const group = s("g", { class: rankClass(index) });
    group.append(arrow(from, to, "slide"), arrow(to, hit, "shot"));
    group.append(s("circle", { class: "hit", cx: hit.x, cy: hit.y, r: 20 }));
    layer.prepend(group); // the best on top
    // Moves to the same square differ in their arrows, and so their labels are there.
    const place = labelled.has(squares.to) ? labelPlace(hit, [to]) : labelPlace(to, [from, hit]);
    labelled.add(squares.to);
    if (label) badges.push(badge(place, label));
  });
  layer.append(...badges.reverse());
}

export function drawQuoridorSuggestions(
  layer: SVGGElement,
  geometry: Geometry,
  suggestions: Suggestion[],
  pawn: string | null,
): void {
  layer.replaceChildren();
  const badges: SVGElement[] = [];
  suggestions.forEach(({ move, label }, index) => {
    const group = s("g", { class: rankClass(index) });
    if (isWall(move)) {
      const box = geometry.wall(parseWall(move), geometry.gap + 4);
      group.append(s("rect", { class: "suggested-wall", ...box, rx: 8 }));
      badges.push(badge(geometry.slotCentre(parseWall(move)), label));
    } else if (pawn) {
      const from = geometry.centre(parseSquare(pawn));
      const to = geometry.centre(parseSquare(move));
      group.append(arrow(from, to, "slide"));
      badges.push(badge(labelPlace(to, [from]), label));
    }
    layer.prepend(group);
  });
  layer.append(...badges.reverse());
}
