// Games that were played, as rows: who met whom, how it ended, when.

import { h, type Child } from "../../dom";
import { moveCount, numberText } from "../../i18n/texts";
import { lookUp, t, whyText } from "../i18n";
import type { GameInfo, GamePlayer, Verdict } from "../types";
import { dataTable } from "./data_table";
import { when } from "./when";

/** A player in words. */
export function playerName({ bot, version, name }: GamePlayer): string {
  if (!bot) return name ?? t("games.guest");
  return version ? t("games.version", { name: bot.name, number: version.number }) : bot.name;
}

export function playerLink(player: GamePlayer): Child {
  const { bot } = player;
  return bot ? h("a", { href: `#/bot/${bot.id}` }, playerName(player)) : playerName(player);
}

/** Endings that say all; of a foul the reason says more. */
const PLAIN_ENDINGS = new Set(["win", "no-move", "draw-by-plies", "draw-by-repetition"]);

export function verdictText({ kind, detail, reason }: Verdict): string {
  const text = lookUp(`verdict.${kind}`, kind);
  const more = reason ? whyText(reason) : PLAIN_ENDINGS.has(kind) ? "" : detail;
  return more ? t("verdict.with", { verdict: text, reason: more }) : text;
}

/** A line may break before the variant, which is a size or a year and stays in one piece. */
export function boardName(game: string, variant: string): string {
  const which = lookUp(`variant.${variant}`, variant).replaceAll(" ", "\u00a0");
  return `${lookUp(`game.${game}`, game)}\u00a0· ${which}`;
}

export function gameTable(games: GameInfo[]): HTMLElement {
  return dataTable<GameInfo>(t("nav.archive"), [
    { title: t("games.game"), isHead: true, cell: ({ id }) => h("a", { href: `#/game/${id}` }, `#${id}`) },
    { title: t("side.0"), cell: ({ players }) => playerLink(players[0]) },
    { title: t("side.1"), cell: ({ players }) => playerLink(players[1]) },
    { title: t("games.result"), cell: ({ result }) => h("b", {}, result) },
    { title: t("games.verdict"), cell: ({ verdict }) => lookUp(`verdict.${verdict.kind}`, verdict.kind) },
    { title: t("games.moves"), isNumber: true, cell: ({ plies }) => numberText(moveCount(plies)) },
    { title: t("games.purpose"), cell: ({ purpose }) => lookUp(`purpose.${purpose}`, purpose) },
    { title: t("games.board"), cell: ({ game, variant }) => boardName(game, variant) },
    { title: t("games.ended"), cell: ({ endedMs }) => when(endedMs) },
  ], games, "games");
}
