// The moves of one line, two to a row. A click on one shows the position after it.

import { h } from "../dom";
import { moveNumber } from "../game/numbering";
import type { TreeNode } from "../game/tree";
import { t } from "../i18n";

/** From the root on. */
export function moveTable(
  nodes: TreeNode[],
  shown: TreeNode,
  goTo: (node: TreeNode) => void,
): HTMLElement {
  const rows: HTMLElement[] = [];
  for (const node of nodes.slice(1)) {
    const cell = h(
      "button",
      {
        type: "button",
        class: "move",
        "data-act": `move ${node.ply}`,
        "aria-current": node === shown ? "true" : null,
        onclick: () => goTo(node),
      },
      node.move ?? "",
    );
    const isSecond = node.parent?.turn === 1;
    if (!isSecond || rows.length === 0) {
      const number = h("span", { class: "number" }, `${moveNumber(node.ply)}.`);
      rows.push(h("li", {}, number, isSecond && h("span", { class: "move" }, "…")));
    }
    rows.at(-1)?.append(cell);
  }
  return h("ol", { class: "move-table", "aria-label": t("play.moves"), tabindex: 0 }, ...rows);
}

/** Keeps the move in sight that is shown, down on a desktop and along the line on a phone, which may be turned. */
export function scrollToCurrent(table: HTMLElement): void {
  const current = table.querySelector<HTMLElement>("[aria-current]");
  if (!current) return;
  const scroll = (): void => {
    table.scrollTop = current.offsetTop - table.clientHeight / 2;
    table.scrollLeft = current.offsetLeft - table.clientWidth / 2;
  };
  scroll();
  new ResizeObserver(scroll).observe(table);
}
