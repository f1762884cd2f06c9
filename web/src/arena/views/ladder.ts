// The ladder of a board: who stands where, how sure that is, and how it came about.

import type { View } from "../../context";
import { h, refill } from "../../dom";
import { numberText, secondsText } from "../../i18n/texts";
import { Notice } from "../../views/notice";
import { bots } from "../client";
import { ladders } from "../compete";
import type { LadderInfo, LadderRow, WaitingPair } from "../compete_types";
import { t } from "../i18n";
import { perform } from "../parts/act";
import { boardSwitch } from "../parts/board_switch";
import { chip, stateChip, waitText } from "../parts/chips";
import { dataTable } from "../parts/data_table";
import { boardName } from "../parts/game_table";
import { historyPlot } from "../parts/history_plot";
import { ladderTable } from "../parts/ladder_table";
import { PagedList } from "../parts/paged_list";
import { Region } from "../parts/region";

/** So many of the first have their histories drawn. */
const HISTORIES = 5;

/** How the first ones came where they are, fetched when it is opened. */
function histories(top: () => LadderRow[]): HTMLElement {
  const region = new Region();
  const details = h("details", { class: "card" }, h("summary", {}, h("h2", {}, t("ladder.histories"))), region.element);
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    const rows = top().filter(({ isAnchor }) => !isAnchor).slice(0, HISTORIES);
    void region.load(
      () => Promise.all(rows.map(({ bot }) => bots.history(bot.id))),
      (pages) => pages.map(({ items }, index) =>
        h("section", {}, h("h3", {}, rows[index]?.bot.name ?? ""), historyPlot(items))),
    );
  });
  return details;
}

function waitingTable(pairs: WaitingPair[]): HTMLElement {
  return dataTable<WaitingPair>(t("ladder.waiting"), [
    {
      title: t("ladder.pair"), isHead: true,
      cell: ({ bots: [first, second] }) => h("span", { class: "named" },
        h("a", { href: `#/bot/${first.id}` }, first.name), "–", h("a", { href: `#/bot/${second.id}` }, second.name)),
    },
    { title: t("table.state"), cell: ({ state }) => stateChip(state) },
    { title: t("ladder.waitsFor"), cell: waitText },
  ], pairs);
}

/** The ranked pairs that are ordered or played, fetched each time when it is opened. */
function waiting(id: string): HTMLElement {
  const slot = h("div", {});
  const details = h("details", { class: "card" }, h("summary", {}, h("h2", {}, t("ladder.waiting"))), slot);
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    refill(slot, new PagedList<WaitingPair>({
      read: (after) => ladders.waiting(id, after), draw: waitingTable, empty: t("ladder.noneWaiting"),
    }).element);
  });
  return details;
}

function facts(ladder: LadderInfo): HTMLElement {
  return h("p", { class: "state-line" },
    h("span", { class: "quiet" }, t("ladder.facts", {
      board: boardName(ladder.game, ladder.variant), bots: numberText(ladder.bots), games: numberText(ladder.games),
      time: ladder.timeMs ? t("contest.timeOf", { seconds: secondsText(ladder.timeMs) }) : t("contest.timeUsual"),
    })),
    ladder.isPaused && chip(t("ladder.paused"), "bad"),
    !ladder.isPaused && ladder.games > 0 && ladder.unsettled === 0 && chip(t("ladder.rests")));
}

export const ladderView: View = ({ context, root, route }) => {
  const wanted = route.rest[0];
  const head = new Region();
  const slot = h("div", { class: "region" });
  const notice = new Notice();
  let rows: LadderRow[] = [];
  root.append(h("div", { class: "overview wide" },
    h("h1", {}, t("nav.ladder")), head.element, notice.element, slot));
  const load = (): Promise<void> => head.load(() => ladders.list(), ({ items }) => {
    const ladder = items.find(({ id }) => id === wanted) ?? (wanted === undefined ? items[0] : undefined);
    if (!ladder) return [h("p", {}, t(wanted === undefined ? "ladder.none" : "ladder.unknown"))];
    const list = new PagedList<LadderRow>({
      read: (after) => ladders.rows(ladder.id, after),
      draw: (items) => ladderTable((rows = items)),
      empty: t("ladder.empty"),
    });
    refill(slot, list.element, histories(() => rows), waiting(ladder.id),
      h("p", { class: "quiet" }, t("ladder.about")),
      h("p", {}, h("a", { href: `#/archive?ladder=${ladder.id}` }, t("ladder.games"))));
    const pause = (): Promise<void> => perform(notice, {
      run: () => ladders.change(ladder.id, { isPaused: !ladder.isPaused }).then(load),
    });
    return [
      boardSwitch(items, ladder.id, (id) => `#/ladder/${id}`),
      facts(ladder),
      context.session.state.get()?.person?.role === "admin" && h("p", { class: "row" },
        h("button", { type: "button", "data-act": "pause", onclick: () => void pause() },
          t(ladder.isPaused ? "ladder.goOn" : "ladder.pause"))),
    ];
  });
  void load();
};
