// The pieces, drawn by hand around the origin of a square 100 wide. The two sides differ in shape
// as well as in colour: the first player's are round, the second player's angular.

import { s } from "../dom";

export type Side = 0 | 1;

const sideClass = (side: Side): string => (side === 0 ? "first" : "second");

function tip(side: Side, x: number, y: number, radius: number): SVGElement {
  if (side === 0) return s("circle", { cx: x, cy: y, r: radius });
  const r = radius * 1.25;
  return s("path", { d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z` });
}

function shadow(): SVGElement {
  return s("ellipse", { class: "piece-shadow", cx: 0, cy: 36, rx: 34, ry: 6 });
}

/** An amazon: a crown. */
export function amazonPiece(side: Side): SVGGElement {
  return s(
    "g",
    { class: `piece amazon ${sideClass(side)}` },
    shadow(),
    s("path", { d: "M-27 20L-35 -15L-17 2L0 -25L17 2L35 -15L27 20Z" }),
    tip(side, -36, -18, 5.5),
    tip(side, 0, -29, 6.5),
    tip(side, 36, -18, 5.5),
    s("rect", { x: -29, y: 22, width: 58, height: 11, rx: side === 0 ? 5.5 : 1.5 }),
    s("g", { class: "piece-mark" }, tip(side, 0, 9, 5)),
  );
}

/** A Quoridor pawn. */
export function pawnPiece(side: Side): SVGGElement {
  return s(
    "g",
    { class: `piece pawn ${sideClass(side)}` },
    shadow(),
    s("path", { d: "M-10 -4C-10 10 -24 12 -25 26L25 26C24 12 10 10 10 -4Z" }),
    tip(side, 0, -19, side === 0 ? 16 : 15),
    s("rect", { x: -15, y: -6, width: 30, height: 7, rx: side === 0 ? 3.5 : 1 }),
    s("rect", { x: -29, y: 25, width: 58, height: 10, rx: side === 0 ? 5 : 1.5 }),
  );
}

/** A square that an arrow has burnt: a stone with a cross, which nobody can pass. */
export function arrowStone(): SVGGElement {
  return s(
    "g",
    { class: "stone" },
    s("rect", { class: "stone-body", x: -40, y: -40, width: 80, height: 80, rx: 12 }),
    s("rect", { class: "stone-face", x: -40, y: -40, width: 80, height: 73, rx: 12 }),
    s("path", { class: "stone-cross", d: "M-13 -17L13 9M13 -17L-13 9" }),
  );
}

/** A piece alone, as a small picture beside a name. */
export function pieceIcon(game: "amazons" | "quoridor", side: Side): SVGSVGElement {
  const piece = game === "amazons" ? amazonPiece(side) : pawnPiece(side);
  return s(
    "svg",
    { class: "piece-icon", viewBox: "-48 -46 96 92", "aria-hidden": "true" },
    piece,
  );
}
