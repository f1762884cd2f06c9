// A small board that is only looked at: a game under way in a grid of many, or the one on the landing page.

import { createBoard } from "../../boards";
import { NO_EVENTS, type Board } from "../../boards/board";
import { pieceIcon, type Side } from "../../boards/pieces";
import type { PositionView } from "../../core/types";
import { h, refill } from "../../dom";
import { positionAfter, startPosition } from "../../replay/positions";
import type { LiveGame } from "../compete_types";
import { lookUp, t } from "../i18n";
import { boardName } from "./game_table";

export function liveName({ players }: LiveGame, side: Side): string {
  return players[side].name ?? t("games.guest");
}

export function liveResult({ end }: LiveGame): string | null {
  if (!end) return null;
  if (end.reason === "played-again") return t("live.again");
  const how = end.verdict ? lookUp(`verdict.${end.verdict}`, end.verdict) : null;
  return [end.result, how].filter(Boolean).join(" · ") || t("live.over");
}

export class MiniBoard {
  readonly element: HTMLAnchorElement;
  #board: Board;
  #start: PositionView;
  #view: PositionView;
  #count = 0; // moves of the view
  #first = "";
  #top = h("span", { class: "mini-player" });
  #bottom = h("span", { class: "mini-player" });
  #state = h("span", { class: "quiet" });

  constructor(game: LiveGame) {
    this.#start = startPosition(game.game, game.variant);
    this.#view = this.#start;
    this.#board = createBoard(game.game, this.#start.size, NO_EVENTS);
    // The link says all; the squares are for the eyes alone.
    const picture = h("span", { class: "mini-picture", inert: true }, this.#board.element);
    this.element = h("a", { class: "card mini", "data-live": game.id }, this.#top, picture, this.#bottom, this.#state);
    this.show(game);
  }

  show(game: LiveGame): void {
    const { moves } = game;
    this.element.href = game.end?.record ? `#/game/${game.end.record}` : `#/live/${game.id}`;
    this.#follow(moves);
    this.#board.show({
      view: this.#view, lastMove: moves.at(-1) ?? null, canMove: false, flipped: false, coordinates: false,
      suggestions: [], overlay: null,
    });
    const player = (side: Side): Node[] => [pieceIcon(game.game, side), h("b", {}, liveName(game, side))];
    refill(this.#top, ...player(1));
    refill(this.#bottom, ...player(0));
    const result = liveResult(game);
    this.element.classList.toggle("over", result !== null);
    this.#state.textContent = [
      boardName(game.game, game.variant), result ?? t("live.moves", { count: Math.ceil(moves.length / 2) }),
    ].join(" · ");
  }

  /** Only what is new is played; another game begins at the start. */
  #follow(moves: string[]): void {
    const first = moves[0] ?? "";
    if (moves.length < this.#count || first !== this.#first) {
      this.#view = this.#start;
      this.#count = 0;
    }
    this.#first = first;
    for (const move of moves.slice(this.#count)) this.#view = positionAfter(this.#view, move);
    this.#count = moves.length;
  }
}
