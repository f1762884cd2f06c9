// How a game ended, and what can come next.

import type { SessionState } from "../game/session";
import { h } from "../dom";
import { t } from "../i18n";
import { textButton } from "./button";
import { endingText, verdictText } from "./status";

export function endingCard(
  { finish, node, human }: SessionState,
  rematch: () => void,
  review: () => void,
): HTMLElement | null {
  if (!finish) return null;
  const { result } = finish;
  return h(
    "section",
    { class: "card ending", "aria-label": t("play.over") },
    h("p", { class: "ending-score" }, result),
    h("div", {}, h("h2", {}, verdictText(finish, human)), h("p", { class: "quiet" },
      endingText(finish, node.view))),
    h(
      "div",
      { class: "buttons" },
      textButton(t("play.rematch"), rematch, { kind: "primary", act: "rematch", icon: "again" }),
      textButton(t("play.review"), review, { act: "review", icon: "review" }),
    ),
  );
}
