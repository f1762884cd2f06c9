// What the routes of ladders, live games, rooms, contests and courses answer (docs/openapi.json).

import type { GameName, ResultText } from "../core/types";
import type { BotName, Waiting } from "./types";

export interface LadderInfo extends Waiting {
  /** Such as `amazons-8x8`. */
  id: string;
  game: GameName;
  variant: string;
  bots: number;
  games: number;
  isPaused: boolean;
  timeMs: number;
}

export interface LadderRow {
  rank: number | null;
  bot: BotName;
  version: number;
  owner: BotName | null;
  elo: number;
  error: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  fouls: number;
  /** Too few games yet. */
  provisional: boolean;
  /** One of our own engines, on which the scale stands. */
  isAnchor: boolean;
}

export interface LivePlayer {
  name: string;
  /** For each move. */
  turnMs: number;
}

export interface LiveEnd {
  id: string;
  result: ResultText | null;
  verdict: string | null;
  /** The number of the game in the archive. */
  record: number | null;
  reason: string | null;
}

export interface LiveGame {
  id: string;
  game: GameName;
  variant: string;
  purpose: string;
  contest: number | null;
  players: [LivePlayer, LivePlayer];
  startedMs: number;
  moves: string[];
  end: LiveEnd | null;
}

export interface LiveMove {
  id: string;
  ply: number;
  move: string;
  atMs: number;
}
