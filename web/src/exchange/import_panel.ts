// Opening a game: a pasted record, list of moves or link, or a file.

import type { Context } from "../context";
import { freshId, h } from "../dom";
import { GameTree } from "../game/tree";
import { reasonText, t } from "../i18n";
import { announce } from "../live";
import { fromLink } from "./link";

/** Files larger than this are not games. */
const FILE_BYTES_MAX = 4 << 20;

/** A link's game, or that of any record the rules can read. Throws with the reason otherwise. */
export function openText(context: Context, text: string): number {
  const { core, study } = context;
  const link = /#\/analyse\?(\S+)/.exec(text);
  const linked = link?.[1] ? fromLink(core, new URLSearchParams(link[1])) : null;
  if (linked) {
    study.open(linked.tree, linked.node);
    return linked.tree.line(linked.node).length - 1;
  }
  const tree = GameTree.fromRecord(core, core.readRecord(text));
  study.open(tree, tree.root);
  return tree.line(tree.root).length - 1;
}

export function importPanel(context: Context, setUp: () => void, fresh: () => void): HTMLElement {
  const id = freshId("import");
  const problem = h("p", { class: "problem", role: "alert" });
  const area = h("textarea", { id, rows: 4, spellcheck: "false", autocomplete: "off" });
  const open = (text: string): void => {
    try {
      const count = openText(context, text);
      problem.textContent = "";
      area.value = "";
      announce(t("import.done", { count }));
    } catch (error) {
      problem.textContent = t("import.failed", { reason: reasonText(error) });
    }
  };
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    tabindex: -1,
    "aria-label": t("import.file"),
    accept: ".pgn,.sgf,.txt,text/plain",
    onchange: () => {
      const chosen = file.files?.[0];
      if (chosen && chosen.size <= FILE_BYTES_MAX) void chosen.text().then(open);
      file.value = "";
    },
  });
  const button = (label: string, onclick: () => void): HTMLElement =>
    h("button", { type: "button", onclick }, label);
  return h(
    "details",
    { class: "card" },
    h("summary", {}, h("h2", {}, t("import.heading"))),
    h("label", { for: id }, t("import.paste")),
    area,
    problem,
    h(
      "div",
      { class: "buttons" },
      button(t("import.open"), () => open(area.value)),
      button(t("import.file"), () => file.click()),
      button(t("import.new"), fresh),
      button(t("import.setup"), setUp),
    ),
    file,
  );
}
