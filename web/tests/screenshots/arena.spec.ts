// Every view of an arena, empty, filled and alive: `make screenshots`. A real server stands behind each; only what no
// server of a few minutes has, a list of hundreds and a failure, is put into its answers. Each view is taken on four
// screens in both languages; light and dark take turns, so that each language is seen in both on a large and a small one.

import { expect, test, type Browser, type BrowserContextOptions, type Page, type Route } from "@playwright/test";
import { PASSWORD, visitor } from "../browser/arena";
import { serveArena, type Arena } from "../browser/program";
import { BETTER } from "./arena_sources";
import { Caller, openContest, pictured } from "./arena_world";

const FOLDER = "../build/screenshots";
const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DEVICES: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, ...PHONE },
  narrow: { viewport: { width: 320, height: 640 }, ...PHONE },
  landscape: { viewport: { width: 844, height: 390 }, ...PHONE },
};
const LANGUAGES = { en: "en-GB", zh: "zh-CN" };
const PLAYED = ["c1-c6/f3", "c8-c7/f4", "a3-d6/d7", "h6-e6/e3", "f1-b5/b7", "f8-g7/c3"];

interface Shot {
  name: string;
  /** Who looks; a visitor if nobody is named. */
  who?: string;
  route: string | ((world: World) => string | Promise<string>);
  prepare?: (page: Page, world: World) => Promise<void>;
  /** Before the page is fetched. */
  arrange?: (page: Page, world: World) => Promise<void>;
  /** The README's picture. */
  picture?: string;
}

/** A server and those who are signed in to it. */
class World {
  #callers = new Map<string, Promise<Caller>>();

  constructor(readonly arena: Arena) {}

  caller(who: string | undefined): Promise<Caller> {
    const key = who ?? "";
    let caller = this.#callers.get(key);
    if (!caller) this.#callers.set(key, (caller = who ? Caller.signIn(this.arena, who) : Caller.of(this.arena, null)));
    return caller;
  }

  /** The id of what has a name in a list. */
  async find(path: string, name: string, who?: string): Promise<number> {
    const { items } = await (await this.caller(who)).get<{ items: { id: number; name: string }[] }>(path);
    return items.find((item) => item.name === name)?.id ?? 0;
  }

  async bot(name: string): Promise<number> {
    return this.find("bots?game=amazons&variant=8x8&limit=100", name);
  }

  async version(bot: string, number: number): Promise<number> {
    const caller = await this.caller(undefined);
    const { versions } = await caller.get<{ versions: { id: number; number: number }[] }>(`bots/${await this.bot(bot)}`);
    return versions.find((version) => version.number === number)?.id ?? 0;
  }

  contest(name: string): Promise<number> {
    return this.find("contests?limit=100", name, "admin");
  }

  async game(query: string): Promise<number> {
    const { items } = await (await this.caller(undefined)).get<{ items: { id: number }[] }>(`games?limit=1&${query}`);
    return items[0]?.id ?? 0;
  }
}

/** What is fixed to the lower edge of a phone's screen is then at the end. */
async function showAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width, height: least } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width, height: Math.max(height, least) });
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator("main h1, main .problem").first()).toBeVisible();
  await expect(page.getByText(/^(Loading…|载入中……)$/)).toHaveCount(0);
}

async function take(browser: Browser, world: World, shot: Shot): Promise<void> {
  let isDark = false;
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const scheme = isDark ? "dark" : "light";
      const storageState = await (await world.caller(shot.who)).api.storageState();
      const page = await visitor(browser, { ...options, locale, colorScheme: scheme, storageState });
      await shot.arrange?.(page, world);
      const route = typeof shot.route === "string" ? shot.route : await shot.route(world);
      await page.goto(`${world.arena.address}#/${route}`);
      await ready(page);
      await shot.prepare?.(page, world);
      await ready(page);
      const name = `${FOLDER}/arena-${shot.name}-${device}-${scheme}-${language}.png`;
      if (shot.picture && device === "desktop" && language === "en") await page.screenshot({ path: shot.picture });
      if (device === "phone" || device === "narrow") await showAll(page);
      await page.screenshot({ path: name, fullPage: true });
      await page.context().close();
      isDark = !isDark;
    }
    isDark = !isDark;
  }
}

