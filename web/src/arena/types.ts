// What the arena's routes answer (docs/openapi.json), as far as the pages of people, bots and games read it.

import type { GameName, Reason, ResultText } from "../core/types";

/** A part of a list, and where the next one begins; null behind the last. */
export interface ListPage<T> {
  items: T[];
  next: string | null;
}

export type Role = "student" | "teacher" | "admin";
export type Registration = "open" | "invitation" | "closed";

export interface Person {
  id: number;
  name: string;
  role: Role;
}

export interface SessionAnswer {
  person: Person | null;
  registration: Registration;
  /** Nobody has used the link of the first start yet. */
  needsAdmin: boolean;
}

/** What an admin may set as a number; 0 is never, or for ever. */
export const SITE_NUMBERS = ["ratingError", "logDays", "contestLogDays"] as const;
export type SiteNumbers = Record<(typeof SITE_NUMBERS)[number], number>;

export interface ListedPerson extends Person {
  state: "active" | "closed";
  createdMs: number;
  signedInMs: number | null;
}

/** One browser that is signed in. */
export interface SignIn {
  id: number;
  address: string;
  agent: string;
  createdMs: number;
  usedMs: number;
  isCurrent: boolean;
}

export interface PersonToken {
  id: number;
  name: string;
  scope: "submit" | "read";
  createdMs: number;
  usedMs: number | null;
}

export interface Invitation {
  id: number;
  /** The beginning of its code. */
  hint: string;
  uses: number;
  usesLeft: number;
  expiresMs: number;
}

/** Why something is as it is; a reason of the API with or without its text. */
export type Why = Pick<Reason, "code" | "arguments"> & Partial<Reason>;

/** What stands still says why, what it waits for and until when. */
export interface Waiting {
  state: string;
  reason?: Why | null;
  waitsFor?: string | null;
  deadlineMs?: number | null;
}

export interface Rating {
  elo: number;
  error: number;
  games: number;
  rank: number | null;
}

export interface BotName {
  id: number;
  name: string;
}

export interface Bot extends Waiting {
  id: number;
  name: string;
  /** Null for our own engines. */
  owner: BotName | null;
  game: GameName;
  variant: string;
  isShared: boolean;
  activeVersion: number | null;
  rating?: Rating | null;
}

export interface VersionInfo extends Waiting {
  id: number;
  number: number;
  isDraft: boolean;
  protocol: string;
  language: string;
  createdMs: number;
}

export interface BotWithVersions extends Bot {
  versions: VersionInfo[];
}

export interface Step extends Waiting {
  step: "compile" | "check";
  startedMs: number | null;
  endedMs: number | null;
}

export interface Version extends VersionInfo {
  bot: Bot;
  steps: Step[];
  /** What the compiler said; for the owner and teachers. */
  messages?: string | null;
  checkGame: number | null;
}

/** Two versions that meet outside of the ladder. */
export interface GameRequest extends Waiting {
  id: number;
  games: GameInfo[];
}

export interface GamePlayer {
  bot: BotName | null;
  version: { id: number; number: number } | null;
  /** A person's or guest's, where no bot plays. */
  name?: string | null;
  owner?: BotName | null;
}

export interface Verdict {
  kind: string;
  /** In English. */
  detail: string;
  /** Of a foul; games of older servers have none. */
  reason: Reason | null;
}

export type Purpose = "check" | "requested" | "ranked" | "contest" | "room";

export interface GameInfo {
  id: number;
  purpose: Purpose;
  ladder: string | null;
  contest: number | null;
  game: GameName;
  variant: string;
  players: [GamePlayer, GamePlayer];
  result: ResultText;
  verdict: Verdict;
  plies: number;
  startedMs: number;
  endedMs: number;
}

export interface GameDetails extends GameInfo {
  record: string;
  /** What each side used: the time of all moves, the peak of memory. */
  timeMs: [number, number];
  memoryKb: [number, number];
}

/** What one side's program was told, said and used; for who may see it. */
export interface SideLog {
  stderr: string;
  /** Ply 0 is the program's start; the last turn may be one that ended in a foul. */
  conversation: { ply: number; said: string; answered: string; timeMs: number; memoryKb: number | null }[];
}

export interface GameLog {
  sides: [SideLog | null, SideLog | null];
  isKept: boolean;
}

export interface GameFilter {
  bot?: number | null;
  version?: number | null;
  person?: number | null;
  ladder?: string | null;
  contest?: number | null;
  purpose?: string | null;
  result?: string | null;
  verdict?: string | null;
  q?: string | null;
}

export interface HistoryPoint {
  atMs: number;
  elo: number;
  error: number;
  games: number;
  version: number;
}

export interface Opponent {
  bot: BotName;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  fouls: number;
}

export interface RatingChange {
  atMs: number;
  /** Null for the first rating. */
  before: number | null;
  after: number;
  /** Points that were scored since, and those that were expected. */
  points: number | null;
  expected: number | null;
  games: number;
  game: number | null;
  opponent: BotName | null;
}
