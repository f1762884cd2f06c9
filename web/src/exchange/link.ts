// A game in a link: `#/analyse?game=quoridor&variant=standard&moves=e2e8d3h&at=2`. Squares follow
// each other without separators, which both notations allow; a start position is its text.

import type { Core, GameName, GameSpec } from "../core/types";
import { GameTree, type TreeNode } from "../game/tree";

const GAMES: readonly string[] = ["amazons", "quoridor"];

export function packMoves(moves: string[]): string {
  return moves.map((move) => move.replace(/[-/]/g, "")).join("");
}

/** Undoes packMoves; null if the text is not such a list. */
export function unpackMoves(game: GameName, text: string): string[] | null {
  // An `h` is a wall's direction unless a digit follows, which makes it the file of the next move.
  const pattern = game === "amazons" ? /([a-j]\d+)([a-j]\d+)([a-j]\d+)/g : /[a-i]\d(?:v|h(?!\d))?/g;
  const found = [...text.matchAll(pattern)];
  if (found.reduce((length, [whole]) => length + whole.length, 0) !== text.length) return null;
  if (game === "quoridor") return found.map(([whole]) => whole);
  return found.map(([, from, to, arrow]) => `${from}-${to}/${arrow}`);
}

export function linkTo(tree: GameTree, node: TreeNode): string {
  const moves = tree.line(node).flatMap(({ move }) => (move ? [move] : []));
  const { game, variant, start } = tree.start;
  const parameters = new URLSearchParams({ game, variant });
  if (start) parameters.set("start", start);
  if (moves.length > 0) parameters.set("moves", packMoves(moves));
  parameters.set("at", String(tree.path(node).length - 1));
  return `${location.href.split("#")[0]}#/analyse?${parameters}`;
}

export interface Linked {
  tree: GameTree;
  node: TreeNode;
}

/** The game that a link carries; null if it carries none. Throws ImmureError on illegal moves. */
export function fromLink(core: Core, parameters: URLSearchParams): Linked | null {
  const game = parameters.get("game");
  if (!game || !GAMES.includes(game)) return null;
  const name = game as GameName;
  const variant = parameters.get("variant") ?? core.variants(name)[0] ?? "";
  const start = parameters.get("start");
  const packed = parameters.get("moves") ?? "";
  const moves = unpackMoves(name, packed);
  if (!moves) throw new Error(packed);
  const spec: GameSpec = { game: name, variant, moves, ...(start ? { start } : {}) };
  const tree = GameTree.fromRecord(core, {
    spec,
    tags: {},
    moves: moves.map((move) => ({ move })),
  });
  const line = tree.line(tree.root);
  const at = Number(parameters.get("at") ?? line.length - 1);
  return { tree, node: line[at] ?? line.at(-1) ?? tree.root };
}
