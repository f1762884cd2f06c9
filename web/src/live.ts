// Spoken announcements: one polite live region for the whole page.

import { h } from "./dom";

const region = h("div", { class: "visually-hidden", "aria-live": "polite", id: "announcements" });

export function mountAnnouncements(parent: Element): void {
  parent.append(region);
}

/** Says a sentence. Repeating one says it again, which a plain assignment would not. */
export function announce(text: string): void {
  region.replaceChildren(h("p", {}, text));
}
