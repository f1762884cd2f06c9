// From one board to another: a link for each, the present one marked.

import { h } from "../../dom";
import type { GameName } from "../../core/types";
import { t } from "../i18n";
import { boardName } from "./game_table";

export interface BoardLink {
  /** Such as `amazons-8x8`. */
  id: string;
  game: GameName;
  variant: string;
}

/** The games one after the other, the sizes of a board from small to large. */
function inOrder(a: BoardLink, b: BoardLink): number {
  return a.game.localeCompare(b.game) || (Number.parseInt(a.variant) - Number.parseInt(b.variant) || 0);
}

export function boardSwitch(boards: BoardLink[], current: string, href: (id: string) => string): HTMLElement {
  const row = h("nav", { class: "board-switch", "aria-label": t("games.board") },
    ...[...boards].sort(inOrder).map(({ id, game, variant }) =>
      h("a", { class: "button", href: href(id), "aria-current": id === current ? "page" : null },
        boardName(game, variant))));
  // On a phone they scroll: the present one is in sight.
  requestAnimationFrame(() => {
    const shown = row.querySelector<HTMLElement>("[aria-current]");
    if (shown) row.scrollLeft = shown.offsetLeft - row.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2;
  });
  return row;
}
