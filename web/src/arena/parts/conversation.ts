// What was said between the judge and a program, what the program wrote to its standard error, and what each of
// its moves cost. All of it is a stranger's text.

import { h } from "../../dom";
import { durationText, memoryText } from "../../i18n/texts";
import { t } from "../i18n";
import type { SideLog } from "../types";

/** The judge's lines begin with ">", the program's with "<". */
function lines(conversation: string): HTMLElement[] {
  return conversation.replace(/\n$/, "").split("\n").map((text) => {
    const kind = text.startsWith("<") ? "answered" : "said";
    return h("span", { class: kind }, `${text}\n`);
  });
}

export function conversation({ stderr, conversation: said }: SideLog): HTMLElement {
  const text = (label: string, ...children: (string | HTMLElement)[]): HTMLElement =>
    h("pre", { class: "log-text", tabindex: 0, "aria-label": label }, ...children);
  return h(
    "div",
    { class: "region" },
    h("h3", {}, t("log.conversation")),
    said ? text(t("log.conversation"), ...lines(said)) : h("p", { class: "quiet" }, t("log.silent")),
    h("h3", {}, t("log.stderr")),
    stderr ? text(t("log.stderr"), stderr) : h("p", { class: "quiet" }, t("log.silent")),
  );
}

/** One turn of a program; `ply` is null for one that ended in a foul. */
export interface Turn {
  ply: number | null;
  label: string;
  timeMs: number | null;
  memoryKb: number | null;
}

/** What each turn cost; `goTo` shows its move on the board. */
export function turnList(turns: Turn[], goTo: (ply: number) => void): HTMLElement {
  const cost = ({ timeMs, memoryKb }: Turn): string =>
    [timeMs === null ? null : durationText(timeMs), memoryKb ? memoryText(memoryKb) : null]
      .filter(Boolean).join(" · ");
  return h("ol", { class: "turns", tabindex: 0, "aria-label": t("log.turns") }, ...turns.map((turn) => {
    const { ply, label } = turn;
    return h("li", { "data-ply": ply },
      ply === null ? h("b", {}, label) : h("button", { type: "button", class: "move", onclick: () => goTo(ply) }, label),
      h("span", { class: "quiet" }, cost(turn)));
  }));
}
