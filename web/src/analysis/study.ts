// A game under study: a tree of variations, a place in it, and the engine's opinion of that place.
// It lives as long as the page does, so that one can look at another view and come back.

import type { Analysis, Core, Engine, GameName, Search } from "../core/types";
import { GameTree, type TreeNode } from "../game/tree";
import { Store } from "../store";
import { decidedChance } from "./judgement";

export interface StudyState {
  tree: GameTree;
  node: TreeNode;
  isEngineOn: boolean;
  analysis: Analysis | null;
  /** How far checking the whole game has come; null while it is not running. */
  review: { done: number; count: number } | null;
  failure: string | null;
}

/** Each position of a whole game is looked at for so long: a game of fifty moves takes 15 s. */
const REVIEW_MS = 300;
/** As many as can be told apart on the board. */
const LINE_COUNT = 3;
/** Watching a position ends after a minute; a forgotten tab should not heat a lap for hours. */
const WATCH_MS = 60_000;

export class Study {
  readonly state: Store<StudyState>;
  #search: Search | null = null;
  #round = 0;

  constructor(
    readonly core: Core,
    readonly engine: () => Promise<Engine>,
    game: GameName,
    variant: string,
  ) {
    const tree = new GameTree(core, { game, variant });
    this.state = new Store<StudyState>({
      tree,
      node: tree.root,
      isEngineOn: false,
      analysis: null,
      review: null,
      failure: null,
    });
  }

  open(tree: GameTree, node: TreeNode): void {
    this.#halt();
    this.state.patch({ tree, node, analysis: null, review: null, failure: null });
    this.#watch();
  }

  /** Goes to a place. Checking the whole game goes on meanwhile. */
  goTo(node: TreeNode): void {
    if (node === this.state.get().node) return;
    const isReviewing = this.state.get().review !== null;
    if (!isReviewing) this.#halt();
    this.state.patch({ node, analysis: null });
    if (!isReviewing) this.#watch();
  }

  /** Plays a move here, as a variation if another one stands; throws if it is illegal. */
  play(move: string): void {
    const { tree, node } = this.state.get();
    this.goTo(tree.play(node, move));
  }

  back(): void {
    const { parent } = this.state.get().node;
    if (parent) this.goTo(parent);
  }

  forward(): void {
    const next = this.state.get().node.children[0];
    if (next) this.goTo(next);
  }

  toStart(): void {
    this.goTo(this.state.get().tree.root);
  }

  toEnd(): void {
    const { tree, node } = this.state.get();
    this.goTo(tree.line(node).at(-1) ?? node);
  }

  promote(): void {
    const { tree, node } = this.state.get();
    tree.promote(node);
    this.state.patch({});
  }

  remove(): void {
    const { tree, node } = this.state.get();
    if (node.parent) this.goTo(tree.remove(node));
  }

  setEngine(isEngineOn: boolean): void {
    this.#halt();
    this.state.patch({ isEngineOn, analysis: null, review: null, failure: null });
    this.#watch();
  }

  /** Ends whatever the engine is doing here; answers that still arrive are ignored. */
  #halt(): void {
    this.#round++;
    this.#search?.stop();
    this.#search = null;
  }

  /** Leaves the page: the engine rests, the study stays. */
  rest(): void {
    this.#halt();
    this.state.patch({ isEngineOn: false, review: null });
  }

  #watch(): void {
    if (this.state.get().isEngineOn) void this.#analyse(this.state.get().node, WATCH_MS);
  }

  /** Looks at one node; false if something else was asked meanwhile. */
  async #analyse(node: TreeNode, timeMs: number): Promise<boolean> {
    const round = this.#round;
    if (decidedChance(node.view) !== null) return true;
    const { tree } = this.state.get();
    try {
      const engine = await this.engine();
      if (round !== this.#round) return false;
      const multiPv = this.state.get().review ? 1 : LINE_COUNT;
      this.#search = engine.analyse(tree.spec(node), { timeMs, multiPv }, (analysis) => {
        if (round === this.#round) this.#learn(node, analysis);
      });
      const analysis = await this.#search.done;
      if (round !== this.#round) return false;
      this.#learn(node, analysis);
      return true;
    } catch (error) {
      if (round === this.#round) this.state.patch({ failure: String(error), review: null });
      return false;
    }
  }

  #learn(node: TreeNode, analysis: Analysis): void {
    const best = analysis.lines[0];
    if (!best) return;
    const chance = node.view.turn === 0 ? best.chance : 1 - best.chance;
    const { nodes } = analysis;
    // A search that has just begun knows less than one that was made before.
    if (nodes >= (node.assessment?.nodes ?? 0)) {
      node.assessment = { chance, best: best.move, nodes };
    }
    this.state.patch(node === this.state.get().node ? { analysis } : {});
  }

  /** Looks at every position of the line through the current node, for the graph. */
  async review(): Promise<void> {
    this.#halt();
    const { tree, node } = this.state.get();
    const line = tree.line(node);
    this.state.patch({ isEngineOn: false, failure: null, review: { done: 0, count: line.length } });
    for (const [index, at] of line.entries()) {
      this.state.patch({ review: { done: index, count: line.length } });
      if (!(await this.#analyse(at, REVIEW_MS))) return;
    }
    this.state.patch({ review: null });
  }

  stopReview(): void {
    this.#halt();
    this.state.patch({ review: null });
  }
}
