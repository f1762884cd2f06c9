// The page to study on: the board with its evaluation bar, the engine's lines, the moves with their
// variations, the course of the game as a graph, and ways in and out for games.

import { EvalBar } from "../analysis/eval_bar";
import { winProbabilityOf } from "../analysis/judgement";
import { MoveEditor } from "../analysis/move_editor";
import { MovesCard } from "../analysis/moves_card";
import { EngineCard } from "../analysis/engine_card";
import { GraphCard } from "../analysis/graph_card";
import type { StudyState } from "../analysis/study";
import { createBoard } from "../boards";
import type { Board, Shown } from "../boards/board";
import type { Context, Mounting, Unsaved, View } from "../context";
import type { GameName, Overlay, PositionView } from "../core/types";
import { h, Part, refill } from "../dom";
import { ExportPanel } from "../exchange/export_panel";
import { ImportPanel } from "../exchange/import_panel";
import { GameTree, type TreeNode } from "../game/tree";
import { t } from "../i18n";
import { showAddress } from "../router";
import { draftOf, type Draft } from "../setup/position_text";
import { SetupPanel } from "../setup/setup_panel";
import { announceMove } from "./announce_move";
import { boardPicker } from "./board_picker";
import { textButton } from "./button";
import { mayLeaveGame } from "./leave_game";
import { NavigationRow } from "./navigation_row";
import { Notice } from "./notice";
import { sideStrips } from "./player_strip";
import { refusal } from "./refusal";
import { typedMove } from "./typed_move";
import { unkeptLine } from "./unkept_line";

class AnalysePage {
  readonly context: Context;
  #board: Board | null = null;
  #boardKey = "";
  #setup: SetupPanel | null = null;
  #overlay: { node: TreeNode; overlay: Overlay } | null = null;
  #frame = 0;
  #seen: TreeNode | null = null;
  #bar = new EvalBar();
  #top = h("div", { class: "strip-slot" });
  #bottom = h("div", { class: "strip-slot" });
  #boardSlot = h("div", { class: "board-slot", id: "board" });
  #panel = h("aside", { class: "panel" });
  #notice = new Notice();
  #unkept: HTMLElement;
  #picker = new Part(h("section", { class: "card" }));
  #playHere = textButton(t("analyse.playHere"), () => void this.#playFromHere(), { act: "here" });
  #typedSlot = h("div", {});
  #engine: EngineCard;
  #moves: MovesCard;
  #graph: GraphCard;
  #import: ImportPanel;
  #export: ExportPanel;
  #navigation: NavigationRow;

