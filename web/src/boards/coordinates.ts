// Files along the lower edge and ranks along the left one, inside the outermost squares.

import { s } from "../dom";
import type { Square } from "../squares";
import type { Geometry } from "./geometry";

export function drawLabels(layer: SVGGElement, geometry: Geometry, visible: boolean): void {
  layer.replaceChildren();
  if (!visible) return;
  const last = geometry.size - 1;
  const near = geometry.flipped ? last : 0;
  const shade = ({ column, row }: Square): string => ((column + row) % 2 === 0 ? "dark" : "light");
  for (let index = 0; index <= last; index++) {
    const bottom = { column: index, row: near };
    const left = { column: near, row: index };
    const below = geometry.cell(bottom);
    const beside = geometry.cell(left);
    layer.append(
      s(
        "text",
        { class: `label ${shade(bottom)}`, x: below.x + 92, y: below.y + 94, "text-anchor": "end" },
        String.fromCharCode(97 + index),
      ),
      s(
        "text",
        { class: `label ${shade(left)}`, x: beside.x + 7, y: beside.y + 23 },
        String(index + 1),
      ),
    );
  }
}
