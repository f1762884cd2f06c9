// Puzzles: a position in which one move wins, the board to find it on, and how many were found.

import { createBoard } from "../boards";
import type { Board } from "../boards/board";
import type { Context, Mounting, Unsaved, View } from "../context";
import type { GameName } from "../core/types";
import { h, Part, refill } from "../dom";
import { linkHash } from "../exchange/link";
import { GameTree, type TreeNode } from "../game/tree";
import { reasonText, t } from "../i18n";
import { announce } from "../live";
import { loadPuzzles, type Puzzle } from "../puzzles/collection";
import { firstGrade, nextPuzzle, Progress } from "../puzzles/progress";
import { showAddress } from "../router";
import type { Cleanup } from "../store";
import { GAMES, gameRadios } from "./board_picker";
import { textButton } from "./button";
import { choice } from "./choice";
import { Notice } from "./notice";
import { sideStrips } from "./player_strip";
import { refusal } from "./refusal";
import { typedMove, type TypedMove } from "./typed_move";

/** Enough for a sensible answer to a move that wins whatever the answer is. */
const REPLY_NODES = 400;

type Phase = "open" | "shown" | "solved";

/** A puzzle on the board: what was played and what was said about it. */
class Attempt {
  readonly tree: GameTree;
  node: TreeNode;
  phase: Phase = "open";
  /** What was said last, in whatever language the page speaks then. */
  said: (() => string) | null = null;

  constructor(
    { core }: Context,
    readonly puzzle: Puzzle,
  ) {
    this.tree = new GameTree(core, puzzle.start);
    this.node = this.tree.root;
  }

  get address(): string {
    return `#/puzzles/${this.puzzle.start.game}/${this.puzzle.id}`;
  }
}

const progress = new Progress();

class PuzzlesPage {
  readonly context: Context;
  #cleanup: Cleanup;
  #game: GameName;
  #puzzles: Puzzle[] = [];
  #solved = new Set<string>();
  #attempt: Attempt | null = null;
  #board: Board | null = null;
  #typed: TypedMove | null = null;
  #top = h("div", { class: "strip-slot" });
  #bottom = h("div", { class: "strip-slot" });
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #notice = new Notice();
  #task = h("h2", {});
  #state = h("p", { class: "quiet" });
  #buttons = new Part(h("div", { class: "buttons" }));
  #typedSlot = h("div", {});
  #grades = new Part(h("div", {}));
  #count = h("p", { class: "quiet" });

