// A field for moves typed in standard notation, with the reason where one is refused.

import type { GameName } from "../core/types";
import { freshId, h } from "../dom";
import { reasonText, sentence, t } from "../i18n";

export interface TypedMove {
  element: HTMLElement;
  /** Whether a move is taken now; a text can be typed at any time. */
  setEnabled(isEnabled: boolean): void;
}

/** `d1d7g7`, `d1 d7 g7` and `D1-D7/G7` all mean `d1-d7/g7`; other texts are left to the rules. */
export function tidyMove(game: GameName, text: string): string {
  const plain = text.trim().toLowerCase();
  const squares = plain.match(/[a-j]\d+/g);
  if (game === "amazons" && squares?.length === 3) {
    return `${squares[0]}-${squares[1]}/${squares[2]}`;
  }
  return plain;
}

export function typedMove(game: GameName, play: (move: string) => void): TypedMove {
  const id = freshId("typed");
  const problem = h("p", { class: "problem", id: `${id}-problem`, role: "alert" });
  const input = h("input", {
    id,
    type: "text",
    name: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: t(`play.typedHint.${game}`),
    "aria-describedby": problem.id,
    oninput: () => (problem.textContent = ""),
  });
  const button = h("button", { type: "submit" }, t("play.go"));
  let isTurn = true;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isTurn || !input.value.trim()) return;
    try {
      play(tidyMove(game, input.value));
      input.value = "";
    } catch (error) {
      problem.textContent = sentence(reasonText(error));
    }
  };
  const element = h(
    "form",
    { class: "typed-move", onsubmit: submit },
    h("label", { for: id }, t("play.typed")),
    input,
    button,
    problem,
  );
  return {
    element,
    setEnabled(isEnabled) {
      isTurn = isEnabled;
      button.disabled = !isEnabled;
      // A field that is switched off loses the focus; what is typed into this one waits for one's turn.
      input.setAttribute("aria-disabled", String(!isEnabled));
    },
  };
}
