// What is being written on the page to submit on. It is kept in the browser, for the person who writes it: looking at
// the compiler's messages or another page loses nothing, nor does a reload or signing in again.

import type { GameName } from "../../core/types";
import { fields, isFlag, isNumber, isText, nullOr, oneOf } from "../../shape";
import { bots, versions } from "../client";
import type { Version } from "../types";
import { protocolsOf } from "./source";

export interface SourceDraft {
  /** The bot that gets a new version; null for a new bot. */
  bot: number | null;
  /** The version that it was begun from; null where it was begun from nothing. */
  from: number | null;
  name: string;
  game: GameName;
  variant: string;
  protocol: string;
  language: string;
  source: string;
  /** Whether the source is more than what it was begun from. */
  isTyped: boolean;
  /** What the compiler said of the source that it was begun from. */
  messages: string;
  /** To play requested games with, without taking the place of the active version. */
  isDraft: boolean;
}

/** Who writes it: another person who signs in on this browser begins anew. */
interface Kept {
  person: number;
  draft: SourceDraft;
}

const KEY = "immure.source";

let current: Kept | null = null;
/** What this tab has read or written under the key; null while that is nothing. Another tab may have a newer one there. */
let known: string | null = null;

const isNumberOrNull = nullOr(isNumber);

/** Whether what was stored has all that a draft has. */
const isComplete = fields({
  bot: isNumberOrNull, from: isNumberOrNull, name: isText, game: oneOf("amazons", "quoridor"), variant: isText,
  protocol: isText, language: isText, source: isText, isTyped: isFlag, messages: isText, isDraft: isFlag,
});

function stored(person: number): Kept | null {
  try {
    const text = localStorage.getItem(KEY);
    const kept = JSON.parse(text ?? "null") as Kept | null;
    if (kept?.person !== person || !isComplete(kept.draft)) return null;
    known = text;
    return kept;
  } catch {
    return null; // storage is refused or its content is not ours
  }
}

/** A person's draft; a new one is for a board. */
export function currentDraft(person: number, game: GameName, variant: string): SourceDraft {
  if (current?.person !== person) {
    current = stored(person) ?? {
      person,
      draft: {
        bot: null, from: null, name: "", game, variant, protocol: protocolsOf(game, variant)[0] ?? "",
        language: "c++17", source: "", isTyped: false, messages: "", isDraft: false,
      },
    };
  }
  return current.draft;
}

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
    known = text;
  } catch {
    // It lasts as long as the page: the browser keeps nothing, or no more.
  }
}

/** Writes down what would be lost with the page; a tab in which nothing was changed leaves what others wrote. */
export function keepDraft(): void {
  const text = current && hasWork(current.draft) ? JSON.stringify(current) : null;
  if (text !== known) write(text);
}

/** What was handed in is not written on, and who signs out leaves no source behind. */
export function dropDraft(): void {
  current = null;
  write(null);
}

/**
 * After a copy of a draft, `sent`, was handed in. Nobody writes on what has become a version; what was typed meanwhile,
 * or is shown by a page that came later, goes on as the next version of the bot.
 */
export function handedIn(draft: SourceDraft, sent: SourceDraft, { id, bot }: Version, isStillShown: boolean): void {
  const isTyped = draft.source !== sent.source;
  if (isStillShown && !isTyped) {
    dropDraft();
    return;
  }
  if (draft.bot === sent.bot) changeDraft(draft, { bot: bot.id, from: id, name: bot.name, isTyped, messages: "" });
  keepDraft();
}

export function changeDraft(draft: SourceDraft, part: Partial<SourceDraft>): void {
  Object.assign(draft, part);
  const { game, variant, protocol } = draft;
  const possible = protocolsOf(game, variant);
  if (!possible.includes(protocol)) draft.protocol = possible[0] ?? "";
}

/** Whether a draft has work that would be lost. */
export function hasWork({ source, isTyped }: SourceDraft): boolean {
  return isTyped && source.trim() !== "";
}

/** What an address asks for: a version to go on from, or a bot; 0 where it does not say. */
export interface Wish {
  from: number;
  bot: number;
}

/** Whether a draft is what is asked for, so that going away and coming back changes nothing of it. */
export function isOf(draft: SourceDraft, { from, bot }: Wish): boolean {
  if (from) return draft.from === from;
  return !bot || draft.bot === bot;
}

/** Goes on from a version of one's own, for the next one of its bot. */
async function startFrom(version: Version): Promise<Partial<SourceDraft>> {
  const { id, bot, protocol, language, messages } = version;
  return {
    bot: bot.id, from: id, name: bot.name, game: bot.game, variant: bot.variant, protocol, language,
    source: await versions.source(id), isTyped: false, messages: messages ?? "",
  };
}

/** What a draft begins with: the version that is asked for, or the last one of the bot. */
export async function startOf({ from, bot: id }: Wish): Promise<Partial<SourceDraft>> {
  if (from) return startFrom(await versions.get(from));
  const bot = await bots.get(id);
  const newest = [...bot.versions].sort((a, b) => b.number - a.number)[0];
  if (newest) return startFrom(await versions.get(newest.id));
  return { bot: bot.id, from: null, name: bot.name, game: bot.game, variant: bot.variant };
}
