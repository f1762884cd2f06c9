// Choosing a bot of a board: a search, and what it finds.

import { h, refill } from "../../dom";
import { announce } from "../../live";
import { reasonText } from "../../i18n";
import { bots } from "../client";
import { t } from "../i18n";
import type { Bot } from "../types";
import { field, selectField } from "./form";

export class BotPicker {
  #select = selectField(t("picker.bot"), [], "");
  #found: Bot[] = [];
  #q = "";
  readonly element: HTMLElement;

  /** `except` is not offered. */
  constructor(
    readonly board: { game: string; variant: string },
    readonly except: number,
  ) {
    const search = field(t("picker.search"), { type: "search" });
    search.input.addEventListener("input", () => {
      this.#q = search.input.value.trim();
      void this.#load();
    });
    this.element = h("div", { class: "picker" }, search.element, this.#select.element);
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
      this.#found = items.filter(({ id, activeVersion }) => id !== this.except && activeVersion !== null);
      refill(this.#select.input, ...this.#found.map(({ id, name, owner }) =>
        h("option", { value: id }, owner ? `${name} · ${owner.name}` : name)));
    } catch (error) {
      announce(reasonText(error));
    }
  }
}
