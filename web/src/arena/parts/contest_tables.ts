// What came out of a contest: the standings, who met whom as a cross table, and a knockout as a bracket.

import { h, type Child } from "../../dom";
import { sentence } from "../../i18n";
import { numberText, pointsText } from "../../i18n/texts";
import type { ContestFormat, Encounter, Standings, StandingsRow } from "../compete_types";
import { t, whyText } from "../i18n";
import { chip } from "./chips";
import { dataTable } from "./data_table";

function entryName({ bot, owner, version, out }: StandingsRow): Child {
  return h("span", { class: "named" },
    h("a", { href: `#/bot/${bot.id}` }, bot.name),
    h("span", { class: "quiet" }, [version && t("version.number", { number: version.number }), owner?.name].filter(Boolean).join(" · ")),
    out && chip(t("contest.out"), "bad"),
    out && h("span", { class: "quiet" }, sentence(whyText(out))));
}

function standingsTable(rows: StandingsRow[], tieBreaks: Standings["tieBreaks"]): HTMLElement {
  return dataTable<StandingsRow>(t("contest.standings"), [
    { title: t("ladder.rank"), isNumber: true, cell: ({ rank }) => (rank === null ? "–" : numberText(rank)) },
    { title: t("nav.bot"), isHead: true, cell: entryName },
    { title: t("contest.points"), isNumber: true, cell: ({ points }) => h("b", {}, pointsText(points)) },
    { title: t("bot.games"), isNumber: true, cell: ({ games }) => numberText(games) },
    {
      title: t("ladder.wdl"), isNumber: true,
      cell: ({ wins, draws, losses }) => [wins, draws, losses].map((count) => numberText(count)).join(" / "),
    },
    { title: t("ladder.fouls"), isNumber: true, cell: ({ fouls }) => numberText(fouls) },
    ...tieBreaks.map((name) => ({
      title: t(`contest.${name}`), isNumber: true, cell: (row: StandingsRow) => pointsText(row[name]),
    })),
  ], rows, "compact standings");
}

/** Whoever reached a later stage stands above the others, with the points of that stage. */
function stages({ rows, tieBreaks }: Standings, format: ContestFormat): Child[] {
  if (format !== "groups") return [standingsTable(rows, format === "knockout" ? [] : tieBreaks)];
  const numbers = [...new Set(rows.map(({ stage }) => stage))].sort((a, b) => b - a);
  return numbers.flatMap((stage, index) => [
    h("h3", {}, t(numbers.length > 1 && index === 0 ? "contest.final" : "contest.groupStage")),
    standingsTable(rows.filter((row) => row.stage === stage), tieBreaks),
  ]);
}

/** What points count, where it is not what the other columns do. */
function remarks({ rows }: Standings, format: ContestFormat): HTMLElement[] {
  const isStaged = format === "groups";
  const isAwarded = rows.some(({ out, points, wins, draws }) => out || (!isStaged && points !== wins + draws / 2));
  return [...(isStaged ? [t("contest.stagedHint")] : []), ...(isAwarded ? [t("contest.awardedHint")] : [])]
    .map((text) => h("p", { class: "quiet" }, text));
}

/** The points of one bot against another, over all rounds; null if they have not played yet. */
export function pointsAgainst(encounters: Encounter[], own: number, other: number): number | null {
  let points: number | null = null;
  for (const { first, second, firstPoints, secondPoints, isOver } of encounters) {
    if (!isOver && firstPoints + secondPoints === 0) continue;
    if (first === own && second === other) points = (points ?? 0) + firstPoints;
    if (second === own && first === other) points = (points ?? 0) + secondPoints;
  }
  return points;
}

/** Each row says what its bot made of those of the columns. */
export function crossTable({ rows, encounters }: Standings): HTMLElement {
  const cell = (row: StandingsRow, column: StandingsRow): Child => {
    if (row === column) return h("td", { class: "self" });
    const points = pointsAgainst(encounters, row.bot.id, column.bot.id);
    return h("td", { class: "number" }, points === null ? "" : pointsText(points));
  };
  return h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": t("contest.cross") },
    h("table", { class: "cross" },
      h("caption", { class: "visually-hidden" }, t("contest.cross")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("nav.bot")),
        ...rows.map(({ bot }, index) => h("th", { scope: "col", title: bot.name }, numberText(index + 1))))),
      h("tbody", {}, ...rows.map((row, index) => h("tr", {},
        h("th", { scope: "row" }, `${numberText(index + 1)}. ${row.bot.name}`),
        ...rows.map((column) => cell(row, column)))))));
}

/** A column for each round, from the first to the final. */
export function bracket({ rows, encounters }: Standings): HTMLElement {
  const names = new Map(rows.map(({ bot }) => [bot.id, bot.name]));
  const ranks = new Map(rows.map(({ bot, rank }) => [bot.id, rank ?? rows.length]));
  const side = (id: number, points: number, isWinner: boolean): HTMLElement =>
    h("span", { class: isWinner ? "winner" : null }, h("span", {}, names.get(id) ?? "?"),
      h("b", {}, pointsText(points)));
  const rounds = [...new Set(encounters.map(({ round }) => round))].sort((a, b) => a - b);
  const last = Math.ceil(Math.log2(rows.length));
  return h("div", { class: "bracket scrolled", tabindex: 0, role: "region", "aria-label": t("contest.bracket") },
    ...rounds.map((round) => h("section", {},
      h("h3", {}, round === last ? t("contest.final") : t("contest.round", { number: round })),
      h("div", { class: "meetings" }, ...encounters.filter((encounter) => encounter.round === round).map((encounter) => {
        const { first, second, firstPoints, secondPoints, isOver } = encounter;
        // Level, the one that went on stands higher.
        const lead = firstPoints - secondPoints || (ranks.get(second) ?? 0) - (ranks.get(first) ?? 0);
        return h("div", { class: "meeting" },
          side(first, firstPoints, isOver && lead > 0),
          side(second, secondPoints, isOver && lead < 0));
      })))));
}

export function resultParts(format: ContestFormat, standings: Standings): Child[] {
  if (standings.rows.length === 0) return [h("p", { class: "quiet" }, t("contest.noStandings"))];
  const met = standings.encounters.length > 0;
  const isTree = format === "knockout";
  return [
    h("p", { class: "quiet" }, t("contest.progress", {
      played: numberText(standings.gamesPlayed), planned: numberText(standings.gamesPlanned),
    })),
    ...stages(standings, format),
    ...remarks(standings, format),
    met && h("h2", {}, t(isTree ? "contest.bracket" : "contest.cross")),
    met && (isTree ? bracket(standings) : crossTable(standings)),
  ];
}
