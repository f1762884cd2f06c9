// The engine's switch, its lines, and the overlay that teaches.

import { h, refill } from "../dom";
import { t } from "../i18n";
import type { Settings } from "../settings";
import type { Store } from "../store";
import { engineLines } from "./lines";
import type { Study, StudyState } from "./study";

export class EngineCard {
  readonly element: HTMLElement;
  #switch: HTMLInputElement;
  #overlay: HTMLInputElement;
  #overlayName = h("span", {});
  #legend = h("p", { class: "quiet" });
  #lines = h("div", { class: "lines-slot" });

  constructor(
    readonly study: Study,
    readonly settings: Store<Settings>,
  ) {
    this.#switch = h("input", {
      type: "checkbox",
      role: "switch",
      onchange: () => study.setEngine(this.#switch.checked),
    });
    this.#overlay = h("input", {
      type: "checkbox",
      role: "switch",
      onchange: () => settings.patch({ overlay: this.#overlay.checked }),
    });
    this.element = h(
      "section",
      { class: "card engine-card" },
      h("label", { class: "switch" }, this.#switch, h("span", {}, t("analyse.engine"))),
      this.#lines,
      h("label", { class: "switch" }, this.#overlay, this.#overlayName),
      this.#legend,
    );
  }

  show(state: StudyState): void {
    const { tree, node, isEngineOn, analysis, failure } = state;
    const { game } = tree.start;
    this.#switch.checked = isEngineOn;
    this.#overlay.checked = this.settings.get().overlay;
    this.#overlayName.textContent = t(`analyse.overlay.${game}`);
    this.#legend.textContent = this.#overlay.checked ? t(`analyse.legend.${game}`) : "";
    this.#legend.hidden = !this.#overlay.checked;
    this.#lines.hidden = !isEngineOn && !failure;
    if (failure) refill(this.#lines, t("status.engineFailed", { reason: failure }));
    else if (node.view.outcome.result !== "*") refill(this.#lines, t("analyse.over"));
    else if (!analysis) refill(this.#lines, t("status.thinking"));
    else refill(this.#lines, engineLines(analysis, node.view.turn, (moves) => this.#play(moves)));
  }

  #play(moves: string[]): void {
    const { tree, node } = this.study.state.get();
    this.study.goTo(moves.reduce((at, move) => tree.play(at, move), node));
  }
}
