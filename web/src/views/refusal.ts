// Why a move would be illegal at a node, in the language of the page; null if it is not.

import type { TreeNode } from "../game/tree";
import { reasonText } from "../i18n";

export function refusal(node: TreeNode, move: string): string | null {
  const reason = node.tree.core.whyIllegal(node.tree.spec(node), move);
  return reason === null ? null : reasonText(reason);
}
