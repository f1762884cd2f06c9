// A game being played on this page: against the engine or between two people at one screen. It owns
// the moves, the clock and whose turn it is; the view only shows it and passes on what is clicked.

import type { Side } from "../boards/pieces";
import type { Core, Engine, PositionView, ResultText, Search } from "../core/types";
import { freshEntryId, type Entry } from "../library/entry";
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

/** What the record says of the last two in its tag Termination (docs/formats.md). */
const TERMINATIONS: Record<Ending, string | null> = {
  rules: null,
  resignation: "resignation",
  time: "time forfeit",
};

export interface SessionState {
  id: string;
  createdMs: number;
  options: GameOptions;
  tree: GameTree;
  /** Where the game stands. */
  node: TreeNode;
  /** What is looked at: where the game stands, or an earlier position. */
  shown: TreeNode;
  flipped: boolean;
  /** The side that the person plays; null if two people do. */
  human: Side | null;
  /** Until then the options can still change, and the engine waits with a first move. */
  hasStarted: boolean;
  thinking: boolean;
  hint: string | null;
  finish: Finish | null;
  clock: Clock | null;
  /** Why the engine gave no move; null if it did. */
  failure: unknown;
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
  #flagTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly core: Core,
    readonly engine: () => Promise<Engine>,
    options: GameOptions,
  ) {
    this.state = new Store(this.#fresh(options));
  }

  #fresh(options: GameOptions, start?: string): SessionState {
    const { game } = options;
    const spec = { game, variant: options.variant[game], ...(start ? { start } : {}) };
    const tree = new GameTree(this.core, spec);
    const control = parseTimeControl(options.clock);
    const random: Side = Math.random() < 0.5 ? 0 : 1;
    const chosen: Side = options.side === "first" ? 0 : options.side === "second" ? 1 : random;
    return {
      id: freshEntryId(),
      createdMs: Date.now(),
      options,
      tree,
      node: tree.root,
      shown: tree.root,
      flipped: false,
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

  /** Whether a person is to move, and looks at the position to move in. */
  get canMove(): boolean {
    const { finish, human, node, shown } = this.state.get();
    return finish === null && node === shown && (human === null || human === node.turn);
  }

  /** A game that was begun and has not ended. */
  get isRunning(): boolean {
    const { hasStarted, finish } = this.state.get();
    return hasStarted && finish === null;
  }

  /** Sets a new game up, perhaps from some position; it starts with start() or a first move. */
  newGame(options: GameOptions, start?: string): void {
    this.#stop();
    this.state.set(this.#fresh(options, start));
  }

  start(): void {
    this.#moveStartMs = performance.now();
    this.state.patch({ hasStarted: true });
    void this.#continue();
  }

  /** The same game again with the sides changed. */
  rematch(): void {
    const { options, human, tree } = this.state.get();
    const side = human === 0 ? "second" : "first";
    this.newGame({ ...options, side: human === null ? options.side : side }, tree.start.start);
    this.start();
  }

  /** The game as the library keeps it; null while there is nothing to keep. */
  entry(): Entry | null {
    const { id, createdMs, tree, node, flipped, options, human, finish, clock, hasStarted } =
      this.state.get();
    if (!hasStarted) return null;
    return {
      id,
      kind: "game",
      createdMs,
      updatedMs: Date.now(),
      record: tree.record(),
      at: tree.steps(node),
      flipped,
      play: { options, human, leftMs: clock && [clock.leftMs(0), clock.leftMs(1)], finish },
    };
  }

  get revision(): string {
    const { id, tree, node, flipped, finish, hasStarted } = this.state.get();
    return [id, tree.version, node.id, flipped, finish?.ending, hasStarted].join(" ");
  }

  /** What names this game in the address. */
  get address(): string {
    const { id, hasStarted } = this.state.get();
    return hasStarted ? `#/play/${id}` : "#/play/new";
  }

  get isTicking(): boolean {
    return this.isRunning && this.state.get().clock !== null;
  }

  /** Goes on with a game that was kept. Throws ImmureError if the rules refuse it. */
  resume(entry: Entry): void {
    const { play } = entry;
    if (!play) throw new Error(`${entry.id} is no game`);
    const tree = GameTree.fromRecord(this.core, entry.record);
    const node = tree.at(entry.at);
    const control = parseTimeControl(play.options.clock);
    this.#stop();
    this.#moveStartMs = performance.now();
    this.state.set({
      id: entry.id,
      createdMs: entry.createdMs,
      options: play.options,
      tree,
      node,
      shown: node,
      flipped: entry.flipped,
      human: play.human,
      hasStarted: true,
      thinking: false,
      hint: null,
      finish: play.finish,
      clock: control && new Clock(control, play.leftMs ?? undefined),
      failure: null,
    });
    if (!play.finish) void this.#continue();
  }

  /** A new game like it takes the place of one that is deleted. */
  forget(): void {
    this.newGame(this.state.get().options);
  }

  /** A person's move; throws ImmureError if it is illegal. */
  move(text: string): void {
    if (this.canMove) this.#play(text);
  }

  #play(move: string): void {
    const { tree, node, shown, clock } = this.state.get();
    const next = tree.play(node, move);
    const now = performance.now();
    next.timeMs = Math.round(now - this.#moveStartMs);
    this.#moveStartMs = now;
    clock?.stop(true);
    if (clock) next.clockMs = Math.round(clock.leftMs(node.turn));
    this.#stopThinking();
    const { result } = next.view.outcome;
    const finish = result === "*" ? null : ({ result, ending: "rules" } as const);
    // Who looks at an earlier position goes on looking at it.
    const isLive = shown === node;
    this.state.patch({
      node: next, shown: isLive ? next : shown, hasStarted: true, hint: null, failure: null,
    });
    if (finish) this.#end(finish);
    else void this.#continue();
  }

  /** Starts the clock of the side to move, and the engine if that side is its own. */
  async #continue(): Promise<void> {
    const { clock, node, human, finish } = this.state.get();
    // A clock starts with the second move, so that nobody loses time while looking at the page.
    if (clock && node.parent) {
      clock.start(node.turn);
      this.#watchFlag(clock);
    }
    if (!finish && human !== null && human !== node.turn) await this.#reply();
  }

  /** Lets the engine try again after a failure. */
  retry(): void {
    if (this.isRunning && this.state.get().failure) void this.#continue();
  }

  async #reply(): Promise<void> {
    const round = ++this.#round;
    const { tree, node, options, clock } = this.state.get();
    this.state.patch({ thinking: true, failure: null });
    try {
      const engine = await this.engine();
      if (round !== this.#round) return;
      const leftMs = clock ? clock.leftMs(node.turn) : Infinity;
      const timeMs = Math.max(Math.min(THINK_MS, leftMs / 20), 50);
      this.#search = engine.play(tree.spec(node), options.level, { timeMs });
      const [analysis] = await Promise.all([this.#search.done, pause(REPLY_MS)]);
      const move = analysis.lines[0]?.move;
      if (round !== this.#round || !move) return;
      this.#search = null;
      this.state.patch({ thinking: false });
      this.#play(move);
    } catch (error) {
      if (round === this.#round) this.state.patch({ thinking: false, failure: error });
    }
  }

  #stopThinking(): void {
    this.#round++;
    this.#search?.stop();
    this.#search = null;
    if (this.state.get().thinking) this.state.patch({ thinking: false });
  }

  #watchFlag(clock: Clock): void {
    this.#stopFlag();
    const side = clock.running;
    if (side === null) return;
    const check = (): void => {
      if (clock.leftMs(side) > 0) this.#watchFlag(clock);
      else this.#end({ result: side === 0 ? "0-1" : "1-0", ending: "time" });
    };
    this.#flagTimer = setTimeout(check, Math.min(clock.leftMs(side) + 5, 1000));
  }

  #stopFlag(): void {
    clearTimeout(this.#flagTimer);
  }

  #stop(): void {
    this.#stopThinking();
    this.#stopFlag();
    this.state.get().clock?.stop(false);
  }

  #end(finish: Finish): void {
    this.#stop();
    this.#tellRecord(finish);
    this.state.patch({ finish, hint: null });
  }

  #tellRecord(finish: Finish | null): void {
    const { tree } = this.state.get();
    tree.setTag("Result", finish?.result ?? null);
    tree.setTag("Termination", finish && TERMINATIONS[finish.ending]);
  }

  resign(): void {
    const { finish, human, node } = this.state.get();
    if (finish) return;
    const loser = human ?? node.turn;
    this.#end({ result: loser === 0 ? "0-1" : "1-0", ending: "resignation" });
  }

  /** What undo would go back to; null if there is nothing to take back. */
  get #undone(): TreeNode | null {
    const { human, node, finish } = this.state.get();
    // A resignation is taken back by itself, without a move; time that has run out is not.
    if (finish?.ending === "resignation") return node;
    if (finish?.ending === "time") return null;
    let at = node.parent;
    while (at && human !== null && at.turn !== human) at = at.parent;
    return at;
  }

  get canUndo(): boolean {
    return this.#undone !== null;
  }

  /** Takes back to where the person last had to move; the clock is not turned back. */
  undo(): void {
    const target = this.#undone;
    if (!target) return;
    const { tree } = this.state.get();
    this.#stop();
    let { node } = this.state.get();
    while (node !== target) node = tree.remove(node);
    this.#tellRecord(null);
    this.state.patch({ node, shown: node, finish: null, hint: null, failure: null });
    this.#moveStartMs = performance.now();
    void this.#continue();
  }

  /** Asks the engine at full strength what it would play here. */
  async hint(): Promise<void> {
    if (!this.canMove) return;
    const round = ++this.#round;
    const { tree, node } = this.state.get();
    this.state.patch({ thinking: true, failure: null });
    try {
      const engine = await this.engine();
      if (round !== this.#round) return;
      this.#search = engine.analyse(tree.spec(node), { timeMs: THINK_MS }, () => undefined);
      const analysis = await this.#search.done;
      if (round !== this.#round) return;
      this.state.patch({ thinking: false, hint: analysis.lines[0]?.move ?? null });
    } catch (error) {
      if (round === this.#round) this.state.patch({ thinking: false, failure: error });
    }
  }

  flip(): void {
    this.state.patch({ flipped: !this.state.get().flipped });
  }

  // Looking at earlier positions; the game goes on meanwhile.

  goTo(shown: TreeNode): void {
    if (shown !== this.state.get().shown) this.state.patch({ shown });
  }

  back(): void {
    this.goTo(this.state.get().shown.parent ?? this.state.get().shown);
  }

  forward(): void {
    const { shown } = this.state.get();
    this.goTo(shown.children[0] ?? shown);
  }

  toStart(): void {
    this.goTo(this.state.get().tree.root);
  }

  toEnd(): void {
    this.goTo(this.state.get().node);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