function series(title: string, begin: () => Promise<Arena>, shots: Shot[]): void {
  test.describe(title, () => {
    let world: World | null = null;
    test.beforeAll(async () => {
      test.setTimeout(1_200_000);
      world = new World(await begin());
    });
    test.afterAll(() => world?.arena.stop());
    for (const shot of shots) test(shot.name, ({ browser }) => take(browser, world as World, shot));
  });
}

// ---- Nobody has been here ----

const answer = (change: (body: { items: object[]; next: string | null }) => object) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, json: change(await response.json()) });
};

const fails = (path: RegExp) => (page: Page): Promise<void> => page.route(path, (route) => route.fulfill({
  status: 503, json: { error: { code: "store-unreachable", arguments: [], places: [], text: "the store cannot be reached" } },
}));

series("empty", () => serveArena("--no-worker"), [
  { name: "empty-landing", route: "arena" },
  { name: "empty-ladder", route: "ladder" },
  { name: "empty-ladder-unknown", route: "ladder/chess-8x8" },
  { name: "empty-live", route: "live" },
  { name: "empty-live-gone", route: "live/7" },
  { name: "empty-contests", route: "contests" },
  { name: "empty-archive", route: "archive" },
  { name: "empty-bot", route: "bot/9999" },
  { name: "empty-room", route: `room/${"0".repeat(32)}` },
  { name: "first-sign-in", route: "signin" },
  { name: "register-by-invitation", route: "register" },
  { name: "setup-link", route: ({ arena }) => arena.setup.split("#/")[1] ?? "" },
  {
    name: "setup-refused",
    route: "setup/0000000000000000",
    prepare: async (page) => {
      await page.locator("[autocomplete=username]").fill("late");
      for (const field of await page.locator("[type=password]").all()) await field.fill(PASSWORD);
      await page.locator("form button[type=submit]").click();
      await expect(page.locator(".notice.problem")).toBeVisible();
    },
  },
  { name: "reset-link", route: "reset/0000000000000000" },
  { name: "error-ladder", route: "ladder", arrange: fails(/v1\/ladders/) },
  { name: "error-archive", route: "archive", arrange: fails(/v1\/games/) },
]);

// ---- All is there, and nothing moves ----

/** A room of two, by the seats that the page keeps. */
async function room(page: Page, world: World, moves: number, isOver = false): Promise<string> {
  const caller = await world.caller(undefined);
  const light = await caller.send<{ room: { id: string }; seat: string }>("POST", "rooms", {
    game: "amazons", variant: "8x8", clockS: 300, incrementS: 3, side: "first", opponent: "link",
  });
  const { id } = light.room;
  if (moves > 0) {
    const dark = await caller.send<{ seat: string }>("POST", `rooms/${id}/join`, {});
    for (const [ply, move] of PLAYED.slice(0, moves).entries()) {
      await caller.send("POST", `rooms/${id}/moves`, { seat: ply % 2 ? dark.seat : light.seat, ply, move });
    }
    if (isOver) await caller.send("POST", `rooms/${id}/actions`, { seat: dark.seat, action: "resign" });
    else await caller.send("POST", `rooms/${id}/actions`, { seat: dark.seat, action: "offerDraw" });
  }
  await page.addInitScript(([key, seats]) => localStorage.setItem(key ?? "", seats ?? ""),
    ["immure.rooms", JSON.stringify([{ room: id, seat: light.seat, side: 0 }])]);
  return id;
}

const inRoom = (moves: number, isOver = false): Pick<Shot, "route" | "prepare"> => ({
  route: "room",
  prepare: async (page, world) => {
    const id = await room(page, world, moves, isOver);
    await page.goto(`${world.arena.address}#/room/${id}`);
    await page.reload();
    await expect(page.locator(".board svg")).toBeVisible();
  },
});

const opens = (selector: string) => async (page: Page): Promise<void> => {
  for (const summary of await page.locator(selector).all()) await summary.click();
};

