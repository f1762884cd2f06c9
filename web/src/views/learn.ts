// The tutorial: a text, a task and a live board for each step.

import { createBoard } from "../boards";
import type { Board } from "../boards/board";
import { pieceIcon } from "../boards/pieces";
import type { Context, View } from "../context";
import type { GameName } from "../core/types";
import { h, refill } from "../dom";
import { GameTree, type TreeNode } from "../game/tree";
import { sentence, t } from "../i18n";
import { LESSONS, type Step } from "../learn/lessons";
import { announce } from "../live";
import { GAMES } from "./board_picker";
import { textButton } from "./button";
import { icon } from "./icons";
import { mayLeaveGame } from "./leave_game";
import { refusal } from "./refusal";
import { withWholeMoves } from "./whole_moves";

/** The step that was reached in each game, so that a change of language or page loses nothing. */
const reached: Record<GameName, number> = { amazons: 0, quoridor: 0 };

class Lesson {
  #board: Board | null = null;
  #tree: GameTree;
  #node: TreeNode;
  #isDone = false;
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #panel = h("aside", { class: "panel" });
  #reply = h("p", { class: "reply" }); // what it says is announced

  constructor(
    readonly context: Context,
    readonly game: GameName,
    root: HTMLElement,
  ) {
    const column = h("section", { class: "board-column" }, this.#boardSlot);
    root.append(h("div", { class: "table lesson" }, column, this.#panel));
    this.#tree = this.#freshTree();
    this.#node = this.#tree.root;
    this.#open();
  }

  get #steps(): Step[] {
    return LESSONS[this.game];
  }

  get #step(): Step {
    return this.#steps[reached[this.game]] as Step;
  }

  #freshTree(): GameTree {
    const { variant, start } = this.#step;
    const base = { game: this.game, variant };
    return new GameTree(this.context.core, start ? { ...base, start } : base);
  }

  #open(): void {
    this.#tree = this.#freshTree();
    this.#node = this.#tree.root;
    this.#isDone = false;
    this.#board = createBoard(this.game, this.#node.view.size, {
      move: (move) => this.#try(move),
      whyIllegal: (move) => refusal(this.#node, move),
      refused: (reason) => this.#say(t("learn.tryAgain", { reason: sentence(reason) }), false),
    });
    refill(this.#boardSlot, this.#board.element);
    this.#say("", false);
    this.#show();
    this.#renderPanel();
  }

  #show(): void {
    const { core } = this.context;
    const { example } = this.#step;
    this.#board?.show({
      view: this.#node.view,
      lastMove: this.#node.move,
      canMove: !this.#isDone,
      flipped: false,
      coordinates: true,
      suggestions: example && !this.#isDone ? [{ move: example, label: "" }] : [],
      overlay: this.#step.showsOverlay ? core.overlay(this.#tree.spec(this.#node)) : null,
    });
  }

  #try(move: string): void {
    const before = this.#tree.spec(this.#node);
    const next = this.#tree.play(this.#node, move);
    const { hint } = this.#step;
    if (this.#step.isDone({ core: this.context.core, before, move, after: next.view })) {
      this.#node = next;
      this.#isDone = true;
      this.#say(t("learn.done"), true);
    } else {
      this.#tree.remove(next);
      this.#board?.cancel();
      this.#say(t("learn.tryAgain", { reason: hint ? t(hint) : "" }), false);
    }
    this.#show();
    this.#renderPanel();
  }

  #say(text: string, isGood: boolean): void {
    this.#reply.textContent = text;
    this.#reply.classList.toggle("good", isGood);
    if (text) announce(text);
  }

  #go(index: number): void {
    reached[this.game] = index;
    this.#open();
  }

  #renderPanel(): void {
    const step = reached[this.game];
    const count = this.#steps.length;
    const isLast = step === count - 1;
    const dots = this.#steps.map((_, index) =>
      h("i", { class: index < step ? "dot done" : index === step ? "dot now" : "dot" }),
    );
    const other = this.game === "amazons" ? "quoridor" : "amazons";
    refill(
      this.#panel,
      h(
        "section",
        { class: "card" },
        h("p", { class: "quiet" }, t("learn.step", { step: step + 1, count })),
        h("div", { class: "dots", "aria-hidden": "true" }, ...dots),
        h("h1", {}, t(this.#step.title)),
        h("p", {}, ...withWholeMoves(t(this.#step.text))),
        h("p", { class: "task" }, h("b", {}, t("learn.task")), " ", t(this.#step.task)),
        this.#reply,
        h(
          "div",
          { class: "buttons" },
          textButton(t("learn.previous"), () => this.#go(step - 1), { act: "previous", disabled: step === 0 }),
          textButton(t("learn.reset"), () => this.#open(), { act: "reset" }),
          this.#nextButton(isLast),
        ),
      ),
      h("a", { class: "quiet", href: `#/learn/${other}` }, t("learn.start", {
        game: t(`game.${other}`),
      })),
    );
  }

  /** What leads on has one name in all lessons, so that the focus stays with it. */
  #nextButton(isLast: boolean): HTMLElement {
    const act = "next";
    if (isLast) return textButton(t("learn.playNow"), () => void this.#play(), { act, kind: "primary" });
    const go = (): void => this.#go(reached[this.game] + 1);
    return textButton(t("learn.next"), go, this.#isDone ? { act, kind: "primary" } : { act });
  }

  async #play(): Promise<void> {
    const { settings, play } = this.context;
    if (!(await mayLeaveGame(this.context))) return;
    const next = { ...settings.get().next, game: this.game };
    settings.patch({ next });
    play.newGame(next);
    location.hash = "#/play/new";
  }
}

function overview(root: HTMLElement): void {
  const cards = GAMES.map((game) =>
    h(
      "a",
      { class: "card lesson-card", href: `#/learn/${game}` },
      h("span", { class: "lesson-pieces" }, pieceIcon(game, 0), pieceIcon(game, 1)),
      h("h2", {}, t("learn.start", { game: t(`game.${game}`) })),
      h("p", { class: "quiet" }, LESSONS[game].map(({ title }) => t(title)).join("\u00a0· ")),
    ),
  );
  const bots = h(
    "a",
    { class: "card lesson-card", href: "#/bots" },
    h("span", { class: "lesson-pieces" }, icon("file")),
    h("h2", {}, t("bots.heading")),
    h("p", { class: "quiet" }, t("bots.about")),
  );
  root.append(
    h(
      "div",
      { class: "overview" },
      h("h1", {}, t("learn.heading")),
      h("p", { class: "quiet" }, t("learn.intro")),
      h("div", { class: "lesson-cards" }, ...cards, bots),
    ),
  );
}

export const learnView: View = ({ context, root, route }) => {
  const game = GAMES.find((name) => name === route.rest[0]);
  if (game) new Lesson(context, game, root);
  else overview(root);
};
