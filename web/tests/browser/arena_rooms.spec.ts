// Two people who play each other by a link, each in a browser of their own, without an account.

import { expect, test, type Page } from "@playwright/test";
import { visitor } from "./arena";
import { seriousProblems } from "./axe";
import { cell, mouse } from "./board";
import { serveArena, type Arena } from "./program";

// One server for all of them.
test.describe.configure({ mode: "default" });

let arena: Arena;

test.beforeAll(async () => {
  arena = await serveArena("--no-worker");
});

test.afterAll(() => arena.stop());

/** Opens a room for Quoridor in which the opener plays Light, and returns its address. */
async function openRoom(page: Page): Promise<string> {
  await page.goto(`${arena.address}#/room`);
  await page.locator("input[name=game][value=quoridor]").check();
  await page.locator("input[name=side][value=first]").check();
  await page.getByRole("button", { name: "Open the room" }).click();
  await expect(page.getByText("Waiting for the other player")).toBeVisible();
  return page.url();
}

test("two people play by a link, come back after a reload, and play again", async ({ browser }) => {
  const light = await visitor(browser);
  const dark = await visitor(browser, { locale: "zh-CN" });
  const address = await openRoom(light);
  expect(await seriousProblems(light)).toEqual([]);
  await dark.goto(address);
  await dark.locator("[data-act=join]").click();
  await expect(light.locator(".status")).toHaveText("Your move");
  // Who looks at another tab sees whose turn it is.
  await expect(light).toHaveTitle(/^● /);
  await expect(dark).toHaveTitle(/^[^●]/);
  await mouse.square(light, "e2");
  await expect(light).toHaveTitle(/^[^●]/);
  await expect(dark).toHaveTitle(/^● /);
  await expect(cell(dark, "e2")).toHaveAttribute("aria-label", /先手/);
  await dark.reload();
  await mouse.square(dark, "e8");
  await expect(cell(light, "e8")).toHaveAttribute("aria-label", /dark pawn/);
  await expect(light.locator(".clock").first()).toBeVisible();

  // Looking back, one sees where one is, and that it is still one's turn.
  await light.locator("[data-act=back]").click();
  await expect(light.locator(".past")).toContainText("Position after");
  await expect(light.locator(".strip.to-move")).toHaveAttribute("data-side", "0");
  await light.getByRole("button", { name: "Back to the game" }).click();
  await expect(light.locator(".past")).toBeEmpty();

  await light.locator("[data-act=draw]").click();
  await dark.locator("[data-act=decline]").click();
  await expect(light.locator("[data-act=draw]")).toBeEnabled();
  await dark.locator("[data-act=resign]").click();
  await dark.locator("[data-act=resign]").click();
  await expect(light.locator(".status")).toContainText("1-0 · You win");
  expect(await seriousProblems(dark)).toEqual([]);

  await light.locator("[data-act=rematch]").click();
  await dark.locator("[data-act=rematch]").click();
  // The sides are changed, and both are in the new room.
  await expect(light.locator(".status")).toHaveText("The other side is to move");
  await expect(light).not.toHaveURL(address);
  await expect.poll(() => dark.url()).toBe(light.url());

  // The old room leads there, whoever comes back to it or watches.
  await dark.goto(address);
  await dark.reload();
  await dark.getByRole("link", { name: "去下一局" }).click();
  await expect.poll(() => dark.url()).toBe(light.url());
  await expect(dark.locator("[data-act=resign]")).toBeVisible();
  const third = await visitor(browser);
  await third.goto(address);
  await third.getByRole("link", { name: "Go to the rematch" }).click();
  await expect.poll(() => third.url()).toBe(light.url());
  await expect(third.locator("[data-act=resign]")).toHaveCount(0);
  await third.context().close();
  await light.context().close();
  await dark.context().close();
});

