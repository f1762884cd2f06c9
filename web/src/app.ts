// The frame around the views: header, navigation, language and theme.

import type { Context, Opener, Unsaved, View } from "./context";
import { h } from "./dom";
import { keepFocus } from "./focus";
import { setLanguage, t } from "./i18n";
import { mountAnnouncements } from "./live";
import { isArenaPage, onRoute, settleAddress, type OwnPage, type Page, type Route } from "./router";
import { applyTheme, type Theme } from "./settings";
import { Cleanup } from "./store";
import { analyseView } from "./views/analyse";
import { botsView } from "./views/bots";
import { gamesView } from "./views/games";
import { icon } from "./views/icons";
import { learnView } from "./views/learn";
import { openAnalyse, openPlay } from "./views/open";
import { pageFailure } from "./views/page_failure";
import { playView } from "./views/play";
import { puzzlesView } from "./views/puzzles";

interface Shown {
  open?: Opener;
  view: View;
}

const VIEWS: Record<OwnPage, Shown> = {
  play: { open: openPlay, view: playView },
  analyse: { open: openAnalyse, view: analyseView },
  learn: { view: learnView },
  puzzles: { view: puzzlesView },
  games: { view: gamesView },
  bots: { view: botsView },
};

/** The arena is no part of the first load. */
async function viewOf(page: Page, { session }: Context): Promise<Shown> {
  if (!isArenaPage(page)) return VIEWS[page];
  const [{ ARENA_VIEWS }] = await Promise.all([import("./arena/arena"), session.arrive()]);
  return { view: ARENA_VIEWS[page] };
}

/** What the header leads to; bots are found under Learn. */
const NAVIGATION: OwnPage[] = ["play", "analyse", "learn", "puzzles", "games"];
const NEXT_THEME: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

export class App {
  #cleanup = new Cleanup();
  #page: Page = "play";
  #route: Route | null = null;
  #view: View | null = null;
  #leave: (() => Unsaved) | void = undefined;
  #arrivals = 0; // counts the routes, so that one overtaken while it is opened is not shown
  #header = h("header", { class: "top" });
  #main = h("main", { id: "main", tabindex: -1 });

  constructor(
    readonly context: Context,
    root: Element,
  ) {
    root.replaceChildren(this.#header, this.#main);
    mountAnnouncements(document.body);
    keepFocus(this.#main);
    const { settings } = context;
    let { language, theme } = settings.get();
    setLanguage(language);
    applyTheme(settings.get());
    settings.subscribe((value) => {
      applyTheme(value);
      if (value.theme === theme && value.language === language) return;
      const isSpoken = value.language !== language;
      ({ language, theme } = value);
      setLanguage(language);
      this.#renderHeader();
      if (isSpoken) this.#mount(null, this.#leave?.() ?? {});
    });
    context.playKeeper.onForgotten = () => this.#tellForgotten("play");
    context.studyKeeper.onForgotten = () => this.#tellForgotten("analyse");
    context.session.state.subscribe(() => this.#renderHeader());
    onRoute((route) => void this.#arrive(route));
  }

  async #arrive(route: Route): Promise<void> {
    const arrival = ++this.#arrivals;
    const isFirst = this.#route === null;
    this.#page = route.page;
    this.#renderHeader();
    if (route.isBare && (await this.#hasArena())) {
      if (arrival === this.#arrivals) location.replace("#/arena");
      return;
    }
    const { view, problem } = await this.#open(route);
    if (arrival !== this.#arrivals) return;
    this.#route = route;
    this.#view = view;
    settleAddress();
    this.#mount(problem, {});
    window.scrollTo(0, 0);
    // Whoever came here by a link of the page goes on from its content.
    if (!isFirst) this.#main.focus({ preventScroll: true });
  }

  /** The view of a route; where it cannot be had or made ready, one that says why. */
  async #open(route: Route): Promise<{ view: View; problem: string | null }> {
    try {
      const { view, open } = await viewOf(route.page, this.context);
      return { view, problem: (await open?.(this.context, route)) ?? null };
    } catch (error) {
      return { view: ({ root }) => root.append(pageFailure(error)), problem: null };
    }
  }

  /** A server with an arena begins with it; elsewhere one plays at once. */
  async #hasArena(): Promise<boolean> {
    await this.context.session.arrive();
    return this.context.session.state.get() !== null;
  }

  #tellForgotten(page: Page): void {
    if (this.#route?.page === page) this.#mount(t("library.missing"), {});
  }

  #mount(problem: string | null, unsaved: Unsaved): void {
    const [route, view] = [this.#route, this.#view];
    if (!route || !view) return;
    const { context } = this;
    this.#cleanup.run();
    this.#cleanup = new Cleanup();
    this.#main.replaceChildren();
    document.title = `${t(`nav.${route.page}`)} · ${t("app.title")}`;
    const root = this.#main;
    this.#leave = view({ context, root, route, cleanup: this.#cleanup, unsaved, problem });
  }

  #renderHeader(): void {
    const page = this.#page;
    const { settings } = this.context;
    const { theme, language } = settings.get();
    const focused = document.activeElement?.getAttribute("data-act");
    const session = this.context.session.state.get();
    const shown = page === "bots" ? "learn" : isArenaPage(page) ? "arena" : page;
    const link = (name: Page): HTMLElement =>
      h(
        "a",
        { href: `#/${name}`, "data-act": name, "aria-current": name === shown ? "page" : null },
        t(`nav.${name}`),
      );
    const links = [...NAVIGATION, ...(session ? ["arena" as const] : [])].map(link);
    const themeName = t("theme.label", { theme: t(`theme.${theme}`) });
    const next = language === "en" ? "zh" : "en";
    this.#header.classList.toggle("with-arena", session !== null);
    this.#header.replaceChildren(
      h("a", { class: "skip", href: "#main", onclick: (event: Event) => this.#skip(event) },
        t("app.skip")),
      h("a", { class: "brand", href: session ? "#/arena" : "#/play", "aria-label": t("app.title") }, icon("logo"),
        h("span", {}, t("app.title"))),
      h("nav", { "aria-label": t("nav.label") }, ...links),
      h(
        "div",
        { class: "switches" },
        session && h("a", { class: "person", href: session.person ? "#/account" : "#/signin", "data-act": "person" },
          session.person?.name ?? t("nav.signin")),
        h("button", {
          type: "button",
          class: "plain language",
          "data-act": "language",
          lang: next === "zh" ? "zh-Hans" : "en",
          "aria-label": t("language.label"),
          onclick: () => settings.patch({ language: next }),
        }, t("language.switch")),
        h("button", {
          type: "button",
          class: "plain theme",
          "data-act": "theme",
          "aria-label": themeName,
          title: themeName,
          onclick: () => settings.patch({ theme: NEXT_THEME[theme] }),
        }, icon(`theme-${theme}`)),
      ),
    );
    // On a phone the entries scroll: the one shown is in sight.
    this.#header.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // Drawn anew, what had the focus has it again.
    if (focused) this.#header.querySelector<HTMLElement>(`[data-act="${focused}"]`)?.focus();
  }

  #skip(event: Event): void {
    event.preventDefault(); // the hash is the route
    const cell = this.#main.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
    (cell ?? this.#main).focus();
  }
}
