// States as small coloured words. Whatever waits says what it waits for and until when.

import { h } from "../../dom";
import { sentence } from "../../i18n";
import { dateText, distanceText } from "../../i18n/texts";
import { lookUp, t, whyText } from "../i18n";
import type { Bot, Waiting } from "../types";

export type Mood = "good" | "bad" | "busy" | "calm";

const MOODS: Record<string, Mood> = {
  active: "good", ready: "good", done: "good", passed: "good",
  failed: "bad", paused: "bad", late: "bad", disqualified: "bad",
  waiting: "busy", compiling: "busy", checking: "busy", running: "busy", queued: "busy",
};

export function chip(text: string, mood: Mood = "calm"): HTMLElement {
  return h("span", { class: `chip ${mood}` }, text);
}

/** The state alone, for a table. */
export function stateChip(state: string): HTMLElement {
  return chip(lookUp(`state.${state}`, state), MOODS[state]);
}

/** How a bot stands: one that has no version yet is not playing, whatever its state. */
export function botChip({ state, activeVersion }: Pick<Bot, "state" | "activeVersion">): HTMLElement {
  return state === "active" && activeVersion === null ? chip(t("bot.noVersion")) : stateChip(state);
}

/** What it waits for and until when; null where it does not wait. */
export function waitText({ waitsFor, deadlineMs }: Waiting): string | null {
  const what = waitsFor ? t("wait.for", { what: lookUp(`wait.${waitsFor}`, waitsFor) }) : null;
  const until = deadlineMs
    ? t("wait.until", { time: dateText(deadlineMs), distance: distanceText(deadlineMs) })
    : null;
  return [what, until].filter(Boolean).join(t("wait.and")) || null;
}

/** The state with its reason and what it waits for. */
export function stateLine(waiting: Waiting, state = stateChip(waiting.state)): HTMLElement {
  const wait = waitText(waiting);
  return h(
    "p",
    { class: "state-line" },
    state,
    waiting.reason && h("span", {}, sentence(whyText(waiting.reason))),
    wait && h("span", { class: "quiet" }, wait),
  );
}
