// The arena of the pictures: the engines of `--demo` with real games, people who hand in programs, contests of every
// format. It takes minutes of games, so its store stays in the build folder and is filled only once; remove it to
// begin anew.

import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { expect, request, type APIRequestContext } from "@playwright/test";
import { PASSWORD } from "../browser/arena";
import { built, serveStore, type Arena } from "../browser/program";
import { BETTER, CHEAT, COPIED, FIRST_TRY, MENDED } from "./arena_sources";

const STORE = built("screenshots-arena");
const BOARD = { game: "amazons", variant: "8x8" };
const RANKED_GAMES = 40;
const LONG_NAME = "Wolfeschlegelsteinhausenberger-D";

type Format = "roundRobin" | "swiss" | "knockout" | "groups";

/** Somebody who is signed in, or nobody, as a program asks. */
export class Caller {
  private constructor(readonly api: APIRequestContext) {}

  static async of(arena: Arena, path: string | null, data: object = {}): Promise<Caller> {
    const caller = new Caller(await request.newContext({
      baseURL: `${arena.address}api/v1/`, extraHTTPHeaders: { "Immure-Request": "1" },
    }));
    if (path !== null) await caller.send("POST", path, data);
    return caller;
  }

  static signIn(arena: Arena, name: string): Promise<Caller> {
    return Caller.of(arena, "session", { name, password: PASSWORD });
  }

  async send<T>(method: string, path: string, data?: object): Promise<T> {
    const answer = await this.api.fetch(path, { method, ...(data ? { data } : {}) });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true);
    return (text ? JSON.parse(text) : null) as T;
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>("GET", path);
  }

  async until<T>(path: string, isSo: (answer: T) => boolean): Promise<T> {
    let answer = await this.get<T>(path);
    await expect.poll(async () => isSo(answer = await this.get<T>(path)), { timeout: 600_000, intervals: [1000] }).toBe(true);
    return answer;
  }
}

interface Handed {
  bot: { id: number };
  version: { id: number };
}

const file = (source: string) => ({ protocol: "text", language: "c17", source, draft: false });

/** Hands a program in as a new bot or the next version of one, and waits for what comes of it. */
async function handIn(caller: Caller, bot: string | number, source: string): Promise<Handed> {
  const handed = typeof bot === "string"
    ? await caller.send<Handed>("POST", "bots", { name: bot, ...BOARD, ...file(source) })
    : { bot: { id: bot }, ...(await caller.send<Pick<Handed, "version">>("POST", `bots/${bot}/versions`, file(source))) };
  await caller.until<{ state: string }>(`versions/${handed.version.id}`, ({ state }) => /ready|failed/.test(state));
  return handed;
}

interface NamedBot {
  id: number;
  name: string;
}

/** The bots of a board, but for those whose names say that they think long. */
async function entrants(caller: Caller, game: string, variant: string): Promise<NamedBot[]> {
  const { items } = await caller.get<{ items: NamedBot[] }>(`bots?game=${game}&variant=${variant}&limit=100`);
  return items.filter(({ name }) => !/^Immure(-[4-7])?$/.test(name));
}

/** A contest with entries, which is open. */
export async function openContest(
  admin: Caller, name: string, format: Format, bots: NamedBot[], plan: object = {},
): Promise<number> {
  const { id } = await admin.send<{ id: number }>("POST", "contests", {
    name, game: "quoridor", variant: "standard", timeMs: 100, whoMayEnter: "all", format, rounds: 0, groups: 0, pairs: 1,
    seed: 7, opensMs: 0, deadlineMs: Date.now() + 3 * 86_400_000 + 60_000, ...plan,
  });
  if (bots.length > 0) await admin.send("PATCH", `contests/${id}`, { state: "open" });
  for (const { id: bot } of bots) await admin.send("POST", `contests/${id}/entries`, { bot });
  return id;
}

async function playContest(admin: Caller, name: string, format: Format, bots: NamedBot[]): Promise<number> {
  const id = await openContest(admin, name, format, bots);
  await admin.send("PATCH", `contests/${id}`, { state: "frozen" });
  return id;
}

async function playContests(admin: Caller): Promise<void> {
  const bots = await entrants(admin, "quoridor", "standard");
  const ids = [
    await playContest(admin, "Spring cup", "knockout", bots.slice(0, 8)),
    await playContest(admin, "春季循环赛", "roundRobin", bots.slice(0, 6)),
    await playContest(admin, "Swiss open", "swiss", bots.slice(1, 8)),
    await playContest(admin, "Groups and a final", "groups", bots.slice(0, 6)),
  ];
  const out = bots[2]?.id ?? 0;
  await admin.send("POST", `contests/${ids[1]}/disqualifications`, { bot: out, reason: "Reads the clock of the host." });
  for (const id of ids) await admin.until<{ state: string }>(`contests/${id}`, ({ state }) => state === "ended");
  await openContest(admin, "Summer final", "roundRobin", (await entrants(admin, "amazons", "8x8")).slice(0, 3), BOARD);
  await openContest(admin, "Not yet public", "groups", []);
}

async function fill(arena: Arena): Promise<void> {
  const link = arena.setup.split("/").at(-1);
  const admin = await Caller.of(arena, "people/setup", { link, name: "admin", password: PASSWORD });
  await admin.send("PATCH", "site", { registration: "open" });
  const register = (name: string): Promise<Caller> => Caller.of(arena, "people", { name, password: PASSWORD });
  const [emmy, ming, grace, long] = [
    await register("Emmy"), await register("小明"), await register("Grace"), await register(LONG_NAME),
  ];
  const queen = await handIn(emmy, "queen", FIRST_TRY);
  await handIn(emmy, queen.bot.id, MENDED);
  await handIn(ming, "cheat", CHEAT);
  await handIn(grace, "princess", COPIED);
  await handIn(long, "a-name-as-long-as-it-may-be-here", MENDED);
  const { version } = await handIn(emmy, queen.bot.id, BETTER);
  await emmy.send("POST", "person/tokens", { name: "laptop", scope: "submit" });
  await admin.send("POST", "invitations", { uses: 30, expiresMs: Date.now() + 14 * 86_400_000, role: "student" });
  const [greedy] = (await entrants(emmy, "amazons", "8x8")).filter(({ name }) => name === "greedy");
  const { activeVersion } = await emmy.get<{ activeVersion: number }>(`bots/${greedy?.id}`);
  await emmy.send("POST", "requests", { first: version.id, second: activeVersion, pairs: 1 });
  await admin.until<{ items: { id: string; games: number }[] }>("ladders", ({ items }) =>
    items.some(({ id, games }) => id === "amazons-8x8" && games >= RANKED_GAMES));
  await playContests(admin);
}

/** The arena with all that is in it; `isAlive`: with a worker, so that games go on. */
export async function pictured(isAlive: boolean): Promise<Arena> {
  if (!existsSync(STORE)) {
    const half = `${STORE}-half`;
    await rm(half, { recursive: true, force: true });
    const arena = await serveStore(half, "--demo", "--worker-cores", "2");
    await fill(arena).finally(() => arena.stop());
    await rename(half, STORE);
  }
  return serveStore(STORE, ...(isAlive ? [] : ["--no-worker"]));
}
