// Sharing and saving: a link, the record in several formats, pictures of the board and an animation
// of the game.

import type { StudyState } from "../analysis/study";
import { createBoard } from "../boards";
import { NO_EVENTS, type Board } from "../boards/board";
import type { Context } from "../context";
import type { RecordFormat } from "../core/types";
import { freshId, h } from "../dom";
import { reasonText, t } from "../i18n";
import { download, downloadText } from "./download";
import { encodeGif } from "./gif";
import { linkTo } from "./link";
import { canvasBlob, pictureCanvas, pictureSvg } from "./picture";

const PICTURE_SIZE = 1000;
const FRAME_SIZE = 480;
const FRAME_MS = 900;
const LAST_FRAME_MS = 3000;

export class ExportPanel {
  readonly element: HTMLElement;
  #message = h("p", { class: "quiet", role: "status" });
  #linkId = freshId("link");
  #link = h("input", { id: this.#linkId, type: "text", readonly: true });
  #linkRow = h(
    "div",
    { class: "field", hidden: true },
    h("label", { for: this.#linkId }, t("export.link.shown")),
    this.#link,
  );
  #sgf: HTMLButtonElement;
  #key = "";

  constructor(
    readonly context: Context,
    readonly board: () => Board | null,
  ) {
    const button = (label: string, act: () => void | Promise<void>): HTMLButtonElement =>
      h("button", { type: "button", onclick: () => void this.#attempt(act) }, label);
    this.#sgf = button(t("export.sgf"), () => this.#saveRecord("sgf"));
    this.element = h(
      "details",
      { class: "card" },
      h("summary", {}, h("h2", {}, t("export.heading"))),
      h(
        "div",
        { class: "buttons pairs" },
        button(t("export.link"), () => this.#copyLink()),
        button(t("export.pgn"), () => this.#saveRecord("pgn")),
        this.#sgf,
        button(t("export.json"), () => this.#saveJson()),
        button(t("export.moves"), () => this.#saveRecord("moves")),
        button(t("export.svg"), () => this.#saveSvg()),
        button(t("export.png"), () => this.#savePng()),
        button(t("export.gif"), () => this.#saveGif()),
      ),
      this.#linkRow,
      this.#message,
    );
  }

  /** SGF has no Quoridor; a link says one place of one state of the game. */
  update(): void {
    const { id, tree, node } = this.#study;
    this.#sgf.hidden = tree.start.game !== "amazons";
    const key = `${id} ${node.id} ${tree.version}`;
    if (key !== this.#key) this.#linkRow.hidden = true;
    this.#key = key;
  }

  get #study(): StudyState {
    return this.context.study.state.get();
  }

  #name(extension: string): string {
    return `${this.#study.tree.start.game}.${extension}`;
  }

  async #attempt(act: () => void | Promise<void>): Promise<void> {
    try {
      this.#message.textContent = "";
      await act();
    } catch (error) {
      this.#message.textContent = t("export.failed", { reason: reasonText(error) });
    }
  }

  async #copyLink(): Promise<void> {
    const { tree, node } = this.#study;
    this.#link.value = linkTo(tree, node);
    this.#linkRow.hidden = false;
    this.#link.select();
    // A page that is not served safely has no clipboard; the link stands there to be copied.
    await navigator.clipboard?.writeText(this.#link.value);
    if (navigator.clipboard) this.#message.textContent = t("export.copied");
  }

  #saveRecord(format: RecordFormat): void {
    const { tree, node } = this.#study;
    // A list of moves has no place for variations: it is the line that is looked at.
    const record = format === "moves" ? tree.lineRecord(node) : tree.record();
    const text = this.context.core.writeRecord(record, format);
    downloadText(this.#name(format === "moves" ? "txt" : format), text);
  }

  #saveJson(): void {
    downloadText(this.#name("json"), JSON.stringify(this.#study.tree.record(), null, 1));
  }

  #saveSvg(): void {
    const board = this.board();
    if (!board) return;
    const text = pictureSvg(board.svg, PICTURE_SIZE);
    download(this.#name("svg"), new Blob([text], { type: "image/svg+xml" }));
  }

  async #savePng(): Promise<void> {
    const board = this.board();
    if (!board) return;
    const canvas = await pictureCanvas(board.svg, PICTURE_SIZE);
    download(this.#name("png"), await canvasBlob(canvas));
  }

  /** Draws every position on a board out of sight, for styles need a place on the page. */
  async #saveGif(): Promise<void> {
    const { tree, node } = this.#study;
    const line = tree.line(node);
    const board = createBoard(tree.start.game, node.view.size, NO_EVENTS);
    const hidden = h("div", { class: "off-stage", "aria-hidden": "true", inert: true });
    hidden.append(board.element);
    document.body.append(hidden);
    const frames: Uint8ClampedArray[] = [];
    try {
      for (const [index, at] of line.entries()) {
        this.#message.textContent = t("export.busy", { done: index + 1, count: line.length });
        board.show({
          view: at.view,
          lastMove: at.move,
          canMove: false,
          flipped: this.#study.flipped,
          coordinates: true,
          suggestions: [],
          overlay: null,
        });
        const canvas = await pictureCanvas(board.svg, FRAME_SIZE);
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, FRAME_SIZE, FRAME_SIZE);
        if (pixels) frames.push(pixels.data);
      }
    } finally {
      hidden.remove();
    }
    const bytes = encodeGif(frames, FRAME_SIZE, FRAME_MS, LAST_FRAME_MS);
    download(this.#name("gif"), new Blob([bytes.buffer as ArrayBuffer], { type: "image/gif" }));
    this.#message.textContent = "";
  }
}
