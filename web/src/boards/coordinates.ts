// Files along the lower edge and ranks along the left one, in the frame around the squares, where no
// piece covers them.

import { s } from "../dom";
import type { Geometry } from "./geometry";

/** Half the height of a digit, in the units of the drawing. */
const HALF_HEIGHT = 8;

/** `edge` is what the frame has of its own along the lower edge. */
export function drawLabels(
  layer: SVGGElement,
  geometry: Geometry,
  visible: boolean,
  edge = 0,
): void {
  layer.replaceChildren();
  if (!visible) return;
  const { extent, pad, size } = geometry;
  const label = (x: number, y: number, text: string): SVGElement =>
    s("text", { class: "label", x, y: y + HALF_HEIGHT, "text-anchor": "middle" }, text);
  for (let index = 0; index < size; index++) {
    const { x, y } = geometry.centre({ column: index, row: index });
    const letter = String.fromCharCode(97 + index);
    layer.append(
      label(x, extent - (pad + edge) / 2, letter),
      label(pad / 2, y, String(index + 1)),
    );
  }
}
