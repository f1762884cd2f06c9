// The contests, the newest first, and for staff the way to a new one.

import type { Mounting, Unsaved, View } from "../../context";
import { h } from "../../dom";
import { numberText } from "../../i18n/texts";
import { contests } from "../compete";
import type { Contest } from "../compete_types";
import { t } from "../i18n";
import { contestForm, type KeptPlan } from "../parts/contest_form";
import { stateChip } from "../parts/chips";
import { dataTable } from "../parts/data_table";
import { boardName } from "../parts/game_table";
import { PagedList } from "../parts/paged_list";
import { when } from "../parts/when";

function contestTable(items: Contest[]): HTMLElement {
  return dataTable<Contest>(t("nav.contests"), [
    { title: t("contest.name"), isHead: true, cell: ({ id, name }) => h("a", { href: `#/contest/${id}` }, name) },
    { title: t("games.board"), cell: ({ game, variant }) => boardName(game, variant) },
    { title: t("contest.format"), cell: ({ format }) => t(`contest.${format}`) },
    { title: t("table.state"), cell: ({ state }) => stateChip(state) },
    { title: t("contest.entries"), isNumber: true, cell: ({ entryCount }) => numberText(entryCount) },
    { title: t("contest.deadline"), cell: ({ deadlineMs }) => when(deadlineMs) },
  ], items);
}

function newContest({ context, root, cleanup, unsaved }: Mounting): () => Unsaved {
  let made: number | null = null; // although its list of people may have been refused
  const { element, kept } = contestForm(context, null, async (plan, people) => {
    if (made !== null) await contests.change(made, plan);
    const id = (made ??= (await contests.make(plan)).id);
    if (plan.whoMayEnter === "list") await contests.change(id, { people });
    if (!cleanup.isGone) location.hash = `#/contest/${id}`;
  }, unsaved["plan"] as KeptPlan | undefined);
  root.append(h("div", { class: "overview narrow" }, h("h1", {}, t("contest.new")), element));
  return () => ({ plan: kept() });
}

export const contestsView: View = (mounting) => {
  const { context, root, route } = mounting;
  if (route.rest[0] === "new" && context.session.isStaff) return newContest(mounting);
  const list = new PagedList<Contest>({ read: contests.list, draw: contestTable, empty: t("contest.none") });
  root.append(h("div", { class: "overview wide" }, h("h1", {}, t("nav.contests")),
    context.session.isStaff && h("p", { class: "row" }, h("a", { class: "button primary", href: "#/contests/new" }, t("contest.new"))),
    list.element));
  return undefined;
};
