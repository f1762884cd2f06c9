// A move that was made, said by the side that made it.

import type { TreeNode } from "../game/tree";
import { t } from "../i18n";
import { announce } from "../live";

/** Says the move that led to a node, and perhaps what came of it; the start says nothing. */
export function announceMove({ move, turn }: TreeNode, ...more: string[]): void {
  if (!move) return;
  const side = t(`side.${turn === 0 ? 1 : 0}`);
  announce([t("say.moved", { side, move }), ...more].join(". "));
}
