// The frame that both boards stand on: the drawing in layers, and over it an invisible grid of
// cells that carries focus, names and roles. The drawing is hidden from assistive technology; the
// grid says the same in words. Pointers are reported in the drawing's own units.

import { h, s } from "../dom";
import { allSquares, parseSquare, squareName, type Square } from "../squares";
import type { Geometry, Point } from "./geometry";

export interface SurfaceEvents {
  press(point: Point, event: PointerEvent): void;
  drag(point: Point, event: PointerEvent): void;
  release(point: Point, event: PointerEvent): void;
  leave(): void;
  /** A key before the grid looks at it; true if it is dealt with. */
  key(event: KeyboardEvent, cursor: Square): boolean;
}

export interface CellState {
  label: string;
  selected?: boolean;
  /** A finger that starts here drags instead of scrolling. */
  draggable?: boolean;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Surface {
  readonly element: HTMLElement;
  readonly svg: SVGSVGElement;
  #grid = h("div", { role: "grid", class: "board-grid" });
  #cells = new Map<string, HTMLElement>();
  #layers = new Map<string, SVGGElement>();
  #cursor = "a1";

  constructor(
    readonly geometry: Geometry,
    layers: string[],
    readonly events: SurfaceEvents,
  ) {
    const { extent } = geometry;
    this.svg = s("svg", { viewBox: `0 0 ${extent} ${extent}`, "aria-hidden": "true" });
    for (const name of layers) {
      const layer = s("g", { class: `layer-${name}` });
      this.#layers.set(name, layer);
      this.svg.append(layer);
    }
    this.element = h("div", { class: "board" }, this.svg, this.#grid);
    this.#buildGrid();
    this.#listen();
  }

  layer(name: string): SVGGElement {
    const layer = this.#layers.get(name);
    if (!layer) throw new Error(`no layer ${name}`);
    return layer;
  }

  /** Turns the board; true if that changed anything and it must be drawn anew. */
  flip(flipped: boolean): boolean {
    if (this.geometry.flipped === flipped) return false;
    this.geometry.flipped = flipped;
    this.#buildGrid();
    return true;
  }

  setName(label: string): void {
    this.#grid.setAttribute("aria-label", label);
  }

  setCells(state: (square: Square, name: string) => CellState): void {
    for (const [name, cell] of this.#cells) {
      const { label, selected, draggable } = state(parseSquare(name), name);
      cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", selected ? "true" : "false");
      cell.classList.toggle("draggable", draggable === true);
    }
  }

  get cursor(): Square {
    return parseSquare(this.#cursor);
  }

  /** Puts the keyboard's cursor on a square, and the focus too if the board has or takes it. */
  moveCursor(square: Square, takeFocus = false): void {
    const { hasFocus } = this;
    this.#cells.get(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#cursor = squareName(square);
    const cell = this.#cells.get(this.#cursor);
    cell?.setAttribute("tabindex", "0");
    if (hasFocus || takeFocus) cell?.focus({ preventScroll: true });
  }

  /** Whether the focus is on the board, be it in the document or in a shadow tree. */
  get hasFocus(): boolean {
    const root = this.#grid.getRootNode() as Document | ShadowRoot;
    return this.#grid.contains(root.activeElement ?? null);
  }

  #focus(): void {
    this.#cells.get(this.#cursor)?.focus({ preventScroll: true });
  }

  /** From the page's pixels to the drawing's units. */
  toPoint(event: { clientX: number; clientY: number }): Point {
    const box = this.svg.getBoundingClientRect();
    const scale = this.geometry.extent / (box.width || 1);
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  #buildGrid(): void {
    const { geometry } = this;
    const { hasFocus } = this;
    const rows: HTMLElement[] = [];
    this.#cells.clear();
    for (const square of allSquares(geometry.size)) {
      const name = squareName(square);
      const cell = h("div", {
        role: "gridcell",
        tabindex: name === this.#cursor ? 0 : -1,
        "data-square": name,
        style: geometry.percent(geometry.cell(square)),
        onfocus: () => this.moveCursor(square),
      });
      this.#cells.set(name, cell);
      const row = (rows[square.row] ??= h("div", { role: "row" }));
      if (geometry.flipped) row.prepend(cell);
      else row.append(cell);
    }
    // Read from the top of the drawing down, whichever way up it is.
    this.#grid.replaceChildren(...(geometry.flipped ? rows : rows.reverse()));
    if (hasFocus) this.#focus();
  }

  #listen(): void {
    const { element, events } = this;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault(); // no text selection; the focus follows below
      element.classList.add("by-pointer");
      const square = this.geometry.squareAt(this.toPoint(event));
      if (square) this.moveCursor(square, true);
      element.setPointerCapture(event.pointerId);
      events.press(this.toPoint(event), event);
    });
    element.addEventListener("pointermove", (event) => events.drag(this.toPoint(event), event));
    element.addEventListener("pointerup", (event) => {
      if (event.button === 0) events.release(this.toPoint(event), event);
    });
    element.addEventListener("pointerleave", () => events.leave());
    element.addEventListener("pointercancel", () => events.leave());
    this.#grid.addEventListener("keydown", (event) => {
      element.classList.remove("by-pointer");
      this.#key(event);
    });
    this.#grid.addEventListener("focusout", (event) => {
      const isWithin = this.#grid.contains(event.relatedTarget as Node | null);
      if (!isWithin) element.classList.remove("by-pointer");
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.events.key(event, this.cursor)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const next = this.stepped(this.cursor, event.key, this.geometry.size);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveCursor(next);
  }

  /** Where an arrow key leads on a board of some size, as it is drawn; null for other keys. */
  stepped<T extends Square>(from: T, key: string, size: number): T | null {
    const step = STEPS[key];
    if (!step) return null;
    const sign = this.geometry.flipped ? -1 : 1;
    const clamp = (value: number): number => Math.min(Math.max(value, 0), size - 1);
    return {
      ...from,
      column: clamp(from.column + sign * step[0]),
      row: clamp(from.row + sign * step[1]),
    };
  }
}
