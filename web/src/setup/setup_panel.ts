// Setting a position up by hand: choose what to put, click where. The rules read the result as it
// grows and say what is missing.

import type { EditEvents } from "../boards/board";
import { amazonPiece, arrowStone, pawnPiece } from "../boards/pieces";
import type { Core, GameName, PositionView } from "../core/types";
import { freshId, h, refill, s, type Child } from "../dom";
import { reasonText, sentence, t } from "../i18n";
import { textButton } from "../views/button";
import { choice, type Option } from "../views/choice";
import { draftOf, draftText, draftView, type AmazonsPiece, type Draft } from "./position_text";

type Tool = "Q" | "q" | "*" | "erase" | "pawn0" | "pawn1" | "wall";

export interface SetupOwner {
  core: Core;
  game: GameName;
  variant: string;
  draw(view: PositionView): void;
  /** Keeps what has been set up so far. */
  keep(draft: Draft): void;
  use(start: string): void;
  close(): void;
}

function picture(name: string, drawing: SVGElement): HTMLElement {
  const svg = s("svg", { class: "piece-icon", viewBox: "-48 -46 96 92", "aria-hidden": "true" });
  svg.append(drawing);
  return h("span", { title: name }, svg);
}

export class SetupPanel implements EditEvents {
  readonly element = h("div", { class: "card setup" });
  #draft: Draft;
  #tool: Tool;
  #problem = h("p", { class: "problem", role: "alert" });
  #textId = freshId("position");
  #text = h("input", { id: this.#textId, type: "text", spellcheck: "false", "data-act": "position" });
  #use: HTMLButtonElement;

  constructor(
    readonly owner: SetupOwner,
    draft: Draft,
  ) {
    this.#draft = draft;
    this.#tool = owner.game === "amazons" ? "*" : "wall";
    this.#use = textButton(t("setup.use"), () => owner.use(draftText(this.#draft)), { act: "use", kind: "primary" });
    this.#text.addEventListener("change", () => this.#readText());
    this.#render();
  }

  /** Draws what is set up so far. */
  show(): void {
    this.#changed();
  }

  square(name: string): void {
    const { amazons, quoridor } = this.#draft;
    if (amazons) {
      const piece = this.#tool as AmazonsPiece | "erase";
      if (piece === "erase" || amazons.pieces.get(name) === piece) amazons.pieces.delete(name);
      else amazons.pieces.set(name, piece);
    }
    if (quoridor && this.#tool === "pawn0") quoridor.pawns[0] = name;
    if (quoridor && this.#tool === "pawn1") quoridor.pawns[1] = name;
    this.#changed();
  }

  wall(name: string): void {
    const walls = this.#draft.quoridor?.walls;
    if (!walls) return;
    if (!walls.delete(name)) walls.add(name);
    this.#changed();
  }

  #readText(): void {
    try {
      const { core, game, variant } = this.owner;
      this.#draft = draftOf(core.view({ game, variant, start: this.#text.value, moves: [] }));
      this.#render();
      this.#changed();
    } catch (error) {
      this.#problem.textContent = sentence(reasonText(error));
    }
  }

  #changed(): void {
    const { core, game, variant } = this.owner;
    const start = draftText(this.#draft);
    this.#text.value = start;
    this.owner.draw(draftView(this.#draft));
    this.owner.keep(this.#draft);
    try {
      core.view({ game, variant, start, moves: [] });
      this.#problem.textContent = "";
      this.#use.disabled = false;
    } catch (error) {
      this.#problem.textContent = sentence(reasonText(error));
      this.#use.disabled = true;
    }
  }

  #tools(): Option<Tool>[] {
    const option = (value: Tool, name: string, label: Child): Option<Tool> => ({
      value, name, label,
    });
    if (this.owner.game === "amazons") {
      return [
        option("Q", t("setup.amazon.0"), picture(t("setup.amazon.0"), amazonPiece(0))),
        option("q", t("setup.amazon.1"), picture(t("setup.amazon.1"), amazonPiece(1))),
        option("*", t("setup.arrow"), picture(t("setup.arrow"), arrowStone())),
        option("erase", t("setup.erase"), t("setup.erase")),
      ];
    }
    return [
      option("wall", t("setup.wall"), t("setup.wall")),
      option("pawn0", t("setup.pawn.0"), picture(t("setup.pawn.0"), pawnPiece(0))),
      option("pawn1", t("setup.pawn.1"), picture(t("setup.pawn.1"), pawnPiece(1))),
    ];
  }

  #wallCount(side: 0 | 1): HTMLElement {
    const id = freshId("walls");
    const input = h("input", {
      id,
      type: "number",
      min: 0,
      max: 10,
      value: this.#draft.quoridor?.wallsLeft[side] ?? 0,
      onchange: () => {
        const { quoridor } = this.#draft;
        if (quoridor) quoridor.wallsLeft[side] = Math.min(Math.max(Number(input.value), 0), 10);
        this.#changed();
      },
    });
    const label = t("setup.walls", { side: t(`side.${side}`) });
    return h("div", { class: "field" }, h("label", { for: id }, label), input);
  }

  #reset(isEmpty: boolean): void {
    const { core, game, variant } = this.owner;
    this.#draft = draftOf(core.view({ game, variant, moves: [] }));
    if (isEmpty) {
      this.#draft.amazons?.pieces.clear();
      this.#draft.quoridor?.walls.clear();
    }
    this.#render();
    this.#changed();
  }

  #render(): void {
    const turns: Option<"0" | "1">[] = [
      { value: "0", label: t("side.0") },
      { value: "1", label: t("side.1") },
    ];
    refill(
      this.element,
      h("h2", {}, t("setup.heading")),
      choice("tool", t("setup.tool"), this.#tools(), this.#tool, (tool) => (this.#tool = tool)),
      this.#draft.quoridor && h("div", { class: "fields" }, this.#wallCount(0), this.#wallCount(1)),
      choice("turn", t("setup.turn"), turns, this.#draft.turn === 0 ? "0" : "1", (turn) => {
        this.#draft.turn = turn === "0" ? 0 : 1;
        // The ply's parity says who moves.
        this.#draft.ply = 2 * Math.floor(this.#draft.ply / 2) + this.#draft.turn;
        this.#changed();
      }),
      h("label", { for: this.#textId }, t("setup.text")),
      this.#text,
      this.#problem,
      h(
        "div",
        { class: "buttons pairs" },
        this.#use,
        textButton(t("setup.initial"), () => this.#reset(false), { act: "initial" }),
        textButton(t("setup.clear"), () => this.#reset(true), { act: "clear" }),
        textButton(t("setup.cancel"), () => this.owner.close(), { act: "cancel" }),
      ),
    );
  }
}