  constructor({ context, root, route, cleanup, unsaved }: Mounting) {
    this.context = context;
    this.#cleanup = cleanup;
    const [name, id] = route.rest;
    const attempt = unsaved["attempt"];
    const kept = attempt instanceof Attempt ? attempt : null;
    const named = GAMES.find((game) => game === name) ?? context.settings.get().next.game;
    this.#game = kept?.puzzle.start.game ?? named;
    const games = gameRadios(this.#game, (game) => void this.#load(game));
    const panel = h(
      "aside",
      { class: "panel" },
      h("section", { class: "card" }, this.#task, this.#state, this.#notice.element,
        this.#buttons.element),
      this.#typedSlot,
      h("section", { class: "card" }, games, this.#grades.element, this.#count),
    );
    const column = h("section", { class: "board-column" }, this.#top, this.#boardSlot,
      this.#bottom);
    const heading = h("h1", { class: "visually-hidden" }, t("puzzles.heading"));
    root.append(heading, h("div", { class: "table puzzles" }, column, panel));
    cleanup.add(context.settings.subscribe(() => this.#render()));
    void this.#load(this.#game, id, kept).then(() => this.#board?.resume(unsaved["board"]));
  }

  unsaved(): Unsaved {
    return { attempt: this.#attempt, board: this.#board?.halfMade() };
  }

  /** Shows what was left, else the puzzle of an id, else the first that is not solved. */
  async #load(game: GameName, id?: string, kept: Attempt | null = null): Promise<void> {
    this.#game = game;
    this.#task.textContent = t("puzzles.loading");
    try {
      const [puzzles, solved] = await Promise.all([loadPuzzles(game), progress.solved()]);
      if (!this.#isWanted(game)) return;
      this.#puzzles = puzzles;
      this.#solved = solved;
      const named = puzzles.find((puzzle) => puzzle.id === id);
      if (kept) this.#open(kept);
      else if (named) this.#open(new Attempt(this.context, named));
      else this.#next(firstGrade(puzzles, solved), null);
      if (id !== undefined && !named && !kept) this.#notice.problem(t("puzzles.missing"));
    } catch (error) {
      if (!this.#isWanted(game)) return;
      this.#task.textContent = t("puzzles.failed", { reason: reasonText(error) });
      announce(this.#task.textContent);
      this.#buttons.draw("failed", () => [
        textButton(t("play.retry"), () => void this.#load(game, id), { act: "next" }),
      ]);
    }
  }

  /** Whether nobody has left or chosen the other game in the meantime. */
  #isWanted(game: GameName): boolean {
    return !this.#cleanup.isGone && this.#game === game;
  }

  #next(grade: number, after: Puzzle | null): void {
    const puzzle = nextPuzzle(this.#puzzles, this.#solved, grade, after);
    if (puzzle) this.#open(new Attempt(this.context, puzzle));
  }

  #open(attempt: Attempt): void {
    this.#attempt = attempt;
    if (attempt.said) this.#notice.say(attempt.said());
    else this.#notice.clear();
    const { tree } = attempt;
    const { game } = tree.start;
    this.#board = createBoard(game, tree.root.view.size, {
      move: (move) => this.#try(attempt, move),
      whyIllegal: (move) => refusal(attempt.node, move),
      refused: (reason) => this.#notice.problem(reason),
    });
    this.#typed = typedMove(game, (move) => this.#try(attempt, move));
    refill(this.#boardSlot, this.#board.element);
    refill(this.#typedSlot, this.#typed.element);
    this.#task.textContent = t("puzzles.task", { side: t(`side.${tree.root.turn}`) });
    announce(this.#task.textContent);
    this.#render();
  }

  #render(): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    const { tree, node, phase, puzzle } = attempt;
    const flipped = tree.root.turn === 1;
    showAddress(attempt.address);
    this.#board?.show({
      view: node.view,
      lastMove: node.move,
      canMove: phase !== "solved",
      flipped,
      coordinates: this.context.settings.get().coordinates,
      suggestions: phase === "shown" ? [{ move: puzzle.move, label: "!" }] : [],
      overlay: null,
    });
    this.#typed?.setEnabled(phase !== "solved");
    const [top, bottom] = sideStrips(tree, node.view, flipped);
    refill(this.#top, top);
    refill(this.#bottom, bottom);
    const isSolved = this.#solved.has(puzzle.id);
    this.#state.textContent = t(isSolved ? "puzzles.isSolved" : "puzzles.isGrade", {
      grade: puzzle.grade,
    });
    this.#renderButtons(attempt);
    this.#renderGrades(puzzle.grade);
  }

  #renderButtons(attempt: Attempt): void {
    const { tree, phase, puzzle } = attempt;
    const kind = phase === "open" ? undefined : "primary";
    const next = (): void => this.#next(puzzle.grade, puzzle);
    this.#buttons.draw(`${puzzle.id} ${phase}`, () => [
      phase === "open" &&
        textButton(t("puzzles.solution"), () => this.#showSolution(attempt), { act: "solution" }),
      textButton(t("puzzles.next"), next, { act: "next", ...(kind ? { kind } : {}) }),
      h("a", { class: "button", href: linkHash(tree, tree.root) }, t("puzzles.analyse")),
    ]);
  }

  #renderGrades(grade: number): void {
    const ofGrade = (wanted: number): Puzzle[] =>
      this.#puzzles.filter((puzzle) => puzzle.grade === wanted);
    const solvedOf = (puzzles: Puzzle[]): number =>
      puzzles.filter(({ id }) => this.#solved.has(id)).length;
    const counts = (puzzles: Puzzle[]): { solved: number; count: number } => ({
      solved: solvedOf(puzzles),
      count: puzzles.length,
    });
    const all = counts(this.#puzzles);
    const grades = [...new Set(this.#puzzles.map((puzzle) => puzzle.grade))].sort();
    this.#grades.draw(`${this.#game} ${all.solved}`, () => {
      const options = grades.map((value) => ({
        value: String(value),
        label: String(value),
        name: t("puzzles.gradeName", { grade: value, ...counts(ofGrade(value)) }),
      }));
      const pick = (value: string): void => this.#next(Number(value), null);
      return [choice("grade", t("puzzles.grade"), options, String(grade), pick)];
    });
    const here = t("puzzles.gradeName", { grade, ...counts(ofGrade(grade)) });
    this.#count.textContent = `${here} · ${t("puzzles.inAll", all)}`;
  }

  #say(attempt: Attempt, text: () => string): void {
    attempt.said = text;
    this.#notice.say(text());
  }

  #showSolution(attempt: Attempt): void {
    attempt.phase = "shown";
    this.#board?.cancel();
    this.#say(attempt, () => t("puzzles.solutionIs", { move: attempt.puzzle.move }));
    this.#render();
  }

  /** Throws if the move is illegal, as one that was typed may be. */
  #try(attempt: Attempt, move: string): void {
    const { tree, phase, puzzle } = attempt;
    const next = tree.play(tree.root, move);
    if (move === puzzle.move) {
      attempt.node = next;
      attempt.phase = "solved";
      this.#say(attempt, () => t("puzzles.right", { move }));
      if (phase === "open") void this.#keep(puzzle);
      void this.#answer(attempt);
    } else {
      tree.remove(next);
      this.#board?.cancel();
      this.#notice.problem(t("puzzles.wrong", { move }));
    }
    this.#render();
  }

  async #keep(puzzle: Puzzle): Promise<void> {
    this.#solved.add(puzzle.id);
    // Where the browser refuses to keep it, it counts as long as the page lasts.
    await progress.add(puzzle).catch(() => undefined);
  }

  /** The other side's best try. A game that is won has none, and without an engine none is shown. */
  async #answer(attempt: Attempt): Promise<void> {
    const { tree, node, puzzle } = attempt;
    if (node.view.outcome.result !== "*") return;
    try {
      const engine = await this.context.engine();
      const search = engine.analyse(tree.spec(node), { nodes: REPLY_NODES }, () => undefined);
      this.#cleanup.add(() => search.stop());
      const [best] = (await search.done).lines;
      if (!best || this.#cleanup.isGone || this.#attempt !== attempt) return;
      attempt.node = tree.play(node, best.move);
      const moves = { move: puzzle.move, answer: best.move };
      this.#say(attempt, () => t("puzzles.answer", { ...moves, side: t(`side.${node.turn}`) }));
      this.#render();
    } catch {
      // The puzzle is solved all the same.
    }
  }
}

export const puzzlesView: View = (mounting) => {
  const page = new PuzzlesPage(mounting);
  return () => page.unsaved();
};
