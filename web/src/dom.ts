// Elements in one expression: `h("button", { class: "primary", onclick: play }, "Play")`.

export type Child = Node | string | null | undefined | false;
type Listener = (event: never) => void;
export type Attributes = Record<string, string | number | boolean | Listener | null | undefined>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child) element.append(child);
  }
}

/** An HTML element. False and null attributes and children are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** Replaces all that an element holds. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/**
 * A part of the page that is drawn anew only when its key changes: a button that is replaced while
 * it is pressed never hears of its click.
 */
export class Part<E extends Element = HTMLElement> {
  #key: string | null = null;

  constructor(readonly element: E) {}

  draw(key: string, build: () => Child[]): void {
    if (key === this.#key) return;
    this.#key = key;
    refill(this.element, ...build());
  }
}

export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}

let idCount = 0;

/** An id for a label and what it labels, unique on the page. */
export function freshId(prefix: string): string {
  idCount += 1;
  return `${prefix}-${idCount}`;
}
