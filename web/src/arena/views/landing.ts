// What this is, in one look: a game under way, the head of the ladder, and where one can go from here.

import type { Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { icon, type IconName } from "../../views/icons";
import { ladders, live } from "../compete";
import type { LadderInfo, LadderRow } from "../compete_types";
import { t } from "../i18n";
import { LiveGames } from "../live_games";
import { boardName } from "../parts/game_table";
import { ladderTable } from "../parts/ladder_table";
import { MiniBoard } from "../parts/mini_board";
import { Region } from "../parts/region";

const HEAD = 5;

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

/** The game that was begun last goes on until it ends; then comes the next. */
function liveBoard({ cleanup }: Mounting): HTMLElement {
  const slot = h("div", {}, h("p", { class: "quiet", role: "status" }, t("list.loading")));
  let board: MiniBoard | null = null;
  let shown: string | null = null;
  const games = new LiveGames(live.allEvents(), () => {
    const game = (shown !== null && games.games.get(shown)) || [...games.games.values()].at(-1);
    if (!game) {
      shown = null;
      refill(slot, h("p", { class: "quiet" }, t("live.none")));
    } else if (board && shown === game.id) board.show(game);
    else {
      shown = game.id;
      board = new MiniBoard(game);
      refill(slot, board.element);
    }
  });
  cleanup.add(() => games.close());
  return h("section", { class: "card" }, h("h2", {}, t("landing.live")), slot, h("a", { href: "#/live" }, t("live.all")));
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
