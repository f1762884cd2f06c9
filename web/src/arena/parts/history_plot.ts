// A rating over time with its error as a band; a line where another version took over.

import { h, s } from "../../dom";
import { dateText, numberText } from "../../i18n/texts";
import { t } from "../i18n";
import type { HistoryPoint } from "../types";
import { eloText } from "./bot_table";

const WIDTH = 640;
const HEIGHT = 200;
const MARGIN = 8;

export function historyPlot(points: HistoryPoint[]): HTMLElement {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return h("p", { class: "quiet" }, t("bot.noHistory"));
  const low = Math.min(...points.map(({ elo, error }) => elo - error));
  const high = Math.max(...points.map(({ elo, error }) => elo + error));
  const spanMs = Math.max(last.atMs - first.atMs, 1);
  const x = ({ atMs }: HistoryPoint): number =>
    MARGIN + ((atMs - first.atMs) / spanMs) * (WIDTH - 2 * MARGIN);
  const y = (elo: number): number =>
    HEIGHT - MARGIN - ((elo - low) / Math.max(high - low, 1)) * (HEIGHT - 2 * MARGIN);
  const line = points.map((point) => `${x(point)} ${y(point.elo)}`).join("L");
  const above = points.map((point) => `${x(point)} ${y(point.elo + point.error)}`);
  const below = points.map((point) => `${x(point)} ${y(point.elo - point.error)}`).reverse();
  const changes = points.filter((point, index) => index > 0 && point.version !== points[index - 1]?.version);
  const label = t("bot.historyLabel", { from: eloText(first), to: eloText(last) });
  return h(
    "figure",
    { class: "history" },
    s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
    },
      s("path", { class: "history-band", d: `M${[...above, ...below].join("L")}Z` }),
      s("path", { class: "history-line", d: `M${line}` }),
      ...changes.map((point) => s("path", { class: "history-version", d: `M${x(point)} 0V${HEIGHT}` }))),
    h("figcaption", { class: "quiet" },
      h("span", {}, `${dateText(first.atMs)} – ${dateText(last.atMs)}`),
      h("span", {}, `${t("bot.rating")} ${numberText(low)} – ${numberText(high)}`)),
  );
}
