// How strong the engine plays, with what each level is called and what it is worth.

import measured from "../../../docs/strength/levels.json";
import type { GameName } from "../core/types";
import { freshId, h } from "../dom";
import { t, type Key } from "../i18n";

export const LEVEL_MAX = 8;

/** What a level was measured at, above level 1; the last digit means nothing. */
export function levelElo(game: GameName, level: number): number {
  return Math.round((measured[game].elo[level - 1] ?? 0) / 10) * 10;
}

export function levelSlider(
  game: GameName,
  level: number,
  change: (level: number) => void,
): HTMLElement {
  const id = freshId("level");
  const name = (value: number): string => {
    const elo = levelElo(game, value);
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
