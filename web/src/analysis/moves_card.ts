// The moves with their variations, and what the record says of the current one.

import { h, refill } from "../dom";
import { isMain, type TreeNode } from "../game/tree";
import { lookUp, t } from "../i18n";
import { judge } from "./judgement";
import type { MoveEditor } from "./move_editor";
import { moveTree } from "./move_tree";
import type { Study, StudyState } from "./study";

interface MovesOptions {
  /** Without an editor the moves and comments are only read. */
  editor?: MoveEditor;
  /** How the game ended, where the page knows better words for it than the record's. */
  ending?: string;
}

/** How a game ended that the rules had not ended, as its record says. */
function declaredResult({ tree }: TreeNode, ending: string | undefined): string[] {
  const { Result, Termination } = tree.tags;
  if (!Result || Result === "*") return [];
  const words = ending ?? (Termination && lookUp(`termination.${Termination}`, Termination));
  return [words ? `${Result} · ${words}` : Result];
}

function notes(node: TreeNode, comment: string, gameEnding: string | undefined): HTMLElement | null {
  const facts: string[] = [];
  const { timeMs, score, parent } = node;
  const judgement = judge(node);
  const best = parent?.assessment?.best;
  if (judgement) facts.push(t(`analyse.${judgement}`));
  if (judgement && best) facts.push(t("analyse.better", { move: best }));
  const seconds = timeMs === undefined ? null : (timeMs / 1000).toFixed(1);
  if (seconds !== null) facts.push(t("analyse.note.time", { time: seconds }));
  if (score !== undefined) facts.push(t("analyse.note.score", { score: score.toFixed(2) }));
  const { result, ending } = node.view.outcome;
  if (result !== "*") facts.push(`${result} · ${lookUp(`ending.${ending}`, ending)}`);
  else if (node.children.length === 0 && isMain(node)) facts.push(...declaredResult(node, gameEnding));
  if (facts.length === 0 && !comment) return null;
  return h(
    "div",
    { class: "notes" },
    facts.length > 0 && h("p", {}, facts.join(" · ")),
    comment && h("p", { class: "comment" }, comment),
  );
}

export class MovesCard {
  readonly element: HTMLElement;
  #drawn = "";
  #list = h("div", {});
  #notes = h("div", {});

  constructor(
    readonly study: Study,
    readonly options: MovesOptions = {},
  ) {
    this.element = h("section", { class: "card" },
      h("h2", {}, t("analyse.moves")), this.#list, this.#notes, options.editor?.element);
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
    const { activeElement } = document;
    const isTyping = activeElement instanceof HTMLTextAreaElement;
    const hadFocus = this.element.contains(activeElement) && !isTyping;
    const drawn = moveTree(tree, node, (at) => this.study.goTo(at));
    const { editor, ending } = this.options;
    const said = notes(node, editor ? "" : node.comment ?? "", ending);
    refill(this.#list, drawn);
    refill(this.#notes, said);
    this.#notes.hidden = said === null;
    editor?.show(node);
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
