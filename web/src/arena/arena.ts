// The pages of a server's arena, fetched when one of them is first wanted, and the row of links above them.

import "../../styles/arena.css";
import "../../styles/submission.css";
import "../../styles/compete.css";
import "../../styles/compete_phone.css";
import type { Mounting, View } from "../context";
import { h, Part } from "../dom";
import type { ArenaPage } from "../router";
import { t } from "./i18n";
import { accountView } from "./views/account";
import { archiveView } from "./views/archive";
import { botView } from "./views/bot";
import { contestView } from "./views/contest";
import { contestsView } from "./views/contests";
import { courseView } from "./views/course";
import { gameView } from "./views/game";
import { landingView } from "./views/landing";
import { ladderView } from "./views/ladder";
import { liveView } from "./views/live";
import { peopleView } from "./views/people";
import { roomView } from "./views/room";
import { registerView, resetView, setupView, signInView } from "./views/sign_in";
import { similarView } from "./views/similar";
import { submitView } from "./views/submit";
import { versionView } from "./views/version";

/** The link under which one finds a page that has none. */
const PARENTS: Partial<Record<ArenaPage, ArenaPage>> = {
  bot: "ladder", contest: "contests", game: "archive", register: "signin", similar: "course", version: "ladder",
};

/** The row of links; `who` is left out where everybody may look. */
const TABS: { page: ArenaPage; who?: "person" | "staff" | "nobody" }[] = [
  { page: "arena" },
  { page: "ladder" },
  { page: "live" },
  { page: "contests" },
  { page: "room" },
  { page: "archive" },
  { page: "submit" },
  { page: "course", who: "staff" },
  { page: "people", who: "staff" },
  { page: "account", who: "person" },
  { page: "signin", who: "nobody" },
];

function mountTabs({ context, root, route, cleanup }: Mounting): void {
  const { session } = context;
  const shown = PARENTS[route.page as ArenaPage] ?? route.page;
  const row = new Part(h("nav", { class: "tabs", "aria-label": t("nav.arena") }));
  const draw = (): void => {
    const person = session.state.get()?.person ?? null;
    const isShown = { person: person !== null, staff: session.isStaff, nobody: person === null };
    row.draw(`${person?.role}`, () =>
      TABS.filter(({ who }) => !who || isShown[who]).map(({ page }) =>
        h("a", { href: `#/${page}`, "aria-current": page === shown ? (page === route.page ? "page" : "true") : null },
          t(`nav.${page}`))));
    // On a phone they scroll: the one shown is in sight.
    row.element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  };
  root.append(row.element);
  draw();
  cleanup.add(session.state.subscribe(draw));
}

function framed(view: View): View {
  return (mounting) => {
    const { root, context } = mounting;
    if (!context.session.state.get()) {
      root.append(h("div", { class: "overview" }, h("h1", {}, t("nav.arena")), h("p", {}, t("arena.none"))));
      return undefined;
    }
    const content = h("div", {});
    mountTabs(mounting);
    root.append(content);
    return view({ ...mounting, root: content });
  };
}

const VIEWS: Record<ArenaPage, View> = {
  account: accountView,
  archive: archiveView,
  arena: landingView,
  bot: botView,
  contest: contestView,
  contests: contestsView,
  course: courseView,
  game: gameView,
  ladder: ladderView,
  live: liveView,
  people: peopleView,
  register: registerView,
  reset: resetView,
  room: roomView,
  setup: setupView,
  signin: signInView,
  similar: similarView,
  submit: submitView,
  version: versionView,
};

export const ARENA_VIEWS = Object.fromEntries(
  Object.entries(VIEWS).map(([page, view]) => [page, framed(view)]),
) as Record<ArenaPage, View>;
