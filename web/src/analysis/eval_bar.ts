// The first player's win probability as a bar beside the board, filled from that player's side. The
// number is that of the side ahead, and stands at its end.

import { h } from "../dom";
import { t } from "../i18n";
import { aheadBy } from "./ahead";

export class EvalBar {
  #fill = h("div", { class: "eval-fill" });
  #text = h("span", { class: "eval-text" });
  readonly element = h("div", { class: "eval-bar", role: "img" }, this.#fill, this.#text);

  /** Null where nothing is known: the bar is empty. */
  show(probability: number | null, flipped: boolean): void {
    const { side, percent } = aheadBy(probability ?? 0.5);
    this.element.style.setProperty("--win-probability", `${100 * (probability ?? 0.5)}%`);
    this.element.classList.toggle("unknown", probability === null);
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("low", side === 1);
    this.element.classList.toggle("certain", percent === 100);
    this.#text.textContent = probability === null ? "" : String(percent);
    const label = probability === null
      ? t("analyse.idle")
      : t("analyse.bar", { side: t(`side.${side}`), percent });
    this.element.setAttribute("aria-label", label);
  }
}
