// A button with words. `act` names what it does, so that the focus finds it when it is drawn anew.

import { h } from "../dom";

export interface ButtonOptions {
  act?: string;
  kind?: "primary" | "danger" | "plain";
  disabled?: boolean;
}

export function textButton(
  label: string,
  onclick: () => void,
  { act, kind, disabled }: ButtonOptions = {},
): HTMLButtonElement {
  return h("button", { type: "button", class: kind, "data-act": act, disabled, onclick }, label);
}
