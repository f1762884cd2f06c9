// The board of the Amazons. A move is three clicks, or a drag of the amazon and a click for its
// arrow; Escape or a click on the same square takes a stage back.

import type { PositionView } from "../core/types";
import { s } from "../dom";
import { t } from "../i18n";
import { announce } from "../live";
import { allSquares, parseAmazonsMove, parseSquare, squareName, type Square } from "../squares";
import { drawOwnership } from "./amazons_overlay";
import { AmazonsStage } from "./amazons_stage";
import type { Board, BoardEvents, EditEvents, Shown } from "./board";
import { drawLabels } from "./coordinates";
import { Geometry, type Point } from "./geometry";
import { amazonPiece, arrowStone } from "./pieces";
import { drawAmazonsSuggestions } from "./suggestions";
import { Surface } from "./surface";

const LAYERS = [
  "squares", "labels", "last", "overlay", "targets", "stones", "pieces", "suggestions",
];
/** The frame around the squares, which has the coordinates. */
const PAD = 34;
/** A press becomes a drag after this many units, so that a trembling click stays a click. */
const DRAG_START = 18;

interface Press {
  square: string;
  at: Point;
  /** The press chose this amazon; letting go must not choose the square again. */
  isPick: boolean;
  /** Where it has been dragged to; null while it is no drag. */
  drag: Point | null;
}

export class AmazonsBoard implements Board {
  #surface: Surface;
  #geometry: Geometry;
  #pieces: [Map<string, SVGGElement>, Map<string, SVGGElement>] = [new Map(), new Map()];
  #stones = new Map<string, SVGGElement>();
  #shown: Shown | null = null;
  #stage = new AmazonsStage([]);
  #press: Press | null = null;
  #edit: EditEvents | null = null;

