// The first player's win probability as a bar beside the board, filled from that player's side.

import { h } from "../dom";
import { t } from "../i18n";

export class EvalBar {
  #fill = h("div", { class: "eval-fill" });
  #text = h("span", { class: "eval-text" });
  readonly element = h("div", { class: "eval-bar", role: "img" }, this.#fill, this.#text);

  /** Null where nothing is known: the bar is empty. */
  show(probability: number | null, flipped: boolean): void {
    const percent = Math.round(100 * (probability ?? 0.5));
    this.element.style.setProperty("--win-probability", `${100 * (probability ?? 0.5)}%`);
    this.element.classList.toggle("unknown", probability === null);
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("low", percent < 50);
    this.element.classList.toggle("certain", percent === 100);
    this.#text.textContent = probability === null ? "" : String(percent);
    const label = probability === null ? t("analyse.idle") : t("analyse.bar", { percent });
    this.element.setAttribute("aria-label", label);
  }
}
