// The board of Quoridor. A click on a marked square moves the pawn. Near a gap a ghost of a wall
// snaps to the nearest slot, red with the reason where it would be illegal; a click places it. A
// finger previews the ghost and confirms it. On the keyboard, W turns the cursor into a ghost.

import type { PositionView } from "../core/types";
import { s } from "../dom";
import { t } from "../i18n";
import { announce } from "../live";
import {
  allSquares, isWall, parseSquare, parseWall, squareName, wallName, type Square, type Wall,
} from "../squares";
import type { Board, BoardEvents, EditEvents, Shown } from "./board";
import { Bubble } from "./bubble";
import { drawLabels } from "./coordinates";
import { Geometry, type Box, type Point } from "./geometry";
import { pawnPiece } from "./pieces";
import { drawGains, drawPaths } from "./quoridor_overlay";
import { drawQuoridorSuggestions } from "./suggestions";
import { Surface } from "./surface";

const LAYERS = [
  "ground", "squares", "labels", "last", "targets", "overlay", "walls", "pieces", "suggestions",
  "gains", "ghost",
];
const GAP = 24;
/** The frame around the squares, which has the coordinates, and at its edge the goals. */
const PAD = 48;
const GOAL = { edge: 7, width: 7 };
/** A point further than this from its square's centre, in squares, means the gap. */
const SQUARE_REACH = 0.33;

type Source = "pointer" | "touch" | "key";

interface Ghost {
  wall: Wall;
  source: Source;
}

export class QuoridorBoard implements Board {
  #surface: Surface;
  #geometry: Geometry;
  #pawns = [pawnPiece(0), pawnPiece(1)] as const;
  #walls = new Map<string, SVGElement>();
  #bubble = new Bubble();
  #shown: Shown | null = null;
  #ghost: Ghost | null = null;
  #press: { point: Point; touch: boolean; confirms: string | null } | null = null;
  #edit: EditEvents | null = null;
  #steps = new Set<string>();

