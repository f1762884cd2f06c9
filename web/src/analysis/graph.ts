// The first player's win probability over a game as a curve, with the mistakes marked in three
// shapes. It is a slider over the moves: click, drag or use the arrow keys to go there.

import { h, s } from "../dom";
import { numberedMove } from "../game/numbering";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { winProbabilityOf, judge, type Judgement } from "./judgement";

const WIDTH = 600;
const HEIGHT = 180;
const MARGIN = 10;

const MARKS: Record<Judgement, string> = {
  inaccuracy: "M0 -6A6 6 0 1 1 0 6A6 6 0 1 1 0 -6Z",
  mistake: "M0 -8L8 6L-8 6Z",
  blunder: "M0 -10L10 0L0 10L-10 0Z",
};

interface Dot {
  x: number;
  y: number;
  node: TreeNode;
}

export class Graph {
  #svg = s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  readonly element = h("div", { class: "graph", role: "slider", tabindex: 0 }, this.#svg,
    h("span", { class: "graph-side first", "aria-hidden": "true" }, t("side.0")),
    h("span", { class: "graph-side second", "aria-hidden": "true" }, t("side.1")));
  #line: TreeNode[] = [];
  #current = 0;

  constructor(readonly goTo: (node: TreeNode) => void) {
    const pick = (event: PointerEvent): void => {
      const box = this.element.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * WIDTH - MARGIN;
      this.#goToIndex(Math.round((share / (WIDTH - 2 * MARGIN)) * this.#last));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      pick(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) pick(event);
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  get #last(): number {
    return Math.max(this.#line.length - 1, 1);
  }

  #goToIndex(index: number): void {
    const node = this.#line[Math.min(Math.max(index, 0), this.#line.length - 1)];
    if (node) this.goTo(node);
  }

  #key(event: KeyboardEvent): void {
    const targets: Record<string, number> = {
      ArrowLeft: this.#current - 1,
      ArrowDown: this.#current - 1,
      ArrowRight: this.#current + 1,
      ArrowUp: this.#current + 1,
      Home: 0,
      End: this.#line.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#goToIndex(target);
  }

  show(line: TreeNode[], current: TreeNode): void {
    this.#line = line;
    this.#current = Math.max(line.indexOf(current), 0);
    const label = numberedMove(current) || t("analyse.start.position");
    this.element.setAttribute("aria-label", t("analyse.graph"));
    this.element.setAttribute("aria-valuemin", "0");
    this.element.setAttribute("aria-valuemax", String(line.length - 1));
    this.element.setAttribute("aria-valuenow", String(this.#current));
    this.element.setAttribute("aria-valuetext", label);
    this.#draw();
  }

  #x(index: number): number {
    return MARGIN + (index / this.#last) * (WIDTH - 2 * MARGIN);
  }

  /** The known points, in runs: the curve has gaps where nothing is known. */
  #runs(): Dot[][] {
    const runs: Dot[][] = [[]];
    this.#line.forEach((node, index) => {
      const probability = winProbabilityOf(node);
      const y = MARGIN + (1 - (probability ?? 0)) * (HEIGHT - 2 * MARGIN);
      if (probability !== null) runs.at(-1)?.push({ x: this.#x(index), y, node });
      else if (runs.at(-1)?.length) runs.push([]);
    });
    return runs.filter((run) => run.length > 0);
  }

  #draw(): void {
    const runs = this.#runs();
    // A point alone, such as the end of a game, is no curve yet.
    const isEmpty = runs.every((run) => run.length < 2);
    this.element.classList.toggle("empty", isEmpty);
    if (isEmpty) {
      this.#svg.replaceChildren();
      return;
    }
    const middle = HEIGHT / 2;
    const parts: SVGElement[] = [
      s("path", { class: "graph-middle", d: `M0 ${middle}H${WIDTH}` }),
    ];
    const marks: SVGElement[] = [];
    for (const run of runs) {
      const curve = run.map(({ x, y }) => `L${x} ${y}`).join("").slice(1);
      const [start, end] = [run[0] as Dot, run.at(-1) as Dot];
      parts.push(
        s("path", { class: "graph-area", d: `M${start.x} ${HEIGHT}L${curve}L${end.x} ${HEIGHT}Z` }),
        s("path", { class: "graph-curve", d: `M${curve}` }),
      );
      for (const { x, y, node } of run) {
        const kind = judge(node);
        if (!kind) continue;
        const place = `translate(${x} ${y})`;
        marks.push(s("path", { class: `graph-mark ${kind}`, d: MARKS[kind], transform: place }));
      }
    }
    const x = this.#x(this.#current);
    parts.push(s("path", { class: "graph-now", d: `M${x} 0V${HEIGHT}` }));
    this.#svg.replaceChildren(...parts, ...marks);
  }
}
