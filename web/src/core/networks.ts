/**
 * The learned evaluations that come with the page, one file a board, fetched when a board is first
 * searched. A board without one is evaluated by hand-made terms, which are part of the core.
 */

import { fetchFile } from "./fetch_file";
import type { GameSpec } from "./types";

/** The bytes of the network for a board; null if there is none. */
export type NetworkSource = (board: string) => Promise<Uint8Array | null>;

/** The board of a game, as networks are named: variants of Quoridor share one. */
export function boardOf(spec: GameSpec): string {
  return spec.game === "amazons" ? `amazons-${spec.variant}` : spec.game;
}

const urls = import.meta.glob<string>("../../../nets/*.net", {
  query: "?url",
  import: "default",
  eager: true,
});

export const fetchNetwork: NetworkSource = async (board) => {
  const url = urls[`../../../nets/${board}.net`];
  if (url === undefined) return null;
  return new Uint8Array(await (await fetchFile(url)).arrayBuffer());
};
