// Stepping through a game: buttons, arrow keys, and a replay that walks by itself.

import { h, Part } from "../dom";
import { t, type Key } from "../i18n";
import type { Cleanup } from "../store";
import { icon, type IconName } from "./icons";

/** How long each position of a replay stands. */
const REPLAY_MS = 1000;

/** A game that one can walk through. */
export interface Steps {
  back(): void;
  forward(): void;
  toStart(): void;
  toEnd(): void;
}

export class NavigationRow {
  #part = new Part(h("div", { class: "navigation" }));
  #timer = 0;
  #isAtStart = true;
  #isAtEnd = true;

  /** `flip` turns the board; without it there is no button for that. */
  constructor(
    readonly steps: Steps,
    cleanup: Cleanup,
    readonly flip: (() => void) | null,
  ) {
    cleanup.listen("keydown", (event) => this.#key(event));
    cleanup.add(() => this.#pause());
    this.#render();
  }

  get element(): HTMLElement {
    return this.#part.element;
  }

  show(isAtStart: boolean, isAtEnd: boolean): void {
    this.#isAtStart = isAtStart;
    this.#isAtEnd = isAtEnd;
    if (this.#timer && isAtEnd) this.#pause();
    this.#render();
  }

  #key(event: KeyboardEvent): void {
    const { target } = event;
    const isField = target instanceof HTMLInputElement && target.type !== "checkbox";
    const isTyping = isField || target instanceof HTMLTextAreaElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.steps.back(),
      ArrowRight: () => this.steps.forward(),
      Home: () => this.steps.toStart(),
      End: () => this.steps.toEnd(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    // While a position is set up there is neither before nor after.
    const isBack = event.key === "ArrowLeft" || event.key === "Home";
    if (!(isBack ? this.#isAtStart : this.#isAtEnd)) act();
  }

  #pause(): void {
    window.clearInterval(this.#timer);
    this.#timer = 0;
  }

  #toggleReplay(): void {
    if (this.#timer) this.#pause();
    else this.#timer = window.setInterval(() => this.steps.forward(), REPLAY_MS);
    this.#render();
  }

  #render(): void {
    const key = `${this.#isAtStart} ${this.#isAtEnd} ${this.#timer > 0}`;
    this.#part.draw(key, () => this.#buttons());
  }

  #buttons(): HTMLElement[] {
    const button = (name: IconName, key: Key, act: () => void, disabled = false): HTMLElement =>
      h(
        "button",
        {
          type: "button", "aria-label": t(key), title: t(key), "data-act": name, disabled,
          onclick: act,
        },
        icon(name),
      );
    const { steps, flip } = this;
    const [isAtStart, isAtEnd] = [this.#isAtStart, this.#isAtEnd];
    return [
      button("first", "analyse.first", () => steps.toStart(), isAtStart),
      button("back", "analyse.back", () => steps.back(), isAtStart),
      this.#timer
        ? button("pause", "analyse.pause", () => this.#toggleReplay())
        : button("play", "analyse.autoplay", () => this.#toggleReplay(), isAtEnd),
      button("forward", "analyse.forward", () => steps.forward(), isAtEnd),
      button("last", "analyse.last", () => steps.toEnd(), isAtEnd),
      ...(flip ? [button("flip", "play.flip", flip)] : []),
    ];
  }
}
