// Files along the lower edge and ranks along the left one: in the frame around the squares, or inside
// the outermost squares where there is no room around them.

import { s } from "../dom";
import type { Geometry, Point } from "./geometry";

type Place = (index: number) => Point;

function draw(layer: SVGGElement, geometry: Geometry, file: Place, rank: Place): void {
  const label = ({ x, y }: Point, text: string): SVGElement =>
    s("text", { class: "label", x, y, "text-anchor": "middle" }, text);
  for (let index = 0; index < geometry.size; index++) {
    const letter = String.fromCharCode(97 + index);
    layer.append(label(file(index), letter), label(rank(index), String(index + 1)));
  }
}

/** Inside the squares, in the corners that a piece leaves free. */
export function drawLabels(layer: SVGGElement, geometry: Geometry, visible: boolean): void {
  layer.replaceChildren();
  if (!visible) return;
  const near = geometry.flipped ? geometry.size - 1 : 0;
  const file = (column: number): Point => {
    const { x, y } = geometry.cell({ column, row: near });
    return { x: x + 87, y: y + 94 };
  };
  const rank = (row: number): Point => {
    const { x, y } = geometry.cell({ column: near, row });
    return { x: x + 13, y: y + 23 };
  };
  draw(layer, geometry, file, rank);
}

export function drawFrameLabels(layer: SVGGElement, geometry: Geometry, visible: boolean): void {
  layer.replaceChildren();
  if (!visible) return;
  const { extent, pad } = geometry;
  const middle = (index: number): Point => geometry.centre({ column: index, row: index });
  draw(
    layer,
    geometry,
    (column) => ({ x: middle(column).x, y: extent - pad / 2 + 7 }),
    (row) => ({ x: pad / 2, y: middle(row).y + 7 }),
  );
}
