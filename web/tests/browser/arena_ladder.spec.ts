// The landing page, ladders and games under way, on a server with the demo's engines and no worker: nothing
// is played, so what is shown stays as it is.

import { expect, test } from "@playwright/test";
import { seriousProblems } from "./axe";
import { visit } from "./pages";
import { serveArena, type Arena } from "./program";

// One server for all of them.
test.describe.configure({ mode: "default" });

let arena: Arena;

test.beforeAll(async () => {
  arena = await serveArena("--demo", "--no-worker");
});

test.afterAll(() => arena.stop());

test("the first page says what this is and where to go", async ({ page }) => {
  await page.goto(arena.address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where programs play Amazons and Quoridor");
  await expect(page.locator(".way")).toHaveText([/^Play/, /^Submit a bot/, /^Learn/]);
  await expect(page.locator(".landing")).toContainText("Ladder");
  expect(await seriousProblems(page)).toEqual([]);
});

test("a ladder leads to its bots, and to those of other boards", async ({ page }) => {
  await page.goto(`${arena.address}#/ladder`);
  const boards = page.locator(".board-switch a");
  // The usual board is shown first; the sizes stand in order.
  await expect(boards.filter({ hasText: "8 × 8" })).toHaveAttribute("aria-current", "page");
  await expect(boards.filter({ hasText: "Amazons" }))
    .toHaveText(["6", "8", "10"].map((size) => `Amazons · ${size} × ${size}`));
  await expect(page.locator(".data.ladder tbody tr").first()).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await boards.last().click();
  await expect(boards.last()).toHaveAttribute("aria-current", "page");
  await page.goto(`${arena.address}#/ladder/chess-8x8`);
  await expect(page.getByText("There is no ladder of that name.")).toBeVisible();
});

test("an answer that comes after one has left changes nothing", async ({ page }) => {
  await page.goto(`${arena.address}#/ladder`);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/bots\/\d+$/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/api\/v1\/bots\/\d+$/);
  await page.locator("a[href^='#/bot/']").first().click();
  const request = await asked;
  await page.locator("header [data-act=learn]").click();
  await expect(page).toHaveTitle(/^Learn/);
  release();
  await (await request.response())?.finished();
  // The page has read the answer by then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await page.title()).toMatch(/^Learn/);
});

test("a list that cannot be fetched says nothing after one has left", async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/games\?/, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: "" });
  });
  const asked = page.waitForRequest(/\/api\/v1\/games\?/);
  await page.goto(`${arena.address}#/archive`);
  const request = await asked;
  await page.locator("header [data-act=learn]").click();
  await expect(page).toHaveTitle(/^Learn/);
  release();
  await (await request.response())?.finished();
  // The page has read the answer by then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page.locator("#announcements")).toBeEmpty();
});

const GAME = {
  id: 7, purpose: "room", ladder: null, contest: null, game: "quoridor", variant: "standard",
  players: [{ bot: null, version: null, name: "Ann" }, { bot: null, version: null, name: "Ben" }], result: "1-0",
  verdict: { kind: "timeout", detail: "", reason: null }, plies: 1, startedMs: 1, endedMs: 2, timeMs: [1, 1], memoryKb: [0, 0],
  record: '[Game "quoridor"]\n[Variant "standard"]\n[Result "1-0"]\n[Termination "time forfeit"]\n\n1. e2 1-0\n',
};

test("a game ends in the arena's words, and is analysed with those of its record", async ({ page }) => {
  await page.route(/\/api\/v1\/games\/7$/, (route) => route.fulfill({ json: GAME }));
  await page.goto(`${arena.address}#/game/7`);
  await expect(page.locator("h1")).toContainText("7");
  await page.keyboard.press("End");
  await expect(page.locator(".notes")).toContainText("1-0 · out of time");
  const link = await page.getByRole("main").getByRole("link", { name: "Analyse" }).getAttribute("href");
  expect(new URLSearchParams(link?.split("?")[1]).get("Termination")).toBe("time forfeit");
});

for (const [device, viewport] of [["desktop", { width: 1280, height: 800 }], ["phone", { width: 320, height: 640 }]] as const) {
  test.describe(device, () => {
    test.use({ viewport, locale: "zh-CN" });

    test("nothing sticks out, and axe finds nothing serious", async ({ page }) => {
      for (const route of ["arena", "ladder", "live", "room"]) {
        await visit(page, `${arena.address}#/${route}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText("载入中……")).toHaveCount(0);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, route).toBeLessThanOrEqual(viewport.width);
        expect(await seriousProblems(page), route).toEqual([]);
      }
    });
  });
}

test.describe("a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("every page and the account are in sight in the header", async ({ page }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 740 });
      for (const route of ["arena", "play"]) {
        await page.goto(`${arena.address}#/${route}`);
        for (const language of ["中文", "English"]) {
          const nav = page.locator("header nav");
          await expect(nav.locator("a")).toHaveCount(6);
          const hidden = await nav.evaluate((each) => each.scrollWidth - each.clientWidth);
          expect(hidden, `${width} ${route} before ${language}`).toBe(0);
          await expect(page.locator(".person")).toBeInViewport();
          await page.locator(".language", { hasText: language }).click();
        }
      }
    }
  });

  test("names stay clear of the ratings on the first page", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(arena.address);
    const rows = page.locator(".data.short tbody tr");
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) {
      const name = await row.locator("a").boundingBox();
      const rating = await row.locator(".elo").boundingBox();
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(rating?.x ?? 0);
    }
  });
});
