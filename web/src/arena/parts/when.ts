// A moment in a table: never broken into two lines, and told to programs as well.

import { h } from "../../dom";
import { dateText } from "../../i18n/texts";

export function when(ms: number): HTMLElement {
  return h("time", { class: "when", datetime: new Date(ms).toISOString() }, dateText(ms));
}
