// A fresh password, typed twice.

import { t } from "../i18n";
import { passwordField } from "./form";

export function passwordPair(): { elements: HTMLElement[]; value(): string } {
  const first = passwordField(t("account.newPassword"), true, t("account.passwordHint"));
  const again = passwordField(t("account.again"), true);
  const compare = (): void =>
    again.input.setCustomValidity(first.input.value === again.input.value ? "" : t("account.differ"));
  first.input.addEventListener("input", compare);
  again.input.addEventListener("input", compare);
  return { elements: [first.element, again.element], value: () => first.input.value };
}
