// The moves of one line, two to a row.

import { h } from "../dom";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";

/** From the root on; the last one is the current one. */
export function moveTable(nodes: TreeNode[]): HTMLElement {
  const moves = nodes.slice(1);
  const offset = (nodes[0]?.view.ply ?? 0) % 2; // a game that starts with the second player's move
  const rows: HTMLElement[] = [];
  for (let index = -offset; index < moves.length; index += 2) {
    const number = (index + offset) / 2 + 1;
    rows.push(
      h(
        "li",
        {},
        h("span", { class: "number" }, `${number}.`),
        ...[moves[index], moves[index + 1]].map((node, column) =>
          h("span", { class: index + column === moves.length - 1 ? "move current" : "move" },
            node?.move ?? (index + column < 0 ? "…" : "")),
        ),
      ),
    );
  }
  return h("ol", { class: "move-table", "aria-label": t("play.moves"), tabindex: 0 }, ...rows);
}
