// An arena that plays: a server whose own worker plays the demo's engines. Boards move, a game of a person against a
// bot among them; a connection is lost and found again; and what strangers write is text on every page.

import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { becomeAdmin } from "./arena";
import { serveArena, type Arena } from "./program";

/** A wire between browser and server that can be cut. */
class Wire {
  #sockets = new Set<Socket>();
  #isCut = false;
  #port: number;
  #listener = createServer((socket) => {
    if (this.#isCut) socket.destroy();
    else this.#join(socket, connect(this.#port, "127.0.0.1"));
  });

  constructor(address: string) {
    this.#port = Number(new URL(address).port);
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [[near, far], [far, near]] as const) {
      this.#sockets.add(from);
      from.on("error", () => undefined).on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      }).pipe(to);
    }
  }

  /** The address of its near end. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#listener.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}/`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#listener.close();
  }
}

// One server for all of them.
test.describe.configure({ mode: "default" });

let arena: Arena;
let wire: Wire;
let address: string;

test.beforeAll(async () => {
  arena = await serveArena("--demo");
  wire = new Wire(arena.address);
  address = await wire.open();
});

test.afterAll(async () => {
  wire.close();
  await arena.stop();
});

/** What stands on the small boards, as one text. */
const squares = (page: Page): Promise<string> =>
  page.locator(".mini-picture").evaluateAll((boards) => boards.map(({ innerHTML }) => innerHTML).join());

/** Waits until something on the boards is another than it was. */
async function sawMove(page: Page, before: string): Promise<void> {
  await expect.poll(() => squares(page), { timeout: 60_000 }).not.toBe(before);
}

test("the boards move, and catch up by themselves after a lost connection", async ({ page }) => {
  await page.goto(`${address}#/live`);
  await expect(page.locator(".mini").first()).toBeVisible({ timeout: 60_000 });
  await sawMove(page, await squares(page));
  await page.evaluate(() => Object.assign(window, { isSame: true }));

  wire.cut();
  await expect(page.getByText("The connection is lost. Trying again…")).toBeVisible();
  const before = await squares(page);
  wire.mend();
  await expect(page.getByText(/under way/)).toBeVisible();
  await sawMove(page, before);
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);

  // One of them alone, on the large board.
  await page.locator(".mini:not(.over)").first().click();
  await expect(page.locator(".board-column svg").first()).toBeVisible();
  await expect(page.locator(".panel .status")).not.toBeEmpty();
});

test("a ladder says what it plays next and what that waits for", async ({ page }) => {
  await page.goto(`${arena.address}#/ladder/amazons-8x8`);
  await page.getByText("Next games").click();
  const row = page.getByRole("table", { name: "Next games" }).locator("tbody tr").first();
  await expect(row).toContainText(/waits for (a free worker|the result), until .* at the latest/, { timeout: 60_000 });
});

test("a game against a bot is watched, one of two people by a link is not", async ({ page, request }) => {
  const api = `${arena.address}api/v1`;
  const post = async <T>(path: string, data: object): Promise<T> =>
    (await (await request.post(`${api}/${path}`, { data })).json()) as T;
  const { items: [bot] } = (await (await request.get(`${api}/bots?game=quoridor&variant=standard`)).json()) as
    { items: { id: number; name: string }[] };
  const options = { game: "quoridor", variant: "standard", clockS: 600, incrementS: 0, side: "first" };
  type Opened = { room: { id: string }; seat: string };
  const publicRoom = await post<Opened>("rooms", { ...options, opponent: bot?.id });
  const privateRoom = await post<Opened>("rooms", { ...options, opponent: "link" });
  await post(`rooms/${privateRoom.room.id}/join`, {});
  for (const { room, seat } of [privateRoom, publicRoom]) {
    await expect.poll(async () =>
      (await request.post(`${api}/rooms/${room.id}/moves`, { data: { seat, ply: 0, move: "e2" } })).ok(),
    { timeout: 60_000 }).toBe(true);
  }
  await page.goto(`${address}#/live`);
  const board = page.locator(".mini", { hasText: "guest" });
  await expect(board).toContainText(bot?.name ?? "");
  await expect(board).toHaveCount(1);
  await post(`rooms/${publicRoom.room.id}/actions`, { seat: publicRoom.seat, action: "resign" });
  await expect(board).toContainText("0-1");
});

const MARKUP = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
/** The members of answers in which somebody else's words may stand. */
const STRANGE = new Set(["name", "owner", "detail", "text", "messages", "stderr", "said", "answered", "reason", "arguments", "agent"]);

/** An answer with markup for all words that are not the server's own. */
function spoilt(value: unknown, isStrange = false): unknown {
  if (typeof value === "string") return isStrange ? MARKUP : value;
  if (Array.isArray(value)) return value.map((item) => spoilt(item, isStrange));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) =>
    [key, spoilt(item, STRANGE.has(key) || (isStrange && key !== "code"))]));
}

test("names, messages and logs of strangers are shown as text on every page", async ({ page }) => {
  await becomeAdmin(page, arena);
  const ask = <T>(path: string, body: object | null = null): Promise<T> =>
    page.evaluate(async ([url, data]) => {
      const headers = { "Content-Type": "application/json", "Immure-Request": "1" };
      const response = await fetch(`api/v1/${url}`, data ? { method: "POST", headers, body: JSON.stringify(data) } : {});
      return (await response.json()) as never;
    }, [path, body] as const);
  const { items: [game] } = await ask<{ items: { id: number }[] }>("games?purpose=room");
  const { items: [bot] } = await ask<{ items: { id: number }[] }>("bots?game=quoridor&variant=standard");
  // The server itself takes such a name for a contest, and makes a page of it.
  const { id: contest } = await ask<{ id: number }>("contests", {
    name: "<img src=x><script>1</script>", game: "quoridor", variant: "standard", format: "roundRobin", pairs: 1,
    deadlineMs: Date.now() + 86_400_000,
  });
  const report = await page.evaluate(async (url) => {
    const text = await (await fetch(url)).text();
    return { text, images: new DOMParser().parseFromString(text, "text/html").images.length };
  }, `api/v1/contests/${contest}/report`);
  expect(report.text).toContain("&lt;img src=x");
  expect(report.images).toBe(0);

  await page.route(/\/api\/v1\/(?!session|.*events)/, async (route) => {
    const response = await route.fetch();
    const type = response.headers()["content-type"] ?? "";
    if (!type.startsWith("application/json")) await route.fulfill({ response });
    else await route.fulfill({ response, json: spoilt(await response.json()) });
  });
  const player = { name: MARKUP, turnMs: 1000 };
  const snapshot = JSON.stringify({ games: [{
    id: "1-1", game: "quoridor", variant: "standard", purpose: "ranked", contest: null, players: [player, player],
    startedMs: 0, moves: ["e2"], end: null,
  }] });
  await page.route("**/api/v1/live/events", (route) => route.fulfill({
    contentType: "text/event-stream", body: `event: snapshot\ndata: ${snapshot}\n\n`,
  }));
  const routes = [
    "arena", "ladder/quoridor-standard", "live", "archive", "contests", `contest/${contest}`, `bot/${bot?.id}`,
    `game/${game?.id}`, "people", "account",
  ];
  for (const route of routes) {
    await page.goto(`${arena.address}#/${route}`);
    await expect(page.locator("main").getByText("<img src=x").first(), route).toBeAttached();
    expect(await page.locator("img[src=x], main script").count(), route).toBe(0);
    expect(await page.title(), route).not.toBe("owned");
  }
});
