// Who plays whom in a game of this page, in words.

import type { Side } from "../boards/pieces";
import { t } from "../i18n";
import type { GameOptions } from "../settings";

export function playerNames(options: GameOptions, human: Side | null): [string, string] {
  if (human === null) return [t("side.0"), t("side.1")];
  const bot = t("play.bot", { level: options.level });
  return human === 0 ? [t("play.you"), bot] : [bot, t("play.you")];
}
