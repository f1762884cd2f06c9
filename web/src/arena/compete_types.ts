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

export type SideName = "first" | "second";

/** Who sits in a room; a bot has no clock. */
export interface RoomPlayer {
  kind: "person" | "guest" | "bot";
  name: string | null;
  bot: number | null;
  leftMs: number | null;
  wantsRematch: boolean;
}

export interface Room {
  id: string;
  version: number;
  state: "waiting" | "playing" | "ended";
  game: GameName;
  variant: string;
  clockS: number;
  incrementS: number;
  /** Null: free. */
  players: [RoomPlayer | null, RoomPlayer | null];
  moves: string[];
  waitsFor: "opponent" | "worker" | SideName | null;
  turnMs: number;
  deadlineMs: number;
  drawOfferedBy: SideName | null;
  result: ResultText | null;
  reason: string | null;
  detail: string | null;
  /** The room in which it goes on. */
  rematch: string | null;
  record: number | null;
  /** The server's time, by which the other times are. */
  nowMs: number;
}

export interface TakenSeat {
  room: Room;
  side: SideName;
  seat: string;
}

export interface RoomOptions {
  game: GameName;
  variant: string;
  clockS: number;
  incrementS: number;
  side: SideName | "random";
  /** "link", or the id of a bot. */
  opponent: "link" | number;
}

export type RoomAction = "resign" | "offerDraw" | "acceptDraw" | "declineDraw" | "rematch";
