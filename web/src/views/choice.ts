// One of a few: radio buttons that look like one control.

import { h, type Child } from "../dom";

export interface Option<T extends string> {
  value: T;
  label: Child;
  name?: string; // spoken, where the label is a picture
}

/** `field` names the radio buttons, once on a page. */
export function choice<T extends string>(
  field: string,
  legend: string,
  options: Option<T>[],
  value: T,
  onChange: (value: T) => void,
): HTMLFieldSetElement {
  const buttons = options.map((option) =>
    h(
      "label",
      { class: "option" },
      h("input", {
        type: "radio",
        name: field,
        value: option.value,
        checked: option.value === value,
        "aria-label": option.name,
        onchange: () => onChange(option.value),
      }),
      h("span", {}, option.label),
    ),
  );
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, legend),
    h("div", { class: "options" }, ...buttons),
  );
}
