// What a move gave away: the mover's win probability before it, at best play, less that after it.

import type { TreeNode } from "../game/tree";

export type Judgement = "inaccuracy" | "mistake" | "blunder";

// Win probabilities lost, as `immure analyse` has them.
const LIMITS: [number, Judgement][] = [
  [0.2, "blunder"],
  [0.1, "mistake"],
  [0.05, "inaccuracy"],
];

/** The first player's win probability where the rules have decided; null where they have not. */
export function decidedProbability(node: TreeNode): number | null {
  if (node.children.length > 0) return null; // the game went on
  switch (node.view.outcome.result) {
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

/** The first player's win probability after a node's move, as far as it is known. */
export function winProbabilityOf(node: TreeNode): number | null {
  return node.assessment?.winProbability ?? decidedProbability(node);
}

/** The win probability that a move cost its player, at least 0; null where that is not known. */
export function lossOf(node: TreeNode): number | null {
  const { parent } = node;
  const before = parent && winProbabilityOf(parent);
  const after = winProbabilityOf(node);
  if (!parent || before === null || after === null) return null;
  // The engine's own choice loses nothing: what its view changes is then the search's noise.
  if (node.move === parent.assessment?.best) return 0;
  return Math.max(parent.turn === 0 ? before - after : after - before, 0);
}

export function judge(node: TreeNode): Judgement | null {
  const lost = lossOf(node) ?? 0;
  return LIMITS.find(([limit]) => lost >= limit)?.[1] ?? null;
}

/** How well one side played a line, as `immure analyse` says it. */
export interface Summary {
  counts: Record<Judgement, number>;
  /** The win probability that an average move lost; null if no move of that side was looked at. */
  meanLoss: number | null;
}

export function summarise(line: TreeNode[], side: 0 | 1): Summary {
  const moves = line.filter((node) => node.parent?.turn === side);
  const losses = moves.map(lossOf).filter((loss): loss is number => loss !== null);
  const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const node of moves) {
    const judgement = judge(node);
    if (judgement) counts[judgement]++;
  }
  const sum = losses.reduce((total, loss) => total + loss, 0);
  return { counts, meanLoss: losses.length > 0 ? sum / losses.length : null };
}

/** The sign that annotators put behind a move. */
export const SIGNS: Record<Judgement, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
