// A game that goes on elsewhere, on a large board: players and clocks, the moves as they come, and a look back
// at earlier ones. Where a side of it is played from here, its moves are made on the board.

import { createBoard } from "../../boards";
import type { Board } from "../../boards/board";
import type { Side } from "../../boards/pieces";
import type { Context } from "../../context";
import type { GameName } from "../../core/types";
import { h, refill } from "../../dom";
import { GameTree, type TreeNode } from "../../game/tree";
import { playMove } from "../../sound";
import { isWall } from "../../squares";
import type { Cleanup } from "../../store";
import { announceMove } from "../../views/announce_move";
import { moveTable, scrollToCurrent } from "../../views/move_table";
import { NavigationRow, type Steps } from "../../views/navigation_row";
import { PastRow } from "../../views/past_row";
import { LiveStrip } from "../../views/player_strip";
import { refusal } from "../../views/refusal";
import { typedMove, type TypedMove } from "../../views/typed_move";
import { t } from "../i18n";

export interface ScreenState {
  moves: string[];
  names: [string, string];
  isOver: boolean;
  /** Who may move from here, when it is their turn; null for who only watches. */
  mover: Side | null;
  /** What is left on a side's clock; null without one. */
  clockMs(side: Side): number | null;
}

export interface ScreenEvents {
  move(move: string): void;
  refused(reason: string): void;
}

export class GameScreen implements Steps {
  readonly board = h("section", { class: "board-column" });
  readonly moves = h("section", { class: "card grow" });
  readonly typedSlot = h("div", {});
  #tree: GameTree;
  #node: TreeNode; // where the game stands
  #shown: TreeNode; // what is looked at
  #state: ScreenState | null = null;
  #board: Board;
  #typed: TypedMove;
  #past = new PastRow(() => this.toEnd());
  #isFlipped = false;
  #table = h("div", {});
  #tableKey = "";
  #top = new LiveStrip();
  #bottom = new LiveStrip();
  #navigation: NavigationRow;

  constructor(
    readonly context: Context,
    cleanup: Cleanup,
    readonly start: { game: GameName; variant: string },
    readonly events: ScreenEvents,
  ) {
    this.#tree = new GameTree(context.core, start);
    this.#node = this.#tree.root;
    this.#shown = this.#node;
    const move = (text: string): void => this.#move(text);
    this.#board = createBoard(start.game, this.#node.view.size, {
      move,
      whyIllegal: (text) => refusal(this.#node, text),
      refused: events.refused,
    });
    this.#typed = typedMove(start.game, move);
    this.#navigation = new NavigationRow(this, cleanup, () => {
      this.#isFlipped = !this.#isFlipped;
      this.render();
    });
    const slot = h("div", { class: "board-slot", id: "board" }, this.#board.element);
    refill(this.board, this.#top.element, slot, this.#bottom.element);
    refill(this.moves, h("h2", {}, t("play.moves")), this.#table, this.#navigation.element);
    cleanup.add(context.settings.subscribe(() => this.render()));
  }

  /** Throws if the rules refuse one of the moves. */
  show(state: ScreenState): void {
    const isFirst = this.#state === null;
    this.#state = state;
    const before = this.#node;
    this.#follow(state.moves);
    refill(this.typedSlot, state.mover !== null && !state.isOver && this.#typed.element);
    this.render();
    if (!isFirst && this.#node !== before && this.#node.move) this.#speak(this.#node, this.#node.move);
  }

  /** Tells of an earlier position that is looked at. */
  get past(): HTMLElement {
    return this.#past.element;
  }

  get turn(): Side {
    return this.#node.turn;
  }

  /** The game so far, as a study opens it. */
  get tree(): GameTree {
    return this.#tree;
  }

  /** Who plays from here sits at the bottom; the button turns the board from there. */
  get #bottomSide(): Side {
    return (this.#state?.mover === 1) !== this.#isFlipped ? 1 : 0;
  }

  get #canMove(): boolean {
    const state = this.#state;
    return state !== null && !state.isOver && state.mover === this.#node.turn && this.#shown === this.#node;
  }

  #move(text: string): void {
    if (!this.#canMove) return;
    const reason = refusal(this.#node, text);
    if (reason === null) this.events.move(text);
    else this.events.refused(reason);
  }

  /** Who looks at an earlier position goes on looking at it. */
  #follow(moves: string[]): void {
    const isLive = this.#shown === this.#node;
    const known = this.#tree.spec(this.#node).moves;
    if (known.some((move, index) => move !== moves[index])) {
      this.#tree = new GameTree(this.context.core, this.start);
      this.#node = this.#tree.root;
      this.#shown = this.#node;
      known.length = 0;
    }
    for (const move of moves.slice(known.length)) this.#node = this.#tree.play(this.#node, move);
    if (isLive) this.#shown = this.#node;
  }

  #speak(node: TreeNode, move: string): void {
    if (this.context.settings.get().sounds) playMove(this.start.game === "amazons" || isWall(move));
    announceMove(node);
  }

  render(): void {
    const state = this.#state;
    if (!state) return;
    this.#board.show({
      view: this.#shown.view,
      lastMove: this.#shown.move,
      canMove: this.#canMove,
      flipped: this.#bottomSide === 1,
      coordinates: this.context.settings.get().coordinates,
      suggestions: [],
      overlay: null,
    });
    this.#typed.setEnabled(this.#canMove);
    this.#past.show(this.#shown, this.#shown === this.#node);
    this.#navigation.show(this.#shown.parent === null, this.#shown === this.#node);
    this.#renderMoves();
    this.tick();
  }

  /** The clocks alone. */
  tick(): void {
    const state = this.#state;
    if (!state) return;
    const bottom = this.#bottomSide;
    const { view } = this.#shown;
    const strip = (live: LiveStrip, side: Side): void =>
      live.show({
        game: this.start.game,
        side,
        name: state.names[side],
        isToMove: !state.isOver && this.turn === side,
        wallsLeft: view.quoridor?.wallsLeft[side] ?? null,
        clockMs: state.clockMs(side),
      });
    strip(this.#top, bottom === 0 ? 1 : 0);
    strip(this.#bottom, bottom);
  }

  #renderMoves(): void {
    const key = `${this.#tree.version} ${this.#node.id} ${this.#shown.id}`;
    if (key === this.#tableKey) return;
    this.#tableKey = key;
    const table = moveTable(this.#tree.path(this.#node), this.#shown, (node) => this.#goTo(node));
    refill(this.#table, table);
    scrollToCurrent(table);
  }

  #goTo(node: TreeNode): void {
    this.#shown = node;
    this.render();
  }

  back(): void {
    this.#goTo(this.#shown.parent ?? this.#shown);
  }

  forward(): void {
    this.#goTo(this.#shown.children[0] ?? this.#shown);
  }

  toStart(): void {
    this.#goTo(this.#tree.root);
  }

  toEnd(): void {
    this.#goTo(this.#node);
  }
}
