// The words of the page. `t("status.win", { side })` is the sentence in the chosen language.

import { ImmureError, isReason } from "../core/types";
import type { Language } from "../settings";
import { en, type Key, type Messages } from "./en";
import { translateReason } from "./reasons";
import { zh } from "./zh";

export type { Key } from "./en";

const LANGUAGES: Record<Language, Messages> = { en, zh };
let current: Language = "en";

export function setLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

export function currentLanguage(): Language {
  return current;
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return LANGUAGES[current][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** A message by a key made at run time, or `fallback` where no such message exists. */
export function lookUp(key: string, fallback: string): string {
  return key in en ? t(key as Key) : fallback;
}

/** What was refused, in the page's language; anything else that failed, in its own words. */
export function reasonText(error: unknown): string {
  const reason = error instanceof ImmureError ? error.reason : error;
  if (isReason(reason)) return translateReason(reason, current);
  return error instanceof Error ? error.message : String(error);
}