  constructor(
    size: number,
    readonly events: BoardEvents,
  ) {
    this.#geometry = new Geometry(size, GAP, PAD);
    this.#surface = new Surface(this.#geometry, LAYERS, {
      press: (point, event) => this.#onPress(point, event),
      drag: (point, event) => this.#onMove(point, event),
      release: (point, event) => this.#onRelease(point, event),
      leave: () => this.#onLeave(),
      key: (event, cursor) => this.#onKey(event, cursor),
    });
    this.element.classList.add("quoridor");
    this.element.append(this.#bubble.element);
    this.#surface.layer("pieces").append(...this.#pawns);
    this.#drawSquares();
  }

  get element(): HTMLElement {
    return this.#surface.element;
  }

  get svg(): SVGSVGElement {
    return this.#surface.svg;
  }

  show(shown: Shown): void {
    const isSame = this.#shown?.view.text === shown.view.text;
    this.#shown = shown;
    if (this.#surface.flip(shown.flipped)) this.#drawSquares();
    if (!isSame || !shown.canMove) this.#ghost = null;
    const { view } = shown;
    this.#steps = new Set(shown.canMove ? view.legalMoves.filter((move) => !isWall(move)) : []);
    this.element.classList.toggle("live", shown.canMove || this.#edit !== null);
    this.#surface.setName(t("board.quoridor"));
    this.#placeWalls(view, shown.lastMove);
    this.#placePawns(view);
    this.#drawTargets(view);
    drawPaths(this.#surface.layer("overlay"), this.#geometry, view, shown.overlay);
    drawGains(this.#surface.layer("gains"), this.#geometry, view, shown.overlay);
    drawLabels(
      this.#surface.layer("labels"), this.#geometry, shown.coordinates, GOAL.edge + GOAL.width,
    );
    this.#nameCells(view);
    this.#drawGhost();
  }

  cancel(): void {
    this.#setGhost(null);
  }

  halfMade(): unknown {
    return { text: this.#shown?.view.text, ghost: this.#ghost };
  }

  resume(halfMade: unknown): void {
    const { text, ghost } = (halfMade ?? {}) as { text?: string; ghost?: Ghost | null };
    if (text && text === this.#shown?.view.text && this.#isLive()) this.#setGhost(ghost ?? null);
  }

  edit(events: EditEvents | null): void {
    this.#edit = events;
  }

  #drawSquares(): void {
    const { extent, size } = this.#geometry;
    const ground = this.#surface.layer("ground");
    const isFlipped = this.#geometry.flipped;
    // The strip behind each goal row is in the colour of the player who must reach it.
    const strip = (side: "first" | "second", isTop: boolean): SVGElement =>
      s("rect", {
        class: `goal ${side}`,
        x: PAD,
        y: isTop ? GOAL.edge : extent - GOAL.edge - GOAL.width,
        width: extent - 2 * PAD,
        height: GOAL.width,
        rx: GOAL.width / 2,
      });
    ground.replaceChildren(
      s("rect", { class: "ground", x: 0, y: 0, width: extent, height: extent }),
      strip("first", !isFlipped),
      strip("second", isFlipped),
    );
    const cells = allSquares(size).map((square) =>
      s("rect", { class: "cell", ...this.#geometry.cell(square), rx: 8 }),
    );
    this.#surface.layer("squares").replaceChildren(...cells);
  }

  #placePawns(view: PositionView): void {
    view.quoridor?.pawns.forEach((name, side) => {
      const pawn = this.#pawns[side === 0 ? 0 : 1];
      const { x, y } = this.#geometry.centre(parseSquare(name));
      pawn.style.transform = `translate(${x}px, ${y}px)`;
    });
  }

  #placeWalls(view: PositionView, lastMove: string | null): void {
    const layer = this.#surface.layer("walls");
    const wanted = new Set(view.quoridor?.walls);
    for (const [name, wall] of this.#walls) {
      if (wanted.has(name)) continue;
      wall.remove();
      this.#walls.delete(name);
    }
    for (const name of wanted) {
      const box = this.#geometry.wall(parseWall(name), GAP - 6);
      const wall = this.#walls.get(name) ?? layer.appendChild(s("rect", { rx: 6 }));
      for (const [key, value] of Object.entries(box)) wall.setAttribute(key, String(value));
      wall.setAttribute("class", `wall${name === lastMove ? " last" : ""}`);
      this.#walls.set(name, wall);
    }
  }

  #drawTargets(view: PositionView): void {
    const last = this.#surface.layer("last");
    const targets = this.#surface.layer("targets");
    last.replaceChildren();
    targets.replaceChildren();
    const lastMove = this.#shown?.lastMove;
    if (lastMove && !isWall(lastMove)) {
      const box = this.#geometry.cell(parseSquare(lastMove));
      last.append(s("rect", { class: "last", ...box, rx: 8 }));
    }
    for (const name of this.#steps) {
      const { x, y } = this.#geometry.centre(parseSquare(name));
      targets.append(s("circle", { class: "target", cx: x, cy: y, r: 15 }));
    }
    const pawn = view.quoridor?.pawns[view.turn] ?? null;
    const suggestions = this.#shown?.suggestions ?? [];
    const layer = this.#surface.layer("suggestions");
    drawQuoridorSuggestions(layer, this.#geometry, suggestions, pawn);
  }

  #nameCells(view: PositionView): void {
    const [first, second] = view.quoridor?.pawns ?? ["", ""];
    const walls = view.quoridor?.walls ?? [];
    this.#surface.setCells((square, name) => {
      const words = [name];
      if (name === first) words.push(t("cell.pawn.0"));
      else if (name === second) words.push(t("cell.pawn.1"));
      const beside = walls.filter((wall) => touches(parseWall(wall), square));
      if (beside.length > 0) words.push(t("cell.walls", { walls: beside.join(" ") }));
      if (this.#steps.has(name)) words.push(t("cell.target"));
      return { label: words.join(", ") };
    });
  }

  #setGhost(ghost: Ghost | null): void {
    const isSame =
      ghost && this.#ghost && wallName(ghost.wall) === wallName(this.#ghost.wall) &&
      ghost.source === this.#ghost.source;
    if (isSame || (!ghost && !this.#ghost)) return;
    this.#ghost = ghost;
    this.#drawGhost();
  }

  #drawGhost(): void {
    const layer = this.#surface.layer("ghost");
    layer.replaceChildren();
    const ghost = this.#ghost;
    if (!ghost) {
      this.#bubble.hide();
      return;
    }
    const name = wallName(ghost.wall);
    const reason = this.#edit ? null : this.events.whyIllegal(name);
    const box = this.#geometry.wall(ghost.wall, GAP - 4);
    const kind = `ghost${reason ? " illegal" : ""}${ghost.source === "key" ? " cursor" : ""}`;
    layer.append(s("rect", { class: kind, ...box, rx: 6 }));
    if (reason) {
      const { x, y } = this.#geometry.slotCentre(ghost.wall);
      const d = `M${x - 14} ${y - 14}L${x + 14} ${y + 14}M${x + 14} ${y - 14}L${x - 14} ${y + 14}`;
      layer.append(s("path", { class: "ghost-cross", d }));
    }
    const effect = reason || this.#edit ? null : this.events.wallEffect?.(name);
    this.#bubble.show(this.#geometry, box, this.#keptInSight(box), {
      text: reason ?? effect ?? null,
      isIllegal: reason !== null,
      confirm: ghost.source === "touch" ? () => this.#place(ghost.wall) : null,
      drop: () => this.#setGhost(null),
    });
  }

  /** What a note on a wall must not cover: the pawns, and the walls that it crosses or overlaps. */
  #keptInSight(box: Box): Box[] {
    const { pawns, walls } = this.#shown?.view.quoridor ?? { pawns: [], walls: [] };
    const isMet = (one: Box): boolean =>
      one.x < box.x + box.width && box.x < one.x + one.width && one.y < box.y + box.height && box.y < one.y + one.height;
    return [
      ...pawns.map((name) => this.#geometry.cell(parseSquare(name))),
      ...walls.map((name) => this.#geometry.wall(parseWall(name), GAP - 4)).filter(isMet),
    ];
  }

  #place(wall: Wall): void {
    const name = wallName(wall);
    if (this.#edit) {
      this.#edit.wall(name);
      return;
    }
    const reason = this.events.whyIllegal(name);
    if (reason) {
      this.events.refused(reason);
      return;
    }
    this.#setGhost(null);
    this.events.move(name);
  }

  #step(name: string): void {
    if (this.#edit) {
      this.#edit.square(name);
      return;
    }
    if (this.#steps.has(name)) {
      this.#setGhost(null);
      this.events.move(name);
      return;
    }
    const reason = this.events.whyIllegal(name);
    if (reason) this.events.refused(reason);
  }

  /** The square that a point means, or null where it means a wall. */
  #meantSquare(point: Point): string | null {
    const square = this.#geometry.squareAt(point);
    if (!square || this.#geometry.offCentre(point) > SQUARE_REACH) return null;
    const name = squareName(square);
    return this.#edit || this.#steps.has(name) ? name : null;
  }

  /** A mouse shows a wall only near a gap; a finger, which hides what it points at, everywhere. */
  #meantWall(point: Point, isTouch: boolean): Wall | null {
    const isNear = isTouch || this.#geometry.offCentre(point) > SQUARE_REACH - 0.08;
    return isNear && !this.#meantSquare(point) ? this.#geometry.wallAt(point) : null;
  }

  #isLive(): boolean {
    return this.#edit !== null || this.#shown?.canMove === true;
  }

  #onPress(point: Point, event: PointerEvent): void {
    if (!this.#isLive()) return;
    const touch = event.pointerType === "touch";
    const before = this.#ghost?.source === "touch" ? wallName(this.#ghost.wall) : null;
    if (touch) this.#previewTouch(point);
    const now = this.#ghost ? wallName(this.#ghost.wall) : null;
    // A second tap on the previewed wall confirms it.
    this.#press = { point, touch, confirms: now !== null && now === before ? now : null };
  }

  #previewTouch(point: Point): void {
    const wall = this.#meantWall(point, true);
    if (wall) this.#setGhost({ wall, source: "touch" });
  }

  #onMove(point: Point, event: PointerEvent): void {
    if (!this.#isLive()) return;
    if (event.pointerType === "touch") {
      if (this.#press?.touch) this.#previewTouch(point);
      return;
    }
    const wall = this.#meantWall(point, false);
    this.#setGhost(wall && { wall, source: "pointer" });
    const square = this.#meantSquare(point);
    this.element.classList.toggle("over-target", square !== null || wall !== null);
  }

  #onRelease(point: Point, event: PointerEvent): void {
    const press = this.#press;
    this.#press = null;
    if (!press || !this.#isLive()) return;
    const square = this.#meantSquare(press.point);
    if (square && square === this.#meantSquare(point)) {
      this.#step(square);
    } else if (event.pointerType !== "touch") {
      const wall = this.#meantWall(point, false);
      if (wall) this.#place(wall);
    } else if (this.#ghost && (this.#edit || press.confirms === wallName(this.#ghost.wall))) {
      this.#place(this.#ghost.wall);
    }
  }

  #onLeave(): void {
    this.#press = null;
    if (this.#ghost?.source === "pointer") this.#setGhost(null);
  }

  #onKey(event: KeyboardEvent, cursor: Square): boolean {
    if (!this.#isLive()) return false;
    const ghost = this.#ghost?.source === "key" ? this.#ghost : null;
    return ghost ? this.#onGhostKey(event, ghost.wall) : this.#onSquareKey(event, cursor);
  }

  #onSquareKey(event: KeyboardEvent, cursor: Square): boolean {
    const key = event.key.toLowerCase();
    if (key === "enter" || key === " ") {
      this.#step(squareName(cursor));
      return true;
    }
    if (!["w", "h", "v"].includes(key)) return false;
    const last = this.#geometry.size - 2;
    const orientation = key === "v" ? "v" : "h";
    const column = Math.min(cursor.column, last);
    this.#aim({ column, row: Math.min(cursor.row, last), orientation });
    return true;
  }

  #onGhostKey(event: KeyboardEvent, wall: Wall): boolean {
    const key = event.key.toLowerCase();
    const turned = wall.orientation === "h" ? "v" : "h";
    if (key === "enter") this.#place(wall);
    else if (key === "escape") {
      this.#setGhost(null);
      announce(t("say.cancelled"));
    } else if (key === " " || key === "r" || key === "w") {
      this.#aim({ ...wall, orientation: turned });
    } else if (key === "h" || key === "v") this.#aim({ ...wall, orientation: key });
    else {
      const next = this.#surface.stepped(wall, event.key, this.#geometry.size - 1);
      if (!next) return false;
      this.#aim(next);
    }
    return true;
  }

  #aim(wall: Wall): void {
    this.#setGhost({ wall, source: "key" });
    const name = wallName(wall);
    const reason = this.#edit ? null : this.events.whyIllegal(name);
    const kind = t(wall.orientation === "h" ? "say.wallH" : "say.wallV", { wall: name });
    announce(reason ? `${kind}: ${reason}` : kind);
  }
}

/** Whether a wall stands at one of a square's sides. */
function touches(wall: Wall, square: Square): boolean {
  const columns = square.column - wall.column;
  const rows = square.row - wall.row;
  return columns >= 0 && columns <= 1 && rows >= 0 && rows <= 1;
}
