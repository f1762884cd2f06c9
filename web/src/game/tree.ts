// A game with its variations: a tree of moves. The first child of a node is the main line. A node
// carries what is known of its move: time, clock, comment, the writer's score, and the engine's
// assessment. As plain data a tree is a GameRecord.

import {
  ImmureError, type Assessment, type Core, type GameName, type GameRecord, type GameSpec, type PositionView,
  type RecordedMove,
} from "../core/types";

export class TreeNode {
  readonly children: TreeNode[] = [];
  timeMs?: number;
  clockMs?: number;
  score?: number;
  comment?: string;
  assessment?: Assessment;
  constructor(
    readonly tree: GameTree,
    readonly id: number,
    readonly move: string | null, // null at the root
    readonly parent: TreeNode | null,
    /** Moves since the start of the game, those before the start position included. */
    readonly ply: number,
    /** Who is to move here. */
    readonly turn: 0 | 1,
    private known: PositionView | null = null,
  ) {}

  /** Asked for when it is first looked at: a large study has more positions than anybody sees. */
  get view(): PositionView {
    return (this.known ??= this.tree.core.view(this.tree.spec(this)));
  }
}

/** Whether a node is on the main line. */
export function isMain(node: TreeNode): boolean {
  return !node.parent || (node.parent.children[0] === node && isMain(node.parent));
}

export interface TreeStart {
  game: GameName;
  variant: string;
  start?: string;
}

/** The steps of a path, each the index of a child. */
export type TreePath = number[];

export class GameTree {
  readonly root: TreeNode;
  readonly tags: Record<string, string>;
  /** Grows with every change of the tree, so that a drawing of it knows when it is old. */
  version = 0;
  #nodeCount = 0;

  constructor(
    readonly core: Core,
    readonly start: TreeStart,
    tags: Record<string, string> = {},
  ) {
    this.tags = tags;
    const view = core.view({ ...start, moves: [] });
    this.root = new TreeNode(this, this.#nodeCount++, null, null, view.ply, view.turn, view);
  }

  /** The tree of a record. Throws ImmureError if a move is illegal. */
  static fromRecord(core: Core, record: GameRecord): GameTree {
    const { game, variant, start } = record.spec;
    const tree = new GameTree(core, start ? { game, variant, start } : { game, variant }, {
      ...record.tags,
    });
    if (record.comment) tree.root.comment = record.comment;
    tree.#addLine(tree.root, record.moves);
    return tree;
  }

  #addLine(parent: TreeNode, moves: RecordedMove[]): void {
    let at = parent;
    for (const { move, variations, timeMs, clockMs, score, comment, assessment } of moves) {
      const next = this.play(at, move);
      if (timeMs !== undefined) next.timeMs = timeMs;
      if (clockMs !== undefined) next.clockMs = clockMs;
      if (score !== undefined) next.score = score;
      if (comment !== undefined) next.comment = comment;
      if (assessment) next.assessment = assessment;
      for (const line of variations ?? []) this.#addLine(at, line);
      at = next;
    }
  }

  /** Plays a move after a node: the child that has it, or a new one. Throws if it is illegal. */
  play(node: TreeNode, move: string): TreeNode {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    const reason = this.core.whyIllegal(this.spec(node), move);
    if (reason !== null) throw new ImmureError(reason);
    const turn = node.turn === 0 ? 1 : 0;
    const next = new TreeNode(this, this.#nodeCount++, move, node, node.ply + 1, turn);
    this.version++;
    node.children.push(next);
    return next;
  }

  /** From the root to a node, both included. */
  path(node: TreeNode): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let at: TreeNode | null = node; at; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  /** The line through a node: its path, then first children to the end. */
  line(node: TreeNode): TreeNode[] {
    const nodes = this.path(node);
    for (let next = node.children[0]; next; next = next.children[0]) nodes.push(next);
    return nodes;
  }

  /** Where a node is; `at` finds it again in a copy of the tree. */
  steps(node: TreeNode): TreePath {
    return this.path(node).slice(1).map((at) => at.parent?.children.indexOf(at) ?? 0);
  }

  /** The node at the end of a path, or as far along it as the tree goes. */
  at(steps: TreePath): TreeNode {
    let node = this.root;
    for (const index of steps) {
      const next = node.children[index];
      if (!next) break;
      node = next;
    }
    return node;
  }

  spec(node: TreeNode): GameSpec {
    const moves = this.path(node).flatMap(({ move }) => (move ? [move] : []));
    return { ...this.start, moves };
  }

  /** Says something about the game itself: players, result, how it ended; null takes it back. */
  setTag(name: string, value: string | null): void {
    if (value === null) delete this.tags[name];
    else this.tags[name] = value;
    this.version++;
  }

  /** Says something about a move, or at the root about the game to come; nothing takes it back. */
  setComment(node: TreeNode, text: string): void {
    // No record has control characters but newline and tab.
    const comment = text.replace(/[^\P{Cc}\n\t]/gu, "").trim();
    if (comment) node.comment = comment;
    else delete node.comment;
    this.version++;
  }

  /** Makes a node's line the main line. */
  promote(node: TreeNode): void {
    this.version++;
    for (const at of this.path(node)) {
      const siblings = at.parent?.children;
      if (!siblings) continue;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Cuts a node and all below it off; returns its parent. The root stays. */
  remove(node: TreeNode): TreeNode {
    if (!node.parent) return node;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    this.version++;
    return node.parent;
  }

  /** Everything: the main line, and each variation beside the move that it replaces. */
  record(): GameRecord {
    const moves = recordedLine(this.root);
    return this.#asRecord(moves);
  }

  /** The line through a node alone. */
  lineRecord(node: TreeNode): GameRecord {
    return this.#asRecord(this.line(node).slice(1).map(recordedMove));
  }

  #asRecord(moves: RecordedMove[]): GameRecord {
    return {
      spec: { ...this.start, moves: moves.map(({ move }) => move) },
      tags: { ...this.tags },
      ...(this.root.comment === undefined ? {} : { comment: this.root.comment }),
      moves,
    };
  }
}

function recordedMove(node: TreeNode): RecordedMove {
  const { timeMs, clockMs, score, comment, assessment } = node;
  return {
    move: node.move ?? "",
    ...(timeMs === undefined ? {} : { timeMs }),
    ...(clockMs === undefined ? {} : { clockMs }),
    ...(score === undefined ? {} : { score }),
    ...(comment === undefined ? {} : { comment }),
    ...(assessment === undefined ? {} : { assessment }),
  };
}

/** What follows a node, first children first. */
function recordedLine(parent: TreeNode): RecordedMove[] {
  const moves: RecordedMove[] = [];
  for (let at = parent; at.children[0]; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => [recordedMove(other), ...recordedLine(other)]);
    moves.push({
      ...recordedMove(main as TreeNode),
      ...(variations.length > 0 ? { variations } : {}),
    });
  }
  return moves;
}
