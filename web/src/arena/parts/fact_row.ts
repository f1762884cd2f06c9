// Facts in a row, with dots between them. A line breaks between two facts rather than within one.

import { h, type Child } from "../../dom";

export function factRow(facts: string[]): Child[] {
  return facts.flatMap((fact, index) => {
    const isLast = index === facts.length - 1;
    return [h("span", { class: "fact" }, isLast ? fact : `${fact} ·`), !isLast && " "];
  });
}
