// The engine's switch, its lines, and the overlay that teaches.

import type { Engine } from "../core/types";
import { h } from "../dom";
import { reasonText, t } from "../i18n";
import type { Settings } from "../settings";
import type { Store } from "../store";
import { textButton } from "../views/button";
import { EngineLines } from "./lines";
import type { Study, StudyState } from "./study";

export class EngineCard {
  readonly element: HTMLElement;
  #switch: HTMLInputElement;
  #native: HTMLInputElement;
  #overlay: HTMLInputElement;
  #overlayName = h("span", {});
  #legend = h("p", { class: "quiet" });
  #message = h("p", { class: "quiet" });
  #lines = new EngineLines((moves) => this.#play(moves));
  #goOn = textButton(t("analyse.goOn"), () => this.study.setEngine(true), { act: "go on" });
  #slot = h("div", { class: "lines-slot" }, this.#message, this.#lines.element, this.#goOn);

  constructor(
    readonly study: Study,
    readonly settings: Store<Settings>,
    native: Promise<Engine | null>,
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
    this.#native = h("input", {
      type: "checkbox",
      role: "switch",
      onchange: () => {
        settings.patch({ native: this.#native.checked });
        study.setEngine(this.#switch.checked);
      },
    });
    const nativeRow = h("label", { class: "switch", hidden: true }, this.#native,
      h("span", {}, t("analyse.native")));
    void native.then((engine) => (nativeRow.hidden = engine === null));
    this.element = h(
      "section",
      { class: "card engine-card" },
      h("label", { class: "switch" }, this.#switch, h("span", {}, t("analyse.engine"))),
      this.#slot,
      nativeRow,
      h("label", { class: "switch" }, this.#overlay, this.#overlayName),
      this.#legend,
    );
  }

  show(state: StudyState): void {
    const { tree, node, isEngineOn, isPaused, analysis, failure } = state;
    const { game } = tree.start;
    this.#switch.checked = isEngineOn;
    this.#native.checked = this.settings.get().native;
    this.#overlay.checked = this.settings.get().overlay;
    this.#overlayName.textContent = t(`analyse.overlay.${game}`);
    this.#legend.textContent = this.#overlay.checked ? t(`analyse.legend.${game}`) : "";
    this.#legend.hidden = !this.#overlay.checked;
    this.#slot.hidden = !isEngineOn && !failure;
    this.#lines.element.hidden = analysis === null;
    if (analysis) this.#lines.show(analysis);
    this.#goOn.textContent = failure ? t("play.retry") : t("analyse.goOn");
    this.#goOn.hidden = !isPaused && !(failure && isEngineOn);
    this.#message.textContent = failure
      ? t("status.engineFailed", { reason: reasonText(failure) })
      : node.view.outcome.result !== "*"
        ? t("analyse.over")
        : isPaused
          ? t("analyse.paused")
          : analysis
            ? ""
            : t("status.thinking");
  }

  #play(moves: string[]): void {
    this.study.play(...moves);
  }
}
