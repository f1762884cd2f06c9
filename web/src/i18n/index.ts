// The words of the page. `t("status.win", { side })` is the sentence in the chosen language.

import { ImmureError, isReason } from "../core/types";
import type { Language } from "../settings";
import { MESSAGES, type Key } from "./messages";
import { translateReason } from "./reasons";

export type { Key } from "./messages";

let current: Language = "en";

export function setLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

export function currentLanguage(): Language {
  return current;
}

export type Values = Record<string, string | number>;

export function fillIn(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function t(key: Key, values: Values = {}): string {
  return fillIn(MESSAGES[current][key], values);
}

/** A message by a key made at run time, or `fallback` where no such message exists. */
export function lookUp(key: string, fallback: string): string {
  return key in MESSAGES.en ? t(key as Key) : fallback;
}

/** A text that stands alone begins with a capital; a square keeps its name. */
export function sentence(text: string): string {
  return text.replace(/^[a-z](?!\d)/, (letter) => letter.toUpperCase());
}

/** What was refused or failed, in the page's language; what nobody expected, in its own words. */
export function reasonText(error: unknown): string {
  const reason = error instanceof ImmureError ? error.reason : error;
  if (isReason(reason)) return translateReason(reason, current);
  if (error instanceof ImmureError) return error.message;
  return t("app.unexpected", { detail: error instanceof Error ? error.message : String(error) });
}
