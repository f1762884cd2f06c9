// Choosing a bot of a board: a search, and what it finds.

import { h, refill } from "../../dom";
import { reasonText } from "../../i18n";
import { Notice } from "../../views/notice";
import { bots } from "../client";
import { t } from "../i18n";
import type { Bot } from "../types";
import { field, selectField } from "./form";

/** What was searched for, and the bot that was chosen. */
export interface Picked {
  q: string;
  chosen: number | null;
}

export class BotPicker {
  #select: ReturnType<typeof selectField>;
  #found: Bot[] | null = null; // null until an answer has come
  #offered: Bot[] = [];
  #q: string;
  #wanted: number | null; // chosen before there was anything to choose from
  #notice = new Notice();
  readonly element: HTMLElement;

  /** Those of `except` are not offered. */
  constructor(
    readonly board: { game: string; variant: string },
    private except: number[],
    label = t("picker.bot"),
    picked: Picked = { q: "", chosen: null },
  ) {
    this.#q = picked.q;
    this.#wanted = picked.chosen;
    this.#select = selectField(label, [], "");
    this.#select.input.required = true; // a form without a bot says what it lacks
    const search = field(t("picker.search"), { type: "search", value: picked.q });
    search.input.addEventListener("input", () => {
      this.#q = search.input.value.trim();
      void this.#load();
    });
    this.element = h("div", { class: "picker" }, search.element, this.#select.element, this.#notice.element);
    void this.#load();
  }

  get chosen(): Bot | null {
    return this.#offered.find(({ id }) => String(id) === this.#select.input.value) ?? null;
  }

  get picked(): Picked {
    return { q: this.#q, chosen: this.chosen?.id ?? this.#wanted };
  }

  /** Others are not offered from now on; what is searched for and what was chosen stay. */
  leaveOut(except: number[]): void {
    if (String(except) === String(this.except)) return;
    this.except = except;
    this.#offer();
  }

  async #load(): Promise<void> {
    const q = this.#q;
    try {
      const { items } = await bots.list({ ...this.board, ...(q ? { q } : {}) }, null);
      if (q !== this.#q) return;
      this.#found = items.filter(({ activeVersion }) => activeVersion !== null);
      this.#offer();
    } catch (error) {
      if (q === this.#q) this.#notice.problem(reasonText(error));
    }
  }

  #offer(): void {
    if (!this.#found) return;
    const { chosen } = this.picked;
    this.#wanted = null;
    this.#offered = this.#found.filter(({ id }) => !this.except.includes(id));
    refill(this.#select.input, ...this.#offered.map(({ id, name, owner }) =>
      h("option", { value: id, selected: id === chosen }, owner ? `${name} · ${owner.name}` : name)));
    if (this.#offered.length > 0) this.#notice.clear();
    else this.#notice.say(t("picker.none"));
  }
}
