// One player above or below the board: piece, name, walls left and clock.

import { pieceIcon, type Side } from "../boards/pieces";
import type { GameName, PositionView } from "../core/types";
import { h } from "../dom";
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
  const label = t("play.wallsLeft", { count });
  return h(
    "span",
    { class: "walls", role: "img", "aria-label": label, title: label },
    h("span", { class: "pips", "aria-hidden": "true" }, ...pips),
    h("b", { "aria-hidden": "true" }, String(count)),
  );
}

export function playerStrip(player: Player): HTMLElement {
  const { side, isToMove, clockMs } = player;
  return h(
    "div",
    { class: `strip${isToMove ? " to-move" : ""}`, "data-side": side },
    pieceIcon(player.game, side),
    h("span", { class: "player-name" }, player.name),
    player.wallsLeft !== null && walls(player.wallsLeft),
    clockMs !== null &&
      h("span", { class: `clock${clockMs < 20_000 ? " low" : ""}`, role: "timer" },
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
