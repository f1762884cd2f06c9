// The messages of all languages.

import type { Language } from "../settings";
import { en, type Messages } from "./en";
import { zh } from "./zh";

export type { Key, Messages } from "./en";

export const MESSAGES: Record<Language, Messages> = { en, zh };
