// A button with words. `act` names what it does, so that the focus finds it when it is drawn anew.

import { h } from "../dom";
import { icon, type IconName } from "./icons";

export interface ButtonOptions {
  act?: string;
  kind?: "primary" | "danger" | "plain";
  disabled?: boolean;
  icon?: IconName;
}

export function textButton(
  label: string,
  onclick: () => void,
  { act, kind, disabled, icon: picture }: ButtonOptions = {},
): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: kind, "data-act": act, disabled, onclick },
    picture ? icon(picture) : null,
    label,
  );
}
