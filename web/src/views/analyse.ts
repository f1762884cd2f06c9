// The page to study on: the board with its evaluation bar, the engine's lines, the moves with their
// variations, the course of the game as a graph, and ways in and out for games.

import { EvalBar } from "../analysis/eval_bar";
import { chanceOf } from "../analysis/judgement";
import { MovesCard } from "../analysis/moves_card";
import { EngineCard } from "../analysis/engine_card";
import { GraphCard } from "../analysis/graph_card";
import type { StudyState } from "../analysis/study";
import { createBoard } from "../boards";
import type { Board, Shown } from "../boards/board";
import type { Side } from "../boards/pieces";
import type { Context, View } from "../context";
import type { GameName, Overlay, PositionView } from "../core/types";
import { h, refill } from "../dom";
import { ExportPanel } from "../exchange/export_panel";
import { importPanel } from "../exchange/import_panel";
import { fromLink } from "../exchange/link";
import { GameTree, type TreeNode } from "../game/tree";
import { reasonText, t } from "../i18n";
import { announce } from "../live";
import type { Route } from "../router";
import { SetupPanel } from "../setup/setup_panel";
import type { Cleanup } from "../store";
import { NavigationRow } from "./navigation_row";
import { playerStrip } from "./player_strip";
import { typedMove } from "./typed_move";

class AnalysePage {
  #board: Board | null = null;
  #boardKey = "";
  #isFlipped = false;
  #setup: SetupPanel | null = null;
  #overlay: { node: TreeNode; overlay: Overlay } | null = null;
  #frame = 0;
  #seen: TreeNode | null = null;
  #bar = new EvalBar();
  #top = h("div", { class: "strip-slot" });
  #bottom = h("div", { class: "strip-slot" });
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #panel = h("aside", { class: "panel" });
  #problem = h("p", { class: "problem", role: "alert" });
  #typedSlot = h("div", {});
  #engine: EngineCard;
  #moves: MovesCard;
  #graph: GraphCard;
  #export: ExportPanel;
  #navigation: NavigationRow;

