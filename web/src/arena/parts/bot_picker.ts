// Choosing a bot of a board: a search, and what it finds.

import { h, refill } from "../../dom";
import { reasonText } from "../../i18n";
import { Notice } from "../../views/notice";
import { bots } from "../client";
import { t } from "../i18n";
import type { Bot } from "../types";
import { field, selectField } from "./form";

export class BotPicker {
  #select: ReturnType<typeof selectField>;
  #found: Bot[] = [];
  #q = "";
  #notice = new Notice();
  readonly element: HTMLElement;

  /** Those of `except` are not offered. */
  constructor(
    readonly board: { game: string; variant: string },
    readonly except: number[],
    label = t("picker.bot"),
  ) {
    this.#select = selectField(label, [], "");
    const search = field(t("picker.search"), { type: "search" });
    search.input.addEventListener("input", () => {
      this.#q = search.input.value.trim();
      void this.#load();
    });
    this.element = h("div", { class: "picker" }, search.element, this.#select.element, this.#notice.element);
    void this.#load();
  }

  get chosen(): Bot | null {
    return this.#found.find(({ id }) => String(id) === this.#select.input.value) ?? null;
  }

  async #load(): Promise<void> {
    const q = this.#q;
    try {
      const { items } = await bots.list({ ...this.board, ...(q ? { q } : {}) }, null);
      if (q !== this.#q) return;
      this.#found = items.filter(({ id, activeVersion }) => !this.except.includes(id) && activeVersion !== null);
      refill(this.#select.input, ...this.#found.map(({ id, name, owner }) =>
        h("option", { value: id }, owner ? `${name} · ${owner.name}` : name)));
      if (this.#found.length > 0) this.#notice.clear();
      else this.#notice.say(t("picker.none"));
    } catch (error) {
      if (q === this.#q) this.#notice.problem(reasonText(error));
    }
  }
}
