// A note beside a wall that is about to be placed: what it does or why it cannot stand, and for a
// finger the buttons that confirm or drop it.

import { h } from "../dom";
import { sentence, t } from "../i18n";
import type { Box, Geometry, Point } from "./geometry";

/** How far the note stays from what it must not cover, in units of the board. */
const DISTANCE = 14;

export interface BubbleContent {
  text: string | null;
  isIllegal: boolean;
  /** Given where a finger has to confirm. */
  confirm: (() => void) | null;
  drop: () => void;
}

export class Bubble {
  readonly element = h("div", { class: "bubble", hidden: true });
  #place = (): void => undefined;
  #sizes = new ResizeObserver(() => this.#place());

  constructor() {
    // A press on the bubble is not one on the board below it.
    for (const type of ["pointerdown", "pointerup", "pointermove"]) {
      this.element.addEventListener(type, (event) => event.stopPropagation());
    }
  }

  hide(): void {
    this.element.hidden = true;
    this.#sizes.disconnect();
  }

  /** Beside the box, covering neither it nor the `kept` ones. */
  show(geometry: Geometry, box: Box, kept: Box[], content: BubbleContent): void {
    const { text, isIllegal, confirm, drop } = content;
    if (!text && !confirm) {
      this.hide();
      return;
    }
    this.element.className = `bubble${isIllegal ? " illegal" : ""}${confirm ? " buttons" : ""}`;
    this.element.replaceChildren();
    if (text) this.element.append(h("span", {}, sentence(text)));
    if (confirm) {
      this.element.append(
        h("button", { class: "confirm", type: "button", onclick: confirm, disabled: isIllegal },
          t("board.confirm")),
        h("button", { class: "drop", type: "button", onclick: drop }, t("board.drop")),
      );
    }
    this.element.hidden = false;
    this.#place = () => this.#placeAt(geometry, box, kept);
    this.#place();
    // When a phone is turned, the board changes its size and the buttons do not.
    this.#sizes.disconnect();
    if (this.element.parentElement) this.#sizes.observe(this.element.parentElement);
  }

  #placeAt(geometry: Geometry, box: Box, kept: Box[]): void {
    const { style, offsetWidth, offsetHeight, offsetParent } = this.element;
    const unit = geometry.extent / (offsetParent?.clientWidth || geometry.extent);
    const size = { width: offsetWidth * unit, height: offsetHeight * unit };
    const { x, y } = freePlace(geometry, size, box, kept);
    style.left = `${(100 * x) / geometry.extent}%`;
    style.top = `${(100 * y) / geometry.extent}%`;
  }
}

/** The free place nearest to a box: straight above or below it if possible, on the side where there is more room. */
export function freePlace(
  geometry: Geometry,
  { width, height }: { width: number; height: number },
  box: Box,
  kept: Box[],
): Point {
  const { extent } = geometry;
  const inside = (value: number, length: number): number => Math.min(Math.max(value, 0), Math.max(extent - length, 0));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isHigh = middle.y < extent / 2;
  const near = {
    x: inside(middle.x - width / 2, width),
    y: inside(isHigh ? box.y + box.height + DISTANCE : box.y - DISTANCE - height, height),
  };
  const blocked = [box, ...kept].map((one) => ({
    left: one.x - DISTANCE, right: one.x + one.width + DISTANCE,
    top: one.y - DISTANCE, bottom: one.y + one.height + DISTANCE,
  }));
  const isFree = ({ x, y }: Point): boolean =>
    blocked.every((one) => x >= one.right || x + width <= one.left || y >= one.bottom || y + height <= one.top);
  if (isFree(near)) return near;
  // A best place touches the edge of something that it may not cover.
  const xs = [near.x, ...blocked.flatMap((one) => [one.right, one.left - width])].map((x) => inside(x, width));
  const ys = [near.y, ...blocked.flatMap((one) => [one.bottom, one.top - height])].map((y) => inside(y, height));
  const far = ({ x, y }: Point): number => Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y);
  const places = ys.flatMap((y) => xs.map((x) => ({ x, y }))).filter(isFree);
  return places.reduce((best, place) => (far(place) < far(best) ? place : best), places[0] ?? near);
}
