// Opening a game: pasted, dropped or from a file. Of several games one is chosen from a list.

import type { Context } from "../context";
import type { GameRecord } from "../core/types";
import { freshId, h, refill } from "../dom";
import { GameTree } from "../game/tree";
import { reasonText, t } from "../i18n";
import { lengthText } from "../i18n/texts";
import { announce } from "../live";
import { pushAddress } from "../router";
import type { Cleanup } from "../store";
import { textButton } from "../views/button";
import { BYTES_MAX, readAny, readEntry, tooLarge, type Found } from "./read_any";

interface HalfMade {
  text: string;
  isOpen: boolean;
}

/** A game in a list. A line of it neither begins with a dot nor ends between a number and its word. */
export function recordTitle({ spec, tags, moves }: GameRecord): string {
  const names = [tags["First"], tags["Second"]].filter(Boolean).join(" – ");
  const length = lengthText(moves.length).replace(" ", "\u00a0");
  return [names || t(`game.${spec.game}`), tags["Result"], tags["Date"], length]
    .filter((part) => part && part !== "*")
    .join("\u00a0· ");
}

export class ImportPanel {
  readonly element: HTMLDetailsElement;
  #id = freshId("import");
  #problem = h("p", { class: "problem", role: "alert" });
  #area = h("textarea", { id: this.#id, rows: 4, spellcheck: "false", autocomplete: "off" });
  #count = h("p", { hidden: true });
  #list = h("ol", { class: "found-games" });
  #file: HTMLInputElement;
  #cleanup: Cleanup | null = null;

  constructor(
    readonly context: Context,
    setUp: () => void,
  ) {
    this.#file = h("input", {
      type: "file",
      class: "visually-hidden",
      tabindex: -1,
      "aria-label": t("import.file"),
      accept: ".pgn,.sgf,.json,.txt,.log,text/plain,application/json",
      onchange: () => {
        void this.#openFile(this.#file.files?.[0]);
        this.#file.value = "";
      },
    });
    this.element = h(
      "details",
      { class: "card" },
      h("summary", {}, h("h2", {}, t("import.heading"))),
      h("label", { for: this.#id }, t("import.paste")),
      this.#area,
      this.#problem,
      this.#count,
      this.#list,
      h(
        "div",
        { class: "buttons pairs" },
        textButton(t("import.open"), () => this.open(this.#area.value), { act: "open" }),
        textButton(t("import.file"), () => this.#file.click(), { act: "file" }),
        textButton(t("import.setup"), setUp, { act: "setup" }),
      ),
      h("p", { class: "quiet" }, t("import.formats")),
      this.#file,
    );
  }

  /** A file dropped anywhere opens, and so does a text pasted beside all fields. */
  acceptDrops(root: HTMLElement, cleanup: Cleanup): void {
    this.#cleanup = cleanup;
    cleanup.listen("dragover", (event) => event.preventDefault());
    cleanup.listen("drop", (event) => {
      event.preventDefault();
      const { files } = event.dataTransfer ?? { files: [] };
      if (files[0]) void this.#openFile(files[0]);
      else this.open(event.dataTransfer?.getData("text") ?? "");
    });
    cleanup.listen("paste", (event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      if (root.isConnected) this.open(event.clipboardData?.getData("text") ?? "");
    });
  }

  /** What was pasted and not yet opened. */
  halfMade(): HalfMade {
    return { text: this.#area.value, isOpen: this.element.open };
  }

  resume(halfMade: unknown): void {
    const { text = "", isOpen = false } = (halfMade ?? {}) as Partial<HalfMade>;
    this.#area.value = text;
    this.element.open = isOpen;
  }

  open(text: string): void {
    this.#attempt(() => this.#take(readAny(this.context.core, text)));
  }

  async #openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      this.#attempt(() => {
        throw tooLarge(file.size);
      });
      return;
    }
    try {
      const text = await file.text();
      // Whoever has left meanwhile stays there.
      if (!this.#cleanup?.isGone) this.open(text);
    } catch (error) {
      this.#refuse(t("import.failed", { reason: reasonText(error) }));
    }
  }

  #attempt(act: () => void): void {
    try {
      this.#problem.textContent = "";
      refill(this.#list);
      this.#count.hidden = true;
      act();
    } catch (error) {
      this.#refuse(t("import.failed", { reason: reasonText(error) }));
    }
  }

  #refuse(problem: string): void {
    this.element.open = true;
    this.#problem.textContent = problem;
  }

  #take(found: Found): void {
    switch (found.kind) {
      case "link":
        this.#show(found.linked.tree, found.linked.tree.steps(found.linked.node));
        break;
      case "library":
        void this.#addEntries(found.entries).catch((error: unknown) =>
          this.#refuse(t("import.failed", { reason: reasonText(error) })));
        break;
      case "records": {
        const [only, ...others] = found.records;
        if (only && others.length === 0) this.#openRecord(only);
        else this.#offer(found.records);
      }
    }
  }

  #offer(records: GameRecord[]): void {
    this.element.open = true;
    const rows = records.map((record) =>
      h("li", {}, textButton(recordTitle(record), () => this.#attempt(() => {
        this.#openRecord(record);
      }))),
    );
    refill(this.#list, ...rows);
    this.#count.textContent = t("import.several", { count: records.length });
    this.#count.hidden = false;
    announce(this.#count.textContent);
    rows[0]?.querySelector("button")?.focus();
  }

  #openRecord(record: GameRecord): void {
    this.#show(GameTree.fromRecord(this.context.core, record), []);
  }

  #show(tree: GameTree, at: number[]): void {
    const { study } = this.context;
    study.open({ tree, node: tree.at(at), isKept: true });
    pushAddress(study.address);
    this.#area.value = "";
    announce(t("import.done", { moves: lengthText(tree.line(tree.root).length - 1) }));
  }

  /** What the library has already stays as it is there. */
  async #addEntries(values: unknown[]): Promise<void> {
    const { core, library } = this.context;
    let [taken, refused] = [0, 0];
    for (const value of values) {
      const entry = readEntry(core, value);
      if (!entry) refused++;
      else if (!(await library.get(entry.id))) {
        await library.put(entry);
        taken++;
      }
    }
    if (refused > 0) {
      this.#refuse(t("import.refused", { refused, count: values.length, taken }));
      return;
    }
    announce(t("import.taken", { taken }));
    // A large file takes a while; who has left meanwhile stays there.
    if (this.element.isConnected) location.hash = "#/games";
  }
}
