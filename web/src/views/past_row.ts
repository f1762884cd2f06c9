// Where one is, while that is not where the game stands, and the way back.

import { h, Part } from "../dom";
import { numberedMove } from "../game/numbering";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { textButton } from "./button";

export class PastRow {
  #part = new Part(h("div", { class: "past" }));

  constructor(readonly toEnd: () => void) {}

  get element(): HTMLElement {
    return this.#part.element;
  }

  show(shown: TreeNode, isLive: boolean): void {
    this.#part.draw(`${isLive} ${shown.id}`, () => (isLive ? [] : [
      h("span", {}, t("play.past", { move: numberedMove(shown) || t("analyse.start.position") })),
      textButton(t("play.live"), this.toEnd, { act: "live" }),
    ]));
  }
}