  constructor(
    readonly context: Context,
    root: HTMLElement,
    cleanup: Cleanup,
  ) {
    const { study, settings } = context;
    this.#engine = new EngineCard(study, settings, context.native);
    this.#moves = new MovesCard(study);
    this.#graph = new GraphCard(study);
    this.#export = new ExportPanel(context, () => this.#board, () => this.#isFlipped);
    this.#navigation = new NavigationRow(study, cleanup, () => {
      this.#isFlipped = !this.#isFlipped;
      this.#render();
    });
    const row = h("div", { class: "board-row" }, this.#bar.element, this.#boardSlot);
    const column = h("section", { class: "board-column" }, this.#top, row, this.#bottom,
      this.#navigation.element);
    const heading = h("h1", { class: "visually-hidden" }, t("analyse.heading"));
    root.append(heading, h("div", { class: "table with-bar" }, column, this.#panel));
    this.#fillPanel();
    cleanup.add(study.state.subscribe(() => this.#schedule()));
    cleanup.add(settings.subscribe(() => this.#schedule()));
    cleanup.add(() => cancelAnimationFrame(this.#frame));
    cleanup.add(() => study.rest());
    this.#render();
  }

  /** The engine reports often; drawing once a frame is enough. */
  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  showProblem(text: string): void {
    this.#problem.textContent = text;
  }

  get #state(): StudyState {
    return this.context.study.state.get();
  }

  #fillPanel(): void {
    if (this.#setup) {
      refill(this.#panel, this.#setup.element);
      return;
    }
    const open = importPanel(this.context, () => this.#startSetup(), () => this.#newBoard());
    refill(
      this.#panel, this.#problem, this.#engine.element, this.#moves.element, this.#graph.element,
      this.#typedSlot, open, this.#export.element,
    );
  }

  #render(): void {
    const state = this.#state;
    if (this.#setup) return;
    this.#ensureBoard(state.tree.start.game, state.node.view.size);
    this.#board?.show(this.#shown(state));
    this.#renderStrips(state.node.view);
    this.#bar.show(chanceOf(state.node), this.#isFlipped);
    this.#engine.show(state);
    this.#moves.show(state);
    this.#graph.show(state);
    this.#navigation.show(state);
    this.#export.update();
    this.#speak(state.node);
  }

  #ensureBoard(game: GameName, size: number): void {
    const key = `${game} ${size}`;
    if (key === this.#boardKey) return;
    this.#boardKey = key;
    const { core, study } = this.context;
    this.#board = createBoard(game, size, {
      move: (move) => study.play(move),
      whyIllegal: (move) => {
        const { tree, node } = this.#state;
        const reason = core.whyIllegal(tree.spec(node), move);
        return reason === null ? null : reasonText(reason);
      },
      wallEffect: (move) => this.#wallEffect(move),
    });
    refill(this.#boardSlot, this.#board.element);
    refill(this.#typedSlot, typedMove(game, (move) => study.play(move)).element);
  }

  #overlayHere(): Overlay {
    const { tree, node } = this.#state;
    if (this.#overlay?.node !== node) {
      this.#overlay = { node, overlay: this.context.core.overlay(tree.spec(node)) };
    }
    return this.#overlay.overlay;
  }

  #wallEffect(move: string): string | null {
    const effect = this.#overlayHere().quoridor?.wallEffects[move];
    if (!effect) return null;
    const [first, second] = effect.map((steps) => (steps > 0 ? `+${steps}` : `±${steps}`));
    return t("analyse.wallEffect", { first: first ?? "", second: second ?? "" });
  }

  #shown(state: StudyState): Shown {
    const { overlay, coordinates } = this.context.settings.get();
    const { node, analysis } = state;
    return {
      view: node.view,
      lastMove: node.move,
      canMove: node.view.outcome.result === "*",
      flipped: this.#isFlipped,
      coordinates,
      suggestions: (analysis?.lines ?? []).map(({ move }, index) => ({
        move,
        label: String(index + 1),
      })),
      overlay: overlay ? this.#overlayHere() : null,
    };
  }

  #renderStrips(view: PositionView): void {
    const { tree } = this.#state;
    const names = [tree.tags["First"], tree.tags["Second"]];
    const strip = (side: Side): HTMLElement =>
      playerStrip({
        game: tree.start.game,
        side,
        name: names[side] ?? t(`side.${side}`),
        isToMove: view.outcome.result === "*" && view.turn === side,
        wallsLeft: view.quoridor?.wallsLeft[side] ?? null,
        clockMs: null,
      });
    const bottom: Side = this.#isFlipped ? 1 : 0;
    refill(this.#top, strip(bottom === 0 ? 1 : 0));
    refill(this.#bottom, strip(bottom));
  }

  #speak(node: TreeNode): void {
    if (this.#seen && node !== this.#seen && node.move) {
      const side = t(`side.${node.view.turn === 0 ? 1 : 0}`);
      announce(t("say.moved", { side, move: node.move }));
    }
    this.#seen = node;
  }

  #newBoard(): void {
    const { core, study, settings } = this.context;
    const { game, variant } = settings.get().next;
    const other = this.#state.tree.start.game === game && this.#state.node.move === null;
    const name: GameName = other ? (game === "amazons" ? "quoridor" : "amazons") : game;
    const tree = new GameTree(core, { game: name, variant: variant[name] });
    study.open(tree, tree.root);
  }

  #startSetup(): void {
    const { core, study } = this.context;
    const { tree, node } = this.#state;
    const { game, variant } = tree.start;
    study.setEngine(false);
    const close = (): void => {
      this.#setup = null;
      this.#board?.edit(null);
      this.#fillPanel();
      this.#render();
    };
    const draw = (view: PositionView): void => {
      this.#board?.show({
        view, lastMove: null, canMove: false, flipped: this.#isFlipped, coordinates: true,
        suggestions: [], overlay: null,
      });
      this.#renderStrips(view);
    };
    const use = (start: string): void => {
      close();
      const fresh = new GameTree(core, { game, variant, start });
      study.open(fresh, fresh.root);
    };
    this.#setup = new SetupPanel({ core, game, variant, draw, use, close }, node.view);
    this.#board?.edit(this.#setup);
    draw(node.view);
    this.#fillPanel();
  }
}

/** A link that carries a game opens it, once: the address then becomes the plain one. */
function openLinked(context: Context, route: Route): string | null {
  if (!route.parameters.has("game")) return null;
  let problem: string | null = null;
  try {
    const linked = fromLink(context.core, route.parameters);
    if (linked) context.study.open(linked.tree, linked.node);
  } catch (error) {
    problem = t("import.failed", { reason: reasonText(error) });
  }
  history.replaceState(null, "", "#/analyse");
  return problem;
}

export const analyseView: View = (context, root, route, cleanup) => {
  const problem = openLinked(context, route);
  const page = new AnalysePage(context, root, cleanup);
  if (problem) page.showProblem(problem);
};
