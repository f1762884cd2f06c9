// One version of a bot on its way: compiled, tried in a test game, ready. Each step is seen as it happens; what
// went wrong is shown with the compiler's lines or the foul of the test game and what the protocol wanted.

import type { Context, Mounting, View } from "../../context";
import { h, Part, refill, type Child } from "../../dom";
import { sentence } from "../../i18n";
import { durationText } from "../../i18n/texts";
import { announce } from "../../live";
import { textButton } from "../../views/button";
import { Notice } from "../../views/notice";
import { bots, games, versions } from "../client";
import type { Editor } from "../editor/editor";
import { follow } from "../events";
import { lookUp, t, whyText } from "../i18n";
import { perform } from "../parts/act";
import { challenge } from "../parts/challenge";
import { chip, stateChip, waitText } from "../parts/chips";
import { conversation } from "../parts/conversation";
import { verdictText } from "../parts/game_table";
import { messageList } from "../parts/message_list";
import { Region, troubleText } from "../parts/region";
import { messagesOf, type Message } from "../submission/messages";
import type { GameDetails, GameLog, Step, Version } from "../types";

function isOver({ state }: Version): boolean {
  return state === "ready" || state === "failed";
}

function stepItem(step: Step): HTMLElement {
  const { startedMs, endedMs, reason } = step;
  const wait = waitText(step);
  return h(
    "li",
    { class: `step ${step.state}` },
    h("b", {}, t(`step.${step.step}`)),
    stateChip(step.state),
    startedMs && endedMs ? h("span", { class: "quiet" }, durationText(endedMs - startedMs)) : null,
    reason && h("span", {}, sentence(whyText(reason))),
    wait && h("span", { class: "quiet" }, wait),
  );
}

class VersionPage {
  readonly context: Context;
  #cleanup: Mounting["cleanup"];
  #id: number;
  #notice = new Notice();
  #head = new Part(h("div", { class: "region" }));
  #steps = h("ol", { class: "version-steps" });
  #messages = new Part(h("div", {}));
  #check = new Part(h("div", {}));
  #actions = new Part(h("div", { class: "region" }));
  #challenge = new Part(h("div", { class: "region" }));
  #source = new Region();
  #isSourceShown = false;
  #editor: Editor | null = null;
  #marks: Message[] = []; // what the compiler said, for the editor
  #said = "";

  constructor({ context, root, route, cleanup }: Mounting) {
    this.context = context;
    this.#cleanup = cleanup;
    this.#id = Number(route.rest[0]);
    const trouble = h("div", {});
    root.append(h("div", { class: "overview wide" },
      this.#head.element, this.#notice.element, trouble, this.#steps, this.#messages.element,
      this.#check.element, this.#actions.element, this.#challenge.element, this.#source.element));
    cleanup.add(() => this.#editor?.destroy());
    cleanup.add(follow<Version>({
      events: versions.events(this.#id),
      read: () => versions.get(this.#id),
      isOver,
      onDocument: (version) => this.#show(version),
      onRefused: (error) => refill(trouble, troubleText(error, null)),
    }));
  }

  #isMine({ bot }: Version): boolean {
    return bot.owner !== null && bot.owner.id === this.context.session.state.get()?.person?.id;
  }

  #show(version: Version): void {
    const { bot, number, state, messages } = version;
    document.title = `${t("games.version", { name: bot.name, number })} · ${t("app.title")}`;
    this.#head.draw(`${state} ${bot.activeVersion}`, () => [
      h("h1", {}, h("a", { href: `#/bot/${bot.id}` }, bot.name), ` ${t("version.number", { number })}`, " ",
        bot.activeVersion === version.id ? chip(t("state.active"), "good") : stateChip(state)),
    ]);
    // What waits behind a step that failed never comes.
    refill(this.#steps, ...version.steps.filter((step) => state !== "failed" || step.state !== "waiting").map(stepItem));
    this.#messages.draw(messages ?? "", () => [
      messages ? h("section", { class: "region" }, h("h2", {}, t("version.messages")),
        messageList(messages, (line, column) => this.#editor?.goTo(line, column))) : null,
    ]);
    this.#showCheck(version);
    this.#actions.draw(`${state} ${bot.activeVersion}`, () => [this.#isMine(version) && this.#buttons(version)]);
    this.#challenge.draw(state, () => [
      state === "ready" && this.#isMine(version) && challenge(bot, version.id, this.#cleanup),
    ]);
    const text = version.steps.map((step) => `${t(`step.${step.step}`)}: ${lookUp(`state.${step.state}`, step.state)}`)
      .join(", ");
    if (this.#said && text !== this.#said) announce(text);
    this.#said = text;
    this.#marks = messagesOf(messages ?? "");
    this.#editor?.showMessages(this.#marks);
    this.#showSource(version);
  }

  #buttons({ bot, state, id }: Version): HTMLElement {
    const activate = textButton(t("version.activate"), () => void perform(this.#notice, {
      run: () => this.#activate(bot.id),
      done: t("version.activated"),
    }), { act: "activate", kind: "primary" });
    return h("div", { class: "row" },
      state === "ready" && bot.activeVersion !== id && activate,
      h("a", { class: `button${state === "failed" ? " primary" : ""}`, href: `#/submit?from=${id}` },
        t(state === "failed" ? "version.mend" : "version.next")));
  }

  /** The version is not followed any more: what this changes of it is asked for. */
  async #activate(bot: number): Promise<void> {
    await bots.change(bot, { activeVersion: this.#id });
    const version = await versions.get(this.#id);
    if (!this.#cleanup.isGone) this.#show(version);
  }

  /** The test game, once there is one: how it ended, what was said, and what the protocol wanted. */
  #showCheck(version: Version): void {
    const { checkGame } = version;
    this.#check.draw(`${checkGame} ${version.state}`, () => {
      if (checkGame === null) return [];
      const region = new Region();
      void region.load(
        async (): Promise<[GameDetails, GameLog | null]> => [
          await games.get(checkGame), await games.log(checkGame).catch(() => null),
        ],
        ([game, log]) => this.#checkGame(game, log, version),
      );
      return [h("section", { class: "region" }, h("h2", {}, t("version.check")), region.element)];
    });
  }

  #checkGame(game: GameDetails, log: GameLog | null, { id, state, protocol }: Version): Child[] {
    const side = game.players.findIndex(({ version }) => version?.id === id);
    const own = log?.sides[side] ?? null;
    return [
      h("p", {}, h("a", { href: `#/game/${game.id}` }, t("version.checkGame")), " ",
        h("b", {}, game.result), " ", verdictText(game.verdict)),
      state === "failed" && h("p", { class: "notice" }, lookUp(`wants.${protocol}`, "")),
      own && conversation(own),
    ];
  }

  /** Once, however many events come while the source is fetched. */
  #showSource(version: Version): void {
    if (this.#isSourceShown) return;
    this.#isSourceShown = true;
    if (!this.#isMine(version) && !version.bot.isShared && !this.context.session.isStaff) {
      this.#source.show(h("p", { class: "quiet" }, t("version.private")));
      return;
    }
    void this.#source.load(
      () => Promise.all([versions.source(version.id), import("../editor/editor")]),
      ([source, { Editor }]) => {
        const slot = h("div", { class: "editor" });
        this.#editor = new Editor(slot, { label: t("submit.source"), text: source, language: version.language });
        this.#editor.showMessages(this.#marks);
        return [h("h2", {}, t("submit.source")), slot];
      },
    ).then(() => this.#editor?.measure());
  }
}

export const versionView: View = (mounting) => {
  new VersionPage(mounting);
};
