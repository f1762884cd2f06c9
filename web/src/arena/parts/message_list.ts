// A compiler's messages as text; those that name a line lead there.

import { h } from "../../dom";
import { t } from "../i18n";
import { readMessages } from "../submission/messages";

export function messageList(output: string, goTo: (line: number, column: number) => void): HTMLElement {
  const lines = readMessages(output).map(({ text, message }) =>
    message
      ? h("button", {
          type: "button", class: `message ${message.kind}`,
          "aria-label": `${t("version.toLine", { line: message.line })}: ${text}`,
          onclick: () => goTo(message.line, message.column),
        }, text)
      : h("span", {}, text));
  return h("pre", { class: "messages", tabindex: 0, "aria-label": t("version.messages") },
    ...lines.flatMap((line) => [line, "\n"]));
}
