// The course of the game: the graph, the button that has the engine check it all, and the mistakes.

import { h, refill } from "../dom";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { Graph } from "./graph";
import { judge, SIGNS, type Judgement } from "./judgement";
import type { Study, StudyState } from "./study";

export class GraphCard {
  #graph: Graph;
  #control = h("div", { class: "graph-control" });
  #mistakes = h("div", { class: "mistakes" });
  readonly element: HTMLElement;

  constructor(readonly study: Study) {
    this.#graph = new Graph((node) => study.goTo(node));
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, t("analyse.graph")),
      this.#graph.element,
      this.#control,
      this.#mistakes,
    );
  }

  show(state: StudyState): void {
    const { tree, node, review } = state;
    const line = tree.line(node);
    this.element.hidden = line.length < 2;
    this.#graph.show(line, node);
    if (review) {
      refill(
        this.#control,
        h("progress", {
          max: review.count, value: review.done, "aria-label": t("analyse.review"),
        }),
        h("span", { class: "quiet" },
          t("analyse.reviewing", { ply: review.done, count: review.count - 1 })),
        h("button", { type: "button", onclick: () => this.study.stopReview() }, t("analyse.stop")),
      );
    } else {
      refill(
        this.#control,
        h("button", { type: "button", class: "primary", onclick: () => void this.study.review() },
          t("analyse.review")),
      );
    }
    this.#showMistakes(line);
  }

  #showMistakes(line: TreeNode[]): void {
    const found = line.flatMap((node): [TreeNode, Judgement][] => {
      const judgement = judge(node);
      return judgement ? [[node, judgement]] : [];
    });
    this.#mistakes.hidden = found.length === 0;
    const count = (kind: Judgement): number => found.filter(([, other]) => other === kind).length;
    const summary = t("analyse.mistakes", {
      inaccuracies: count("inaccuracy"),
      mistakes: count("mistake"),
      blunders: count("blunder"),
    });
    const buttons = found
      .filter(([, judgement]) => judgement !== "inaccuracy")
      .map(([node, judgement]) =>
        h(
          "button",
          {
            type: "button",
            class: `move ${judgement}`,
            title: t(`analyse.${judgement}`),
            onclick: () => this.study.goTo(node),
          },
          `${node.view.ply}. ${node.move ?? ""}${SIGNS[judgement]}`,
        ),
      );
    refill(this.#mistakes, h("p", { class: "quiet" }, summary), ...buttons);
  }
}
