// A note beside a wall that is about to be placed: what it does or why it cannot stand, and for a
// finger the buttons that confirm or drop it.

import { h } from "../dom";
import { t } from "../i18n";
import type { Box, Geometry } from "./geometry";

export interface BubbleContent {
  text: string | null;
  isIllegal: boolean;
  /** Given where a finger has to confirm. */
  confirm: (() => void) | null;
  drop: () => void;
}

export class Bubble {
  readonly element = h("div", { class: "bubble", hidden: true });

  constructor() {
    // A press on the bubble is not one on the board below it.
    for (const type of ["pointerdown", "pointerup", "pointermove"]) {
      this.element.addEventListener(type, (event) => event.stopPropagation());
    }
  }

  hide(): void {
    this.element.hidden = true;
  }

  show(geometry: Geometry, box: Box, content: BubbleContent): void {
    const { text, isIllegal, confirm, drop } = content;
    if (!text && !confirm) {
      this.hide();
      return;
    }
    const middle = box.y + box.height / 2;
    const isHigh = middle < geometry.extent / 2;
    const x = (100 * (box.x + box.width / 2)) / geometry.extent;
    const y = (100 * (isHigh ? box.y + box.height + 14 : box.y - 14)) / geometry.extent;
    this.element.className = `bubble${isIllegal ? " illegal" : ""}${confirm ? " buttons" : ""}`;
    this.element.style.left = `${Math.min(Math.max(x, 26), 74)}%`;
    this.element.style.top = `${y}%`;
    this.element.style.transform = `translate(-50%, ${isHigh ? "0" : "-100%"})`;
    this.element.replaceChildren();
    if (text) this.element.append(h("span", {}, text));
    if (confirm) {
      this.element.append(
        h("button", { class: "confirm", type: "button", onclick: confirm, disabled: isIllegal },
          t("board.confirm")),
        h("button", { class: "drop", type: "button", onclick: drop }, t("board.drop")),
      );
    }
    this.element.hidden = false;
  }
}