test("who comes third watches, and a room that is not there says so", async ({ browser }) => {
  const light = await visitor(browser);
  const address = await openRoom(light);
  const dark = await visitor(browser);
  await dark.goto(address);
  await dark.locator("[data-act=join]").click();
  const third = await visitor(browser);
  await third.goto(address);
  await expect(third.locator(".status")).toHaveText("Light to move");
  await expect(third.locator("[data-act=join], [data-act=resign]")).toHaveCount(0);
  await mouse.square(light, "e2");
  await expect(cell(third, "e2")).toHaveAttribute("aria-label", /light pawn/);
  await third.goto(`${arena.address}#/room/${"0".repeat(32)}`);
  await expect(third.locator(".problem")).toBeVisible();
  for (const page of [light, dark, third]) await page.context().close();
});

test("a room that opens after one has left takes nobody back", async ({ browser }) => {
  const page = await visitor(browser);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/rooms$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${arena.address}#/room`);
  const asked = page.waitForRequest(/\/api\/v1\/rooms$/);
  await page.getByRole("button", { name: "Open the room" }).click();
  const request = await asked;
  await page.locator("header [data-act=learn]").click();
  await expect(page).toHaveTitle(/^Learn/);
  release();
  await (await request.response())?.finished();
  // The page has read the answer by then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page).toHaveURL(/#\/learn$/);
  await page.context().close();
});

test("another clock or language leaves the bot that was chosen", async ({ browser }) => {
  const page = await visitor(browser);
  const bots = ["ant", "bee", "cat"].map((name, index) => ({ id: index + 1, name, owner: null, activeVersion: 1 }));
  await page.route(/\/api\/v1\/bots\?/, (route) => {
    const q = new URL(route.request().url()).searchParams.get("q") ?? "";
    return route.fulfill({ json: { items: bots.filter(({ name }) => name.includes(q)), next: null } });
  });
  await page.goto(`${arena.address}#/room`);
  await page.locator("input[name=opponent][value=bot]").check();
  const search = page.locator("input[type=search]");
  const picked = page.locator(".picker select");
  await search.fill("t");
  await expect(picked.locator("option")).toHaveText(["ant", "cat"]);
  await picked.selectOption("cat");
  const expectKept = async (): Promise<void> => {
    await expect(picked.locator("option")).toHaveText(["ant", "cat"]);
    await expect(picked).toHaveValue("3");
    await expect(search).toHaveValue("t");
    await expect(page.locator("input[name=clock][value='10+5']")).toBeChecked();
  };
  await page.locator("input[name=clock][value='10+5']").check();
  await expectKept();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("button", { name: "Switch to English" })).toBeVisible();
  await expectKept();
  // Without a bot the browser says what the form lacks.
  await search.fill("none of these");
  await expect(picked.locator("option")).toHaveCount(0);
  await page.locator("form button[type=submit]").click();
  await expect(picked).toBeFocused();
  await page.context().close();
});

test("a game of many moves keeps within a phone, the last one in sight", async ({ browser }) => {
  const page = await visitor(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(`${arena.address}#/room`);
  const id = await page.evaluate(async (moves) => {
    const send = async (path: string, body: object) => (await fetch(`api/v1/rooms${path}`, {
      method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    })).json();
    const light = await send("", {
      game: "amazons", variant: "8x8", clockS: 300, incrementS: 3, side: "first", opponent: "link",
    });
    const dark = await send(`/${light.room.id}/join`, {});
    for (const [ply, move] of moves.entries()) {
      await send(`/${light.room.id}/moves`, { seat: ply % 2 ? dark.seat : light.seat, ply, move });
    }
    return light.room.id as string;
  }, ["c1-c6/f3", "c8-c7/f4", "a3-d6/d7", "h6-e6/e3", "f1-b5/b7", "f8-g7/c3"]);
  await page.goto(`${arena.address}#/room/${id}`);
  await expect(page.locator(".move-table")).toContainText("f8-g7/c3");
  const last = await page.locator(".move-table [aria-current]").boundingBox();
  expect((last?.x ?? 320) + (last?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.context().close();
});
