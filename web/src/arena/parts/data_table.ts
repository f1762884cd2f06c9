// Rows of facts: a table where there is room, and on a phone one card a row, each fact under its name. The
// roles are written out, because a table that is drawn as cards is no table to a screen reader any more.

import { h, type Child } from "../../dom";

export interface Column<T> {
  title: string;
  cell(row: T): Child;
  /** Digits under digits. */
  isNumber?: boolean;
  /** Names the row. */
  isHead?: boolean;
}

/** `kind` is a class for tables that stay in rows on a phone. */
export function dataTable<T>(caption: string, columns: Column<T>[], rows: T[], kind = ""): HTMLElement {
  const classOf = ({ isNumber }: Column<T>): string | null => (isNumber ? "number" : null);
  const head = columns.map((column) =>
    h("th", { scope: "col", role: "columnheader", class: classOf(column) }, column.title));
  const body = rows.map((row) =>
    h("tr", { role: "row" }, ...columns.map((column) =>
      h(
        column.isHead ? "th" : "td",
        {
          role: column.isHead ? "rowheader" : "cell",
          scope: column.isHead ? "row" : null,
          class: classOf(column),
          "data-label": column.title,
        },
        h("span", {}, column.cell(row)),
      ))));
  return h(
    "table",
    { class: `data ${kind}`.trim(), role: "table" },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...head)),
    h("tbody", { role: "rowgroup" }, ...body),
  );
}
