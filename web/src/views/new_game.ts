// The options of the next game. While no move is made they apply to the board at once.

import { pieceIcon } from "../boards/pieces";
import type { Core } from "../core/types";
import { h } from "../dom";
import { t } from "../i18n";
import type { GameOptions, Opponent, SideChoice } from "../settings";
import { gameChoice, variantChoice } from "./board_picker";
import { choice } from "./choice";
import { levelSlider } from "./level_slider";

const CLOCKS = ["none", "3+2", "5+3", "10+5"];

export function newGameForm(
  core: Core,
  options: GameOptions,
  onChange: (options: GameOptions) => void,
): HTMLElement {
  const change = (part: Partial<GameOptions>): void => onChange({ ...options, ...part });
  const { game } = options;
  const games = gameChoice(game, (value) => change({ game: value }));
  const opponent = choice<Opponent>(
    "opponent",
    t("play.opponent"),
    [
      { value: "engine", label: t("play.engine") },
      { value: "human", label: t("play.human") },
    ],
    options.opponent,
    (value) => change({ opponent: value }),
  );
  const side = choice<SideChoice>(
    "side",
    t("play.side"),
    [
      { value: "first", label: pieceIcon(game, 0), name: t("side.0") },
      { value: "random", label: t("play.random") },
      { value: "second", label: pieceIcon(game, 1), name: t("side.1") },
    ],
    options.side,
    (value) => change({ side: value }),
  );
  const variant = variantChoice(core, game, options.variant[game], (value) =>
    change({ variant: { ...options.variant, [game]: value } }),
  );
  const clock = choice<string>(
    "clock",
    t("play.clock"),
    CLOCKS.map((value) => ({ value, label: value === "none" ? t("play.noClock") : value })),
    options.clock,
    (value) => change({ clock: value }),
  );
  const isEngine = options.opponent === "engine";
  return h(
    "form",
    { class: "new-game", onsubmit: (event: Event) => event.preventDefault() },
    games,
    opponent,
    isEngine && levelSlider(game, options.level, (level) => change({ level })),
    isEngine && side,
    variant,
    clock,
  );
}
