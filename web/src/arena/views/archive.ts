// All games of the arena: to filter, to search, to look at, to download as one file. The address holds the
// filters, so that a list can be sent to somebody.

import type { View } from "../../context";
import { h, refill } from "../../dom";
import { showAddress } from "../../router";
import { textButton } from "../../views/button";
import { games } from "../client";
import { t, type Key } from "../i18n";
import { field, selectField } from "../parts/form";
import { gameTable } from "../parts/game_table";
import { PagedList } from "../parts/paged_list";
import type { GameFilter, GameInfo } from "../types";

const PURPOSES = ["ranked", "contest", "requested", "check", "room"];
const RESULTS = ["1-0", "0-1", "1/2-1/2"];
const VERDICTS = [
  "no-move", "win", "draw-by-plies", "draw-by-repetition", "illegal-move", "malformed-output", "timeout", "crash",
  "output-limit", "memory-limit", "never-started",
];
/** Filters that come with a link and have no field here. */
const LINKED = ["bot", "version", "person", "ladder", "contest"] as const;
const FILTERS = [...LINKED, "purpose", "result", "verdict", "q"];

/** The filters that the parameters of an address name. */
function filterOf(parameters: URLSearchParams): GameFilter {
  return Object.fromEntries(FILTERS.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value]] : [];
  }));
}

/** Whose games these are alone, with the way there; a person has no page. */
function linkedText(by: (typeof LINKED)[number], id: string): HTMLElement {
  const text = t(`games.only.${by}`);
  return h("p", {}, by === "person" ? text : h("a", { href: `#/${by}/${encodeURIComponent(id)}` }, text));
}

/** A table of games with its own paging. */
export function gameList(filter: GameFilter, empty: string): PagedList<GameInfo> {
  return new PagedList<GameInfo>({ read: (after) => games.list(filter, after), draw: gameTable, empty });
}

export const archiveView: View = ({ root, route }) => {
  const { parameters } = route;
  const slot = h("div", {});
  const download = h("a", { class: "button", download: "" }, t("games.archive"));
  const show = (): void => {
    const filter = filterOf(parameters);
    download.href = games.archiveAddress(filter);
    refill(slot, gameList(filter, t("games.none")).element);
  };
  const set = (name: string, value: string): void => {
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    const query = parameters.toString();
    showAddress(`#/archive${query && `?${query}`}`);
    show();
  };
  const select = (name: "purpose" | "result" | "verdict", values: string[]): HTMLElement => {
    const options = values.map((value) =>
      ({ value, label: name === "result" ? value : t(`${name}.${value}` as Key) }));
    return selectField(t(`games.${name}`), [{ value: "", label: t("games.any") }, ...options],
      parameters.get(name) ?? "", (value) => set(name, value)).element;
  };
  const search = field(t("games.search"), { type: "search", value: parameters.get("q") ?? "" });
  search.input.addEventListener("change", () => set("q", search.input.value.trim()));
  const narrowed = LINKED.filter((name) => parameters.has(name));
  root.append(
    h("div", { class: "overview wide" },
      h("h1", {}, t("nav.archive")),
      ...narrowed.map((name) => linkedText(name, parameters.get(name) ?? "")),
      h("div", { class: "filters" },
        search.element, select("purpose", PURPOSES), select("result", RESULTS), select("verdict", VERDICTS),
        download,
        narrowed.length > 0 && textButton(t("games.all"), () => (location.hash = "#/archive"))),
      slot),
  );
  show();
};
