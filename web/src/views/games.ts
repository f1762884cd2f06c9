// The library: every game and study of this browser, to go on with, to look for, to delete, and to
// carry elsewhere.

import type { Context, Mounting, Unsaved, View } from "../context";
import { pieceIcon } from "../boards/pieces";
import { freshId, h, Part, refill } from "../dom";
import { downloadText } from "../exchange/download";
import { exportEntries } from "../exchange/read_any";
import { lookUp, t } from "../i18n";
import { dateText, lengthText } from "../i18n/texts";
import { isRunning, type Entry } from "../library/entry";
import { announce } from "../live";
import { textButton } from "./button";
import { ask } from "./dialog";
import { pageFailure } from "./page_failure";
import { playerNames } from "./player_names";

/** Who played, or what the record says about that. */
function players({ record, play }: Entry): string {
  if (play && play.human !== null) return playerNames(play.options, play.human).join(" – ");
  const { First, Second } = record.tags;
  return First || Second ? `${First ?? "?"} – ${Second ?? "?"}` : t("library.twoPeople");
}

function result(entry: Entry): string {
  if (isRunning(entry)) return t("library.running");
  const { Result } = entry.record.tags;
  return Result && Result !== "*" ? Result : "";
}

function variantName(variant: string): string {
  return lookUp(`variant.${variant}`, variant);
}

/** What a phone has no room for comes last; the picture says the game. */
function details({ kind, record, updatedMs }: Entry): string[] {
  const { game, variant, moves } = record.spec;
  return [
    t(`library.${kind}`), dateText(updatedMs), lengthText(moves.length), t(`game.${game}`), variantName(variant),
  ];
}

/** All that a search looks at. */
function words(entry: Entry): string {
  const { game, variant } = entry.record.spec;
  const parts = [
    t(`game.${game}`), variantName(variant), t(`library.${entry.kind}`), players(entry), result(entry),
    dateText(entry.updatedMs), ...Object.values(entry.record.tags),
  ];
  return parts.join(" ").toLowerCase();
}

class GamesPage {
  readonly context: Context;
  #entries: Entry[] = [];
  #list = new Part(h("ul", { class: "entries" }));
  #search: HTMLInputElement;
  #tools: HTMLElement;
  #count = h("p", { class: "quiet", role: "status" });
  #failure = h("div", {});
  #begin = h("a", { class: "button primary begin", href: "#/play", hidden: true }, t("learn.playNow"));

  constructor({ context, root, cleanup, unsaved }: Mounting) {
    this.context = context;
    const id = freshId("search");
    this.#search = h("input", {
      id,
      type: "search",
      value: typeof unsaved["search"] === "string" ? unsaved["search"] : "",
      oninput: () => this.#render(),
    });
    this.#tools = h("div", { class: "library-tools", hidden: true },
      h("label", { for: id }, t("library.search")),
      this.#search,
      textButton(t("library.exportJson"), () => this.#exportJson(), { act: "json" }),
      textButton(t("library.exportPgn"), () => this.#exportPgn(), { act: "pgn" }),
    );
    root.append(
      h(
        "div",
        { class: "overview" },
        h("h1", {}, t("library.heading")),
        h("p", { class: "quiet" }, t("library.intro")),
        this.#tools,
        this.#failure,
        this.#count,
        this.#list.element,
        this.#begin,
      ),
    );
    cleanup.add(context.library.subscribe(() => void this.#load()));
    void this.#load();
  }

  unsaved(): Unsaved {
    return { search: this.#search.value };
  }

  async #load(): Promise<void> {
    try {
      this.#entries = await this.context.library.list();
      this.#render();
    } catch (error) {
      refill(this.#failure, pageFailure(error));
    }
  }

  get #found(): Entry[] {
    const wanted = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#entries.filter((entry) => {
      const text = words(entry);
      return wanted.every((word) => text.includes(word));
    });
  }

  #render(): void {
    const found = this.#found;
    const isEmpty = this.#entries.length === 0;
    this.#tools.hidden = isEmpty;
    this.#count.textContent = isEmpty
      ? t("library.empty")
      : t("library.count", { count: found.length });
    this.#begin.hidden = !isEmpty;
    // A running clock is written every second, which changes nothing here.
    const key = found.map((entry) => [entry.id, players(entry), result(entry), ...details(entry)].join("\n")).join("\n");
    this.#list.draw(key, () => found.map((entry) => this.#row(entry)));
  }

  #row(entry: Entry): HTMLElement {
    const { id, kind } = entry;
    return h(
      "li",
      { class: "card entry" },
      pieceIcon(entry.record.spec.game, 0),
      h(
        "a",
        { href: `#/${kind === "game" ? "play" : "analyse"}/${id}`, "data-act": `open ${id}` },
        h("b", {}, players(entry)),
        result(entry) && h("span", { class: "entry-result" }, result(entry)),
        h("span", { class: "quiet" }, details(entry).join(" · ")),
      ),
      textButton(t("library.delete"), () => void this.#remove(entry), {
        act: `delete ${id}`, icon: "delete",
      }),
    );
  }

  async #remove(entry: Entry): Promise<void> {
    const question = t("library.deleteSure", { name: players(entry) });
    if (!(await ask(question, t("library.delete"), "danger"))) return;
    await this.context.library.remove(entry.id);
    announce(t("library.deleted"));
  }

  #exportJson(): void {
    downloadText("immure-games.json", exportEntries(this.#found));
  }

  #exportPgn(): void {
    const { core } = this.context;
    const records = this.#found.map(({ record }) => core.writeRecord(record, "pgn"));
    downloadText("immure-games.pgn", records.join("\n"));
  }
}

export const gamesView: View = (mounting) => {
  const page = new GamesPage(mounting);
  return () => page.unsaved();
};
