// A game under study: a tree of variations, a place in it, and the engine's opinion of that place.
// It lives as long as the page does, so that one can look at another view and come back, and is kept
// in the library from the first change on.

import type { Analysis, Core, Engine, GameName, Search } from "../core/types";
import { linkHash } from "../exchange/link";
import { freshEntryId, type Entry } from "../library/entry";
import { GameTree, type TreeNode } from "../game/tree";
import type { Draft } from "../setup/position_text";
import { Store } from "../store";
import { decidedProbability } from "./judgement";

export interface StudyState {
  id: string;
  createdMs: number;
  tree: GameTree;
  node: TreeNode;
  flipped: boolean;
  /** Whether the library has it. A game from a link is kept once something is changed. */
  isKept: boolean;
  /** The id of the game that this is a copy of. */
  source: string | null;
  /** The position being set up by hand. */
  draft: Draft | null;
  isEngineOn: boolean;
  /** The engine has looked at this position for long enough. */
  isPaused: boolean;
  analysis: Analysis | null;
  /** How far checking the whole game has come; null while it is not running. */
  review: { done: number; count: number } | null;
  /** Grows with what the engine has found out, for the library. */
  learned: number;
  /** Why the engine stopped; null if it did not. */
  failure: unknown;
}

/** What opens a study. */
export interface Opening {
  id?: string;
  createdMs?: number;
  tree: GameTree;
  node?: TreeNode;
  flipped?: boolean;
  isKept?: boolean;
  source?: string | null;
}

/** Each position of a whole game is looked at for so long: a game of fifty moves takes 15 s. */
const REVIEW_MS = 300;
/** As many as can be told apart on the board. */
const LINE_COUNT = 3;
/** Watching a position ends after a minute; a forgotten tab should not heat a lap for hours. */
const WATCH_MS = 60_000;

function openedState(opening: Opening): Omit<StudyState, "isEngineOn" | "learned"> {
  return {
    id: opening.id ?? freshEntryId(),
    createdMs: opening.createdMs ?? Date.now(),
    tree: opening.tree,
    node: opening.node ?? opening.tree.root,
    flipped: opening.flipped ?? false,
    isKept: opening.isKept ?? false,
    source: opening.source ?? null,
    draft: null,
    isPaused: false,
    analysis: null,
    review: null,
    failure: null,
  };
}

export class Study {
  readonly state: Store<StudyState>;
  /** A comment is being typed. */
  isTyping = false;
  #search: Search | null = null;
  #round = 0;

  constructor(
    readonly core: Core,
    readonly engine: () => Promise<Engine>,
    game: GameName,
    variant: string,
  ) {
    const tree = new GameTree(core, { game, variant });
    this.state = new Store<StudyState>({ ...openedState({ tree }), isEngineOn: false, learned: 0 });
  }

  open(opening: Opening): void {
    this.#halt();
    this.state.patch(openedState(opening));
    this.#watch();
  }

  /** Goes on with a study that was kept. Throws ImmureError if the rules refuse it. */
  resume(entry: Entry): void {
    const tree = GameTree.fromRecord(this.core, entry.record);
    const { id, createdMs, flipped, source = null } = entry;
    this.open({ id, createdMs, tree, node: tree.at(entry.at), flipped, isKept: true, source });
  }

  /** An empty board takes the place of a study that is deleted. */
  forget(): void {
    const { game, variant } = this.state.get().tree.start;
    this.open({ tree: new GameTree(this.core, { game, variant }) });
  }

  /** Whether there is nothing here yet: an empty board at the start. */
  get isBlank(): boolean {
    const { tree, isKept } = this.state.get();
    return !isKept && tree.root.children.length === 0 && tree.start.start === undefined;
  }

  /** The study as the library keeps it; null while there is nothing to keep. */
  entry(): Entry | null {
    const { id, createdMs, tree, node, flipped, isKept, source } = this.state.get();
    if (!isKept) return null;
    return {
      id,
      kind: "study",
      createdMs,
      updatedMs: Date.now(),
      record: tree.record(),
      at: tree.steps(node),
      flipped,
      ...(source ? { source } : {}),
    };
  }

