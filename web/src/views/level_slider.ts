// How strong the engine plays, with what each level is called and what it is worth.

import type { GameName } from "../core/types";
import { freshId, h } from "../dom";
import { t, type Key } from "../i18n";

export const LEVEL_MAX = 8;
/** Above level 1, as `immure levels` measured them (src/search/level.c). */
const LEVEL_ELO: Record<GameName, readonly number[]> = {
  amazons: [0, 360, 770, 1040, 1290, 1530, 1720, 2050],
  quoridor: [0, 330, 730, 950, 1170, 1340, 1530, 1810],
};

export function levelSlider(
  game: GameName,
  level: number,
  change: (level: number) => void,
): HTMLElement {
  const id = freshId("level");
  const name = (value: number): string => {
    const elo = LEVEL_ELO[game][value - 1] ?? 0;
    const word = t(`play.levelName.${value}` as Key);
    return elo > 0 ? `${word} · ${t("play.elo", { elo })}` : word;
  };
  const output = h("output", { for: id }, name(level));
  const label = h("span", {}, t("play.level", { level }));
  const input = h("input", {
    id,
    name: "level",
    type: "range",
    min: 1,
    max: LEVEL_MAX,
    value: level,
    "aria-valuetext": name(level),
    oninput: () => {
      const value = Number(input.value);
      label.textContent = t("play.level", { level: value });
      output.textContent = name(value);
      input.setAttribute("aria-valuetext", name(value));
    },
    onchange: () => change(Number(input.value)),
  });
  return h("div", { class: "level" }, h("label", { for: id }, label, " ", output), input);
}
