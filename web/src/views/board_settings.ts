// How boards look and sound, for every page.

import { h } from "../dom";
import { t } from "../i18n";
import type { BoardTheme, Settings } from "../settings";
import type { Store } from "../store";
import { choice } from "./choice";

const BOARDS: BoardTheme[] = ["classic", "forest", "ocean"];

export function boardSettings(settings: Store<Settings>): HTMLElement {
  const { board, coordinates, sounds } = settings.get();
  const toggle = (label: string, checked: boolean, change: (on: boolean) => void): HTMLElement => {
    const input = h("input", {
      type: "checkbox", role: "switch", checked, onchange: () => change(input.checked),
    });
    return h("label", { class: "switch" }, input, label);
  };
  return h(
    "details",
    { class: "card" },
    h("summary", {}, h("h2", {}, t("settings.heading"))),
    choice<BoardTheme>(
      "board",
      t("settings.board"),
      BOARDS.map((value) => ({ value, label: t(`settings.board.${value}`) })),
      board,
      (value) => settings.patch({ board: value }),
    ),
    toggle(t("settings.coordinates"), coordinates, (on) => settings.patch({ coordinates: on })),
    toggle(t("settings.sounds"), sounds, (on) => settings.patch({ sounds: on })),
  );
}
