// The page to play on. The board is live from the start: the first move begins the game, and until
// then the options beside it change it at once.

import { createBoard } from "../boards";
import type { Board, Shown } from "../boards/board";
import type { Side } from "../boards/pieces";
import type { Context, Mounting, Unsaved, View } from "../context";
import { h, Part, refill } from "../dom";
import { keepField } from "../focus";
import type { SessionState } from "../game/session";
import { GameTree } from "../game/tree";
import { t } from "../i18n";
import { playMove } from "../sound";
import { isWall } from "../squares";
import { showAddress } from "../router";
import type { GameOptions } from "../settings";
import { announceMove } from "./announce_move";
import { boardSettings } from "./board_settings";
import { textButton } from "./button";
import { endingCard } from "./ending_card";
import { mayLeaveGame } from "./leave_game";
import { moveTable, scrollToCurrent } from "./move_table";
import { NavigationRow } from "./navigation_row";
import { newGameForm } from "./new_game";
import { Notice } from "./notice";
import { PastRow } from "./past_row";
import { playerNames } from "./player_names";
import { LiveStrip, type Player } from "./player_strip";
import { refusal } from "./refusal";
import { statusText } from "./status";
import { typedMove, type TypedMove } from "./typed_move";
import { unkeptLine } from "./unkept_line";

class PlayPage {
  readonly context: Context;
  #board: Board | null = null;
  #boardKey = "";
  #typed: TypedMove | null = null;
  #said = "";
  #isResigning = false;
  #resignKey = "";
  #top = new LiveStrip();
  #bottom = new LiveStrip();
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #status = h("p", { class: "status" });
  #notice = new Notice();
  #past = new PastRow(() => this.context.play.toEnd());
  #ending = new Part(h("div", {}));
  #card = new Part(h("div", { class: "card grow" }));
  #moves = h("div", {});
  #movesKey = "";
  #buttons = new Part(h("div", { class: "buttons game-bar" }));
  #typedSlot = h("div", {});
  #navigation: NavigationRow;

  constructor({ context, root, cleanup, problem, unsaved }: Mounting) {
    this.context = context;
    const { play } = context;
    this.#navigation = new NavigationRow(play, cleanup, null);
    const unkept = unkeptLine(context.playKeeper, cleanup);
    root.append(
      h(
        "div",
        { class: "table" },
        h("h1", { class: "visually-hidden" }, t("play.heading")),
        h("section", { class: "board-column" }, this.#top.element, this.#boardSlot,
          this.#bottom.element),
        h("aside", { class: "panel" }, this.#status, this.#notice.element, unkept, this.#past.element,
          this.#ending.element, this.#card.element, this.#buttons.element, this.#typedSlot,
          boardSettings(context.settings)),
      ),
    );
    cleanup.add(play.state.subscribe(() => this.#render()));
    cleanup.add(context.settings.subscribe(() => this.#render()));
    const timer = window.setInterval(() => play.isTicking && this.#renderStrips(), 100);
    cleanup.add(() => window.clearInterval(timer));
    if (problem) this.#notice.problem(problem);
    this.#render();
    this.#board?.resume(unsaved["board"]);
  }

  unsaved(): Unsaved {
    return { board: this.#board?.halfMade() };
  }

  get #state(): SessionState {
    return this.context.play.state.get();
  }

  #render(): void {
    const state = this.#state;
    showAddress(this.context.play.address);
    this.#ensureBoard(state);
    this.#board?.show(this.#shown(state));
    this.#renderStrips();
    this.#renderPanel(state);
    this.#speak(state);
  }

  #ensureBoard(state: SessionState): void {
    const { game } = state.options;
    const key = `${game} ${state.node.view.size}`;
    if (key === this.#boardKey) return;
    this.#boardKey = key;
    const { play } = this.context;
    this.#board = createBoard(game, state.node.view.size, {
      move: (move) => play.move(move),
      whyIllegal: (move) => refusal(this.#state.node, move),
      refused: (reason) => this.#notice.problem(reason),
    });
    this.#boardSlot.replaceChildren(this.#board.element);
    this.#typed = typedMove(game, (move) => play.move(move));
    this.#typedSlot.replaceChildren(this.#typed.element);
  }

  #shown(state: SessionState): Shown {
    const { shown, node, hint } = state;
    return {
      view: shown.view,
      lastMove: shown.move,
      canMove: this.context.play.canMove,
      flipped: this.#flipped,
      coordinates: this.context.settings.get().coordinates,
      suggestions: hint && shown === node ? [{ move: hint, label: "!" }] : [],
      overlay: null,
    };
  }

  /** The person sits at the bottom; the button turns the board from there. */
  get #flipped(): boolean {
    const { human, flipped } = this.#state;
    return (human === 1) !== flipped;
  }

  #renderStrips(): void {
    const { options, node, shown, human, clock, finish } = this.#state;
    const names = playerNames(options, human);
    const player = (side: Side): Player => ({
      game: options.game,
      side,
      name: names[side],
      isToMove: finish === null && node.turn === side,
      wallsLeft: shown.view.quoridor?.wallsLeft[side] ?? null,
      clockMs: clock?.leftMs(side) ?? null,
    });
    const bottom: Side = this.#flipped ? 1 : 0;
    this.#top.show(player(bottom === 0 ? 1 : 0));
    this.#bottom.show(player(bottom));
  }

  #renderPanel(state: SessionState): void {
    const { play } = this.context;
    const { node, shown, finish, hasStarted, id } = state;
    this.#status.textContent = statusText(state);
    this.#status.hidden = finish !== null;
    this.#typed?.setEnabled(play.canMove);
    // A question about this position is not one about the next.
    const resignKey = `${node.id} ${finish?.ending}`;
    if (this.#resignKey !== resignKey) this.#isResigning = false;
    this.#resignKey = resignKey;
    this.#past.show(shown, shown === node);
    this.#ending.draw(`${id} ${finish?.ending}`, () => [
      endingCard(state, () => play.rematch(), () => void this.#review()),
    ]);
    this.#card.draw(hasStarted ? "moves" : `form ${id}`, () =>
      hasStarted ? this.#movesParts() : this.#formParts());
    if (hasStarted) this.#renderMoves(state);
    this.#navigation.show(shown.parent === null, shown === node);
    this.#renderButtons();
  }

