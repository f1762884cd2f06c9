// What was said between the judge and a program, turn by turn, with time and memory; and what the program wrote
// to its standard error. All of it is a stranger's text.

import { h } from "../../dom";
import { durationText, memoryText, moveCount } from "../../i18n/texts";
import { t } from "../i18n";
import type { SideLog } from "../types";

function said(label: string, kind: string, text: string): HTMLElement {
  return h("pre", { class: `log-text ${kind}`, tabindex: 0, "aria-label": label }, text);
}

/** `goTo` shows a turn's move on the board, where there is one. */
export function conversation(log: SideLog, goTo: ((ply: number) => void) | null = null): HTMLElement {
  const turns = log.conversation.map(({ ply, said: told, answered, timeMs, memoryKb }) => {
    const label = ply === 0 ? t("log.start") : t("log.move", { move: moveCount(ply) });
    const cost = [durationText(timeMs), ...(memoryKb ? [memoryText(memoryKb)] : [])].join(" · ");
    return h("li", { "data-ply": ply },
      h("p", { class: "turn-cost" },
        goTo && ply > 0
          ? h("button", { type: "button", class: "move", onclick: () => goTo(ply) }, label)
          : h("b", {}, label),
        h("span", { class: "quiet" }, cost)),
      told && said(t("log.judge"), "told", told),
      said(t("log.program"), "answered", answered || t("log.nothing")));
  });
  return h(
    "div",
    { class: "region" },
    turns.length > 0 && h("h3", {}, t("log.conversation")),
    turns.length > 0 && h("ol", { class: "turns", tabindex: 0, "aria-label": t("log.conversation") }, ...turns),
    h("h3", {}, t("log.stderr")),
    log.stderr ? said(t("log.stderr"), "stderr", log.stderr) : h("p", { class: "quiet" }, t("log.silent")),
  );
}
