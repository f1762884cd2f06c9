// A bot: its versions, its rating and how it came about, whom it met, its games. Its owner has the versions in
// hand here: which one plays, who may read the source, whether it plays at all.

import type { Context, Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { numberText, pointsText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { Notice } from "../../views/notice";
import { bots, versions } from "../client";
import { lookUp, t } from "../i18n";
import { perform } from "../parts/act";
import { eloText } from "../parts/bot_table";
import { challenge } from "../parts/challenge";
import { botChip, chip, stateChip, stateLine } from "../parts/chips";
import { dataTable } from "../parts/data_table";
import { factRow } from "../parts/fact_row";
import { form, selectField } from "../parts/form";
import { boardName } from "../parts/game_table";
import { historyPlot } from "../parts/history_plot";
import { PagedList } from "../parts/paged_list";
import { Region } from "../parts/region";
import { when } from "../parts/when";
import type { BotWithVersions, Opponent, RatingChange, VersionInfo } from "../types";
import { gameList } from "./archive";

class BotPage {
  readonly context: Context;
  #cleanup: Mounting["cleanup"];
  #id: number;
  #notice = new Notice();
  #region = new Region();

  constructor({ context, root, route, cleanup }: Mounting) {
    this.context = context;
    this.#cleanup = cleanup;
    this.#id = Number(route.rest[0]);
    root.append(h("div", { class: "overview wide" }, this.#notice.element, this.#region.element));
    void this.#load();
  }

  async #load(): Promise<void> {
    await this.#region.load(() => bots.get(this.#id), (bot) => this.#draw(bot));
  }

  async #change(change: Parameters<typeof bots.change>[1], question = ""): Promise<void> {
    await perform(this.#notice, {
      question, agree: t("bot.yes"), run: () => bots.change(this.#id, change), done: t("people.changed"),
    });
    await this.#load();
  }

  #draw(bot: BotWithVersions): Child[] {
    document.title = `${bot.name} · ${t("app.title")}`;
    const person = this.context.session.state.get()?.person;
    const isMine = bot.owner !== null && bot.owner.id === person?.id;
    const { activeVersion } = bot;
    return [
      this.#head(bot),
      isMine && this.#ownerRow(bot),
      this.#part(t("bot.history"), this.#history(bot)),
      this.#part(t("bot.versions"), this.#versionTable(bot, isMine), bot.versions.length > 1 && this.#compare(bot)),
      this.#part(t("bot.opponents"), this.#opponents()),
      person && activeVersion !== null ? challenge(bot, activeVersion, this.#cleanup) : null,
      this.#part(t("bot.changes"), this.#changes()),
      this.#part(t("bot.latest"), gameList({ bot: bot.id }, t("games.none")).element,
        h("a", { href: `#/archive?bot=${bot.id}` }, t("bot.allGames"))),
    ];
  }

  #part(heading: string, ...children: Child[]): HTMLElement {
    return h("section", { class: "region" }, h("h2", {}, heading), ...children);
  }

  #head(bot: BotWithVersions): HTMLElement {
    const { name, owner, game, variant, rating } = bot;
    const facts = [
      owner ? t("bot.by", { name: owner.name }) : t("bot.house"),
      boardName(game, variant),
      ...(rating ? [t("bot.elo", { elo: eloText(rating) }), t("bot.rated", { games: numberText(rating.games) })] : []),
      ...(rating?.rank ? [t("bot.rank", { rank: numberText(rating.rank) })] : []),
    ];
    return h("div", { class: "region" }, h("h1", {}, name), h("p", {}, ...factRow(facts)), stateLine(bot, botChip(bot)),
      bot.activeVersion !== null && h("div", { class: "row" },
        h("a", { class: "button", href: `#/room?bot=${bot.id}` }, t("room.challenge"))));
  }

  #ownerRow({ id, state, isShared }: BotWithVersions): HTMLElement {
    const shared = h("input", {
      type: "checkbox", role: "switch", checked: isShared,
      onchange: () => void this.#change({ isShared: shared.checked }),
    });
    return h(
      "div",
      { class: "row" },
      h("a", { class: "button primary", href: `#/submit?bot=${id}` }, t("bot.newVersion")),
      state === "active" && textButton(t("bot.pause"), () => void this.#change({ state: "paused" }), { act: "pause" }),
      state === "paused" && textButton(t("bot.resume"), () => void this.#change({ state: "active" }), { act: "pause" }),
      state !== "retired" && textButton(t("bot.retire"), () =>
        void this.#change({ state: "retired" }, t("bot.retireSure")), { act: "retire" }),
      h("label", { class: "switch" }, shared, t("bot.share")),
    );
  }

  #versionTable({ versions: all, activeVersion, isShared }: BotWithVersions, isMine: boolean): HTMLElement {
    const newest = [...all].sort((a, b) => b.number - a.number);
    const maySee = isMine || isShared || this.context.session.isStaff;
    return dataTable<VersionInfo>(t("bot.versions"), [
      {
        title: t("nav.version"), isHead: true,
        cell: ({ id, number }) => h("a", { href: `#/version/${id}` }, t("version.number", { number })),
      },
      {
        title: t("table.state"),
        cell: ({ id, state }) => (id === activeVersion ? chip(t("state.active"), "good") : stateChip(state)),
      },
      { title: t("submit.language"), cell: ({ language }) => lookUp(`language.${language}`, language) || "–" },
      { title: t("submit.protocol"), cell: ({ protocol }) => lookUp(`protocol.${protocol}`, protocol) },
      { title: t("bot.submitted"), cell: ({ createdMs }) => when(createdMs) },
      ...(isMine ? [{
        title: t("table.action"),
        cell: ({ id, state }: VersionInfo): Child => state === "ready" && id !== activeVersion &&
          textButton(t("version.activate"), () => void this.#change({ activeVersion: id }), { act: `activate ${id}` }),
      }] : maySee ? [{
        title: t("submit.source"),
        cell: ({ id }: VersionInfo): Child => h("a", { href: `#/version/${id}` }, t("submit.source")),
      }] : []),
    ], newest);
  }

  #compare({ versions: all }: BotWithVersions): HTMLElement {
    const ordered = [...all].sort((a, b) => a.number - b.number);
    const options = ordered.map(({ id, number }) => ({ value: String(id), label: t("version.number", { number }) }));
    const before = selectField(t("bot.compareOld"), options, options.at(-2)?.value ?? "");
    const after = selectField(t("bot.compareNew"), options, options.at(-1)?.value ?? "");
    const slot = h("div", { class: "editor" });
    const compare = form([h("div", { class: "filters" }, before.element, after.element)], t("bot.compare"), async () => {
      const [old, fresh, { showDifference }] = await Promise.all([
        versions.source(Number(before.input.value)),
        versions.source(Number(after.input.value)),
        import("../editor/editor"),
      ]);
      const language = all.find(({ id }) => String(id) === after.input.value)?.language ?? "";
      refill(slot, old === fresh && h("p", { class: "quiet" }, t("bot.same")));
      if (old !== fresh) showDifference(slot, t("bot.compare"), old, fresh, language);
    });
    return h("details", { class: "card" }, h("summary", {}, t("bot.compare")), compare, slot);
  }

  #history({ id }: BotWithVersions): HTMLElement {
    const region = new Region();
    void region.load(() => bots.history(id), ({ items }) => [historyPlot(items)]);
    return region.element;
  }

  #opponents(): HTMLElement {
    return new PagedList<Opponent>({
      read: (after) => bots.opponents(this.#id, after),
      empty: t("games.none"),
      draw: (items) => dataTable<Opponent>(t("bot.opponents"), [
        {
          title: t("bot.opponent"), isHead: true,
          cell: ({ bot }) => h("a", { href: `#/bot/${bot.id}` }, bot.name),
        },
        { title: t("bot.games"), isNumber: true, cell: ({ games }) => numberText(games) },
        { title: t("bot.wins"), isNumber: true, cell: ({ wins }) => numberText(wins) },
        { title: t("bot.draws"), isNumber: true, cell: ({ draws }) => numberText(draws) },
        { title: t("bot.losses"), isNumber: true, cell: ({ losses }) => numberText(losses) },
        { title: t("bot.fouls"), isNumber: true, cell: ({ fouls }) => numberText(fouls) },
      ], items, "compact"),
    }).element;
  }

  #changes(): HTMLElement {
    return new PagedList<RatingChange>({
      read: (after) => bots.changes(this.#id, after),
      empty: t("bot.noChanges"),
      draw: (items) => dataTable<RatingChange>(t("bot.changes"), [
        { title: t("games.ended"), isHead: true, cell: ({ atMs }) => when(atMs) },
        { title: t("bot.rating"), isNumber: true, cell: ({ before, after }) => `${before === null ? "–" : numberText(before)} → ${numberText(after)}` },
        { title: t("bot.why"), cell: whyText },
      ], items),
    }).element;
  }
}

/** What was scored, and what was expected of it; the rest is the work of others' games. */
function whyText({ points, expected, games, opponent }: RatingChange): string {
  if (points === null) return "–";
  const against = opponent?.name ?? t("bot.severalOpponents");
  return t(expected === null ? "bot.whyPoints" : "bot.whyExpected", {
    points: pointsText(points), games: numberText(games), expected: numberText(expected ?? 0, 1), against,
  });
}

export const botView: View = (mounting) => {
  new BotPage(mounting);
};
