// What can be done to the current move of a study: a comment, another place for its line, or its end.

import { freshId, h, refill } from "../dom";
import { numberedMove } from "../game/numbering";
import { isMain, type TreeNode } from "../game/tree";
import { t } from "../i18n";
import { textButton } from "../views/button";
import { ask } from "../views/dialog";
import type { Study } from "./study";

/** A record takes 64 KiB of UTF-8 (docs/formats.md), in which a letter can take three bytes. */
const COMMENT_MAX = 20_000;

export class MoveEditor {
  readonly element: HTMLElement;
  #node: TreeNode | null = null;
  #comment: HTMLTextAreaElement;
  #buttons = h("div", { class: "buttons pairs" });

  constructor(readonly study: Study) {
    const id = freshId("comment");
    this.#comment = h("textarea", {
      id,
      rows: 2,
      maxlength: COMMENT_MAX,
      oninput: () => this.#node && study.setComment(this.#node, this.#comment.value),
    });
    const field = h("div", { class: "field" }, h("label", { for: id }, t("analyse.comment")), this.#comment);
    this.element = h("div", { class: "move-editor" }, field, this.#buttons);
  }

  show(node: TreeNode): void {
    // What is being typed stays as it is.
    if (node !== this.#node) this.#comment.value = node.comment ?? "";
    this.#node = node;
    const promote = textButton(t("analyse.promote"), () => this.study.promote(), { act: "promote" });
    const remove = textButton(t("analyse.remove"), () => void this.#remove(node), { act: "remove" });
    refill(this.#buttons, !isMain(node) && promote, node.parent && remove);
    this.#buttons.hidden = node.parent === null;
  }

  async #remove(node: TreeNode): Promise<void> {
    const question = t("analyse.removeSure", { move: numberedMove(node) });
    if (await ask(question, t("library.delete"), "danger")) this.study.remove(node);
  }
}
