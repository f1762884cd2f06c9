// A contest: what is played, who has entered, how it stands. People enter their bots here; staff open it, stop
// it, change it and take entries out.

import type { Context, Mounting, Unsaved, View } from "../../context";
import { h, Part, type Child } from "../../dom";
import { sentence } from "../../i18n";
import { dateText, distanceText, numberText, secondsText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { Notice } from "../../views/notice";
import { bots } from "../client";
import { contests } from "../compete";
import type { ContestDetails, ContestEntry, ContestState, Standings } from "../compete_types";
import { t, whyText } from "../i18n";
import { perform, type Act } from "../parts/act";
import { BotPicker, type Picked } from "../parts/bot_picker";
import { chip, stateLine } from "../parts/chips";
import { contestForm, type KeptPlan } from "../parts/contest_form";
import { resultParts } from "../parts/contest_tables";
import { dataTable } from "../parts/data_table";
import { factRow } from "../parts/fact_row";
import { field, form, selectField } from "../parts/form";
import { boardName } from "../parts/game_table";
import { Region } from "../parts/region";

/** How often the standings of a running contest are asked for. */
const REFRESH_MS = 5000;

/** What staff had filled in before the language was changed. */
interface KeptTools {
  plan: KeptPlan | undefined;
  picked: Picked | undefined;
  reason: string;
  chosen: string;
  isOpen: boolean;
}

/** What staff can make of a contest in a state, and what that is called. */
const STEPS: Record<ContestState, { to: ContestState; act: "open" | "draft" | "freeze" | "stop" | "goOn" }[]> = {
  draft: [{ to: "open", act: "open" }],
  open: [{ to: "frozen", act: "freeze" }, { to: "draft", act: "draft" }],
  frozen: [{ to: "running", act: "goOn" }],
  running: [{ to: "frozen", act: "stop" }],
  ended: [],
};

/** Whether the standings have all that was entered. */
function isDrawn({ state }: ContestDetails): boolean {
  return state === "running" || state === "ended";
}

class ContestPage {
  readonly context: Context;
  #id: number;
  #notice = new Notice();
  #region = new Region(h("div", {}));
  #top = new Part(h("div", { class: "region" }));
  #results = new Region();
  #table = new Part(h("div", { class: "region" }));
  #enter = new Part(h("div", { class: "region" }));
  #picker: BotPicker | null = null; // of those that staff may enter
  #entries = new Part(h("div", { class: "region" }));
  #staff = new Part(h("div", { class: "region" }));
  #disqualified = new Part(h("div", {}));
  #chosen: string; // of those that may be disqualified
  #reason = field(t("contest.why"), { required: true, maxlength: 500 });
  #disqualifyForm = this.#makeDisqualifyForm();
  #plan: ReturnType<typeof contestForm> | null = null;
  #tools: HTMLDetailsElement | null = null;
  #before: KeptTools | undefined; // until it is on the page again
  #timer: ReturnType<typeof setInterval>;

  constructor({ context, root, route, cleanup, unsaved }: Mounting) {
    this.context = context;
    this.#before = unsaved["tools"] as KeptTools | undefined;
    this.#chosen = this.#before?.chosen ?? "";
    this.#reason.input.value = this.#before?.reason ?? "";
    this.#id = Number(route.rest[0]);
    root.append(h("div", { class: "overview wide" }, this.#notice.element, this.#region.element, this.#results.element,
      this.#enter.element, this.#entries.element, this.#staff.element));
    this.#timer = setInterval(() => document.visibilityState === "visible" && void this.#load(), REFRESH_MS);
    cleanup.add(() => clearInterval(this.#timer));
    void this.#load();
  }

  unsaved(): Unsaved {
    if (!this.#tools) return { tools: this.#before };
    const tools: KeptTools = {
      plan: this.#plan?.kept(), picked: this.#picker?.picked, reason: this.#reason.input.value, chosen: this.#chosen,
      isOpen: this.#tools.open,
    };
    return { tools };
  }

  async #load(): Promise<void> {
    await this.#region.load(() => contests.get(this.#id), (contest) => this.#draw(contest));
  }

  #draw(contest: ContestDetails): Child[] {
    document.title = `${contest.name} · ${t("app.title")}`;
    // What has ended stays as it is.
    if (contest.state === "ended") clearInterval(this.#timer);
    this.#drawTools(contest);
    if (isDrawn(contest)) this.#loadResults(contest);
    else this.#results.show();
    const left = contest.state === "open" ? distanceText(contest.deadlineMs) : "";
    this.#top.draw(JSON.stringify([contest, left]), () => this.#head(contest));
    return [this.#top.element];
  }

  #loadResults(contest: ContestDetails): void {
    void this.#results.load(() => contests.standings(this.#id), (standings) => {
      this.#table.draw(JSON.stringify([contest.format, standings]), () => this.#resultParts(contest, standings));
      return [this.#table.element];
    });
  }

  #resultParts({ format }: ContestDetails, standings: Standings): Child[] {
    return [
      h("h2", {}, t("contest.standings")),
      ...resultParts(format, standings),
      standings.rows.length > 0 && h("p", { class: "downloads" },
        h("a", { class: "button", href: contests.csvAddress(this.#id), download: "" }, t("contest.csv")),
        h("a", { class: "button", href: contests.reportAddress(this.#id), download: "" }, t("contest.report")),
        h("a", { class: "button", href: `#/archive?contest=${this.#id}` }, t("contest.games"))),
    ];
  }

  #head(contest: ContestDetails): Child[] {
    const { name, game, variant, rules, pairs, seed, format, whoMayEnter, deadlineMs, state } = contest;
    const facts = [
      boardName(game, variant), t(`contest.${format}`), t("contest.gamesOf", { games: numberText(2 * pairs) }),
      rules.timeMs ? t("contest.timeOf", { seconds: secondsText(rules.timeMs) }) : t("contest.timeUsual"),
      ...(whoMayEnter === "list" ? [t("contest.whoList")] : []), t("contest.seedOf", { seed }),
    ];
    return [
      h("h1", {}, name),
      h("p", {}, ...factRow(facts)),
      stateLine(state === "open" ? { state } : { ...contest, deadlineMs: null }),
      state === "open" && h("p", {}, t("contest.closes", {
        time: dateText(deadlineMs), distance: distanceText(deadlineMs),
      })),
    ];
  }

  /** A form that is being filled in stays as it is, whoever enters meanwhile. */
  #drawTools(contest: ContestDetails): void {
    const { state, entries } = contest;
    const person = this.context.session.state.get()?.person ?? null;
    const isStaff = this.context.session.isStaff;
    const own = entries.filter(({ owner }) => person && owner?.id === person.id).map(({ bot }) => bot.id);
    this.#enter.draw(JSON.stringify([state, isStaff || own]), () => [state === "open" && (person
      ? (isStaff ? this.#staffForm(contest) : this.#enterForm(contest, person.id))
      : h("p", {}, h("a", { href: `#/signin?to=${encodeURIComponent(location.hash)}` }, t("contest.signIn"))))]);
    this.#picker?.leaveOut(entries.map(({ bot }) => bot.id));
    this.#entries.draw(JSON.stringify([state, entries]), () => (isDrawn(contest) ? [] : [
      h("h2", {}, t("contest.entries")),
      entries.length > 0 ? this.#entryTable(contest, person?.id ?? 0, isStaff)
        : h("p", { class: "nothing" }, t("contest.noEntries")),
    ]));
    if (!isStaff) return;
    this.#staff.draw(state, () => [(this.#tools = this.#staffParts(contest))]);
    this.#before = undefined;
    this.#drawDisqualified(contest);
  }

  async #do(act: Act): Promise<void> {
    await perform(this.#notice, act);
    await this.#load();
  }

  #entryTable(contest: ContestDetails, person: number, isStaff: boolean): HTMLElement {
    const mayWithdraw = ({ owner }: ContestEntry): boolean =>
      contest.state === "open" && (isStaff || owner?.id === person);
    const withdraw = (entry: ContestEntry): Child =>
      mayWithdraw(entry) && textButton(t("contest.withdraw"), () => void this.#do({
        question: t("contest.withdrawSure", { name: entry.bot.name }), agree: t("contest.withdraw"),
        run: () => contests.withdraw(this.#id, entry.bot.id),
      }), { act: `withdraw ${entry.bot.id}` });
    return dataTable<ContestEntry>(t("contest.entries"), [
      { title: t("nav.bot"), isHead: true, cell: ({ bot }) => h("a", { href: `#/bot/${bot.id}` }, bot.name) },
      { title: t("ladder.owner"), cell: ({ owner }) => owner?.name ?? t("ladder.house") },
      {
        title: t("contest.version"),
        cell: ({ version }) => (version ? t("version.number", { number: version.number }) : t("contest.active")),
      },
      ...(contest.entries.some(({ out }) => out) ? [{
        title: t("table.state"),
        cell: ({ out }: ContestEntry): Child =>
          out && h("span", { class: "named" }, chip(t("contest.out"), "bad"), sentence(whyText(out))),
      }] : []),
      ...(contest.entries.some(mayWithdraw) ? [{ title: t("table.action"), cell: withdraw }] : []),
    ], contest.entries);
  }

  /** For staff any bot of the board, by a search. */
  #staffForm({ game, variant }: ContestDetails): HTMLElement {
    const picker = new BotPicker({ game, variant }, [], t("nav.bot"), this.#before?.picked);
    this.#picker = picker;
    return form([picker.element], t("contest.enter"), async () => {
      if (!picker.chosen) return;
      await contests.enter(this.#id, picker.chosen.id);
      await this.#load();
    });
  }

  /** One's own bots of the board. */
  #enterForm(contest: ContestDetails, person: number): HTMLElement {
    const region = new Region(h("div", {}));
    const { game, variant } = contest;
    void region.load(() => bots.ofOwner(person, { game, variant }), ({ items }) => {
      const entered = new Set(contest.entries.map(({ bot }) => bot.id));
      const left = items.filter(({ id, activeVersion }) => !entered.has(id) && activeVersion !== null);
      if (left.length === 0) {
        return [h("p", { class: "quiet" }, t("contest.noBots"), " ", h("a", { href: "#/submit" }, t("nav.submit")))];
      }
      const select = selectField(t("nav.bot"),
        left.map(({ id, name }) => ({ value: String(id), label: name })),
        String(left[0]?.id));
      return [form([select.element], t("contest.enter"), async () => {
        await contests.enter(this.#id, Number(select.input.value));
        await this.#load();
      })];
    });
    return region.element;
  }

  #staffParts(contest: ContestDetails): HTMLDetailsElement {
    const steps = STEPS[contest.state].map(({ to, act }) => textButton(t(`contest.${act}`), () => void this.#do({
      question: t("contest.sure", { act: t(`contest.${act}`) }), agree: t(`contest.${act}`),
      run: () => contests.change(this.#id, { state: to }),
    }), { act }));
    const isEditable = contest.state === "draft" || contest.state === "open";
    this.#plan = isEditable ? this.#planForm(contest) : null;
    return h("details", { class: "card", open: this.#before?.isOpen ?? contest.state === "draft" },
      h("summary", {}, h("h2", {}, t("contest.staff"))),
      h("div", { class: "buttons pairs" }, ...steps),
      this.#disqualifyForm,
      this.#plan?.element);
  }

  #planForm(contest: ContestDetails): ReturnType<typeof contestForm> {
    return contestForm(this.context, contest, async (plan, people) => {
      // Once it is open, only these may change.
      const { name, deadlineMs, whoMayEnter } = plan;
      await contests.change(this.#id, {
        ...(contest.state === "draft" ? plan : { name, deadlineMs, whoMayEnter }),
        ...(plan.whoMayEnter === "list" ? { people } : {}),
      });
      this.#notice.say(t("people.changed"));
      await this.#load();
    }, this.#before?.plan);
  }

  /** Drawn once: a reason that is half written is not lost to somebody who enters. */
  #makeDisqualifyForm(): HTMLFormElement {
    return form([this.#disqualified.element, this.#reason.element], t("contest.disqualify"), async () => {
      await contests.disqualify(this.#id, Number(this.#chosen), this.#reason.input.value.trim());
      this.#reason.input.value = "";
      await this.#load();
    }, "danger");
  }

  /** Whoever was chosen stays chosen. */
  #drawDisqualified({ entries }: ContestDetails): void {
    this.#disqualifyForm.hidden = entries.length === 0;
    const options = entries.map(({ bot }) => ({ value: String(bot.id), label: bot.name }));
    if (!options.some(({ value }) => value === this.#chosen)) this.#chosen = options[0]?.value ?? "";
    this.#disqualified.draw(JSON.stringify(options), () => [
      selectField(t("contest.disqualify"), options, this.#chosen, (value) => (this.#chosen = value)).element,
    ]);
  }
}

export const contestView: View = (mounting) => {
  const page = new ContestPage(mounting);
  return () => page.unsaved();
};
