// Who gets to each empty square first, and in how many queen moves if not in one. Each side has its colour and
// its corner, so that it can be read without the colours; equally near squares are hatched.

import type { Overlay, PositionView } from "../core/types";
import { s } from "../dom";
import { allSquares, squareName } from "../squares";
import type { Box, Geometry } from "./geometry";

type Owner = "first" | "second" | "both";

function ownerOf(first: number, second: number): Owner | null {
  if (first < 0 && second < 0) return null;
  if (second < 0 || (first >= 0 && first < second)) return "first";
  if (first < 0 || second < first) return "second";
  return "both";
}

function hatch({ x, y, width }: Box): string {
  return [0.25, 0.5, 0.75, 1]
    .map((share) => `M${x} ${y + share * width}L${x + share * width} ${y}`)
    .concat([0.25, 0.5, 0.75].map(
      (share) => `M${x + share * width} ${y + width}L${x + width} ${y + share * width}`))
    .join("");
}

export function drawOwnership(
  layer: SVGGElement,
  geometry: Geometry,
  view: PositionView,
  overlay: Overlay | null,
): void {
  layer.replaceChildren();
  const distances = overlay?.amazons;
  const board = view.amazons;
  if (!distances || !board) return;
  const taken = new Set([...board.first, ...board.second, ...board.arrows]);
  for (const square of allSquares(geometry.size)) {
    const index = square.row * geometry.size + square.column;
    const first = distances.first[index] ?? -1;
    const second = distances.second[index] ?? -1;
    const owner = ownerOf(first, second);
    if (!owner || taken.has(squareName(square))) continue;
    const box = geometry.cell(square);
    layer.append(s("rect", { class: `owned ${owner}`, ...box }));
    if (owner === "both") layer.append(s("path", { class: "hatch", d: hatch(box) }));
    const moves = owner === "second" ? second : first;
    // One move is what a colour alone says.
    if (moves === 1) continue;
    const x = box.x + (owner === "first" ? 22 : owner === "second" ? 78 : 50);
    const label = { class: `owned-label ${owner}`, x, y: box.y + 60, "text-anchor": "middle" };
    layer.append(s("text", label, String(moves)));
  }
}
