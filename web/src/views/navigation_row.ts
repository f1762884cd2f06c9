// Stepping through a game: buttons below the board, arrow keys, and a replay that walks by itself.

import type { Study, StudyState } from "../analysis/study";
import { h, Part } from "../dom";
import { t, type Key } from "../i18n";
import type { Cleanup } from "../store";
import { icon, type IconName } from "./icons";

/** How long each position of a replay stands. */
const REPLAY_MS = 1000;

export class NavigationRow {
  #part = new Part(h("div", { class: "navigation" }));
  #timer = 0;

  constructor(
    readonly study: Study,
    cleanup: Cleanup,
    readonly flip: () => void,
  ) {
    cleanup.listen("keydown", (event) => this.#key(event));
    cleanup.add(() => this.#pause());
    this.#render(null);
  }

  get element(): HTMLElement {
    return this.#part.element;
  }

  show(state: StudyState): void {
    if (this.#timer && state.node.children.length === 0) this.#pause();
    this.#render(state);
  }

  #key(event: KeyboardEvent): void {
    const { target } = event;
    const isField = target instanceof HTMLInputElement && target.type !== "checkbox";
    const isTyping = isField || target instanceof HTMLTextAreaElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.study.back(),
      ArrowRight: () => this.study.forward(),
      Home: () => this.study.toStart(),
      End: () => this.study.toEnd(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #pause(): void {
    window.clearInterval(this.#timer);
    this.#timer = 0;
  }

  #toggleReplay(): void {
    if (this.#timer) this.#pause();
    else this.#timer = window.setInterval(() => this.study.forward(), REPLAY_MS);
    this.#render(this.study.state.get());
  }

  #render(state: StudyState | null): void {
    const isAtStart = !state?.node.parent;
    const isAtEnd = !state?.node.children.length;
    const focused = document.activeElement?.getAttribute("data-act");
    const key = `${isAtStart} ${isAtEnd} ${this.#timer > 0}`;
    const isNew = this.#part.draw(key, () => this.#buttons(isAtStart, isAtEnd));
    if (!isNew || !focused) return;
    this.element.querySelector<HTMLElement>(`[data-act="${focused}"]`)?.focus();
  }

  #buttons(isAtStart: boolean, isAtEnd: boolean): HTMLElement[] {
    const button = (name: IconName, key: Key, act: () => void, disabled = false): HTMLElement =>
      h(
        "button",
        {
          type: "button", "aria-label": t(key), title: t(key), "data-act": name, disabled,
          onclick: act,
        },
        icon(name),
      );
    const { study } = this;
    return [
      button("first", "analyse.first", () => study.toStart(), isAtStart),
      button("back", "analyse.back", () => study.back(), isAtStart),
      this.#timer
        ? button("pause", "analyse.pause", () => this.#toggleReplay())
        : button("play", "analyse.autoplay", () => this.#toggleReplay(), isAtEnd),
      button("forward", "analyse.forward", () => study.forward(), isAtEnd),
      button("last", "analyse.last", () => study.toEnd(), isAtEnd),
      button("flip", "play.flip", this.flip),
    ];
  }
}
