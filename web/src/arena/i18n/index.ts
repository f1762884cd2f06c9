// The words of the arena's pages, and all those of the page itself. They come with the arena, so that who
// only plays does not fetch them.

import type { Language } from "../../settings";
import { currentLanguage, fillIn, type Values } from "../../i18n";
import { MESSAGES as COMMON, type Messages as CommonMessages } from "../../i18n/messages";
import { translateReason, WORDINGS } from "../../i18n/reasons";
import type { Why } from "../types";
import { en, type ArenaMessages } from "./en";
import { FOULS } from "./fouls";
import { zh } from "./zh";

type AllMessages = CommonMessages & ArenaMessages;
export type Key = keyof AllMessages;

const MESSAGES: Record<Language, AllMessages> = {
  en: { ...COMMON.en, ...en },
  zh: { ...COMMON.zh, ...zh },
};

export function t(key: Key, values: Values = {}): string {
  return fillIn(MESSAGES[currentLanguage()][key], values);
}

/** A message by a key made at run time, or `fallback` where no such message exists. */
export function lookUp(key: string, fallback: string): string {
  return key in MESSAGES.en ? t(key as Key) : fallback;
}

/** A reason of the API, which may come without places and text. */
export function whyText(why: Why): string {
  const language = currentLanguage();
  return translateReason({ places: [], text: why.code, ...why }, language, { ...WORDINGS, ...FOULS }, MESSAGES[language]);
}
