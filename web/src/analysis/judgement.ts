// What a move gave away: the mover's chance before it, at best play, less the chance after it.

import type { PositionView } from "../core/types";
import type { TreeNode } from "../game/tree";

export type Judgement = "inaccuracy" | "mistake" | "blunder";

// Chances lost, as `immure analyse` has them.
const LIMITS: [number, Judgement][] = [
  [0.2, "blunder"],
  [0.1, "mistake"],
  [0.05, "inaccuracy"],
];

/** The first player's chance where the rules have decided; null where they have not. */
export function decidedChance(view: PositionView): number | null {
  switch (view.outcome.result) {
    case "1-0":
      return 1;
    case "0-1":
      return 0;
    case "1/2-1/2":
      return 0.5;
    default:
      return null;
  }
}

/** The first player's chance after a node's move, as far as it is known. */
export function chanceOf(node: TreeNode): number | null {
  return decidedChance(node.view) ?? node.assessment?.chance ?? null;
}

export function judge(node: TreeNode): Judgement | null {
  const { parent } = node;
  const before = parent && chanceOf(parent);
  const after = chanceOf(node);
  if (!parent || before === null || after === null) return null;
  if (node.move === parent.assessment?.best) return null;
  const lost = parent.view.turn === 0 ? before - after : after - before;
  return LIMITS.find(([limit]) => lost >= limit)?.[1] ?? null;
}

/** The sign that annotators put behind a move. */
export const SIGNS: Record<Judgement, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
