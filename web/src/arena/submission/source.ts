// What can be handed in: protocols and languages, guessed from a file where it tells.

import type { GameName } from "../../core/types";

/** Longer ones are refused by the server; said before they are sent. */
export const SOURCE_BYTES_MAX = 1 << 20;

export const LANGUAGES = ["c17", "c++11", "c++17", "c++20", "python3"];

/** The protocols that can be played on a board, the usual one first (docs/protocols.md). */
export function protocolsOf(game: GameName, variant: string): string[] {
  if (game === "amazons") return ["botzone", "botzone-json", "text", "uci"];
  return variant.startsWith("sjtu") ? [variant, "text"] : ["text"];
}

const ENDINGS: Record<string, string> = {
  c: "c17", cpp: "c++17", cc: "c++17", cxx: "c++17", py: "python3",
};

/** By the ending of a file's name; else by what only one language has; null where nothing tells. */
export function guessLanguage(name: string, text: string): string | null {
  const byName = ENDINGS[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];
  if (byName) return byName;
  if (/^\s*(?:using namespace|template\s*<|class \w+)|\bstd::|#include <(?:iostream|vector|c\w+|bits\/)/m.test(text)) {
    return "c++17";
  }
  if (/^\s*#include\b/m.test(text)) return "c17";
  return /^(?:import|from|def) \w+/m.test(text) ? "python3" : null;
}

/** A name for a bot from that of its file. */
export function guessName(fileName: string): string {
  return fileName.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-_.]+/, "").slice(0, 32);
}
