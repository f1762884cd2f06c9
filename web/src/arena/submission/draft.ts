// What is being written on the page to submit on. It lives as long as the page does, so that looking at the
// compiler's messages or another page loses nothing.

import type { GameName } from "../../core/types";
import { versions } from "../client";
import type { BotWithVersions, Version } from "../types";
import { protocolsOf } from "./source";

export interface Draft {
  /** The bot that gets a new version; null for a new bot. */
  bot: number | null;
  name: string;
  game: GameName;
  variant: string;
  protocol: string;
  language: string;
  source: string;
  /** What the compiler said of the source that it was begun from. */
  messages: string;
  /** To play requested games with, without taking the place of the active version. */
  isDraft: boolean;
}

let current: Draft | null = null;

export function currentDraft(game: GameName, variant: string): Draft {
  return (current ??= {
    bot: null, name: "", game, variant, protocol: protocolsOf(game, variant)[0] ?? "", language: "c++17",
    source: "", messages: "", isDraft: false,
  });
}

export function changeDraft(draft: Draft, part: Partial<Draft>): void {
  Object.assign(draft, part);
  const { game, variant, protocol } = draft;
  const possible = protocolsOf(game, variant);
  if (!possible.includes(protocol)) draft.protocol = possible[0] ?? "";
}

/** What was handed in is not written on. */
export function dropDraft(): void {
  current = null;
}

/** Goes on from a version of one's own, for the next one of its bot. */
export async function draftFromVersion(draft: Draft, version: Version): Promise<void> {
  const { bot, protocol, language, messages } = version;
  changeDraft(draft, {
    bot: bot.id, name: bot.name, game: bot.game, variant: bot.variant, protocol, language,
    source: await versions.source(version.id), messages: messages ?? "",
  });
}

/** The next version of a bot, from its last one. */
export async function draftForBot(draft: Draft, bot: BotWithVersions): Promise<void> {
  const newest = [...bot.versions].sort((a, b) => b.number - a.number)[0];
  if (newest) await draftFromVersion(draft, await versions.get(newest.id));
  else changeDraft(draft, { bot: bot.id, name: bot.name, game: bot.game, variant: bot.variant });
}
