// One line for what must be both seen and heard: a hint, a refused move, trouble on the way here. What comes after
// its view has gone is neither.

import { h, refill } from "../dom";
import { sentence } from "../i18n";
import { announce } from "../live";
import { withWholeMoves } from "./whole_moves";

export class Notice {
  readonly element = h("p", { class: "notice", hidden: true });

  say(text: string): void {
    this.#show(text, false);
  }

  problem(text: string): void {
    this.#show(sentence(text), true);
  }

  clear(): void {
    this.element.hidden = true;
    this.element.textContent = "";
  }

  #show(text: string, isProblem: boolean): void {
    this.element.hidden = false;
    refill(this.element, ...withWholeMoves(text));
    this.element.classList.toggle("problem", isProblem);
    if (this.element.isConnected) announce(text);
  }
}
