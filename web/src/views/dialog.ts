// A question that must be answered before anything goes on.

import { h } from "../dom";
import { t } from "../i18n";
import { textButton, type ButtonOptions } from "./button";

/** True if the person agrees; Escape and the other button are a no. */
export function ask(
  question: string,
  agree: string,
  kind: ButtonOptions["kind"] & string = "primary",
): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "question", "aria-label": question });
    const close = (answer: string): void => dialog.close(answer);
    dialog.append(
      h("p", {}, question),
      h(
        "div",
        { class: "buttons" },
        textButton(t("ask.no"), () => close("no")),
        textButton(agree, () => close("yes"), { kind }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
