// The course of the game: the graph, the button that has the engine check it all, and the mistakes.

import { h, Part } from "../dom";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { Graph } from "./graph";
import { judge, SIGNS, type Judgement } from "./judgement";
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
        ply: review.done,
        count: review.count - 1,
      });
    }
    this.#showMistakes(line);
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

  #showMistakes(line: TreeNode[]): void {
    const found = line.flatMap((node): [TreeNode, Judgement][] => {
      const judgement = judge(node);
      return judgement ? [[node, judgement]] : [];
    });
    this.#mistakes.element.hidden = found.length === 0;
    const key = found.map(([node, judgement]) => `${node.id} ${judgement}`).join();
    this.#mistakes.draw(`${line[0]?.view.text} ${key}`, () => this.#list(found));
  }

  #list(found: [TreeNode, Judgement][]): HTMLElement[] {
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
    return [h("p", { class: "quiet" }, summary), ...buttons];
  }
}
