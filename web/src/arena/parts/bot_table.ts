// Bots as rows: what they play, how they stand.

import { h } from "../../dom";
import { numberText } from "../../i18n/texts";
import { t } from "../i18n";
import type { Bot, Rating } from "../types";
import { stateChip } from "./chips";
import { dataTable } from "./data_table";
import { boardName } from "./game_table";

export function eloText({ elo, error }: Pick<Rating, "elo" | "error">): string {
  return `${numberText(elo)} ± ${numberText(error)}`;
}

export function botTable(bots: Bot[]): HTMLElement {
  return dataTable<Bot>(t("account.bots"), [
    { title: t("nav.bot"), isHead: true, cell: ({ id, name }) => h("a", { href: `#/bot/${id}` }, name) },
    { title: t("games.board"), cell: ({ game, variant }) => boardName(game, variant) },
    { title: t("table.state"), cell: ({ state }) => stateChip(state) },
    { title: t("bot.rating"), isNumber: true, cell: ({ rating }) => (rating ? eloText(rating) : "–") },
    { title: t("bot.games"), isNumber: true, cell: ({ rating }) => numberText(rating?.games ?? 0) },
  ], bots);
}
