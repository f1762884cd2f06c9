// The page to play on. The board is live from the start: the first move begins the game, and until
// then the options beside it change it at once.

import { createBoard } from "../boards";
import type { Board, Shown } from "../boards/board";
import type { Side } from "../boards/pieces";
import type { Context, View } from "../context";
import { h, Part, refill } from "../dom";
import type { SessionState } from "../game/session";
import { reasonText, t } from "../i18n";
import { announce } from "../live";
import type { GameOptions } from "../settings";
import type { Cleanup } from "../store";
import { moveTable } from "./move_table";
import { newGameForm } from "./new_game";
import { playerStrip } from "./player_strip";
import { statusText } from "./status";
import { typedMove, type TypedMove } from "./typed_move";

class PlayPage {
  #board: Board | null = null;
  #boardKey = "";
  #typed: TypedMove | null = null;
  #isFlipped = false;
  #said = "";
  #wasNew: boolean | null = null;
  #isResigning = false;
  #top = h("div", { class: "strip-slot" });
  #bottom = h("div", { class: "strip-slot" });
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #status = h("p", { class: "status" });
  #card = h("div", { class: "card grow" });
  #buttons = new Part(h("div", { class: "buttons" }));
  #typedSlot = h("div", {});

  constructor(
    readonly context: Context,
    root: HTMLElement,
    cleanup: Cleanup,
  ) {
    root.append(
      h(
        "div",
        { class: "table" },
        h("h1", { class: "visually-hidden" }, t("play.heading")),
        h("section", { class: "board-column" }, this.#top, this.#boardSlot, this.#bottom),
        h("aside", { class: "panel" }, this.#status, this.#card, this.#buttons.element,
          this.#typedSlot),
      ),
    );
    const { state } = context.play;
    cleanup.add(state.subscribe(() => this.#render()));
    cleanup.add(context.settings.subscribe(() => this.#render()));
    const timer = window.setInterval(() => state.get().clock && this.#renderStrips(), 100);
    cleanup.add(() => window.clearInterval(timer));
    this.#render();
  }

  get #state(): SessionState {
    return this.context.play.state.get();
  }

  #render(): void {
    const state = this.#state;
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
    const { core, play } = this.context;
    this.#board = createBoard(game, state.node.view.size, {
      move: (move) => play.move(move),
      whyIllegal: (move) => {
        const { tree, node } = this.#state;
        const reason = core.whyIllegal(tree.spec(node), move);
        return reason === null ? null : reasonText(reason);
      },
    });
    this.#boardSlot.replaceChildren(this.#board.element);
    this.#typed = typedMove(game, (move) => play.move(move));
    this.#typedSlot.replaceChildren(this.#typed.element);
  }

  #shown(state: SessionState): Shown {
    return {
      view: state.node.view,
      lastMove: state.node.move,
      canMove: this.context.play.canMove,
      flipped: this.#flipped,
      coordinates: this.context.settings.get().coordinates,
      suggestions: state.hint ? [{ move: state.hint, label: "?" }] : [],
      overlay: null,
    };
  }

  /** The person sits at the bottom; the button turns the board from there. */
  get #flipped(): boolean {
    return (this.#state.human === 1) !== this.#isFlipped;
  }

  #renderStrips(): void {
    const { options, node, human, clock, finish } = this.#state;
    const strip = (side: Side): HTMLElement => {
      const isBot = human !== null && human !== side;
      const person = human === null ? t(`side.${side}`) : t("play.you");
      return playerStrip({
        game: options.game,
        side,
        name: isBot ? t("play.bot", { level: options.level }) : person,
        isToMove: finish === null && node.view.turn === side,
        wallsLeft: node.view.quoridor?.wallsLeft[side] ?? null,
        clockMs: clock?.leftMs(side) ?? null,
      });
    };
    const bottom: Side = this.#flipped ? 1 : 0;
    this.#top.replaceChildren(strip(bottom === 0 ? 1 : 0));
    this.#bottom.replaceChildren(strip(bottom));
  }

  #renderPanel(state: SessionState): void {
    const { play } = this.context;
    this.#status.textContent = statusText(state);
    this.#status.classList.toggle("over", state.finish !== null);
    this.#typed?.setEnabled(play.canMove);
    const isNew = !state.hasStarted;
    if (!isNew) {
      const table = moveTable(state.tree.path(state.node));
      this.#card.replaceChildren(h("h2", {}, t("play.moves")), table);
      table.scrollTop = table.scrollHeight;
    } else if (this.#wasNew !== true) {
      this.#renderForm();
    }
    if (this.#wasNew !== isNew) this.#isResigning = false;
    this.#wasNew = isNew;
    this.#renderButtons(isNew);
  }

  #renderForm(): void {
    const { core, play, settings } = this.context;
    const change = (next: GameOptions): void => {
      const { activeElement } = document;
      const field = activeElement instanceof HTMLInputElement ? activeElement.name : "";
      settings.patch({ next });
      play.newGame(next);
      this.#renderForm();
      // The form is drawn anew; the focus stays on what was just chosen.
      const fields = [...this.#card.querySelectorAll("input")];
      fields.find(({ name, type, checked }) => name === field && (type === "range" || checked))
        ?.focus();
    };
    refill(
      this.#card,
      h("h2", {}, t("play.new")),
      newGameForm(core, settings.get().next, change),
      h("button", { type: "button", class: "primary", onclick: () => play.start() },
        t("play.start")),
      play.canMove && h("p", { class: "quiet centred" }, t("play.justMove")),
    );
  }

  #button(label: string, onclick: () => void, isEnabled = true, kind = ""): HTMLElement {
    return h("button", { type: "button", class: kind, disabled: !isEnabled, onclick }, label);
  }

