// Forms: fields with their labels, one button, and what went wrong beside it.

import { freshId, h, type Attributes, type Child } from "../../dom";
import { reasonText } from "../../i18n";
import { Notice } from "../../views/notice";

export interface Field {
  element: HTMLElement;
  input: HTMLInputElement;
}

/** One line with its label above it and a hint below. */
export function field(label: string, attributes: Attributes, hint = ""): Field {
  const id = freshId("field");
  const hintId = hint && freshId("hint");
  const input = h("input", { id, type: "text", ...attributes, "aria-describedby": hintId || null });
  const element = h(
    "p",
    { class: "form-field" },
    h("label", { for: id }, label),
    input,
    hint && h("span", { class: "quiet", id: hintId }, hint),
  );
  return { element, input };
}

export const nameField = (label: string, hint = ""): Field =>
  field(label, { autocomplete: "username", required: true, minlength: 2, maxlength: 32, spellcheck: "false" }, hint);

/** `fresh` is one that is being chosen, which a browser may propose. */
export const passwordField = (label: string, isFresh: boolean, hint = ""): Field =>
  field(label, {
    type: "password", required: true, autocomplete: isFresh ? "new-password" : "current-password",
    ...(isFresh ? { minlength: 8, maxlength: 256 } : {}),
  }, hint);

export interface SelectOption {
  value: string;
  label: string;
}

export function selectField(
  label: string,
  options: SelectOption[],
  value: string,
  onChange: (value: string) => void = () => undefined,
): { element: HTMLElement; input: HTMLSelectElement } {
  const id = freshId("select");
  const input = h("select", { id, onchange: () => onChange(input.value) },
    ...options.map((option) =>
      h("option", { value: option.value, selected: option.value === value }, option.label)));
  return { element: h("p", { class: "form-field" }, h("label", { for: id }, label), input), input };
}

/** A form that is sent once at a time; what is thrown is said under it. */
export function form(
  children: Child[],
  button: string,
  submit: () => Promise<void>,
  kind: "primary" | "danger" = "primary",
): HTMLFormElement {
  const notice = new Notice();
  const send = h("button", { type: "submit", class: kind }, button);
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    send.disabled = true;
    notice.clear();
    try {
      await submit();
    } catch (error) {
      notice.problem(reasonText(error));
    } finally {
      send.disabled = false;
    }
  };
  return h("form", { class: "card form", onsubmit: (event: Event) => void run(event) },
    ...children, send, notice.element);
}
