// The course as a teacher sees it: who has handed in what, how strong it is against our own bots, and the mark
// that follows from it; and which sources are alike.

import type { Mounting, View } from "../../context";
import type { GameName } from "../../core/types";
import { h, refill, type Child } from "../../dom";
import { numberText } from "../../i18n/texts";
import { Notice } from "../../views/notice";
import { GAMES } from "../../views/board_picker";
import { course, type BoardQuery } from "../compete";
import type { CourseMark, CourseRow } from "../compete_types";
import { t } from "../i18n";
import { eloCell } from "../parts/bot_table";
import { boardSwitch, type BoardLink } from "../parts/board_switch";
import { chip, stateLine } from "../parts/chips";
import { dataTable } from "../parts/data_table";
import { form } from "../parts/form";
import { PagedList } from "../parts/paged_list";
import { Region } from "../parts/region";
import { when } from "../parts/when";

/** Each board that there is, under the name that addresses have for it. */
export function allBoards({ context }: Mounting): BoardLink[] {
  return GAMES.flatMap((game: GameName) =>
    context.core.variants(game).map((variant) => ({ id: `${game}-${variant}`, game, variant })));
}

function courseTable(rows: CourseRow[]): HTMLElement {
  return dataTable<CourseRow>(t("nav.course"), [
    { title: t("course.person"), isHead: true, cell: ({ person }) => person.name },
    { title: t("nav.bot"), cell: ({ bot }) => (bot ? h("a", { href: `#/bot/${bot.id}` }, bot.name) : t("course.nothing")) },
    { title: t("course.submitted"), cell: ({ submittedMs }) => (submittedMs ? when(submittedMs) : "–") },
    { title: t("course.verdict"), cell: ({ verdict }) => (verdict ? stateLine(verdict) : "–") },
    {
      title: t("bot.rating"), isNumber: true,
      cell: ({ elo, error }) => (elo === null || error === null ? "–" : eloCell({ elo, error })),
    },
    { title: t("bot.games"), isNumber: true, cell: ({ games }) => numberText(games) },
    {
      title: t("course.passed"),
      cell: ({ passed }) => (passed.length > 0
        ? h("span", { class: "named" }, ...passed.map((name) => chip(name || t("course.works")))) : "–"),
    },
    { title: t("course.mark"), isNumber: true, cell: ({ mark }) => h("b", {}, numberText(mark)) },
  ], rows);
}

/** The thresholds: a line for each bot of ours that is to be beaten, and what that is worth. */
function marksForm(board: BoardQuery, marks: CourseMark[], saved: () => void): HTMLElement {
  const list = h("div", { class: "region" });
  const add = ({ bot, mark, elo }: CourseMark): void => {
    const line = h("div", { class: "mark-line" },
      h("input", {
        type: "text", value: bot, name: "bot", placeholder: t("course.works"), "aria-label": t("course.beats"),
      }),
      h("input", {
        type: "number", value: mark, name: "mark", min: 0, max: 1000, required: true, "aria-label": t("course.mark"),
      }),
      h("span", { class: "quiet" }, elo ? t("course.elo", { elo: numberText(elo) }) : ""),
      h("button", { type: "button", onclick: () => line.remove() }, t("course.remove")));
    list.append(line);
  };
  marks.forEach(add);
  const more = h("button", { type: "button", onclick: () => add({ bot: "", mark: 0 }) }, t("course.add"));
  return form([h("p", { class: "quiet" }, t("course.marksHint")), list, more], t("contest.save"), async () => {
    const value = (line: Element, name: string): string =>
      line.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? "";
    await course.setMarks(board, [...list.children].map((line) => ({
      bot: value(line, "bot"), mark: Number(value(line, "mark")),
    })));
    saved();
  });
}

export const courseView: View = (mounting) => {
  const { root, route } = mounting;
  const boards = allBoards(mounting);
  const current = boards.find(({ id }) => id === route.rest[0]) ?? boards[0];
  if (!current) return;
  const board: BoardQuery = { game: current.game, variant: current.variant };
  const notice = new Notice();
  const list = new PagedList<CourseRow>({
    read: (after) => course.rows(board, after), draw: courseTable, empty: t("course.empty"),
  });
  const marks = new Region();
  const details = h("details", { class: "card" }, h("summary", {}, h("h2", {}, t("course.marks"))), marks.element);
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    void marks.load<{ marks: CourseMark[] }>(() => course.marks(board), (answer): Child[] => [
      marksForm(board, answer.marks, () => {
        notice.say(t("people.changed"));
        void list.reload();
      }),
    ]);
  });
  const page = h("div", { class: "overview wide" });
  refill(page,
    h("h1", {}, t("nav.course")),
    boardSwitch(boards, current.id, (id) => `#/course/${id}`),
    notice.element,
    h("p", { class: "downloads" },
      h("a", { class: "button", href: course.csvAddress(board), download: "" }, t("contest.csv")),
      h("a", { class: "button", href: `#/similar/${current.id}` }, t("nav.similar"))),
    details, list.element);
  root.append(page);
};
