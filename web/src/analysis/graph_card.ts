// The course of the game: the graph, the button that has the engine check it all, and the mistakes.

import { h, Part } from "../dom";
import { numberedMove } from "../game/numbering";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { Graph } from "./graph";
import { judge, SIGNS, summarise, type Judgement, type Summary } from "./judgement";
import type { Study, StudyState } from "./study";

export class GraphCard {
  #graph: Graph;
  #progress = h("progress", {});
  #progressText = h("span", { class: "quiet" });
  #control = new Part(h("div", { class: "graph-control" }));
  #mistakes = new Part(h("div", { class: "mistakes" }));
  readonly element: HTMLElement;

  constructor(readonly study: Study) {
    this.#graph = new Graph((node) => study.goTo(node));
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, t("analyse.graph")),
      this.#graph.element,
      this.#control.element,
      this.#mistakes.element,
    );
  }

  show(state: StudyState): void {
    const { tree, node, review } = state;
    const line = tree.line(node);
    this.element.hidden = line.length < 2;
    this.#graph.show(line, node);
    this.#control.draw(review ? "busy" : "idle", () => (review ? this.#busy() : this.#idle()));
    if (review) {
      this.#progress.max = review.count;
      this.#progress.value = review.done;
      this.#progressText.textContent = t("analyse.reviewing", {
        move: Math.max(Math.ceil(review.done / 2), 1),
        count: Math.ceil((review.count - 1) / 2),
      });
    }
    this.#showMistakes(line, tree.tags);
  }

  #busy(): HTMLElement[] {
    this.#progress.setAttribute("aria-label", t("analyse.review"));
    const stop = h(
      "button",
      { type: "button", onclick: () => this.study.stopReview() },
      t("analyse.stop"),
    );
    return [this.#progress, this.#progressText, stop];
  }

  #idle(): HTMLElement[] {
    const check = h(
      "button",
      { type: "button", class: "primary", onclick: () => void this.study.review() },
      t("analyse.review"),
    );
    return [check];
  }

  #showMistakes(line: TreeNode[], tags: Record<string, string>): void {
    const found = line.flatMap((node): [TreeNode, Judgement][] => {
      const judgement = judge(node);
      return judgement ? [[node, judgement]] : [];
    });
    const sides = ([0, 1] as const).map((side) => summarise(line, side));
    this.#mistakes.element.hidden = sides.every(({ meanLoss }) => meanLoss === null);
    const names = [tags["First"] ?? t("side.0"), tags["Second"] ?? t("side.1")];
    const key = [...found.map(([node, judgement]) => `${node.id} ${judgement}`), ...names];
    this.#mistakes.draw(`${JSON.stringify(sides)} ${line[0]?.view.text} ${key.join()}`, () => [
      summaryTable(sides, names),
      this.#list(found),
    ]);
  }

  /** The mistakes to look at, in the order of the game. */
  #list(found: [TreeNode, Judgement][]): HTMLElement {
    const buttons = found
      .filter(([, judgement]) => judgement !== "inaccuracy")
      .map(([node, judgement]) =>
        h(
          "button",
          {
            type: "button",
            class: `move ${judgement}`,
            title: t(`analyse.${judgement}`),
            "data-act": `mistake ${node.id}`,
            onclick: () => this.study.goTo(node),
          },
          `${numberedMove(node)}${SIGNS[judgement]}`,
        ),
      );
    return h("div", { class: "mistake-list" }, ...buttons);
  }
}

/** What each side did wrong, and how much an average move kept of what there was to keep. */
function summaryTable(sides: Summary[], names: string[]): HTMLElement {
  const kinds = ["inaccuracy", "mistake", "blunder"] as const;
  const row = (title: string, cells: string[], hint?: string): HTMLElement =>
    h("tr", {}, h("th", { scope: "row", title: hint }, title),
      ...cells.map((cell) => h("td", {}, cell)));
  const accuracy = sides.map(({ meanLoss }) =>
    meanLoss === null ? "–" : t("analyse.percent", { percent: (100 * (1 - meanLoss)).toFixed(1) }),
  );
  return h(
    "table",
    { class: "summary" },
    h("thead", {}, h("tr", {}, h("td", {}),
      ...names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {},
      row(t("analyse.accuracy"), accuracy, t("analyse.accuracy.hint")),
      ...kinds.map((kind) =>
        row(t(`analyse.${kind}.many`), sides.map(({ counts }) => String(counts[kind])))),
    ),
  );
}
