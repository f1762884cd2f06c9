// One player above or below the board: piece, name, walls left and clock.

import { pieceIcon, type Side } from "../boards/pieces";
import type { GameName, PositionView } from "../core/types";
import { h, Part } from "../dom";
import { clockText } from "../game/clock";
import type { GameTree } from "../game/tree";
import { t } from "../i18n";

export interface Player {
  game: GameName;
  side: Side;
  name: string;
  isToMove: boolean;
  wallsLeft: number | null;
  clockMs: number | null;
}

/** Walls are drawn up to the usual ten; the number tells the rest. */
const PIPS_MAX = 10;

function walls(count: number): HTMLElement {
  const pips = Array.from({ length: PIPS_MAX }, (_, index) =>
    h("i", { class: index < count ? "pip" : "pip used" }),
  );
  const label = t(count === 1 ? "play.wallLeft" : "play.wallsLeft", { count });
  return h(
    "span",
    { class: "walls", role: "img", "aria-label": label, title: label },
    h("span", { class: "pips", "aria-hidden": "true" }, ...pips),
    h("b", { "aria-hidden": "true" }, String(count)),
  );
}

/** Below this the clock warns. */
const LOW_MS = 20_000;

export function playerStrip(player: Player): HTMLElement {
  const { side, isToMove, clockMs } = player;
  return h(
    "div",
    { class: `strip${isToMove ? " to-move" : ""}`, "data-side": side },
    pieceIcon(player.game, side),
    h("span", { class: "player-name" }, player.name),
    player.wallsLeft !== null && walls(player.wallsLeft),
    clockMs !== null &&
      h("span", { class: `clock${clockMs < LOW_MS ? " low" : ""}`, role: "timer" },
        clockText(clockMs)),
  );
}

/** Both sides of a game that is looked at, above and below the board. */
export function sideStrips(
  tree: GameTree,
  view: PositionView,
  flipped: boolean,
): [HTMLElement, HTMLElement] {
  const names = [tree.tags["First"], tree.tags["Second"]];
  const strip = (side: Side): HTMLElement =>
    playerStrip({
      game: tree.start.game,
      side,
      name: names[side] ?? t(`side.${side}`),
      isToMove: view.outcome.result === "*" && view.turn === side,
      wallsLeft: view.quoridor?.wallsLeft[side] ?? null,
      clockMs: null,
    });
  return flipped ? [strip(0), strip(1)] : [strip(1), strip(0)];
}

/** A strip whose clock runs: nothing but the digits changes from one tick to the next. */
export class LiveStrip {
  #part = new Part(h("div", { class: "strip-slot" }));

  get element(): HTMLElement {
    return this.#part.element;
  }

  show(player: Player): void {
    const { clockMs, ...rest } = player;
    const warns = clockMs === null ? null : clockMs < LOW_MS;
    this.#part.draw(JSON.stringify({ ...rest, warns }), () => [playerStrip(player)]);
    const clock = this.element.querySelector(".clock");
    const text = clockMs === null ? "" : clockText(clockMs);
    if (clock && clock.textContent !== text) clock.textContent = text;
  }
}
