// Games under way: a grid of small boards that move as the games do, or one of them on a large board.

import type { Mounting, View } from "../../context";
import { h, Part, refill } from "../../dom";
import { reasonText, sentence } from "../../i18n";
import { dateText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { Notice } from "../../views/notice";
import { live } from "../compete";
import type { LiveGame } from "../compete_types";
import { lookUp, t } from "../i18n";
import { LiveGames } from "../live_games";
import { chooseShown } from "../live_grid";
import { GameScreen } from "../parts/game_screen";
import { boardName } from "../parts/game_table";
import { liveName, liveResult, MiniBoard } from "../parts/mini_board";

/** Boards that are drawn at first, and more at a press. */
const SHOWN = 12;

class LiveGrid {
  #boards = new Map<string, MiniBoard>();
  #games: LiveGames;
  #limit = SHOWN;
  #state = h("p", { class: "quiet", role: "status" });
  #grid = h("div", { class: "mini-grid" });
  #more = new Part(h("div", {}));

  constructor({ root, cleanup }: Mounting) {
    root.append(h("div", { class: "overview wide" },
      h("h1", {}, t("nav.live")), this.#state, this.#grid, this.#more.element));
    this.#state.textContent = t("list.loading");
    this.#games = new LiveGames(live.allEvents(), (id) => this.#render(id));
    cleanup.add(() => this.#games.close());
  }

  #render(id: string | null): void {
    const game = id === null ? undefined : this.#games.games.get(id);
    const board = id === null ? undefined : this.#boards.get(id);
    if (game && board) board.show(game);
    else this.#renderAll();
  }

  #renderAll(): void {
    const all = this.#games.games;
    const old = this.#boards;
    const shown = chooseShown([...old.keys()], all, this.#limit).map((id) => all.get(id)!);
    this.#boards = new Map(shown.map((game) => [game.id, this.#boardOf(game, old)]));
    refill(this.#grid, ...[...this.#boards.values()].map(({ element }) => element));
    this.#state.textContent = this.#games.isConnected
      ? (all.size === 0 ? t("live.none") : t("live.count", { count: all.size }))
      : t("live.lost");
    const left = all.size - shown.length;
    this.#more.draw(String(left > 0), () => [left > 0 && textButton(t("list.more"), () => {
      this.#limit += SHOWN;
      this.#renderAll();
    }, { act: "more" })]);
  }

  #boardOf(game: LiveGame, boards: Map<string, MiniBoard>): MiniBoard {
    const board = boards.get(game.id);
    if (!board) return new MiniBoard(game);
    board.show(game);
    return board;
  }
}

class LivePage {
  #screen: GameScreen | null = null;
  #facts = h("section", { class: "card" });
  #notice = new Notice();
  #all = h("a", { href: "#/live" }, t("live.all"));
  #games: LiveGames;

  constructor(
    readonly mounting: Mounting,
    readonly id: string,
  ) {
    mounting.root.append(h("div", { class: "overview narrow" }, this.#facts));
    refill(this.#facts, h("h1", {}, t("nav.live")), h("p", { class: "quiet", role: "status" }, t("list.loading")));
    this.#games = new LiveGames(live.events(id), () => this.#render(), id);
    mounting.cleanup.add(() => this.#games.close());
  }

  #render(): void {
    const game = this.#games.games.get(this.id);
    if (!game) {
      if (!this.#games.isConnected) refill(this.#facts, h("h1", {}, t("nav.live")), h("p", {}, t("live.gone")), this.#all);
      return;
    }
    const screen = (this.#screen ??= this.#mount(game));
    const names: [string, string] = [liveName(game, 0), liveName(game, 1)];
    try {
      screen.show({
        moves: game.moves,
        names,
        isOver: game.end !== null,
        mover: null,
        clockMs: () => null,
      });
    } catch (error) {
      this.#notice.problem(reasonText(error));
    }
    const record = game.end?.record;
    const result = liveResult(game);
    refill(
      this.#facts,
      h("h1", {}, names.join(" – ")),
      h("p", { class: "quiet" }, [
        boardName(game.game, game.variant), lookUp(`purpose.${game.purpose}`, game.purpose), dateText(game.startedMs),
      ].join(" · ")),
      h("p", { class: "status", role: "status" }, result ? sentence(result)
        : (this.#games.isConnected ? t("status.turn", { side: t(`side.${screen.turn}`) }) : t("live.lost"))),
      record ? h("a", { class: "button", href: `#/game/${record}` }, t("live.record")) : null,
      this.#all,
    );
  }

  #mount({ game, variant }: LiveGame): GameScreen {
    const { context, cleanup, root } = this.mounting;
    const screen = new GameScreen(context, cleanup, { game, variant }, {
      move: () => undefined,
      refused: () => undefined,
    });
    refill(root, h("div", { class: "table" }, screen.board,
      h("aside", { class: "panel" }, this.#facts, this.#notice.element, screen.past, screen.moves)));
    return screen;
  }
}

export const liveView: View = (mounting) => {
  const [id] = mounting.route.rest;
  if (id === undefined) new LiveGrid(mounting);
  else new LivePage(mounting, id);
};
