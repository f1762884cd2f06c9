// What was said between the judge and a program, move by move, with time and memory; and what the program
// wrote to its standard error. All of it is a stranger's text.

import { h } from "../../dom";
import { durationText, memoryText } from "../../i18n/texts";
import { t } from "../i18n";
import type { SideLog } from "../types";

export function conversation({ stderr, conversation: turns }: SideLog): HTMLElement {
  const rows = turns.map(({ ply, said, answered, timeMs, memoryKb }) =>
    h("li", { "data-ply": ply },
      h("span", { class: "quiet" }, [
        t("log.ply", { ply }), durationText(timeMs), ...(memoryKb ? [memoryText(memoryKb)] : []),
      ].join(" · ")),
      said && h("pre", { class: "said", tabindex: 0, "aria-label": t("log.judge") }, said),
      h("pre", { class: "answered", tabindex: 0, "aria-label": t("log.program") }, answered || t("log.nothing"))));
  return h(
    "div",
    { class: "log region" },
    rows.length > 0 && h("h3", {}, t("log.conversation")),
    rows.length > 0 && h("ol", { class: "turns", tabindex: 0, "aria-label": t("log.conversation") }, ...rows),
    h("h3", {}, t("log.stderr")),
    stderr
      ? h("pre", { class: "stderr", tabindex: 0, "aria-label": t("log.stderr") }, stderr)
      : h("p", { class: "quiet" }, t("log.silent")),
  );
}
