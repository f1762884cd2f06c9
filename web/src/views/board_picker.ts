// Which game, on which board or by which rules.

import { pieceIcon } from "../boards/pieces";
import type { Core, GameName } from "../core/types";
import { h } from "../dom";
import { lookUp, t } from "../i18n";
import { choice } from "./choice";

export const GAMES: GameName[] = ["amazons", "quoridor"];

export function gameRadios(game: GameName, pick: (game: GameName) => void): HTMLFieldSetElement {
  const label = (name: GameName): HTMLElement =>
    h("span", { class: "game-option" }, pieceIcon(name, 0), t(`game.${name}`));
  const options = GAMES.map((value) => ({ value, label: label(value) }));
  const games = choice<GameName>("game", t("play.game"), options, game, pick);
  games.classList.add("games");
  return games;
}

/** The same with a sentence about the game that is chosen. */
export function gameChoice(game: GameName, pick: (game: GameName) => void): HTMLFieldSetElement {
  const games = gameRadios(game, pick);
  games.append(h("p", { class: "quiet" }, t(`game.${game}.about`)));
  return games;
}

export function variantChoice(
  core: Core,
  game: GameName,
  variant: string,
  pick: (variant: string) => void,
): HTMLFieldSetElement {
  // Sizes in order; rules that differ in more than the size stay as they are listed.
  const variants = core
    .variants(game)
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b) || 0);
  const options = variants.map((value) => ({ value, label: lookUp(`variant.${value}`, value) }));
  const legend = t(game === "amazons" ? "play.variant" : "play.rules");
  const field = choice<string>("variant", legend, options, variant, pick);
  const about = lookUp(`variant.${variant}.about`, "");
  if (about) field.append(h("p", { class: "quiet" }, about));
  return field;
}

/** Both choices; another game begins with its usual board. */
export function boardPicker(
  core: Core,
  game: GameName,
  variant: string,
  pick: (game: GameName, variant: string) => void,
): HTMLElement[] {
  return [
    gameChoice(game, (value) => pick(value, core.variants(value)[0] ?? "")),
    variantChoice(core, game, variant, (value) => pick(game, value)),
  ];
}