  #movesParts(): HTMLElement[] {
    this.#movesKey = "";
    return [h("h2", {}, t("play.moves")), this.#moves, this.#navigation.element];
  }

  #renderMoves({ tree, node, shown }: SessionState): void {
    const key = `${node.id} ${shown.id} ${tree.version}`;
    if (key === this.#movesKey) return;
    this.#movesKey = key;
    const table = moveTable(tree.path(node), shown, (at) => this.context.play.goTo(at));
    refill(this.#moves, table);
    scrollToCurrent(table);
  }

  #formParts(): HTMLElement[] {
    const { core, play, settings } = this.context;
    const change = (next: GameOptions): void => {
      keepField(this.#card.element, () => {
        settings.patch({ next });
        play.newGame(next);
      });
    };
    const parts: HTMLElement[] = [
      h("h2", {}, t("play.new")),
      newGameForm(core, this.#state.options, change),
      h("a", { class: "quiet centred", href: `#/learn/${this.#state.options.game}` },
        t("play.newHere")),
    ];
    if (play.canMove) parts.push(h("p", { class: "quiet centred" }, t("play.justMove")));
    return parts;
  }

  #renderButtons(): void {
    const { play } = this.context;
    const { thinking, failure } = this.#state;
    const canHint = play.canMove && !thinking;
    const key = [
      play.isRunning, this.#state.hasStarted, canHint, play.canUndo, this.#isResigning,
      failure !== null,
    ].join();
    this.#buttons.draw(key, () => this.#buttonsFor(canHint));
  }

  /** Each button keeps its place through the whole game, so that none is pressed for another. */
  #buttonsFor(canHint: boolean): HTMLElement[] {
    const { play } = this.context;
    const { hasStarted, failure } = this.#state;
    const hint = textButton(t("play.hint"), () => void this.#hint(),
      { act: "hint", icon: "hint", disabled: !canHint });
    const flip = textButton(t("play.flip"), () => play.flip(), { act: "flip", icon: "flip" });
    const start = textButton(t("play.start"), () => play.start(),
      { act: "start", icon: "play", kind: "primary" });
    if (!hasStarted) return [start, hint, flip];
    const undo = textButton(t("play.undo"), () => play.undo(),
      { act: "undo", icon: "undo", disabled: !play.canUndo });
    const resign = textButton(
      t(this.#isResigning ? "play.resignSure" : "play.resign"),
      () => this.#resign(),
      {
        act: "resign", icon: "resign", disabled: !play.isRunning,
        ...(this.#isResigning ? { kind: "danger" as const } : {}),
      },
    );
    const again = textButton(t("play.new"), () => void this.#newGame(),
      { act: "new", icon: "new" });
    // Where no hint can be had from an engine that failed, it can be asked to go on.
    const help = failure && !canHint
      ? textButton(t("play.retry"), () => play.retry(), { act: "retry", icon: "again", kind: "primary" })
      : hint;
    return [undo, help, flip, resign, again];
  }

  async #hint(): Promise<void> {
    const { play } = this.context;
    await play.hint();
    const { hint } = this.#state;
    if (hint) this.#notice.say(t("play.hintIs", { move: hint }));
  }

  #resign(): void {
    const wasAsked = this.#isResigning;
    this.#isResigning = !wasAsked;
    if (wasAsked) this.context.play.resign();
    else this.#renderButtons();
  }

  async #newGame(): Promise<void> {
    if (await mayLeaveGame(this.context)) location.hash = "#/play/new";
  }

  /** The engine looks at the whole game, in a study of its own; the same one if there is one. */
  async #review(): Promise<void> {
    const { core, study, library } = this.context;
    const { id, tree, shown, options, human } = this.#state;
    const record = tree.record();
    const moves = record.spec.moves.join();
    const entries = await library.list();
    const known = entries.find(
      (entry) => entry.source === id && entry.record.spec.moves.join() === moves,
    );
    if (known) {
      location.hash = `#/analyse/${known.id}`;
      return;
    }
    const [First, Second] = playerNames(options, human);
    const copy = GameTree.fromRecord(core, {
      ...record,
      tags: { ...(human === null ? {} : { First, Second }), ...record.tags },
    });
    const node = copy.at(tree.steps(shown));
    study.open({ tree: copy, node, flipped: this.#flipped, isKept: true, source: id });
    location.hash = study.address;
    void study.review();
  }

  /** Says each move once, and how the game ended. */
  #speak(state: SessionState): void {
    const { node, finish } = state;
    const key = `${node.id} ${finish?.ending ?? ""}`;
    if (key === this.#said) return;
    const isFirst = this.#said === "";
    this.#said = key;
    if (!isFirst) this.#notice.clear();
    if (!node.move) return;
    if (!isFirst && this.context.settings.get().sounds) {
      playMove(state.options.game === "amazons" || isWall(node.move));
    }
    announceMove(node, ...(finish ? [statusText(state)] : []));
  }
}

export const playView: View = (mounting) => {
  const page = new PlayPage(mounting);
  return () => page.unsaved();
};
