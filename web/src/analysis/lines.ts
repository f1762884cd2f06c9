// What the engine would play, best first: the chance of the first player and the moves expected. A
// click on a move plays the line up to it.

import type { Analysis } from "../core/types";
import { h } from "../dom";
import { t } from "../i18n";

/** Of a long line only the start is worth reading. */
const MOVES_SHOWN = 8;

export function compactCount(count: number): string {
  if (count < 10_000) return String(count);
  return count < 10_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}

export function engineLines(
  analysis: Analysis,
  turn: 0 | 1,
  play: (moves: string[]) => void,
): HTMLElement {
  const items = analysis.lines.map((line) => {
    const chance = turn === 0 ? line.chance : 1 - line.chance;
    const percent = Math.round(100 * chance);
    const moves = line.pv.slice(0, MOVES_SHOWN).map((move, index) =>
      h(
        "button",
        {
          type: "button",
          class: "move",
          onclick: () => play(line.pv.slice(0, index + 1)),
        },
        move,
      ),
    );
    return h(
      "li",
      {},
      h("span", { class: `chance ${percent >= 50 ? "first" : "second"}` }, `${percent}%`),
      h("span", { class: "line-moves" }, ...moves),
    );
  });
  return h(
    "div",
    { class: "engine-lines" },
    h("ol", {}, ...items),
    h("p", { class: "quiet" },
      t("analyse.depth", { depth: analysis.depth, nodes: compactCount(analysis.nodes) })),
  );
}
