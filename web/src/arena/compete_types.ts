// What the routes of ladders, live games, rooms, contests and courses answer (docs/openapi.json).

import type { GameName, ResultText } from "../core/types";
import type { BotName, Waiting, Why } from "./types";

export interface LadderInfo extends Waiting {
  /** Such as `amazons-8x8`. */
  id: string;
  game: GameName;
  variant: string;
  bots: number;
  games: number;
  isPaused: boolean;
  timeMs: number;
  /** Bots whose rating is not known well enough yet; with none the ladder rests. */
  unsettled: number;
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

/** Two ranked games that are ordered or played. */
export interface WaitingPair extends Waiting {
  id: number;
  bots: [BotName, BotName];
}

export interface LivePlayer {
  /** Null: a guest. */
  name: string | null;
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
  /** Of a bot that lost by it. */
  foul: Why | null;
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

export type ContestFormat = "roundRobin" | "swiss" | "knockout" | "groups";
export type ContestState = "draft" | "open" | "frozen" | "running" | "ended";

export interface ContestPlan {
  name: string;
  game: GameName;
  variant: string;
  /** For a move; 0: what the protocol's own judge gives. */
  timeMs: number;
  whoMayEnter: "all" | "list";
  format: ContestFormat;
  /** Of a Swiss contest; 0: as many as single out a winner. */
  rounds: number;
  groups: number;
  pairs: number;
  seed: number;
  /** 0: when staff open it. */
  opensMs: number;
  deadlineMs: number;
}

export interface Contest extends Omit<ContestPlan, "timeMs" | "opensMs">, Waiting {
  id: number;
  rules: { timeMs: number | null };
  opensMs: number | null;
  deadlineMs: number;
  state: ContestState;
  round: number;
  entryCount: number;
}

export interface ContestEntry {
  bot: BotName;
  owner: BotName | null;
  version: { id: number; number: number } | null;
  /** Why it is out; null while it is in. */
  out: Why | null;
  /** In the draw. */
  place: number | null;
}

export interface ContestDetails extends Contest {
  entries: ContestEntry[];
  /** Who may enter a contest by list; for staff. */
  people?: string[];
}

export interface StandingsRow extends Omit<ContestEntry, "place"> {
  rank: number | null;
  stage: number;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  fouls: number;
  direct: number;
  buchholz: number;
  sonnebornBerger: number;
}

/** Two bots that meet in a round, by their ids. */
export interface Encounter {
  round: number;
  first: number;
  second: number;
  firstPoints: number;
  secondPoints: number;
  isOver: boolean;
}

export interface Standings {
  contest: number;
  state: ContestState;
  gamesPlayed: number;
  gamesPlanned: number;
  tieBreaks: ("buchholz" | "direct" | "sonnebornBerger")[];
  rows: StandingsRow[];
  encounters: Encounter[];
}

export interface CourseRow {
  person: BotName;
  bot: BotName | null;
  version: number | null;
  submittedMs: number | null;
  verdict: Waiting | null;
  elo: number | null;
  error: number | null;
  games: number;
  /** The bots whose thresholds it has passed. */
  passed: string[];
  mark: number;
}

/** A mark for whoever is rated above a bot of ours. */
export interface CourseMark {
  bot: string;
  mark: number;
  /** The rating of that bot; null where it has none yet. */
  elo?: number | null;
}

export interface SimilarSide {
  bot: BotName;
  owner: BotName;
  version: { id: number; number: number };
  /** Of its tokens that the other has too. */
  share: number;
}

export interface SimilarPair {
  id: number;
  game: GameName;
  variant: string;
  tokens: number;
  first: SimilarSide;
  second: SimilarSide;
}

export interface SimilarDetails extends SimilarPair {
  /** From line to line, in both sources. */
  ranges: { first: [number, number]; second: [number, number]; tokens: number }[];
  firstSource: string | null;
  secondSource: string | null;
}
