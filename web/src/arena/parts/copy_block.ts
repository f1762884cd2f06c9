// A text to take away: a command, a link, a secret that is shown once.

import { h } from "../../dom";
import { announce } from "../../live";
import { textButton } from "../../views/button";
import { t } from "../i18n";

export function copyBlock(text: string): HTMLElement {
  const code = h("code", { tabindex: 0 }, text);
  const copy = async (): Promise<void> => {
    // A page that is not served safely has no clipboard, and a browser may refuse it; the text is chosen, to be copied by hand.
    getSelection()?.selectAllChildren(code);
    await navigator.clipboard?.writeText(text).then(() => announce(t("copy.done")), () => undefined);
  };
  return h("div", { class: "copy-block" }, h("pre", {}, code),
    textButton(t("copy.do"), () => void copy(), { act: `copy ${text}` }));
}
