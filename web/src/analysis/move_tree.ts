// The moves as text: the main line, and variations in brackets behind the move they replace.

import { h } from "../dom";
import { numberText } from "../game/numbering";
import type { GameTree, TreeNode } from "../game/tree";
import { t } from "../i18n";
import { judge, SIGNS } from "./judgement";

class Writer {
  constructor(
    readonly current: TreeNode,
    readonly goTo: (node: TreeNode) => void,
  ) {}

  #move(node: TreeNode, isFirst: boolean): HTMLElement {
    const number = node.turn === 1 || isFirst ? numberText(node.ply) : "";
    const judgement = judge(node);
    const isCurrent = node === this.current;
    const button = h(
      "button",
      {
        type: "button",
        class: `move${judgement ? ` ${judgement}` : ""}`,
        "data-act": `node ${node.id}`,
        "aria-current": isCurrent ? "true" : null,
        title: judgement ? t(`analyse.${judgement}`) : null,
        onclick: () => this.goTo(node),
      },
      `${node.move ?? ""}${judgement ? SIGNS[judgement] : ""}`,
    );
    // Kept together, so that no line ends with a number alone.
    if (number) return h("span", { class: "numbered" }, h("i", {}, number), button);
    return button;
  }

  /** The moves from a node's first child on. A number is repeated after anything in between. */
  line(parent: TreeNode, out: HTMLElement, isFresh: boolean): void {
    let at = parent;
    let isFirst = isFresh;
    for (;;) {
      const [main, ...others] = at.children;
      if (!main) return;
      out.append(this.#move(main, isFirst));
      isFirst = others.length > 0;
      for (const other of others) {
        const variation = h("div", { class: "variation" });
        variation.append(this.#move(other, true));
        this.line(other, variation, false);
        out.append(variation);
      }
      at = main;
    }
  }
}

export function moveTree(
  tree: GameTree,
  current: TreeNode,
  goTo: (node: TreeNode) => void,
): HTMLElement {
  const element = h("div", {
    class: "move-tree", tabindex: 0, role: "group", "aria-label": t("analyse.moves"),
  });
  if (tree.root.children.length === 0) {
    element.append(h("p", { class: "quiet" }, t("analyse.noMoves")));
    return element;
  }
  const start = h(
    "button",
    {
      type: "button",
      class: "move",
      "aria-current": current === tree.root ? "true" : null,
      onclick: () => goTo(tree.root),
    },
    t("analyse.start.position"),
  );
  element.append(start);
  new Writer(current, goTo).line(tree.root, element, true);
  return element;
}
