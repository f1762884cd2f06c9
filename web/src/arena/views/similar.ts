// Sources that are alike, for a teacher: the pairs of a board, and two of them side by side with what they share.
// Whether one was copied is for a person to judge.

import type { View } from "../../context";
import { h, type Child } from "../../dom";
import { numberText, percentText } from "../../i18n/texts";
import { similarities, type BoardQuery } from "../compete";
import type { SimilarDetails, SimilarPair, SimilarSide } from "../compete_types";
import { t } from "../i18n";
import { boardSwitch } from "../parts/board_switch";
import { dataTable } from "../parts/data_table";
import { PagedList } from "../parts/paged_list";
import { Region } from "../parts/region";
import { allBoards } from "./course";

/** Shared parts are told apart by so many colours, one after the other. */
const TINTS = 6;

function sideText({ bot, owner, version }: SimilarSide): string {
  return `${t("games.version", { name: bot.name, number: version.number })} · ${owner.name}`;
}

function pairTable(pairs: SimilarPair[]): HTMLElement {
  return dataTable<SimilarPair>(t("nav.similar"), [
    {
      title: t("similar.pair"), isHead: true,
      cell: ({ id, first, second }) => h("a", { href: `#/similar/pair/${id}` }, `${sideText(first)} / ${sideText(second)}`),
    },
    { title: t("similar.firstShare"), isNumber: true, cell: ({ first }) => percentText(first.share) },
    { title: t("similar.secondShare"), isNumber: true, cell: ({ second }) => percentText(second.share) },
    { title: t("similar.tokens"), isNumber: true, cell: ({ tokens }) => numberText(tokens) },
  ], pairs);
}

/** The lines of a source with those that the other has too marked. */
function source(details: SimilarDetails, which: "first" | "second"): HTMLElement {
  const text = details[`${which}Source`];
  const side = details[which];
  const heading = h("h2", {}, h("a", { href: `#/version/${side.version.id}` }, sideText(side)),
    " ", h("span", { class: "quiet" }, percentText(side.share)));
  if (text === null) return h("section", {}, heading, h("p", { class: "quiet" }, t("similar.gone")));
  const lines = text.split("\n").map((line, index): Child => {
    const number = index + 1;
    const range = details.ranges.findIndex(({ [which]: [from, to] }) => from <= number && number <= to);
    return h("span", { class: range < 0 ? "line" : `line shared tint-${range % TINTS}`, "data-range": range < 0 ? null : range },
      h("i", { "aria-hidden": "true" }, String(number)), `${line}\n`);
  });
  return h("section", { class: "region" }, heading,
    h("pre", { class: "source-lines", tabindex: 0, "aria-label": sideText(side) }, ...lines));
}

/** A press on a shared part brings the same part of the other source beside it. */
function sideBySide(details: SimilarDetails): HTMLElement {
  const both = h("div", { class: "side-by-side" }, source(details, "first"), source(details, "second"));
  both.addEventListener("click", (event) => {
    const line = (event.target as Element).closest<HTMLElement>("[data-range]");
    const own = line?.closest("pre");
    for (const pre of both.querySelectorAll("pre")) {
      const same = pre.querySelector<HTMLElement>(`[data-range="${line?.dataset["range"]}"]`);
      if (line && pre !== own && same) pre.scrollTop = same.offsetTop - pre.offsetTop;
    }
  });
  // They are shown at the first part that they share.
  requestAnimationFrame(() => {
    for (const pre of both.querySelectorAll("pre")) {
      const line = pre.querySelector<HTMLElement>("[data-range]");
      if (line) pre.scrollTop = line.offsetTop - pre.offsetTop;
    }
  });
  return both;
}

export const similarView: View = (mounting) => {
  const { root, route } = mounting;
  const [board, pair] = route.rest;
  if (board === "pair") {
    const region = new Region();
    root.append(h("div", { class: "overview wide" }, h("h1", {}, t("nav.similar")), region.element));
    void region.load(() => similarities.get(Number(pair)), (details) => [
      h("p", { class: "quiet" }, t("similar.hint")), sideBySide(details),
    ]);
    return;
  }
  const boards = allBoards(mounting);
  const current = boards.find(({ id }) => id === board) ?? boards[0];
  if (!current) return;
  const query: BoardQuery = { game: current.game, variant: current.variant };
  const list = new PagedList<SimilarPair>({
    read: (after) => similarities.list(query, after), draw: pairTable, empty: t("similar.none"),
  });
  root.append(h("div", { class: "overview wide" }, h("h1", {}, t("nav.similar")),
    boardSwitch(boards, current.id, (id) => `#/similar/${id}`),
    h("p", { class: "quiet" }, t("similar.about")), list.element));
};
