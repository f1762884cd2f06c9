// A game in a link: `#/analyse?game=quoridor&variant=standard&moves=e2e8(d8e3)d3h&at=2`. Squares
// follow each other without separators, which both notations allow; brackets hold what could stand
// in place of the move before them. `at` counts the moves as they are written, and so do the lists
// `times`, `clocks` (both in milliseconds) and `scores`, and `c1`, `c2`, ... (comments; `c0` is
// before the first move). A parameter with a capital is a tag of the record: `First=a+bot`. A start
// position is its text.

import { ImmureError, type Core, type GameName } from "../core/types";
import { GameTree, type TreeNode } from "../game/tree";

const GAMES: readonly string[] = ["amazons", "quoridor"];
/** A number about each move, and the parameter that lists it. */
const LISTS = { times: "timeMs", clocks: "clockMs", scores: "score" } as const;
const BETWEEN = "_";

/** Every node as a link writes them, the root first. */
export function linkOrder(tree: GameTree): TreeNode[] {
  const nodes: TreeNode[] = [tree.root];
  const add = (parent: TreeNode): void => {
    for (let at = parent; at.children[0]; at = at.children[0]) {
      for (const child of at.children) {
        nodes.push(child);
        if (child !== at.children[0]) add(child);
      }
    }
  };
  add(tree.root);
  return nodes;
}

const packMove = (node: TreeNode): string => (node.move ?? "").replace(/[-/]/g, "");

/** What follows a node, as `moves` says it. */
export function packMoves(parent: TreeNode): string {
  let text = "";
  for (let at = parent; at.children[0]; at = at.children[0]) {
    const [main, ...others] = at.children;
    text += packMove(main as TreeNode);
    for (const other of others) text += `(${packMove(other)}${packMoves(other)})`;
  }
  return text;
}

/** Moves and brackets; null if the text is not such a list. */
export function unpackMoves(game: GameName, text: string): string[] | null {
  // An `h` is a wall's direction unless a digit follows, which makes it the file of the next move.
  const pattern =
    game === "amazons"
      ? /[()]|([a-j]\d+)([a-j]\d+)([a-j]\d+)/g
      : /[()]|[a-i]\d(?:v|h(?!\d))?/g;
  const found = [...text.matchAll(pattern)];
  if (found.reduce((length, [whole]) => length + whole.length, 0) !== text.length) return null;
  return found.map(([whole, from, to, arrow]) => (from ? `${from}-${to}/${arrow}` : whole));
}

/** Plays moves and brackets from the root on; returns every node in the link's order. */
function playPacked(tree: GameTree, tokens: string[]): TreeNode[] {
  const nodes = [tree.root];
  const open: TreeNode[] = [];
  let at = tree.root;
  for (const token of tokens) {
    if (token === "(") {
      if (!at.parent) throw new ImmureError("(");
      open.push(at);
      at = at.parent;
    } else if (token === ")") {
      const back = open.pop();
      if (!back) throw new ImmureError(")");
      at = back;
    } else {
      at = tree.play(at, token);
      nodes.push(at);
    }
  }
  return nodes;
}

export function linkHash(tree: GameTree, node: TreeNode): string {
  const { game, variant, start } = tree.start;
  const parameters = new URLSearchParams({ game, variant });
  const nodes = linkOrder(tree);
  if (start) parameters.set("start", start);
  if (nodes.length > 1) parameters.set("moves", packMoves(tree.root));
  for (const [list, key] of Object.entries(LISTS)) {
    const values = nodes.slice(1).map((each) => each[key] ?? "");
    if (values.some((value) => value !== "")) parameters.set(list, values.join(BETWEEN));
  }
  nodes.forEach(({ comment }, index) => comment && parameters.set(`c${index}`, comment));
  for (const [name, value] of Object.entries(tree.tags)) {
    if (/^[A-Z]/.test(name)) parameters.set(name, value);
  }
  if (node !== tree.root || nodes.length > 1) parameters.set("at", String(nodes.indexOf(node)));
  return `#/analyse?${parameters}`.replaceAll("%28", "(").replaceAll("%29", ")");
}

export function linkTo(tree: GameTree, node: TreeNode): string {
  return `${location.href.split("#")[0]}${linkHash(tree, node)}`;
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
  const tokens = unpackMoves(name, packed);
  if (!tokens) throw new ImmureError(packed);
  const tags = Object.fromEntries([...parameters].filter(([key]) => /^[A-Z]\w*$/.test(key)));
  const tree = new GameTree(core, { game: name, variant, ...(start ? { start } : {}) }, tags);
  const nodes = playPacked(tree, tokens);
  nodes.forEach((node, index) => {
    const comment = parameters.get(`c${index}`);
    if (comment) node.comment = comment;
  });
  for (const [list, key] of Object.entries(LISTS)) {
    const values = parameters.get(list)?.split(BETWEEN) ?? [];
    values.forEach((text, index) => {
      const node = nodes[index + 1];
      if (node && text !== "" && Number.isFinite(Number(text))) node[key] = Number(text);
    });
  }
  const at = parameters.get("at");
  const end = tree.line(tree.root).at(-1);
  return { tree, node: (at === null ? end : nodes[Number(at)]) ?? end ?? tree.root };
}