  get revision(): string {
    const { id, tree, node, flipped, isKept, learned } = this.state.get();
    return [id, tree.version, node.id, flipped, isKept, learned].join(" ");
  }

  /** What names this study in the address: its id in the library, or a link that says it all. */
  get address(): string {
    const { id, tree, node, isKept } = this.state.get();
    return isKept ? `#/analyse/${id}` : linkHash(tree, node);
  }

  /** Goes to a place. Checking the whole game goes on meanwhile. */
  goTo(node: TreeNode): void {
    if (node === this.state.get().node) return;
    const isReviewing = this.state.get().review !== null;
    if (!isReviewing) this.#halt();
    this.state.patch({ node, analysis: null, isPaused: false });
    if (!isReviewing) this.#watch();
  }

  /** Plays moves from here, as a variation if others stand; throws if one is illegal. */
  play(...moves: string[]): void {
    const { tree, node } = this.state.get();
    const { version } = tree;
    const target = moves.reduce((at, move) => tree.play(at, move), node);
    if (tree.version !== version) this.state.patch({ isKept: true });
    this.goTo(target);
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
    this.state.patch({ isKept: true });
  }

  /** Cuts a move and all after it off; who looks at one of them goes to the move before. */
  remove(node: TreeNode): void {
    const { tree, node: here } = this.state.get();
    if (node.tree !== tree || !node.parent) return;
    const isSeen = tree.path(here).includes(node);
    const parent = tree.remove(node);
    if (isSeen) this.goTo(parent);
    this.state.patch({ isKept: true });
  }

  setComment(node: TreeNode, text: string): void {
    const { tree } = this.state.get();
    if (node.tree !== tree) return;
    tree.setComment(node, text);
    this.isTyping = true;
    this.state.patch({ isKept: true });
    this.isTyping = false;
  }

  flip(): void {
    this.state.patch({ flipped: !this.state.get().flipped });
  }

  /** Keeps a position that is being set up, so that nothing but its owner ends it. */
  setDraft(draft: Draft | null): void {
    this.state.patch({ draft });
  }

  /** Switches the engine, or has it go on with a position after a pause. */
  setEngine(isEngineOn: boolean): void {
    this.#halt();
    this.state.patch({
      isEngineOn, analysis: null, review: null, failure: null, isPaused: false,
    });
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
    if (this.state.get().isEngineOn) void this.#watchHere();
  }

  async #watchHere(): Promise<void> {
    const { node } = this.state.get();
    if (!(await this.#analyse(node, WATCH_MS)) || decidedProbability(node) !== null) return;
    this.state.patch({ isPaused: true });
  }

  /** Looks at one node; false if something else was asked meanwhile. */
  async #analyse(node: TreeNode, timeMs: number): Promise<boolean> {
    const round = this.#round;
    if (decidedProbability(node) !== null) return true;
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
      if (round === this.#round) this.state.patch({ failure: error, review: null });
      return false;
    }
  }

  #learn(node: TreeNode, analysis: Analysis): void {
    const best = analysis.lines[0];
    if (!best) return;
    const { nodes } = analysis;
    // A search that has just begun knows less than one that was made before.
    if (nodes >= (node.assessment?.nodes ?? 0)) {
      node.assessment = { winProbability: best.winProbability, best: best.move, nodes };
    }
    const learned = this.state.get().learned + (analysis.done ? 1 : 0);
    this.state.patch(node === this.state.get().node ? { analysis, learned } : { learned });
  }

  /** Looks at every position of the line through the current node, for the graph. */
  async review(): Promise<void> {
    this.#halt();
    const { tree, node } = this.state.get();
    const line = tree.line(node);
    this.state.patch({
      isEngineOn: false, isKept: true, failure: null, review: { done: 0, count: line.length },
    });
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