  #renderButtons(isNew: boolean): void {
    const { play } = this.context;
    const { finish, thinking } = this.#state;
    const canHint = play.canMove && !thinking;
    const key = [isNew, finish !== null, canHint, play.canUndo, this.#isResigning].join();
    this.#buttons.draw(key, () => this.#buttonsFor(isNew, canHint));
  }

  #buttonsFor(isNew: boolean, canHint: boolean): HTMLElement[] {
    const { play } = this.context;
    const flip = this.#button(t("play.flip"), () => {
      this.#isFlipped = !this.#isFlipped;
      this.#render();
    });
    const hint = this.#button(t("play.hint"), () => void play.hint(), canHint);
    if (isNew) return [hint, flip];
    const again = this.#button(t("play.new"), () => {
      this.#isFlipped = false;
      play.newGame(this.context.settings.get().next);
    });
    const undo = this.#button(t("play.undo"), () => play.undo(), play.canUndo);
    if (this.#state.finish) {
      const rematch = this.#button(t("play.rematch"), () => play.rematch(), true, "primary");
      const analyse = this.#button(t("play.analyse"), () => this.#analyse());
      return [rematch, analyse, again, undo];
    }
    const resign = this.#button(
      t(this.#isResigning ? "play.resignSure" : "play.resign"),
      () => this.#resign(),
      true,
      this.#isResigning ? "danger" : "",
    );
    return [undo, hint, flip, resign, again];
  }

  #resign(): void {
    if (this.#isResigning) this.context.play.resign();
    this.#isResigning = !this.#isResigning;
    this.#render();
  }

  #analyse(): void {
    const { tree, node } = this.#state;
    this.context.study.open(tree, node);
    location.hash = "#/analyse";
  }

  /** Says each move once, and how the game ended. */
  #speak(state: SessionState): void {
    const { node, finish } = state;
    const key = `${node.id} ${finish?.result ?? ""}`;
    if (key === this.#said) return;
    this.#said = key;
    if (!node.move) return;
    const side = t(`side.${node.view.turn === 0 ? 1 : 0}`);
    const parts = [t("say.moved", { side, move: node.move })];
    if (finish) parts.push(statusText(state));
    announce(parts.join(". "));
  }
}

export const playView: View = (context, root, _route, cleanup) => {
  new PlayPage(context, root, cleanup);
};