  constructor({ context, root, cleanup, problem, unsaved }: Mounting) {
    this.context = context;
    const { study, settings } = context;
    this.#engine = new EngineCard(study, settings, context.native());
    this.#moves = new MovesCard(study, { editor: new MoveEditor(study) });
    this.#graph = new GraphCard(study);
    this.#import = new ImportPanel(context, () => this.#startSetup(draftOf(this.#state.node.view)));
    this.#export = new ExportPanel(context, () => this.#board);
    this.#navigation = new NavigationRow(study, cleanup, () => this.#flip());
    this.#unkept = unkeptLine(context.studyKeeper, cleanup);
    const row = h("div", { class: "board-row" }, this.#bar.element, this.#boardSlot);
    const column = h("section", { class: "board-column" }, this.#top, row, this.#bottom,
      this.#navigation.element);
    const heading = h("h1", { class: "visually-hidden" }, t("analyse.heading"));
    root.append(heading, h("div", { class: "table with-bar" }, column, this.#panel));
    this.#import.acceptDrops(root, cleanup);
    this.#fillPanel();
    cleanup.add(study.state.subscribe(() => this.#schedule()));
    cleanup.add(settings.subscribe(() => this.#schedule()));
    cleanup.add(() => cancelAnimationFrame(this.#frame));
    cleanup.add(() => study.rest());
    if (problem) this.#notice.problem(problem);
    this.#render();
    const { draft } = this.#state;
    if (draft) this.#startSetup(draft);
    this.#board?.resume(unsaved["board"]);
    this.#import.resume(unsaved["import"]);
    if (unsaved["engine"] === true) study.setEngine(true);
  }

  unsaved(): Unsaved {
    const { isEngineOn } = this.#state;
    return {
      board: this.#board?.halfMade(), import: this.#import.halfMade(), engine: isEngineOn,
    };
  }

  /** The engine reports often; drawing once a frame is enough. */
  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  #flip(): void {
    this.context.study.flip();
    this.#setup?.show();
  }

  get #state(): StudyState {
    return this.context.study.state.get();
  }

  #fillPanel(): void {
    if (this.#setup) {
      refill(this.#panel, this.#setup.element);
      return;
    }
    refill(
      this.#panel, this.#notice.element, this.#unkept, this.#engine.element, this.#moves.element,
      this.#playHere, this.#graph.element, this.#typedSlot, this.#picker.element,
      this.#import.element, this.#export.element,
    );
  }

  #render(): void {
    const state = this.#state;
    const { tree, node, flipped } = state;
    if (this.#setup) return;
    showAddress(this.context.study.address);
    this.#ensureBoard(tree.start.game, node.view.size);
    this.#board?.show(this.#shown(state));
    this.#renderStrips(node.view);
    this.#bar.show(winProbabilityOf(node), flipped);
    this.#engine.show(state);
    this.#moves.show(state);
    this.#graph.show(state);
    this.#playHere.disabled = node.view.outcome.result !== "*";
    this.#navigation.show(node.parent === null, node.children.length === 0);
    this.#renderPicker();
    this.#export.update();
    this.#speak(node);
  }

  /** Another board takes the place of this one, which stays in the library or behind Back. */
  #renderPicker(): void {
    const { game, variant } = this.#state.tree.start;
    const open = (newGame: GameName, newVariant: string): void => {
      location.hash = `#/analyse?${new URLSearchParams({ game: newGame, variant: newVariant })}`;
    };
    this.#picker.draw(`${game} ${variant}`, () => [
      h("h2", {}, t("analyse.board")),
      ...boardPicker(this.context.core, game, variant, open),
    ]);
  }

  async #playFromHere(): Promise<void> {
    const { play, settings } = this.context;
    if (!(await mayLeaveGame(this.context))) return;
    const { tree, node } = this.#state;
    const { game, variant, start } = tree.start;
    const { next } = settings.get();
    const side = node.turn === 0 ? "first" : "second";
    const options = {
      ...next, game, variant: { ...next.variant, [game]: variant }, opponent: "engine", side,
    } as const;
    play.newGame(options, node.parent || start ? node.view.text : undefined);
    play.start();
    location.hash = play.address;
  }

  #ensureBoard(game: GameName, size: number): void {
    const key = `${game} ${size}`;
    if (key === this.#boardKey) return;
    this.#boardKey = key;
    const { study } = this.context;
    this.#board = createBoard(game, size, {
      move: (move) => study.play(move),
      whyIllegal: (move) => refusal(this.#state.node, move),
      refused: (reason) => this.#notice.problem(reason),
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
      flipped: this.#state.flipped,
      coordinates,
      suggestions: (analysis?.lines ?? []).map(({ move }, index) => ({
        move,
        label: String(index + 1),
      })),
      overlay: overlay ? this.#overlayHere() : null,
    };
  }

  #renderStrips(view: PositionView): void {
    const { tree, flipped } = this.#state;
    const [top, bottom] = sideStrips(tree, view, flipped);
    refill(this.#top, top);
    refill(this.#bottom, bottom);
  }

  #speak(node: TreeNode): void {
    if (this.#seen && node !== this.#seen) {
      this.#notice.clear();
      announceMove(node);
    }
    this.#seen = node;
  }

  #startSetup(draft: Draft): void {
    const { core, study } = this.context;
    const { tree } = this.#state;
    const { game, variant } = tree.start;
    study.setEngine(false);
    const close = (): void => {
      this.#setup = null;
      study.setDraft(null);
      this.#board?.edit(null);
      this.#fillPanel();
      this.#render();
    };
    const draw = (view: PositionView): void => {
      this.#board?.show({
        view, lastMove: null, canMove: false, flipped: this.#state.flipped, coordinates: true,
        suggestions: [], overlay: null,
      });
      this.#renderStrips(view);
    };
    const use = (start: string): void => {
      close();
      study.open({ tree: new GameTree(core, { game, variant, start }), isKept: true });
    };
    const keep = (kept: Draft): void => study.setDraft(kept);
    const setup = new SetupPanel({ core, game, variant, draw, keep, use, close }, draft);
    this.#setup = setup;
    this.#board?.edit(setup);
    setup.show();
    this.#navigation.show(true, true); // no game to walk through
    this.#fillPanel();
  }
}

export const analyseView: View = (mounting) => {
  const page = new AnalysePage(mounting);
  return () => page.unsaved();
};
