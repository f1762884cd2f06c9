// The replay board alone: a recorded game to step through, with what is known of each move. It is
// drawn in a shadow tree, so that the styles of the page around it and its own leave each other be.

import boardStyle from "../../styles/board.css?inline";
import replayStyle from "../../styles/replay.css?inline";
import themeStyle from "../../styles/theme.css?inline";
import { createBoard } from "../boards";
import { NO_EVENTS, type Board } from "../boards/board";
import type { PositionView } from "../core/types";
import { h, refill } from "../dom";
import { numberedMove } from "../game/numbering";
import { t } from "../i18n";
import { icon, type IconName } from "../views/icons";
import { playerStrip } from "../views/player_strip";
import { replayPositions } from "./positions";
import { readReplay, type ReplayRecord } from "./record";

const REPLAY_MS = 1000;

/** The theme is written for a document; here its colours belong to the host of the shadow tree. */
function hosted(style: string): string {
  return style.replaceAll(/:root(\[[^\]]*\])/g, ":host($1)").replaceAll(":root", ":host");
}

class Replay {
  #record: ReplayRecord;
  #views: PositionView[];
  #board: Board;
  #at = 0;
  #timer = 0;
  #top = h("div", {});
  #bottom = h("div", {});
  #note = h("p", { class: "note", "aria-live": "polite" });
  #range: HTMLInputElement;
  #play: HTMLButtonElement;

  constructor(
    root: ShadowRoot,
    text: string,
  ) {
    this.#record = readReplay(text);
    this.#views = replayPositions(this.#record);
    const { game } = this.#record;
    const size = this.#views[0]?.size ?? 0;
    this.#board = createBoard(game, size, NO_EVENTS);
    this.#range = h("input", {
      type: "range",
      min: 0,
      max: this.#views.length - 1,
      value: 0,
      "aria-label": t("analyse.moves"),
      oninput: () => this.#go(Number(this.#range.value)),
    });
    const button = (name: IconName, label: string, act: () => void): HTMLButtonElement =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
    this.#play = button("play", t("analyse.autoplay"), () => this.#toggle());
    const buttons = h(
      "div",
      { class: "buttons" },
      button("first", t("analyse.first"), () => this.#go(0)),
      button("back", t("analyse.back"), () => this.#go(this.#at - 1)),
      this.#play,
      button("forward", t("analyse.forward"), () => this.#go(this.#at + 1)),
      button("last", t("analyse.last"), () => this.#go(this.#views.length - 1)),
    );
    const board = h("div", { class: "replay" }, this.#top, this.#board.element, this.#bottom,
      this.#range, buttons, this.#note);
    const style = [themeStyle, boardStyle, replayStyle].map(hosted).join("\n");
    root.append(h("style", {}, style), board);
    this.#go(0);
  }

  #toggle(): void {
    window.clearInterval(this.#timer);
    if (this.#timer) this.#timer = 0;
    else {
      if (this.#at === this.#views.length - 1) this.#go(0);
      this.#timer = window.setInterval(() => this.#go(this.#at + 1), REPLAY_MS);
    }
    refill(this.#play, icon(this.#timer ? "pause" : "play"));
  }

  #go(index: number): void {
    const last = this.#views.length - 1;
    this.#at = Math.min(Math.max(index, 0), last);
    if (this.#timer && this.#at === last) this.#toggle();
    const view = this.#views[this.#at];
    if (!view) return;
    const move = this.#record.moves[this.#at - 1];
    this.#range.value = String(this.#at);
    this.#board.show({
      view, lastMove: move?.move ?? null, canMove: false, flipped: false, coordinates: true,
      suggestions: [], overlay: null,
    });
    refill(this.#top, this.#strip(view, 1));
    refill(this.#bottom, this.#strip(view, 0));
    this.#note.textContent = move ? this.#describe(this.#at, move) : "";
  }

  #strip(view: PositionView, side: 0 | 1): HTMLElement {
    const { game, tags, moves } = this.#record;
    // The clock as it stood after this player's last move.
    const own = moves.slice(0, this.#at).filter((_, index) => index % 2 === side).at(-1);
    return playerStrip({
      game,
      side,
      name: tags[side === 0 ? "First" : "Second"] ?? t(`side.${side}`),
      isToMove: this.#at < this.#views.length - 1 && view.turn === side,
      wallsLeft: view.quoridor?.wallsLeft[side] ?? null,
      clockMs: own?.clockMs ?? null,
    });
  }

  #describe(ply: number, move: ReplayRecord["moves"][number]): string {
    const { timeMs, score, comment } = move;
    const facts = [numberedMove({ ply, move: move.move })];
    if (timeMs !== undefined) {
      facts.push(t("analyse.note.time", { time: (timeMs / 1000).toFixed(2) }));
    }
    if (score !== undefined) facts.push(t("analyse.note.score", { score: score.toFixed(2) }));
    if (comment) facts.push(comment);
    return facts.join(" · ");
  }
}

/** Puts a replay before each record of a report, when it is unfolded. */
for (const details of document.querySelectorAll<HTMLDetailsElement>("td.record details")) {
  const text = details.querySelector("pre")?.textContent ?? "";
  const open = (): void => {
    if (!details.open || details.querySelector(".replay-host") || !/^\[Game /m.test(text)) return;
    const host = h("div", { class: "replay-host" });
    details.querySelector("pre")?.before(host);
    new Replay(host.attachShadow({ mode: "open" }), text);
  };
  details.addEventListener("toggle", open);
  open();
}