  constructor(
    size: number,
    readonly events: BoardEvents,
  ) {
    this.#geometry = new Geometry(size, 0, PAD);
    this.#surface = new Surface(this.#geometry, LAYERS, {
      press: (point) => this.#onPress(point),
      drag: (point) => this.#onDrag(point),
      release: (point) => this.#onRelease(point),
      leave: () => this.#dropPress(),
      key: (event, cursor) => this.#onKey(event, cursor),
    });
    this.element.classList.add("amazons");
    this.#drawSquares();
  }

  get element(): HTMLElement {
    return this.#surface.element;
  }

  get svg(): SVGSVGElement {
    return this.#surface.svg;
  }

  show(shown: Shown): void {
    const isSamePosition = this.#shown?.view.text === shown.view.text;
    const isSameTurn = isSamePosition && this.#shown?.canMove === shown.canMove;
    this.#shown = shown;
    if (this.#surface.flip(shown.flipped)) this.#drawSquares();
    if (!isSameTurn) this.#stage = new AmazonsStage(shown.canMove ? shown.view.legalMoves : []);
    this.#surface.setName(t("board.amazons"));
    this.#placeStones(shown.view);
    this.#placePieces(shown.view);
    this.#drawLast(shown.lastMove);
    drawOwnership(this.#surface.layer("overlay"), this.#geometry, shown.view, shown.overlay);
    drawLabels(this.#surface.layer("labels"), this.#geometry, shown.coordinates);
    this.#drawStage();
  }

  cancel(): void {
    this.#stage.reset();
    if (this.#shown) this.#drawStage();
  }

  halfMade(): unknown {
    const { from, to } = this.#stage;
    return { text: this.#shown?.view.text, squares: [from, to].filter((name) => name !== null) };
  }

  resume(halfMade: unknown): void {
    const { text, squares } = (halfMade ?? {}) as { text?: string; squares?: string[] };
    if (!text || text !== this.#shown?.view.text) return;
    this.#stage.reset();
    for (const name of squares ?? []) this.#stage.choose(name);
    this.#drawStage();
  }

  edit(events: EditEvents | null): void {
    this.#edit = events;
  }

  #drawSquares(): void {
    const layer = this.#surface.layer("squares");
    const { extent } = this.#geometry;
    layer.replaceChildren(
      s("rect", { class: "ground", x: 0, y: 0, width: extent, height: extent }),
    );
    for (const square of allSquares(this.#geometry.size)) {
      const shade = (square.column + square.row) % 2 === 0 ? "dark" : "light";
      layer.append(s("rect", { class: `square ${shade}`, ...this.#geometry.cell(square) }));
    }
  }

  #moveTo(piece: SVGGElement, point: Point): void {
    piece.style.transform = `translate(${point.x}px, ${point.y}px)`;
  }

  /** Keeps each piece's element through its move, so that it slides there. */
  #placePieces(view: PositionView): void {
    const layer = this.#surface.layer("pieces");
    const wanted = [view.amazons?.first ?? [], view.amazons?.second ?? []];
    for (const side of [0, 1] as const) {
      const pieces = this.#pieces[side];
      const names = wanted[side] ?? [];
      const gone = [...pieces.keys()].filter((name) => !names.includes(name));
      for (const name of names.filter((square) => !pieces.has(square))) {
        const old = gone.shift();
        const piece = (old && pieces.get(old)) || layer.appendChild(amazonPiece(side));
        if (old) pieces.delete(old);
        pieces.set(name, piece);
      }
      for (const name of gone) {
        pieces.get(name)?.remove();
        pieces.delete(name);
      }
      for (const [name, piece] of pieces) this.#moveTo(piece, this.#centre(name));
    }
  }

  #placeStones(view: PositionView): void {
    const wanted = new Set(view.amazons?.arrows);
    for (const [name, stone] of this.#stones) {
      if (wanted.has(name)) continue;
      stone.remove();
      this.#stones.delete(name);
    }
    for (const name of wanted) {
      let stone = this.#stones.get(name);
      if (!stone) {
        stone = this.#surface.layer("stones").appendChild(arrowStone());
        stone.classList.add("fresh");
        this.#stones.set(name, stone);
      }
      const { x, y } = this.#centre(name);
      stone.setAttribute("transform", `translate(${x} ${y})`);
    }
  }

  #drawLast(move: string | null): void {
    const layer = this.#surface.layer("last");
    layer.replaceChildren();
    const { from, to, arrow } = move ? parseAmazonsMove(move) : { from: "", to: "", arrow: "" };
    for (const name of [from, to, arrow].filter(Boolean)) {
      layer.append(s("rect", { class: "last", ...this.#geometry.cell(parseSquare(name)) }));
    }
    for (const [name, stone] of this.#stones) stone.classList.toggle("last", name === arrow);
  }

  /** Everything that depends on the half-made move. */
  #drawStage(): void {
    const { from, to } = this.#stage;
    const targets = this.#stage.targets();
    const layer = this.#surface.layer("targets");
    layer.replaceChildren();
    if (from) layer.append(this.#ring(from, to ? "origin" : "selected"));
    if (to) layer.append(this.#ring(to, "selected"));
    if (from) for (const name of targets) layer.append(this.#target(name, to !== null));
    const moving = from ? this.#pieceOn(from) : null;
    if (moving && from) this.#moveTo(moving, this.#centre(to ?? from));
    const suggestions = from || !this.#shown ? [] : this.#shown.suggestions;
    drawAmazonsSuggestions(this.#surface.layer("suggestions"), this.#geometry, suggestions);
    this.#nameCells();
    this.#drawDrag();
  }

  /** An amazon that is being dragged stays under the pointer, whatever is drawn meanwhile. */
  #drawDrag(): void {
    const { square, drag } = this.#press ?? {};
    const piece = square && drag && this.#canDrag(square) ? this.#pieceOn(square) : null;
    if (!piece || !drag) return;
    piece.classList.add("dragging");
    this.#moveTo(piece, drag);
  }

  #canDrag(square: string): boolean {
    return this.#stage.from === square && this.#stage.to === null;
  }

  #ring(name: string, kind: string): SVGElement {
    return s("rect", { class: kind, ...this.#geometry.cell(parseSquare(name)) });
  }

  #target(name: string, isArrow: boolean): SVGElement {
    const { x, y } = this.#centre(name);
    if (!isArrow) return s("circle", { class: "target", cx: x, cy: y, r: 14 });
    const d = `M${x - 13} ${y - 13}L${x + 13} ${y + 13}M${x + 13} ${y - 13}L${x - 13} ${y + 13}`;
    return s("path", { class: "target-arrow", d });
  }

  #nameCells(): void {
    const { from, to } = this.#stage;
    const targets = this.#stage.targets();
    this.#surface.setCells((_, name) => {
      const words = [name, this.#content(name)];
      if (from === null && targets.has(name)) words.push(t("cell.movable"));
      else if (to === null && targets.has(name)) words.push(t("cell.target"));
      else if (targets.has(name)) words.push(t("cell.arrowTarget"));
      const draggable = this.#stage.canLeave(name) && to === null;
      return { label: words.join(", "), selected: name === (to ?? from), draggable };
    });
  }

  #content(name: string): string {
    const { from, to } = this.#stage;
    const shown = name === from && to !== null ? null : name === to ? from : name;
    for (const side of [0, 1] as const) {
      if (shown && this.#pieces[side].has(shown)) return t(`cell.amazon.${side}`);
    }
    return this.#stones.has(name) ? t("cell.arrow") : t("cell.empty");
  }

  #pieceOn(name: string): SVGGElement | null {
    return this.#pieces[0].get(name) ?? this.#pieces[1].get(name) ?? null;
  }

  #centre(name: string): Point {
    return this.#geometry.centre(parseSquare(name));
  }

  #choose(name: string): void {
    const refusal = this.#refusal(name);
    const move = this.#stage.choose(name);
    this.#drawStage();
    if (move) this.events.move(move);
    else if (refusal) this.events.refused(refusal);
    else this.#sayStage();
  }

  /** Why a square cannot be the next stage; null if it can or takes a stage back. */
  #refusal(name: string): string | null {
    const { from, to } = this.#stage;
    const isKnown = this.#stage.targets().has(name) || name === from || name === to;
    if (isKnown || (to === null && this.#stage.canLeave(name))) return null;
    // The rules look at the stages in turn, so what comes after the wrong one does not matter.
    return this.events.whyIllegal(`${from ?? name}-${to ?? name}/${to === null ? from ?? name : name}`);
  }

  #sayStage(): void {
    const { from, to } = this.#stage;
    const count = String(this.#stage.targets().size);
    if (from && to) announce(t("say.shoot", { square: to, count }));
    else if (from) announce(t("say.chosen", { square: from, count }));
    else announce(t("say.cancelled"));
  }

  #nameAt(point: Point): string | null {
    const square = this.#geometry.squareAt(point);
    return square && squareName(square);
  }

  #onPress(point: Point): void {
    const name = this.#nameAt(point);
    if (!name || !(this.#edit || this.#shown?.canMove)) return;
    const { from, to } = this.#stage;
    const wasSelected = from === name && to === null;
    const isPick = !this.#edit && to === null && !wasSelected && this.#stage.canLeave(name);
    this.#press = { square: name, at: point, isPick, drag: null };
    // An amazon is chosen when it is pressed, so that it can be dragged from there.
    if (isPick) this.#choose(name);
  }

  #onDrag(point: Point): void {
    const press = this.#press;
    if (!press || !this.#canDrag(press.square)) return;
    const moved = Math.hypot(point.x - press.at.x, point.y - press.at.y);
    if (!press.drag && moved < DRAG_START) return;
    press.drag = point;
    this.#drawDrag();
  }

  #onRelease(point: Point): void {
    const press = this.#press;
    this.#dropPress();
    const name = this.#nameAt(point);
    if (!press || !name) return;
    const isTarget = this.#stage.targets().has(name);
    if (press.drag) {
      if (name !== press.square && isTarget) this.#choose(name);
    } else if (name === press.square && !press.isPick) {
      // A finger that scrolls the page presses too; it is not let go here.
      if (this.#edit) this.#edit.square(name);
      else this.#choose(name);
    }
  }

  #dropPress(): void {
    const piece = this.#surface.layer("pieces").querySelector(".dragging");
    piece?.classList.remove("dragging");
    this.#press = null;
    if (piece) this.#drawStage();
  }

  #onKey(event: KeyboardEvent, cursor: Square): boolean {
    if (event.key === "Enter" || event.key === " ") {
      const name = squareName(cursor);
      if (this.#edit) this.#edit.square(name);
      else if (this.#shown?.canMove) this.#choose(name);
      return true;
    }
    if (event.key !== "Escape") return false;
    this.#dropPress();
    if (!this.#stage.back()) return false;
    this.#drawStage();
    this.#sayStage();
    return true;
  }
}

