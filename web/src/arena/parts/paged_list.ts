// A list that is fetched part by part: "Show more" at its end, a sentence where it is empty, and a button to
// try again where it could not be fetched.

import { h, refill, type Child } from "../../dom";
import { announce } from "../../live";
import { textButton } from "../../views/button";
import { t } from "../i18n";
import type { ListPage } from "../types";
import { troubleText } from "./region";

export interface PagedListOptions<T> {
  read(after: string | null): Promise<ListPage<T>>;
  /** All rows so far, as one element. */
  draw(items: T[]): Child;
  /** Said where there is nothing. */
  empty: string;
}

export class PagedList<T> {
  readonly element = h("div", { class: "region" });
  #items: T[] = [];
  #round = 0;

  constructor(readonly options: PagedListOptions<T>) {
    void this.reload();
  }

  /** From the beginning, after something has changed; the old rows stand until the new ones come. */
  async reload(): Promise<void> {
    this.#items = [];
    if (!this.element.firstChild) {
      refill(this.element, h("p", { class: "quiet", role: "status" }, t("list.loading")));
    }
    await this.#fetch(null);
  }

  async #fetch(after: string | null): Promise<void> {
    const round = ++this.#round;
    try {
      const { items, next } = await this.options.read(after);
      if (!this.#isWanted(round)) return;
      this.#items = [...this.#items, ...items];
      this.#render(this.#moreButton(next));
      if (after !== null) announce(t("list.shown", { count: this.#items.length }));
    } catch (error) {
      if (this.#isWanted(round)) this.#render(troubleText(error, () => void this.#fetch(after)));
    }
  }

  /** What comes after a later question, or when the list has left the page, is neither shown nor said. */
  #isWanted(round: number): boolean {
    return round === this.#round && this.element.isConnected;
  }

  #moreButton(next: string | null): HTMLElement | null {
    if (next === null) return null;
    const more = textButton(t("list.more"), () => {
      more.disabled = true;
      void this.#fetch(next);
    }, { act: "more" });
    return more;
  }

  #render(end: HTMLElement | null): void {
    const isEmpty = this.#items.length === 0;
    refill(
      this.element,
      isEmpty ? !end && h("p", { class: "nothing" }, this.options.empty) : this.options.draw(this.#items),
      end,
    );
  }
}
