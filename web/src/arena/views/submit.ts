// Handing in a program: drop a file, paste it, write it here, or begin with a starter kit. A new bot needs a
// name and a board; a new version of a bot has both.

import type { Context, Mounting, Unsaved, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { keepField } from "../../focus";
import { numberText } from "../../i18n/texts";
import { showAddress } from "../../router";
import { boardPicker } from "../../views/board_picker";
import { textButton } from "../../views/button";
import { choice } from "../../views/choice";
import { ask } from "../../views/dialog";
import { Notice } from "../../views/notice";
import { bots } from "../client";
import type { Editor } from "../editor/editor";
import { t, lookUp } from "../i18n";
import { perform } from "../parts/act";
import { field, form, selectField } from "../parts/form";
import { boardName } from "../parts/game_table";
import { messageList } from "../parts/message_list";
import { needsPerson, Region } from "../parts/region";
import {
  changeDraft, currentDraft, handedIn, hasWork, isOf, keepDraft, startOf, type SourceDraft, type Wish,
} from "../submission/draft";
import { fetchKit, kitsOf, type Kit } from "../submission/kits";
import { messagesOf } from "../submission/messages";
import { guessLanguage, guessName, LANGUAGES, protocolsOf, SOURCE_BYTES_MAX } from "../submission/source";
import type { Bot, Person } from "../types";

/** How long after the last key what is written is kept. */
const KEEP_MS = 500;

class SubmitPage {
  readonly context: Context;
  #cleanup: Mounting["cleanup"];
  #draft: SourceDraft;
  #own: Bot[] = [];
  #editor: Editor | null = null;
  #notice = new Notice();
  #options = h("div", { class: "card" });
  #kits = h("div", { class: "row" });
  #messages = h("div", {});
  #editorSlot = h("div", { class: "editor" });
  #size = h("p", { class: "quiet", role: "status" });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ context, root, cleanup, route, unsaved }: Mounting, person: Person) {
    this.context = context;
    this.#cleanup = cleanup;
    const { next } = context.settings.get();
    this.#draft = currentDraft(person.id, next.game, next.variant[next.game]);
    const { parameters } = route;
    const wish = { from: Number(parameters.get("from")), bot: Number(parameters.get("bot")) };
    const region = new Region();
    root.append(h("div", { class: "overview wide" },
      h("h1", {}, t("nav.submit")), h("p", { class: "quiet" }, t("submit.intro")),
      this.#notice.element, region.element));
    cleanup.add(() => this.#editor?.destroy());
    cleanup.add(() => {
      clearTimeout(this.#timer);
      keepDraft();
    });
    cleanup.listen("pagehide", keepDraft);
    this.#acceptDrops(root);
    // In another language it is the same draft.
    void region.load(() => this.#begin(person, unsaved["isBegun"] ? null : wish), ({ Editor }) => [this.#layout(Editor)])
      .then(() => this.#editor?.measure());
  }

  unsaved(): Unsaved {
    return { isBegun: this.#editor !== null };
  }

  /** What the address asks for, one's own bots, and the editor. */
  async #begin(person: Person, wish: Wish | null): Promise<typeof import("../editor/editor")> {
    const [{ items }, editor] = await Promise.all([bots.ofOwner(person.id), import("../editor/editor")]);
    this.#own = items.filter(({ state }) => state !== "retired");
    if (wish && !isOf(this.#draft, wish) && !this.#cleanup.isGone) await this.#goOn(wish);
    return editor;
  }

  /** Goes on from what is asked for, unless one would rather keep what is written here. */
  async #goOn(wish: Wish): Promise<void> {
    const mayReplace = !hasWork(this.#draft) || (await ask(t("submit.replace"), t("submit.replaceDo")));
    if (this.#cleanup.isGone) return;
    if (!mayReplace) {
      showAddress("#/submit");
      return;
    }
    const start = await startOf(wish);
    if (!this.#cleanup.isGone) this.#change(start);
  }

  #layout(EditorKind: typeof Editor): HTMLElement {
    this.#editor = new EditorKind(this.#editorSlot, {
      label: t("submit.source"), text: this.#draft.source, language: this.#draft.language,
      onChange: () => this.#typed(),
    });
    this.#editor.showMessages(messagesOf(this.#draft.messages));
    this.#render();
    const file = h("input", {
      type: "file", class: "visually-hidden", accept: ".c,.cc,.cpp,.cxx,.py,text/plain", tabindex: -1,
      "aria-label": t("submit.file"),
      onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void this.#readFile(chosen);
        file.value = "";
      },
    });
    const element = form([
      this.#options,
      h("section", { class: "region source" },
        h("h2", {}, t("submit.source")),
        h("div", { class: "row" }, textButton(t("submit.file"), () => file.click(), { act: "file" }), file,
          h("span", { class: "quiet" }, t("submit.drop"))),
        h("p", { class: "quiet" }, t("submit.kits")),
        this.#kits,
        this.#messages,
        this.#editorSlot,
        this.#size,
        h("p", { class: "quiet" }, t("submit.leaveEditor"))),
    ], t("submit.do"), () => this.#submit());
    element.classList.add("submit");
    return element;
  }

  #change(part: Partial<SourceDraft>): void {
    changeDraft(this.#draft, part);
    this.#keepSoon();
    if (part.language) this.#editor?.setLanguage(part.language);
    keepField(this.#options, () => this.#render());
  }

  #keepSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(keepDraft, KEEP_MS);
  }

  #typed(): void {
    const source = this.#editor?.text ?? "";
    const isPasted = !this.#draft.source.trim() && source.includes("\n");
    Object.assign(this.#draft, { source, isTyped: true });
    this.#keepSoon();
    const language = isPasted && guessLanguage("", source);
    if (language && language !== this.#draft.language) this.#change({ language });
    else this.#showSize();
  }

  #showSize(): void {
    const { source } = this.#draft;
    this.#size.textContent = t("submit.size", {
      lines: numberText(source ? source.split("\n").length : 0),
      bytes: numberText(new TextEncoder().encode(source).length),
      max: numberText(SOURCE_BYTES_MAX),
    });
  }

  #render(): void {
    const { bot, game, variant, messages } = this.#draft;
    refill(
      this.#options,
      this.#botChoice(),
      ...(bot === null ? this.#newBot() : [h("p", {}, boardName(game, variant))]),
      this.#choice("protocol", protocolsOf(game, variant)),
      h("p", { class: "quiet" }, lookUp(`wants.${this.#draft.protocol}`, "")),
      this.#choice("language", LANGUAGES),
      this.#draftSwitch(),
    );
    refill(this.#kits, ...kitsOf(game, variant).map((kit) =>
      textButton(lookUp(`protocol.${kit.protocol}`, kit.protocol), () => void this.#useKit(kit), {
        act: `kit ${kit.protocol}`,
      })));
    refill(this.#messages, messages && messageList(messages, (line, column) => this.#editor?.goTo(line, column)));
    this.#showSize();
  }

  #botChoice(): Child {
    if (this.#own.length === 0) return null;
    const options = this.#own.map(({ id, name, game, variant }) =>
      ({ value: String(id), label: `${name} (${boardName(game, variant)})` }));
    const value = String(this.#draft.bot ?? "");
    return selectField(t("submit.for"), [{ value: "", label: t("submit.newBot") }, ...options], value, (chosen) => {
      const bot = this.#own.find(({ id }) => String(id) === chosen);
      this.#change(bot ? { bot: bot.id, name: bot.name, game: bot.game, variant: bot.variant } : { bot: null });
    }).element;
  }

  #newBot(): HTMLElement[] {
    const { game, variant, name } = this.#draft;
    const named = field(t("submit.name"), {
      name: "bot-name", value: name, required: true, maxlength: 32, autocomplete: "off", spellcheck: "false",
    }, t("submit.nameHint"));
    named.input.addEventListener("input", () => (this.#draft.name = named.input.value));
    const picker = boardPicker(this.context.core, game, variant, (newGame, newVariant) =>
      this.#change({ game: newGame, variant: newVariant }));
    return [named.element, ...picker];
  }

  #choice(name: "protocol" | "language", values: string[]): HTMLElement {
    const options = values.map((value) => ({ value, label: lookUp(`${name}.${value}`, value) }));
    return choice<string>(name, t(`submit.${name}`), options, this.#draft[name], (value) =>
      this.#change({ [name]: value }));
  }

  #draftSwitch(): HTMLElement {
    const input = h("input", {
      type: "checkbox", role: "switch", checked: this.#draft.isDraft,
      onchange: () => (this.#draft.isDraft = input.checked),
    });
    return h("label", { class: "switch" }, input, t("submit.draft"));
  }

  #acceptDrops(root: HTMLElement): void {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      this.#editorSlot.classList.toggle("over", event.type === "dragover");
    };
    root.addEventListener("dragover", over);
    root.addEventListener("dragleave", over);
    root.addEventListener("drop", (event) => {
      over(event);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void this.#readFile(file);
    }, true);
  }

  async #readFile(file: File): Promise<void> {
    if (file.size > SOURCE_BYTES_MAX) {
      this.#notice.problem(t("submit.tooLarge", {
        bytes: numberText(file.size), max: numberText(SOURCE_BYTES_MAX),
      }));
      return;
    }
    const text = await file.text();
    if (this.#cleanup.isGone) return;
    this.#take(text, {
      language: guessLanguage(file.name, text) ?? this.#draft.language,
      name: this.#draft.name || guessName(file.name),
    });
    this.#notice.say(t("submit.read", { name: file.name }));
  }

  async #useKit(kit: Kit): Promise<void> {
    await perform(this.#notice, {
      ...(this.#draft.source.trim() ? { question: t("submit.replace"), agree: t("submit.replaceDo") } : {}),
      run: async () => {
        const source = await fetchKit(kit);
        if (this.#cleanup.isGone) return;
        this.#take(source, { language: kit.language, protocol: kit.protocol, isTyped: false });
      },
    });
  }

  #take(source: string, part: Partial<SourceDraft>): void {
    this.#draft.messages = "";
    this.#editor?.setText(source);
    this.#editor?.showMessages([]);
    this.#change(part);
  }

  async #submit(): Promise<void> {
    const sent = { ...this.#draft };
    const { bot, name, game, variant, protocol, language, source, isDraft } = sent;
    if (!source.trim()) {
      this.#notice.problem(t("submit.empty"));
      return;
    }
    const file = { protocol, language, source, draft: isDraft };
    const { version } = bot === null
      ? await bots.make({ name: name.trim(), game, variant, ...file })
      : await bots.addVersion(bot, file);
    const isLeft = this.#cleanup.isGone;
    handedIn(this.#draft, sent, version, !isLeft);
    if (!isLeft) location.hash = `#/version/${version.id}`;
  }
}

export const submitView: View = (mounting) =>
  needsPerson(mounting, (person) => {
    const page = new SubmitPage(mounting, person);
    return () => page.unsaved();
  });
