// What the engine would play, best first: the win probability of the side then ahead, in its colour,
// and the moves expected. A click on a move plays the line up to it. The engine reports ten times a
// second; the buttons stay and only their texts change, so that one can be pressed meanwhile.

import type { Analysis, Line } from "../core/types";
import { h } from "../dom";
import { t } from "../i18n";
import { aheadBy } from "./ahead";

/** Of a long line only the start is worth reading. */
const MOVES_SHOWN = 8;

export function compactCount(count: number): string {
  if (count < 10_000) return String(count);
  return count < 10_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}

class Row {
  #line: Line | null = null;
  #probability = h("span", { class: "win-probability" });
  #moves: HTMLButtonElement[];
  readonly element: HTMLElement;

  constructor(play: (moves: string[]) => void) {
    this.#moves = Array.from({ length: MOVES_SHOWN }, (_, index) =>
      h("button", {
        type: "button",
        class: "move",
        onclick: () => play(this.#line?.pv.slice(0, index + 1) ?? []),
      }),
    );
    const moves = h("span", { class: "line-moves" }, ...this.#moves);
    this.element = h("li", {}, this.#probability, moves);
  }

  show(line: Line): void {
    this.#line = line;
    const { side, percent } = aheadBy(line.winProbability);
    this.#probability.textContent = `${percent}%`;
    this.#probability.className = `win-probability ${side === 0 ? "first" : "second"}`;
    this.#probability.title = t("analyse.bar", { side: t(`side.${side}`), percent });
    this.#moves.forEach((button, index) => {
      const move = line.pv[index];
      button.hidden = move === undefined;
      if (move !== undefined && button.textContent !== move) button.textContent = move;
    });
  }
}

export class EngineLines {
  #rows: Row[] = [];
  #list = h("ol", {});
  #effort = h("p", { class: "quiet" });
  readonly element = h("div", { class: "engine-lines" }, this.#list, this.#effort);

  constructor(readonly play: (moves: string[]) => void) {}

  show(analysis: Analysis): void {
    const { lines, depth, nodes } = analysis;
    while (this.#rows.length < lines.length) {
      const row = new Row(this.play);
      this.#rows.push(row);
      this.#list.append(row.element);
    }
    this.#rows.forEach((row, index) => {
      const line = lines[index];
      row.element.hidden = !line;
      if (line) row.show(line);
    });
    this.#effort.textContent = t("analyse.depth", { depth, nodes: compactCount(nodes) });
  }
}
