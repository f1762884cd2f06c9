// The options of the next game. While no move is made they apply to the board at once.

import { pieceIcon } from "../boards/pieces";
import type { Core, GameName } from "../core/types";
import { freshId, h } from "../dom";
import { t, type Key } from "../i18n";
import type { GameOptions, Opponent, SideChoice } from "../settings";
import { gameChoice, variantChoice } from "./board_picker";
import { choice } from "./choice";

const CLOCKS = ["none", "3+2", "5+3", "10+5"];
export const LEVEL_MAX = 8;
/** Above level 1, as `immure levels` measured them (src/search/level.c). */
const LEVEL_ELO: Record<GameName, readonly number[]> = {
  amazons: [0, 360, 770, 1040, 1290, 1530, 1720, 2050],
  quoridor: [0, 330, 730, 950, 1170, 1340, 1530, 1810],
};

function levelSlider(options: GameOptions, change: (part: Partial<GameOptions>) => void): Element {
  const id = freshId("level");
  const name = (level: number): string => {
    const elo = LEVEL_ELO[options.game][level - 1] ?? 0;
    const word = t(`play.levelName.${level}` as Key);
    return elo > 0 ? `${word} · ${t("play.elo", { elo })}` : word;
  };
  const output = h("output", { for: id }, name(options.level));
  const label = h("span", {}, t("play.level", { level: options.level }));
  const input = h("input", {
    id,
    name: "level",
    type: "range",
    min: 1,
    max: LEVEL_MAX,
    value: options.level,
    "aria-valuetext": name(options.level),
    oninput: () => {
      const level = Number(input.value);
      label.textContent = t("play.level", { level });
      output.textContent = name(level);
      input.setAttribute("aria-valuetext", name(level));
    },
    onchange: () => change({ level: Number(input.value) }),
  });
  return h("div", { class: "level" }, h("label", { for: id }, label, " ", output), input);
}

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
    isEngine && levelSlider(options, change),
    isEngine && side,
    variant,
    clock,
  );
}
