// The engine as one file for Botzone and for the SJTU course, to download with the settings of one's
// choice.

import englishGuide from "../../../docs/submissions.md?url";
import chineseGuide from "../../../docs/submissions.zh.md?url";
import type { Mounting, Unsaved, View } from "../context";
import { fetchFile } from "../core/fetch_file";
import type { GameName } from "../core/types";
import { freshId, h, refill } from "../dom";
import { keepField } from "../focus";
import { downloadText } from "../exchange/download";
import { currentLanguage, reasonText, sentence, t, type Key } from "../i18n";
import { announce } from "../live";
import {
  fetchSource, fileName, PROTOCOLS, TIME_MAX_MS, TIME_MS, type Protocol, type Submission,
} from "../submissions/files";
import { drawGuide } from "../submissions/guide";
import { gameRadios } from "./board_picker";
import { textButton } from "./button";
import { choice } from "./choice";
import { LEVEL_MAX, levelSlider } from "./level_slider";
import { Notice } from "./notice";

function usual(game: GameName): Submission {
  return {
    protocol: PROTOCOLS[game][0] ?? "botzone",
    isCourse: game === "quoridor",
    language: "cpp",
    level: LEVEL_MAX,
    timeMs: TIME_MS[game],
    keepsRunning: game === "amazons",
  };
}

class BotsPage {
  #submission: Submission;
  #form = h("form", {
    class: "card new-game", onsubmit: (event: Event) => event.preventDefault(),
  });
  #steps = h("section", { class: "card" });
  #notice = new Notice();

  constructor({ root, unsaved }: Mounting) {
    this.#submission = (unsaved["submission"] as Submission | undefined) ?? usual("amazons");
    root.append(
      h(
        "div",
        { class: "overview" },
        h("h1", {}, t("bots.heading")),
        h("p", { class: "quiet" }, t("bots.intro")),
        h("p", { class: "card conduct", role: "note" }, h("b", {}, t("bots.conduct")), " ",
          t("bots.conduct.text")),
        this.#form,
        this.#notice.element,
        this.#steps,
        this.#guide(),
      ),
    );
    this.#render();
  }

  unsaved(): Unsaved {
    return { submission: this.#submission };
  }

  get #game(): GameName {
    return PROTOCOLS.amazons.includes(this.#submission.protocol) ? "amazons" : "quoridor";
  }

  #change(part: Partial<Submission>): void {
    this.#submission = { ...this.#submission, ...part };
    keepField(this.#form, () => this.#render());
  }

  #render(): void {
    const game = this.#game;
    const { level } = this.#submission;
    refill(
      this.#form,
      gameRadios(game, (value) => this.#change(usual(value))),
      this.#protocolChoice(game),
      game === "quoridor" && this.#shapeChoice(),
      !this.#submission.isCourse && this.#languageChoice(),
      game === "amazons" && this.#runningChoice(),
      levelSlider(game, level, (value) => this.#change({ level: value })),
      this.#timeField(),
      textButton(t("bots.download"), () => void this.#download(), {
        act: "download", kind: "primary",
      }),
      h("p", { class: "quiet centred" }, fileName(this.#submission)),
    );
    const steps = [1, 2, 3].map((step) =>
      h("li", {}, t(`bots.${this.#site}.${step}` as Key, { name: fileName(this.#submission) })));
    refill(this.#steps, h("h2", {}, t(`bots.${this.#site}`)), h("ol", { class: "steps" }, ...steps));
  }

  get #site(): "botzone" | "botzone-json" | "program" | "course" {
    const { protocol, isCourse } = this.#submission;
    if (protocol === "botzone" || protocol === "botzone-json") return protocol;
    return isCourse ? "course" : "program";
  }

  #protocolChoice(game: GameName): HTMLElement {
    const options = PROTOCOLS[game].map((value) => ({ value, label: t(`bots.protocol.${value}`) }));
    return choice<Protocol>("protocol", t("bots.site"), options, this.#submission.protocol, (protocol) =>
      this.#change({ protocol }));
  }

  #shapeChoice(): HTMLElement {
    const options = [
      { value: "course", label: t("bots.shape.course") },
      { value: "program", label: t("bots.shape.program") },
    ];
    const value = this.#submission.isCourse ? "course" : "program";
    return choice<string>("shape", t("bots.shape"), options, value, (shape) =>
      this.#change({ isCourse: shape === "course", language: "cpp" }));
  }

  #languageChoice(): HTMLElement {
    const options = [
      { value: "cpp" as const, label: t("bots.language.cpp") },
      { value: "c" as const, label: t("bots.language.c") },
    ];
    return choice("language", t("bots.language"), options, this.#submission.language, (language) =>
      this.#change({ language }));
  }

  #runningChoice(): HTMLElement {
    const options = [
      { value: "keep", label: t("bots.running.keep") },
      { value: "restart", label: t("bots.running.restart") },
    ];
    const value = this.#submission.keepsRunning ? "keep" : "restart";
    return choice<string>("running", t("bots.running"), options, value, (running) =>
      this.#change({ keepsRunning: running === "keep" }));
  }

  #timeField(): HTMLElement {
    const id = freshId("time");
    const input = h("input", {
      id,
      name: "time",
      type: "number",
      min: 1,
      max: TIME_MAX_MS,
      value: this.#submission.timeMs,
      onchange: () => {
        const timeMs = Math.round(Number(input.value)) || TIME_MS[this.#game];
        this.#change({ timeMs: Math.min(Math.max(timeMs, 1), TIME_MAX_MS) });
      },
    });
    return h("p", { class: "time-field" }, h("label", { for: id }, t("bots.time")), input);
  }

  async #download(): Promise<void> {
    const submission = this.#submission;
    const name = fileName(submission);
    try {
      downloadText(name, await fetchSource(submission));
      this.#notice.say(t("bots.done", { name }));
    } catch (error) {
      this.#notice.problem(t("bots.failed", { reason: reasonText(error) }));
    }
  }

  /** docs/submissions.md, fetched when it is opened. */
  #guide(): HTMLElement {
    const text = h("div", { class: "guide", tabindex: 0 });
    const guide = h("details", { class: "card" }, h("summary", {}, t("bots.guide")), text);
    let isDrawn = false;
    guide.addEventListener("toggle", () => {
      if (!guide.open || isDrawn) return;
      const url = currentLanguage() === "zh" ? chineseGuide : englishGuide;
      fetchFile(url).then(async (response) => {
        text.replaceChildren(...drawGuide(await response.text()));
        isDrawn = true;
        return t("bots.guide");
      }).catch((error: unknown) => {
        // Opened again, it is asked for again.
        text.replaceChildren(sentence(reasonText(error)));
        return text.textContent ?? "";
      }).then((said) => text.isConnected && announce(said));
    });
    return guide;
  }
}

export const botsView: View = (mounting) => {
  const page = new BotsPage(mounting);
  return () => page.unsaved();
};
