// What this is, in one look: a game under way, the head of the ladder, and where one can go from here.

import { createBoard } from "../../boards";
import { NO_EVENTS } from "../../boards/board";
import type { Context, Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { positionAfter, startPosition } from "../../replay/positions";
import { icon, type IconName } from "../../views/icons";
import { games as archive } from "../client";
import { ladders, live } from "../compete";
import type { LadderInfo, LadderRow, LiveGame } from "../compete_types";
import { t } from "../i18n";
import { LiveGames } from "../live_games";
import { boardName, playerName } from "../parts/game_table";
import { ladderTable } from "../parts/ladder_table";
import { MiniBoard } from "../parts/mini_board";
import { Region } from "../parts/region";

const HEAD = 8;

/** The first moves of a game between our engines. */
const EXAMPLE = ["c1-c6/f3", "c8-c7/f4", "a3-d6/d7", "h6-e6/e3", "f1-b5/b7", "f8-g7/c3"];

const WAYS: { href: string; name: "play" | "submit" | "learn"; picture: IconName }[] = [
  { href: "#/play", name: "play", picture: "play" },
  { href: "#/submit", name: "submit", picture: "file" },
  { href: "#/learn", name: "learn", picture: "hint" },
];

/** The one with the most games says the most. */
async function busiestLadder(): Promise<{ ladder: LadderInfo; rows: LadderRow[] } | null> {
  const { items } = await ladders.list();
  const [ladder] = [...items].sort((a, b) => b.games - a.games);
  if (!ladder) return null;
  const { items: rows } = await ladders.rows(ladder.id, null);
  return { ladder, rows: rows.slice(0, HEAD) };
}

function ladderParts(found: { ladder: LadderInfo; rows: LadderRow[] } | null): Child[] {
  if (!found || found.rows.length === 0) return [h("p", { class: "quiet" }, t("ladder.empty"))];
  const { ladder, rows } = found;
  return [
    h("p", { class: "quiet" }, boardName(ladder.game, ladder.variant)),
    ladderTable(rows, true),
    h("a", { href: `#/ladder/${ladder.id}` }, t("landing.ladder")),
  ];
}

/** The game that ended last, as one that was live; null where there is none yet. */
async function lastGame({ core }: Context): Promise<LiveGame | null> {
  const [info] = (await archive.list({}, null)).items;
  if (!info) return null;
  const { id, game, variant, purpose, contest, players, startedMs, result, verdict, record } = await archive.get(info.id);
  const [read] = core.readRecords(record);
  const [first, second] = players.map((player) => ({ name: playerName(player), turnMs: 0 }));
  if (!read || read.spec.start || !first || !second) return null;
  return {
    id: String(id), game, variant, purpose, contest, players: [first, second], startedMs, moves: read.spec.moves,
    end: { id: String(id), result, verdict: verdict.kind, record: id, reason: null },
  };
}

/** What a game looks like, as long as none was played here. */
function exampleBoard(): HTMLElement {
  const view = EXAMPLE.reduce(positionAfter, startPosition("amazons", "8x8"));
  const board = createBoard("amazons", view.size, NO_EVENTS);
  board.show({
    view, lastMove: EXAMPLE.at(-1) ?? null, canMove: false, flipped: false, coordinates: false, suggestions: [], overlay: null,
  });
  return h("a", { class: "card mini", href: "#/learn/amazons" },
    h("span", { class: "mini-picture", inert: true }, board.element), h("span", { class: "quiet" }, t("landing.example")));
}

/** The game that was begun last goes on until it ends; then comes the next, or the one that ended last. */
function liveBoard({ context, cleanup }: Mounting): HTMLElement {
  const heading = h("h2", {}, t("landing.live"));
  const slot = h("div", {}, h("p", { class: "quiet", role: "status" }, t("list.loading")));
  let board: MiniBoard | null = null;
  let shown: string | null = null;
  const showLast = async (): Promise<void> => {
    const last = await lastGame(context).catch(() => null);
    if (games.games.size > 0) return;
    heading.textContent = t(last ? "landing.last" : "game.amazons");
    refill(slot, last ? new MiniBoard(last).element : exampleBoard());
  };
  const games = new LiveGames(live.allEvents(), () => {
    const game = (shown !== null && games.games.get(shown)) || [...games.games.values()].at(-1);
    if (!game) {
      shown = null;
      void showLast();
    } else if (board && shown === game.id) board.show(game);
    else {
      shown = game.id;
      board = new MiniBoard(game);
      heading.textContent = t("landing.live");
      refill(slot, board.element);
    }
  });
  cleanup.add(() => games.close());
  return h("section", { class: "card" }, heading, slot, h("a", { href: "#/live" }, t("live.all")));
}

export const landingView: View = (mounting) => {
  const ladder = new Region();
  void ladder.load(busiestLadder, ladderParts);
  mounting.root.append(h("div", { class: "overview wide" },
    h("h1", {}, t("landing.heading")),
    h("p", {}, t("landing.about")),
    h("div", { class: "ways" }, ...WAYS.map(({ href, name, picture }) =>
      h("a", { class: "card way", href }, icon(picture), h("b", {}, t(`landing.${name}`)),
        h("span", { class: "quiet" }, t(`landing.${name}.about`))))),
    h("div", { class: "landing" }, liveBoard(mounting),
      h("section", { class: "card" }, h("h2", {}, t("nav.ladder")), ladder.element))));
};
