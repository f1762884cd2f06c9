// The frame around the views: header, navigation, language and theme.

import type { Context, View } from "./context";
import { h } from "./dom";
import { setLanguage, t } from "./i18n";
import { mountAnnouncements } from "./live";
import { onRoute, type Page, type Route } from "./router";
import { applyTheme, type Theme } from "./settings";
import { Cleanup } from "./store";
import { analyseView } from "./views/analyse";
import { icon } from "./views/icons";
import { learnView } from "./views/learn";
import { playView } from "./views/play";

const VIEWS: Record<Page, View> = { play: playView, analyse: analyseView, learn: learnView };
const PAGES: Page[] = ["play", "analyse", "learn"];
const NEXT_THEME: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

export class App {
  #cleanup = new Cleanup();
  #route: Route | null = null;
  #header = h("header", { class: "top" });
  #main = h("main", { id: "main", tabindex: -1 });

  constructor(
    readonly context: Context,
    root: Element,
  ) {
    root.replaceChildren(this.#header, this.#main);
    mountAnnouncements(document.body);
    const { settings } = context;
    let { language, theme } = settings.get();
    setLanguage(language);
    applyTheme(theme);
    settings.subscribe((value) => {
      if (value.theme === theme && value.language === language) return;
      ({ language, theme } = value);
      setLanguage(language);
      applyTheme(theme);
      this.#render();
    });
    onRoute((route) => {
      this.#route = route;
      this.#render();
      window.scrollTo(0, 0);
    });
  }

  #render(): void {
    const route = this.#route;
    if (!route) return;
    this.#renderHeader(route.page);
    this.#cleanup.run();
    this.#main.replaceChildren();
    document.title = `${t(`nav.${route.page}`)} · ${t("app.title")}`;
    VIEWS[route.page](this.context, this.#main, route, this.#cleanup);
  }

  #renderHeader(page: Page): void {
    const { settings } = this.context;
    const { theme, language } = settings.get();
    const links = PAGES.map((name) =>
      h(
        "a",
        { href: `#/${name}`, "aria-current": name === page ? "page" : null },
        t(`nav.${name}`),
      ),
    );
    const themeName = t("theme.label", { theme: t(`theme.${theme}`) });
    const next = language === "en" ? "zh" : "en";
    this.#header.replaceChildren(
      h("a", { class: "skip", href: "#main", onclick: (event: Event) => this.#skip(event) },
        t("app.skip")),
      h("a", { class: "brand", href: "#/play" }, icon("logo"), h("span", {}, t("app.title"))),
      h("nav", { "aria-label": t("nav.label") }, ...links),
      h(
        "div",
        { class: "switches" },
        h("button", {
          type: "button",
          class: "plain language",
          lang: next === "zh" ? "zh-Hans" : "en",
          "aria-label": t("language.label"),
          onclick: () => this.#switch(".language", () => settings.patch({ language: next })),
        }, t("language.switch")),
        h("button", {
          type: "button",
          class: "plain theme",
          "aria-label": themeName,
          title: themeName,
          onclick: () =>
            this.#switch(".theme", () => settings.patch({ theme: NEXT_THEME[theme] })),
        }, icon(`theme-${theme}`)),
      ),
    );
  }

  /** A switch is drawn anew when it is used; the focus goes to its new self. */
  #switch(selector: string, change: () => void): void {
    change();
    this.#header.querySelector<HTMLElement>(selector)?.focus();
  }

  #skip(event: Event): void {
    event.preventDefault(); // the hash is the route
    const cell = this.#main.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
    (cell ?? this.#main).focus();
  }
}
