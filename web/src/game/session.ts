// A game being played on this page: against the engine or between two people at one screen. It owns
// the moves, the clock and whose turn it is; the view only shows it and passes on what is clicked.

import type { Side } from "../boards/pieces";
import type { Core, Engine, PositionView, ResultText, Search } from "../core/types";
import type { GameOptions } from "../settings";
import { Store } from "../store";
import { Clock, parseTimeControl } from "./clock";
import { GameTree, type TreeNode } from "./tree";

/** How a game ended; the last two are not the rules' but the players' doing. */
export type Ending = "rules" | "resignation" | "time";

export interface Finish {
  result: ResultText;
  ending: Ending;
}

export interface SessionState {
  options: GameOptions;
  tree: GameTree;
  node: TreeNode;
  /** The side that the person plays; null if two people do. */
  human: Side | null;
  /** Until then the options can still change, and the engine waits with a first move. */
  hasStarted: boolean;
  thinking: boolean;
  hint: string | null;
  finish: Finish | null;
  clock: Clock | null;
  failure: string | null;
}

/** A hint and a move at full strength think for so long; weaker levels need less by themselves. */
const THINK_MS = 1500;
/** A reply in no time feels like a slip; this long the engine waits at least. */
const REPLY_MS = 350;

export class PlaySession {
  readonly state: Store<SessionState>;
  #search: Search | null = null;
  #round = 0; // counts what the engine was asked, so that a late answer is known as such
  #moveStartMs = performance.now();
  #flagTimer = 0;

  constructor(
    readonly core: Core,
    readonly engine: () => Promise<Engine>,
    options: GameOptions,
  ) {
    this.state = new Store(this.#fresh(options));
  }

  #fresh(options: GameOptions): SessionState {
    const variant = options.variant[options.game];
    const tree = new GameTree(this.core, { game: options.game, variant });
    const control = parseTimeControl(options.clock);
    const random: Side = Math.random() < 0.5 ? 0 : 1;
    const chosen: Side = options.side === "first" ? 0 : options.side === "second" ? 1 : random;
    return {
      options,
      tree,
      node: tree.root,
      human: options.opponent === "engine" ? chosen : null,
      hasStarted: false,
      thinking: false,
      hint: null,
      finish: null,
      clock: control && new Clock(control),
      failure: null,
    };
  }

  get view(): PositionView {
    return this.state.get().node.view;
  }

  /** Whether a person is to move. */
  get canMove(): boolean {
    const { finish, human } = this.state.get();
    return finish === null && (human === null || human === this.view.turn);
  }

  /** Sets a new game up; it starts with start() or a person's first move. */
  newGame(options: GameOptions): void {
    this.#stopThinking();
    this.#stopFlag();
    this.state.set(this.#fresh(options));
  }

  start(): void {
    this.#moveStartMs = performance.now();
    this.state.patch({ hasStarted: true });
    void this.#continue();
  }

  /** The same game again with the sides changed. */
  rematch(): void {
    const { options, human } = this.state.get();
    const side = human === 0 ? "second" : "first";
    this.newGame({ ...options, side: human === null ? options.side : side });
    this.start();
  }

  /** A person's move; throws ImmureError if it is illegal. */
  move(text: string): void {
    if (this.canMove) this.#play(text);
  }

  #play(move: string): void {
    const { tree, node, clock } = this.state.get();
    const next = tree.play(node, move);
    const now = performance.now();
    next.timeMs = Math.round(now - this.#moveStartMs);
    this.#moveStartMs = now;
    clock?.stop(true);
    this.#stopThinking();
    const { result } = next.view.outcome;
    const finish = result === "*" ? null : ({ result, ending: "rules" } as const);
    this.state.patch({ node: next, hasStarted: true, hint: null, finish });
    if (finish) this.#stopFlag();
    else void this.#continue();
  }

  /** Starts the clock of the side to move, and the engine if that side is its own. */
  async #continue(): Promise<void> {
    const { clock, node } = this.state.get();
    // A clock starts with the second move, so that nobody loses time while looking at the page.
    if (clock && node.view.ply > 0) {
      clock.start(node.view.turn);
      this.#watchFlag(clock);
    }
    if (!this.canMove && !this.state.get().finish) await this.#reply();
  }

  async #reply(): Promise<void> {
    const round = ++this.#round;
    const { tree, node, options, clock } = this.state.get();
    this.state.patch({ thinking: true, failure: null });
    try {
      const engine = await this.engine();
      if (round !== this.#round) return;
      const leftMs = clock ? clock.leftMs(node.view.turn) : Infinity;
      const timeMs = Math.max(Math.min(THINK_MS, leftMs / 20), 50);
      this.#search = engine.play(tree.spec(node), options.level, { timeMs });
      const [analysis] = await Promise.all([this.#search.done, pause(REPLY_MS)]);
      const move = analysis.lines[0]?.move;
      if (round !== this.#round || !move) return;
      this.#search = null;
      this.state.patch({ thinking: false });
      this.#play(move);
    } catch (error) {
      if (round === this.#round) this.state.patch({ thinking: false, failure: String(error) });
    }
  }

  #stopThinking(): void {
    this.#round++;
    this.#search?.stop();
    this.#search = null;
    this.state.patch({ thinking: false });
  }

  #watchFlag(clock: Clock): void {
    this.#stopFlag();
    const side = clock.running;
    if (side === null) return;
    const check = (): void => {
      if (clock.leftMs(side) > 0) this.#watchFlag(clock);
      else this.#end(side === 0 ? "0-1" : "1-0", "time");
    };
    this.#flagTimer = window.setTimeout(check, Math.min(clock.leftMs(side) + 5, 1000));
  }

  #stopFlag(): void {
    window.clearTimeout(this.#flagTimer);
  }

  #end(result: ResultText, ending: Ending): void {
    this.#stopThinking();
    this.#stopFlag();
    this.state.get().clock?.stop(false);
    this.state.patch({ finish: { result, ending }, hint: null });
  }

  resign(): void {
    const { finish, human } = this.state.get();
    if (finish) return;
    const loser = human ?? this.view.turn;
    this.#end(loser === 0 ? "0-1" : "1-0", "resignation");
  }

  get canUndo(): boolean {
    const { human, node } = this.state.get();
    const ownPly = human === 1 ? 2 : 1;
    return node.parent !== null && (human === null || node.view.ply - this.#rootPly >= ownPly);
  }

  get #rootPly(): number {
    return this.state.get().tree.root.view.ply;
  }

  /** Takes back to where the person last had to move; the clock is not turned back. */
  undo(): void {
    if (!this.canUndo) return;
    const { tree, human, clock } = this.state.get();
    this.#stopThinking();
    let node = this.state.get().node;
    do {
      node = tree.remove(node);
    } while (human !== null && node.view.turn !== human && node.parent);
    clock?.stop(false);
    this.state.patch({ node, finish: null, hint: null });
    this.#moveStartMs = performance.now();
    void this.#continue();
  }

  /** Asks the engine at full strength what it would play here. */
  async hint(): Promise<void> {
    if (!this.canMove) return;
    const round = ++this.#round;
    const { tree, node } = this.state.get();
    this.state.patch({ thinking: true });
    try {
      const engine = await this.engine();
      this.#search = engine.analyse(tree.spec(node), { timeMs: THINK_MS }, () => undefined);
      const analysis = await this.#search.done;
      if (round !== this.#round) return;
      this.state.patch({ thinking: false, hint: analysis.lines[0]?.move ?? null });
    } catch (error) {
      if (round === this.#round) this.state.patch({ thinking: false, failure: String(error) });
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
