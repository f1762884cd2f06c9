// Bots as rows: what they play, how they stand.

import { h } from "../../dom";
import { numberText } from "../../i18n/texts";
import { t } from "../i18n";
import type { Bot, Rating } from "../types";
import { botChip } from "./chips";
import { dataTable } from "./data_table";
import { boardName } from "./game_table";

export function eloText({ elo, error }: Pick<Rating, "elo" | "error">): string {
  return `${numberText(elo)} ± ${numberText(error)}`;
}

/** The same in a table: ratings stand under ratings, whatever their errors; one that is given has none. */
export function eloCell({ elo, error }: Pick<Rating, "elo" | "error">): HTMLElement {
  return h("span", { class: "elo" }, numberText(elo),
    h("span", { class: "quiet" }, error > 0 ? ` ± ${numberText(error)}` : ""));
}

export function botTable(bots: Bot[]): HTMLElement {
  return dataTable<Bot>(t("account.bots"), [
    { title: t("nav.bot"), isHead: true, cell: ({ id, name }) => h("a", { href: `#/bot/${id}` }, name) },
    { title: t("games.board"), cell: ({ game, variant }) => boardName(game, variant) },
    { title: t("table.state"), cell: botChip },
    { title: t("bot.rating"), isNumber: true, cell: ({ rating }) => (rating ? eloCell(rating) : "–") },
    { title: t("bot.games"), isNumber: true, cell: ({ rating }) => numberText(rating?.games ?? 0) },
  ], bots);
}
