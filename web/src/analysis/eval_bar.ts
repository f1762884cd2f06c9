// The first player's chance as a bar beside the board, filled from that player's side.

import { h } from "../dom";
import { t } from "../i18n";

export class EvalBar {
  #fill = h("div", { class: "eval-fill" });
  #text = h("span", { class: "eval-text" });
  readonly element = h("div", { class: "eval-bar", role: "img" }, this.#fill, this.#text);

  /** Null where nothing is known: the bar stands in the middle, pale. */
  show(chance: number | null, flipped: boolean): void {
    const percent = Math.round(100 * (chance ?? 0.5));
    this.element.style.setProperty("--chance", `${100 * (chance ?? 0.5)}%`);
    this.element.classList.toggle("unknown", chance === null);
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("low", percent < 50);
    this.#text.textContent = chance === null ? "" : String(percent);
    const label = chance === null ? t("analyse.idle") : t("analyse.bar", { percent });
    this.element.setAttribute("aria-label", label);
  }
}
