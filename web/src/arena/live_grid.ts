// Which games under way are drawn, and in which order: those with people in them, then those of contests, then the
// others, each kind with the newest first. A board stays in its place until its game is gone; then the next game takes
// that place, so that no board jumps while somebody watches it.

import type { LiveGame } from "./compete_types";

function rank({ purpose }: LiveGame): number {
  return ["room", "contest"].indexOf(purpose) + 1 || 3;
}

function byInterest(a: LiveGame, b: LiveGame): number {
  return rank(a) - rank(b) || b.startedMs - a.startedMs;
}

/** The ids of up to `limit` games, in the places of those that were drawn before. A game that has ended takes no new place. */
export function chooseShown(shown: readonly string[], games: ReadonlyMap<string, LiveGame>, limit: number): string[] {
  const next = [...games.values()].filter(({ id, end }) => end === null && !shown.includes(id)).sort(byInterest)
    .map(({ id }) => id);
  const places = shown.slice(0, limit).map((id) => (games.has(id) ? id : next.shift()));
  return [...places, ...next].flatMap((id) => id ?? []).slice(0, limit);
}
