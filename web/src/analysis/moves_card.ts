// The moves with their variations, and what the record says of the current one.

import { h, refill } from "../dom";
import type { TreeNode } from "../game/tree";
import { lookUp, t } from "../i18n";
import { textButton } from "../views/button";
import { judge } from "./judgement";
import { moveTree } from "./move_tree";
import type { Study, StudyState } from "./study";

/** Whether a node is on the main line. */
function isMain(node: TreeNode): boolean {
  return !node.parent || (node.parent.children[0] === node && isMain(node.parent));
}

/** How a game ended that the rules had not ended, as its record says. */
function declaredResult({ tree }: TreeNode): string[] {
  const { Result, Termination } = tree.tags;
  if (!Result || Result === "*") return [];
  return [Termination ? `${Result} · ${lookUp(`termination.${Termination}`, Termination)}` : Result];
}

function notes(node: TreeNode): HTMLElement | null {
  const facts: string[] = [];
  const { timeMs, score, comment, parent } = node;
  const judgement = judge(node);
  const best = parent?.assessment?.best;
  if (judgement) facts.push(t(`analyse.${judgement}`));
  if (judgement && best) facts.push(t("analyse.better", { move: best }));
  const seconds = timeMs === undefined ? null : (timeMs / 1000).toFixed(1);
  if (seconds !== null) facts.push(t("analyse.note.time", { time: seconds }));
  if (score !== undefined) facts.push(t("analyse.note.score", { score: score.toFixed(2) }));
  const { result, ending } = node.view.outcome;
  if (result !== "*") facts.push(`${result} · ${lookUp(`ending.${ending}`, ending)}`);
  else if (node.children.length === 0 && isMain(node)) facts.push(...declaredResult(node));
  if (facts.length === 0 && !comment) return null;
  return h(
    "div",
    { class: "notes" },
    facts.length > 0 && h("p", {}, facts.join(" · ")),
    comment && h("p", { class: "comment" }, comment),
  );
}

export class MovesCard {
  readonly element = h("section", { class: "card" });
  #drawn = "";

  constructor(readonly study: Study) {
    // Another width breaks the lines elsewhere, as when a phone is turned.
    new ResizeObserver(() => this.#centre()).observe(this.element);
  }

  show(state: StudyState): void {
    const { id, tree, node } = state;
    const signs = tree.line(node).map((at) => judge(at) ?? "");
    // The engine reports often, and only a new place or a newly judged move changes anything here.
    const key = [id, node.id, tree.version, ...signs].join(" ");
    if (key === this.#drawn) return;
    this.#drawn = key;
    const hadFocus = this.element.contains(document.activeElement);
    const drawn = moveTree(tree, node, (at) => this.study.goTo(at));
    refill(
      this.element,
      h("h2", {}, t("analyse.moves")),
      drawn,
      notes(node),
      !isMain(node) &&
        h(
          "div",
          { class: "buttons pairs" },
          textButton(t("analyse.promote"), () => this.study.promote(), { act: "promote" }),
          textButton(t("analyse.remove"), () => this.study.remove(), { act: "remove" }),
        ),
    );
    if (hadFocus) drawn.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    this.#centre();
  }

  /** Scrolls the current move into the middle of the list. */
  #centre(): void {
    const list = this.element.querySelector<HTMLElement>(".move-tree");
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}
