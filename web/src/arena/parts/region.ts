// A part of a page that comes from the server: it says that it is loading, what went wrong with a button to
// try again, or shows what came.

import type { Mounting, Unsaved } from "../../context";
import { h, refill, type Child } from "../../dom";
import { reasonText, sentence } from "../../i18n";
import { announce } from "../../live";
import { textButton } from "../../views/button";
import { isFinal, wantsSignIn } from "../http";
import { t } from "../i18n";
import type { Person } from "../types";

/** Where one comes back to after signing in. */
export function signInHref(): string {
  return `#/signin?${new URLSearchParams({ to: location.hash })}`;
}

/** What went wrong, in words, and what one can do about it. */
export function troubleText(error: unknown, retry: (() => void) | null): HTMLElement {
  const text = sentence(reasonText(error));
  announce(text);
  return h(
    "div",
    { class: "trouble" },
    h("p", { class: "problem" }, text),
    wantsSignIn(error) && h("a", { class: "button", href: signInHref() }, t("nav.signin")),
    retry && !wantsSignIn(error) && !isFinal(error) && textButton(t("list.retry"), retry, { act: "retry" }),
  );
}

/** For whoever is signed in; others see where to do so. */
export function needsPerson(
  { context, root }: Mounting,
  view: (person: Person) => (() => Unsaved) | void,
): (() => Unsaved) | void {
  const person = context.session.state.get()?.person;
  if (person) return view(person);
  location.replace(signInHref());
  root.append(h("p", { class: "overview" }, t("list.loading")));
}

export class Region {
  #round = 0;
  #trouble = ""; // what went wrong last time, while that is shown
  #retry = (): void => undefined;

  constructor(readonly element: HTMLElement = h("div", { class: "region" })) {}

  /** Shows what is read; what arrives after a later question, or when its place has left the page, is dropped. */
  async load<T>(read: () => Promise<T>, draw: (value: T) => Child[]): Promise<void> {
    const round = ++this.#round;
    if (!this.element.firstChild) {
      refill(this.element, h("p", { class: "quiet", role: "status" }, t("list.loading")));
    }
    try {
      const value = await read();
      if (this.#isWanted(round)) this.#put(draw(value));
    } catch (error) {
      if (!this.#isWanted(round)) return;
      this.#fail(error, () => void this.load(read, draw));
    }
  }

  /** What is asked for again and again says once that it fails, and its button to try again stays. */
  #fail(error: unknown, load: () => void): void {
    this.#retry = () => {
      this.#trouble = "";
      load();
    };
    const text = reasonText(error);
    if (text === this.#trouble) return;
    this.#trouble = text;
    refill(this.element, troubleText(error, () => this.#retry()));
  }

  /** What stands there already is not touched: it keeps its focus, its selection and how far it was scrolled. */
  #put(children: Child[]): void {
    this.#trouble = "";
    const before = [...this.element.childNodes];
    const isSame = children.length === before.length && children.every((child, index) => child === before[index]);
    if (!isSame) refill(this.element, ...children);
  }

  #isWanted(round: number): boolean {
    return round === this.#round && this.element.isConnected;
  }

  /** Shows what is there already. */
  show(...children: Child[]): void {
    this.#round++;
    this.#trouble = "";
    refill(this.element, ...children);
  }
}
