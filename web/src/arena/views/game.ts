// A game of the arena: replayed on the board with the engine's graph and the worst moves, how it ended and why,
// what each side used, and beside it what was said, for who may see that.

import { EvalBar } from "../../analysis/eval_bar";
import { GraphCard } from "../../analysis/graph_card";
import { winProbabilityOf } from "../../analysis/judgement";
import { MovesCard } from "../../analysis/moves_card";
import { Study } from "../../analysis/study";
import { createBoard } from "../../boards";
import { NO_EVENTS } from "../../boards/board";
import type { Context, Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { linkHash } from "../../exchange/link";
import { GameTree, type TreeNode } from "../../game/tree";
import { dateText, durationText, lengthText, memoryText } from "../../i18n/texts";
import type { Cleanup } from "../../store";
import { announceMove } from "../../views/announce_move";
import { NavigationRow } from "../../views/navigation_row";
import { sideStrips } from "../../views/player_strip";
import { games, type GameFormat } from "../client";
import { lookUp, t } from "../i18n";
import { conversation } from "../parts/conversation";
import { factRow } from "../parts/fact_row";
import { boardName, playerLink, playerName, verdictText } from "../parts/game_table";
import { Region } from "../parts/region";
import { WorstMoves } from "../parts/worst_moves";
import type { GameDetails, GameLog } from "../types";

/** The record as a tree, under the names that the arena knows. */
function treeOf({ core }: Context, { record, players }: GameDetails): GameTree {
  const [read] = core.readRecords(record);
  if (!read) throw new Error("an empty record");
  const [First, Second] = players.map(playerName) as [string, string];
  return GameTree.fromRecord(core, { ...read, tags: { ...read.tags, First, Second } });
}

class GamePage {
  readonly context: Context;
  #study: Study;
  #game: GameDetails;
  #bar = new EvalBar();
  #top = h("div", { class: "strip-slot" });
  #bottom = h("div", { class: "strip-slot" });
  #board;
  #navigation: NavigationRow;
  #graph: GraphCard;
  #worst: WorstMoves;
  #moves: MovesCard;
  #log = new Region();
  #analyse = h("a", { class: "button" }, t("puzzles.analyse"));
  #frame = 0;
  #seen: TreeNode | null = null;
  readonly element: HTMLElement;

  constructor(context: Context, cleanup: Cleanup, game: GameDetails) {
    this.context = context;
    this.#game = game;
    const tree = treeOf(context, game);
    this.#study = new Study(context.core, context.study.engine, game.game, game.variant);
    const study = this.#study;
    study.open({ tree });
    this.#board = createBoard(game.game, tree.root.view.size, NO_EVENTS);
    this.#navigation = new NavigationRow(study, cleanup, () => study.flip());
    this.#graph = new GraphCard(study);
    this.#worst = new WorstMoves(study);
    this.#moves = new MovesCard(study, { ending: verdictText(game.verdict) });
    cleanup.add(study.state.subscribe(() => this.#schedule()));
    cleanup.add(context.settings.subscribe(() => this.#schedule()));
    cleanup.add(() => cancelAnimationFrame(this.#frame));
    cleanup.add(() => study.rest());
    const slot = h("div", { class: "board-slot", id: "board" }, this.#board.element);
    this.element = h("div", { class: "table with-bar" },
      h("section", { class: "board-column" }, this.#top,
        h("div", { class: "board-row" }, this.#bar.element, slot), this.#bottom, this.#navigation.element),
      h("aside", { class: "panel" }, this.#facts(), this.#moves.element, this.#analyse, this.#graph.element,
        this.#worst.element, this.#log.element, this.#downloads()));
    void this.#loadLog();
    this.#render();
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  #render(): void {
    const state = this.#study.state.get();
    const { tree, node, flipped } = state;
    const { coordinates } = this.context.settings.get();
    this.#board.show({
      view: node.view, lastMove: node.move, canMove: false, flipped, coordinates, suggestions: [], overlay: null,
    });
    const [top, bottom] = sideStrips(tree, node.view, flipped);
    refill(this.#top, top);
    refill(this.#bottom, bottom);
    this.#bar.show(winProbabilityOf(node), flipped);
    this.#moves.show(state);
    this.#graph.show(state);
    this.#worst.show(state);
    this.#navigation.show(node.parent === null, node.children.length === 0);
    this.#analyse.href = linkHash(tree, node);
    if (this.#seen && node !== this.#seen) announceMove(node);
    this.#seen = node;
    this.#markTurn(node.ply);
  }

  #facts(): HTMLElement {
    const { id, players, result, verdict, purpose, game, variant, plies, startedMs, endedMs } = this.#game;
    const side = (index: 0 | 1): Child[] => {
      const [timeMs, memoryKb] = [this.#game.timeMs[index], this.#game.memoryKb[index]];
      const facts = [
        t("game.time", { time: durationText(timeMs) }),
        ...(memoryKb ? [t("game.memory", { memory: memoryText(memoryKb) })] : []),
      ];
      return [h("dt", {}, t(`side.${index}`)),
        h("dd", {}, playerLink(players[index]), " ", h("span", { class: "quiet" }, ...factRow(facts)))];
    };
    return h(
      "section",
      { class: "card" },
      h("h1", {}, t("game.number", { id })),
      h("p", {}, h("b", { class: "entry-result" }, result), " ", verdictText(verdict)),
      h("dl", { class: "facts" }, ...side(0), ...side(1)),
      h("p", { class: "quiet" }, ...factRow([
        boardName(game, variant), lookUp(`purpose.${purpose}`, purpose),
        lengthText(plies), dateText(endedMs), t("game.lasted", { time: durationText(endedMs - startedMs) }),
      ])),
    );
  }

  /** Logs are for the owner of a side and for teachers; nobody else is told that there are any. */
  async #loadLog(): Promise<void> {
    if (!this.context.session.state.get()?.person) return;
    const log: GameLog | null = await games.log(this.#game.id).catch(() => null);
    const sides = ([0, 1] as const).flatMap((side) => {
      const own = log?.sides[side];
      return own ? [h("details", { class: "card", open: true },
        h("summary", {}, h("h2", {}, t("game.log", { name: playerName(this.#game.players[side]) }))),
        conversation(own, (ply) => this.#goTo(ply)))] : [];
    });
    this.#log.show(...sides, log?.isKept === false && h("p", { class: "card quiet" }, t("game.logGone")));
    this.#markTurn(this.#study.state.get().node.ply);
  }

  #goTo(ply: number): void {
    const { tree } = this.#study.state.get();
    const node = tree.line(tree.root).find((at) => at.ply === ply);
    if (node) this.#study.goTo(node);
  }

  /** The words about the move on the board stand out. */
  #markTurn(ply: number): void {
    for (const turn of this.#log.element.querySelectorAll<HTMLElement>("[data-ply]")) {
      const isNow = turn.dataset["ply"] === String(ply);
      turn.classList.toggle("now", isNow);
      const list = turn.parentElement;
      if (isNow && list) list.scrollTop = turn.offsetTop - list.offsetTop;
    }
  }

  #downloads(): HTMLElement {
    const { id, game } = this.#game;
    const formats: GameFormat[] = game === "amazons" ? ["text", "sgf", "json"] : ["text", "json"];
    return h("section", { class: "card" }, h("h2", {}, t("game.downloads")),
      h("div", { class: "row" },
        ...formats.map((format) =>
          h("a", { class: "button", href: games.recordAddress(id, format), download: "" }, t(`format.${format}`)))));
  }
}

export const gameView: View = ({ context, root, route, cleanup }: Mounting) => {
  const id = Number(route.rest[0]);
  const region = new Region(h("div", {}));
  root.append(region.element);
  document.title = `${t("game.number", { id })} · ${t("app.title")}`;
  void region.load(() => games.get(id), (game) => [new GamePage(context, cleanup, game).element]);
};
