// A game with its variations: a tree of moves. The first child of a node is the main line. A node
// carries what is known of its move: time, comment, the writer's score, and the engine's chance.

import {
  ImmureError, type Core, type GameName, type GameRecord, type GameSpec, type PositionView,
} from "../core/types";

export interface Assessment {
  /** The first player's chance to win, 0 to 1, as the engine sees the position after the move. */
  chance: number;
  /** What the engine would play there. */
  best: string | null;
  /** How much it looked at for that. */
  nodes: number;
}

export interface TreeNode {
  readonly id: number;
  readonly move: string | null; // null at the root
  readonly parent: TreeNode | null;
  readonly children: TreeNode[];
  readonly view: PositionView;
  timeMs?: number;
  score?: number;
  comment?: string;
  assessment?: Assessment;
}

export interface TreeStart {
  game: GameName;
  variant: string;
  start?: string;
}

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
    this.root = this.#add(null, null, core.view({ ...start, moves: [] }));
  }

  /** The tree of a record, one line without variations. */
  static fromRecord(core: Core, record: GameRecord): GameTree {
    const { game, variant, start } = record.spec;
    const tree = new GameTree(core, start ? { game, variant, start } : { game, variant }, {
      ...record.tags,
    });
    if (record.comment) tree.root.comment = record.comment;
    let node = tree.root;
    for (const { move, timeMs, score, comment } of record.moves) {
      node = tree.play(node, move);
      if (timeMs !== undefined) node.timeMs = timeMs;
      if (score !== undefined) node.score = score;
      if (comment) node.comment = comment;
    }
    return tree;
  }

  #add(parent: TreeNode | null, move: string | null, view: PositionView): TreeNode {
    const node: TreeNode = { id: this.#nodeCount++, move, parent, children: [], view };
    this.version++;
    parent?.children.push(node);
    return node;
  }

  /** Plays a move after a node: the child that has it, or a new one. Throws if it is illegal. */
  play(node: TreeNode, move: string): TreeNode {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    const spec = this.spec(node);
    const reason = this.core.whyIllegal(spec, move);
    if (reason !== null) throw new ImmureError(reason);
    return this.#add(node, move, this.core.view({ ...spec, moves: [...spec.moves, move] }));
  }

  /** From the root to a node, both included. */
  path(node: TreeNode): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let at: TreeNode | null = node; at; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The line through a node: its path, then first children to the end. */
  line(node: TreeNode): TreeNode[] {
    const nodes = this.path(node);
    for (let next = node.children[0]; next; next = next.children[0]) nodes.push(next);
    return nodes;
  }

  spec(node: TreeNode): GameSpec {
    const moves = this.path(node).flatMap(({ move }) => (move ? [move] : []));
    return { ...this.start, moves };
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

  /** The line through a node as a record, for export. */
  record(node: TreeNode): GameRecord {
    const nodes = this.line(node).slice(1);
    return {
      spec: { ...this.start, moves: nodes.map(({ move }) => move ?? "") },
      tags: this.tags,
      ...(this.root.comment === undefined ? {} : { comment: this.root.comment }),
      moves: nodes.map(({ move, timeMs, score, comment }) => ({
        move: move ?? "",
        ...(timeMs === undefined ? {} : { timeMs }),
        ...(score === undefined ? {} : { score }),
        ...(comment === undefined ? {} : { comment }),
      })),
    };
  }
}
