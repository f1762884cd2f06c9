// The three moves that cost their player most, as the engine sees it once it has looked at the whole game.

import { lossOf } from "../../analysis/judgement";
import type { Study, StudyState } from "../../analysis/study";
import { h, Part } from "../../dom";
import { numberedMove } from "../../game/numbering";
import { t } from "../i18n";
import { factRow } from "./fact_row";

const COUNT = 3;
/** Less is the noise of short searches. */
const LOSS_MIN = 0.02;

export class WorstMoves {
  #part = new Part(h("section", { class: "card" }));

  constructor(readonly study: Study) {}

  get element(): HTMLElement {
    return this.#part.element;
  }

  show({ tree, node, review }: StudyState): void {
    const worst = tree.line(node)
      .flatMap((at) => {
        const loss = lossOf(at) ?? 0;
        return loss >= LOSS_MIN ? [{ at, loss }] : [];
      })
      .sort((a, b) => b.loss - a.loss)
      .slice(0, COUNT);
    this.element.hidden = worst.length === 0 || review !== null;
    this.#part.draw(JSON.stringify(worst.map(({ at, loss }) => [at.id, loss])), () => [
      h("h2", {}, t("game.worst")),
      h("ol", { class: "worst" }, ...worst.map(({ at, loss }) => {
        const best = at.parent?.assessment?.best;
        return h("li", {},
          h("button", {
            type: "button", class: "move", "data-act": `worst ${at.id}`, onclick: () => this.study.goTo(at),
          }, numberedMove(at)),
          h("span", { class: "quiet" }, ...factRow([
            t("game.lost", { percent: (100 * loss).toFixed(0) }),
            ...(best ? [t("analyse.better", { move: best })] : []),
          ])));
      })),
    ]);
  }
}