async function reviewed(page: Page): Promise<void> {
  await page.locator(".panel button.primary").click();
  await expect(page.locator(".worst, .panel button.primary").first()).toBeVisible({ timeout: 120_000 });
  await page.locator("#board").focus().catch(() => undefined);
  for (let ply = 0; ply < 12; ply++) await page.keyboard.press("ArrowRight");
}

series("filled", () => pictured(false), [
  { name: "ladder", route: "ladder/amazons-8x8" },
  { name: "ladder-histories", who: "admin", route: "ladder/amazons-8x8", prepare: opens("details.card summary") },
  {
    name: "ladder-long",
    route: "ladder/amazons-8x8",
    arrange: (page) => page.route(/ladders\/amazons-8x8/, answer(({ items }) => ({
      items: [...items, ...items, ...items].map((row, index) => ({ ...row, rank: 995 + index, games: 9876 + 10 * index })),
      next: "51",
    }))),
  },
  { name: "bot", route: async (world) => `bot/${await world.bot("greedy")}` },
  { name: "bot-own", who: "Emmy", route: async (world) => `bot/${await world.bot("queen")}` },
  {
    name: "bot-diff",
    who: "Emmy",
    route: async (world) => `bot/${await world.bot("queen")}`,
    prepare: async (page) => {
      await page.locator("details summary").first().click();
      await page.locator("details form button[type=submit]").first().click();
      await expect(page.locator(".cm-editor")).toBeVisible();
    },
  },
  { name: "bot-never-played", route: async (world) => `bot/${await world.bot("cheat")}` },
  { name: "version-compile-error", who: "Emmy", route: async (world) => `version/${await world.version("queen", 1)}` },
  { name: "version-foul", who: "小明", route: async (world) => `version/${await world.version("cheat", 1)}` },
  { name: "version-active", who: "Emmy", route: async (world) => `version/${await world.version("queen", 3)}` },
  { name: "version-of-another", who: "Grace", route: async (world) => `version/${await world.version("queen", 3)}` },
  { name: "submit-first", who: "Grace", route: "submit" },
  {
    name: "submit-kit",
    who: "Emmy",
    route: async (world) => `submit?from=${await world.version("queen", 1)}`,
    prepare: (page) => expect(page.locator(".cm-content")).toContainText("A complete bot"),
  },
  {
    name: "submit-waiting",
    who: "Emmy",
    route: async (world) => {
      const emmy = await world.caller("Emmy");
      const { items } = await emmy.get<{ items: { id: number; name: string }[] }>("bots?q=patience");
      const bot = items[0] ?? (await emmy.send<{ bot: { id: number } }>("POST", "bots", {
        name: "patience", game: "amazons", variant: "10x10", protocol: "text", language: "c17", source: BETTER, draft: false,
      })).bot;
      const { versions } = await emmy.get<{ versions: { id: number }[] }>(`bots/${bot.id}`);
      return `version/${versions[0]?.id}`;
    },
  },
  { name: "game", route: async (world) => `game/${await world.game("ladder=amazons-8x8")}`, prepare: reviewed },
  { name: "game-quoridor", route: async (world) => `game/${await world.game(`contest=${await world.contest("Spring cup")}`)}` },
  { name: "game-own", who: "Emmy", route: async (world) => `game/${await world.game("purpose=requested")}` },
  { name: "game-foul", who: "小明", route: async (world) => `game/${await world.game("verdict=illegal-move")}` },
  { name: "archive", route: "archive" },
  { name: "archive-of-bot", route: async (world) => `archive?bot=${await world.bot("queen")}&purpose=ranked` },
  { name: "archive-none", route: "archive?q=nobody" },
  { name: "room-open", route: "room" },
  { name: "room-challenge", route: async (world) => `room?bot=${await world.bot("greedy")}` },
  { name: "room-waiting", ...inRoom(0) },
  { name: "room-playing", ...inRoom(6) },
  { name: "room-ended", ...inRoom(6, true) },
  {
    name: "room-invited",
    route: async (world) => {
      const caller = await world.caller(undefined);
      const { room: { id } } = await caller.send<{ room: { id: string } }>("POST", "rooms", {
        game: "quoridor", variant: "standard", clockS: 600, incrementS: 5, side: "first", opponent: "link",
      });
      return `room/${id}`;
    },
  },
  { name: "contests", route: "contests" },
  { name: "contests-staff", who: "admin", route: "contests" },
  { name: "contest-new", who: "admin", route: "contests/new" },
  { name: "contest-draft", who: "admin", route: async (world) => `contest/${await world.contest("Not yet public")}` },
  { name: "contest-open", who: "Emmy", route: async (world) => `contest/${await world.contest("Summer final")}` },
  { name: "contest-open-staff", who: "admin", route: async (world) => `contest/${await world.contest("Summer final")}`, prepare: opens("details.card summary") },
  { name: "contest-knockout", route: async (world) => `contest/${await world.contest("Spring cup")}` },
  { name: "contest-round-robin", route: async (world) => `contest/${await world.contest("春季循环赛")}` },
  { name: "contest-swiss", route: async (world) => `contest/${await world.contest("Swiss open")}` },
  { name: "contest-groups", route: async (world) => `contest/${await world.contest("Groups and a final")}` },
  { name: "course", who: "admin", route: "course/amazons-8x8", prepare: opens("details.card summary") },
  { name: "course-empty", who: "admin", route: "course/quoridor-standard" },
  { name: "similar", who: "admin", route: "similar/amazons-8x8" },
  { name: "similar-none", who: "admin", route: "similar/quoridor-standard" },
  {
    name: "similar-pair",
    who: "admin",
    route: async (world) => {
      const { items } = await (await world.caller("admin")).get<{ items: { id: number }[] }>("similarities?game=amazons&variant=8x8");
      return `similar/pair/${items[0]?.id}`;
    },
  },
  { name: "account", who: "Emmy", route: "account" },
  {
    name: "account-token",
    who: "小明",
    route: "account",
    prepare: async (page) => {
      const form = page.locator("form:has(select)").first();
      await form.locator("input").first().fill(`laptop ${Date.now()}`);
      await form.locator("button[type=submit]").click();
      await expect(page.locator(".copy-block code")).toBeVisible();
    },
  },
  { name: "people", who: "admin", route: "people" },
  { name: "people-staff-only", who: "Emmy", route: "people" },
  {
    name: "sign-in-refused",
    route: "signin",
    prepare: async (page) => {
      await page.locator("[autocomplete=username]").fill("Emmy");
      await page.locator("[type=password]").fill("not this one");
      await page.locator("form button[type=submit]").click();
      await expect(page.locator(".notice.problem")).toBeVisible();
    },
  },
  { name: "register", route: "register" },
]);

