// The arena's routes (docs/api.md) by name, with what they take and answer.

import { addressOf, get, getText, send, type Query } from "./http";
import type {
  Bot, BotWithVersions, GameDetails, GameFilter, GameInfo, GameLog, GameRequest, HistoryPoint, Invitation,
  ListedPerson, ListPage, Opponent, Person, PersonToken, RatingChange, Registration, Role, SessionAnswer, SignIn, SiteNumbers,
  Version,
} from "./types";

/** How many rows a list asks for at a time. */
const LIMIT = 50;

/** src/arena/bots.h */
const BOTS_EACH_MAX = 100;

/** A plot shows no more. */
const PLOT_POINTS = 200;

/** The next part of a list; `after` is what the last one gave as `next`. */
export function page<T>(path: string, query: Query, after: string | null): Promise<ListPage<T>> {
  return get<ListPage<T>>(path, { ...query, limit: LIMIT, after });
}

export const session = {
  get: () => get<SessionAnswer>("session"),
  signIn: (name: string, password: string) => send("POST", "session", { name, password }),
  signOut: () => send("DELETE", "session"),
};

export const people = {
  register: (name: string, password: string, invitation: string) =>
    send("POST", "people", { name, password, ...(invitation ? { invitation } : {}) }),
  setUp: (link: string, name: string, password: string) =>
    send("POST", "people/setup", { link, name, password }),
  list: (q: string, after: string | null) => page<ListedPerson>("people", { q }, after),
  change: (id: number, change: { role?: Role; state?: ListedPerson["state"] }) =>
    send<Person>("PATCH", `people/${id}`, change),
  resetLink: (id: number) => send<{ link: string; expiresMs: number }>("POST", `people/${id}/reset`),
  changePassword: (old: string, fresh: string) =>
    send("POST", "people/password", { old, new: fresh }),
  resetPassword: (link: string, fresh: string) =>
    send("POST", "people/password", { link, new: fresh }),
};

export const own = {
  sessions: (after: string | null) => page<SignIn>("person/sessions", {}, after),
  endSession: (id: number) => send("DELETE", `person/sessions/${id}`),
  tokens: (after: string | null) => page<PersonToken>("person/tokens", {}, after),
  makeToken: (name: string, scope: PersonToken["scope"]) =>
    send<{ secret: string }>("POST", "person/tokens", { name, scope }),
  endToken: (id: number) => send("DELETE", `person/tokens/${id}`),
  exported: () => getText("person/export"),
  remove: (password: string) => send("DELETE", "person", { password }),
};

export const invitations = {
  list: (after: string | null) => page<Invitation>("invitations", {}, after),
  make: (uses: number, expiresMs: number) =>
    send<{ code: string }>("POST", "invitations", { uses, expiresMs, role: "student" }),
  end: (id: number) => send("DELETE", `invitations/${id}`),
};

export const site = {
  settings: () => get<SiteNumbers>("site"),
  change: (change: Partial<SiteNumbers> & { registration?: Registration }) => send("PATCH", "site", change),
};

/** A program as it is handed in. */
export interface SourceFile {
  protocol: string;
  language: string;
  source: string;
  /** Never becomes active by itself. */
  draft: boolean;
}

export const bots = {
  list: (query: { game?: string; variant?: string; owner?: number; q?: string }, after: string | null) =>
    page<Bot>("bots", query, after),
  /** All of a person's, of one board or of every one: the server allows no more. */
  ofOwner: (owner: number, board: { game?: string; variant?: string } = {}) =>
    get<ListPage<Bot>>("bots", { ...board, owner, limit: BOTS_EACH_MAX }),
  get: (id: number) => get<BotWithVersions>(`bots/${id}`),
  make: (bot: { name: string; game: string; variant: string } & SourceFile) =>
    send<{ bot: Bot; version: Version }>("POST", "bots", bot),
  change: (id: number, change: {
    activeVersion?: number; state?: string; isShared?: boolean; name?: string;
  }) => send<Bot>("PATCH", `bots/${id}`, change),
  addVersion: (id: number, file: SourceFile) =>
    send<{ version: Version }>("POST", `bots/${id}/versions`, file),
  /** All of it, thinned by the server where there is much. */
  history: (id: number) => get<ListPage<HistoryPoint>>(`bots/${id}/history`, { whole: 1, limit: PLOT_POINTS }),
  opponents: (id: number, after: string | null) => page<Opponent>(`bots/${id}/opponents`, {}, after),
  changes: (id: number, after: string | null) => page<RatingChange>(`bots/${id}/changes`, {}, after),
};

export const versions = {
  get: (id: number) => get<Version>(`versions/${id}`),
  events: (id: number) => addressOf(`versions/${id}/events`),
  source: (id: number) => getText(`versions/${id}/source`),
};

export const requests = {
  make: (first: number, second: number, pairs: number) =>
    send<{ request: GameRequest }>("POST", "requests", { first, second, pairs }),
  get: (id: number) => get<GameRequest>(`requests/${id}`),
  events: (id: number) => addressOf(`requests/${id}/events`),
};

export type GameFormat = "text" | "sgf" | "json";

export const games = {
  list: (filter: GameFilter, after: string | null) => page<GameInfo>("games", { ...filter }, after),
  get: (id: number) => get<GameDetails>(`games/${id}`),
  log: (id: number) => get<GameLog>(`games/${id}/log`),
  recordAddress: (id: number, format: GameFormat) => addressOf(`games/${id}/record`, { format }),
  archiveAddress: (filter: GameFilter) => addressOf("games/archive", { ...filter }),
};
