// The rows of a ladder. Each rating is drawn with its error, all of them on one scale, so that one sees which
// differences mean something.

import { h, s, type Child } from "../../dom";
import { numberText } from "../../i18n/texts";
import type { LadderRow } from "../compete_types";
import { t } from "../i18n";
import { eloCell } from "./bot_table";
import { chip } from "./chips";
import { dataTable, type Column } from "./data_table";

const WIDTH = 120;
const HEIGHT = 16;

/** From the lowest end of a bar to the highest. */
export interface Scale {
  low: number;
  high: number;
}

export function scaleOf(rows: LadderRow[]): Scale {
  return {
    low: Math.min(...rows.map(({ elo, error }) => elo - error)),
    high: Math.max(...rows.map(({ elo, error }) => elo + error)),
  };
}

function errorBar({ elo, error }: LadderRow, { low, high }: Scale): SVGSVGElement {
  const x = (value: number): number => 4 + ((value - low) / Math.max(high - low, 1)) * (WIDTH - 8);
  const middle = HEIGHT / 2;
  const [from, to] = [x(elo - error), x(elo + error)];
  return s("svg", { class: "error-bar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    s("path", { d: `M${from} ${middle}H${to}M${from} 4V12M${to} 4V12` }),
    s("circle", { cx: x(elo), cy: middle, r: 3.5 }));
}

function nameOf({ bot, version, provisional, isAnchor }: LadderRow): Child {
  return h("span", { class: "named" },
    h("a", { href: `#/bot/${bot.id}` }, bot.name),
    h("span", { class: "quiet version" }, t("version.number", { number: version })),
    isAnchor && chip(t("ladder.anchor")),
    provisional && chip(t("ladder.provisional"), "busy"));
}

export function ladderTable(rows: LadderRow[], isShort = false): HTMLElement {
  const scale = scaleOf(rows);
  const all: (Column<LadderRow> & { isLong?: boolean })[] = [
    { title: t("ladder.rank"), isNumber: true, cell: ({ rank }) => (rank === null ? "–" : numberText(rank)) },
    { title: t("nav.bot"), isHead: true, cell: nameOf },
    { title: t("ladder.owner"), isLong: true, cell: ({ owner }) => owner?.name ?? t("ladder.house") },
    { title: t("bot.rating"), isNumber: true, cell: eloCell },
    { title: t("ladder.scale"), isLong: true, cell: (row) => errorBar(row, scale) },
    { title: t("bot.games"), isNumber: true, cell: ({ games }) => numberText(games) },
    {
      title: t("ladder.wdl"), isNumber: true, isLong: true,
      cell: ({ wins, draws, losses }) => [wins, draws, losses].map((count) => numberText(count)).join(" / "),
    },
    { title: t("ladder.fouls"), isNumber: true, isLong: true, cell: ({ fouls }) => numberText(fouls) },
  ];
  return dataTable(t("nav.ladder"), all.filter(({ isLong }) => !isShort || !isLong), rows, isShort ? "short" : "ladder");
}
