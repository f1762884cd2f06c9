// What is shown instead of a page that could not be fetched: why, and another try.

import { h } from "../dom";
import { reasonText, t } from "../i18n";
import { textButton } from "./button";

export function pageFailure(error: unknown): HTMLElement {
  // The browser has to fetch the page anew: there was no network, or the server got another page since.
  const retry = textButton(t("play.retry"), () => location.reload(), { act: "retry", icon: "again", kind: "primary" });
  return h("div", { class: "failure", role: "alert" },
    h("p", {}, t("app.failed", { reason: reasonText(error) })), retry);
}