// ---- Games go on ----

series("alive", () => pictured(true), [
  {
    name: "contest-running",
    who: "admin",
    route: async (world) => {
      const admin = await world.caller("admin");
      const found = await world.contest("Long autumn");
      if (found) return `contest/${found}`;
      const { items } = await admin.get<{ items: { id: number; name: string }[] }>("bots?game=quoridor&variant=standard&limit=100");
      const id = await openContest(admin, "Long autumn", "roundRobin", items.slice(0, 6), { pairs: 50 });
      await admin.send("PATCH", `contests/${id}`, { state: "frozen" });
      return `contest/${id}`;
    },
    prepare: (page) => expect(page.locator(".data tbody tr").first()).toBeVisible(),
  },
  {
    name: "landing",
    route: "arena",
    picture: "../docs/arena.png",
    prepare: (page) => expect(page.locator(".mini:not(.over) .board svg")).toBeVisible({ timeout: 60_000 }),
  },
  {
    name: "live",
    route: "live",
    prepare: (page) => expect(page.locator(".mini .board svg").first()).toBeVisible({ timeout: 60_000 }),
  },
  {
    name: "live-game",
    route: "live",
    prepare: async (page) => {
      await page.locator(".mini").first().click({ timeout: 60_000 });
      await expect(page.locator(".table .board svg")).toBeVisible();
    },
  },
  {
    name: "room-bot",
    route: async (world) => `room?bot=${await world.bot("greedy")}`,
    prepare: async (page) => {
      await page.locator("input[name=side][value=first]").check();
      await page.locator("form button[type=submit]").click();
      await expect(page.locator(".board svg")).toBeVisible();
    },
  },
]);
