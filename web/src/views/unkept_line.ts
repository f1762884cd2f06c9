// A line that stands while the browser refuses to keep the game or study that is open.

import { h, refill } from "../dom";
import { t } from "../i18n";
import type { Keeper } from "../library/keeper";
import type { Cleanup } from "../store";
import { Notice } from "./notice";

/** It is said when that begins, and only shown to whoever comes later. */
export function unkeptLine({ isRefused }: Keeper, cleanup: Cleanup): HTMLElement {
  const element = h("div", { hidden: true });
  const show = (isShown: boolean): void => {
    const notice = new Notice();
    element.hidden = !isShown;
    refill(element, isShown && notice.element);
    if (isShown) notice.problem(t("library.unkept"));
  };
  cleanup.add(isRefused.subscribe(show));
  show(isRefused.get());
  return element;
}
