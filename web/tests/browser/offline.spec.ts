// The page on a slow line, without a network, without scripts, and while a clock runs.

import { expect, test, type Page } from "@playwright/test";
import { mouse } from "./board";
import { isMyTurn, openGame } from "./games";
import { stopClocks } from "./pages";

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page plays after a reload without network", async ({ page, context }) => {
    await openGame(page, "amazons", "6x6");
    const isKept = (): Promise<boolean> =>
      page.evaluate(async () => {
        const requests = await (await caches.open("immure")).keys();
        return requests.some(({ url }) => url.includes("amazons-6x6"));
      });
    await expect.poll(isKept).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await openGame(page, "amazons", "6x6");
    for (const square of ["b1", "b3", "d5"]) await mouse.square(page, square);
    await isMyTurn(page);
    await expect(page.locator(".stone")).toHaveCount(2);
  });
});

test("the page can be installed", async ({ page, request }) => {
  await page.goto("./");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ short_name: "Immure", display: "standalone", start_url: "./" });
  expect((await request.get(manifest.icons[0].src)).ok()).toBe(true);
});

test("something is seen before the styles and the program arrive", async ({ page }) => {
  await page.route("**/assets/**", () => undefined); // never answered
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.getByText("loading…")).toBeVisible();
  const painted = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(painted).toBe(1);
});

test("the core is fetched beside the script that asks for it, and once", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const cores = (): number => asked.filter((path) => path.endsWith(".wasm")).length;
  let answer = (): void => undefined;
  const seen = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/assets/index-*.js", async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await expect.poll(cores).toBe(1);
  answer();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(cores()).toBe(1);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs", async ({ page }) => {
    await page.goto("./");
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("noscript p")).toContainText("needs JavaScript");
    await expect(page.locator(".loading")).toBeHidden();
  });
});

/** Counts the changes beside the board, and apart from them those to anything but a clock. */
async function changesIn(page: Page, timeMs: number): Promise<{ all: number; others: number }> {
  await page.evaluate(() => {
    const changes = { all: 0, others: 0 };
    Object.assign(window, { changes });
    new MutationObserver((records) => {
      changes.all += records.length;
      changes.others += records.filter(({ target }) =>
        !(target.parentElement ?? (target as Element)).closest?.(".clock") &&
        !(target as Element).matches?.(".clock")).length;
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await page.clock.runFor(timeMs);
  return page.evaluate(() =>
    (window as unknown as { changes: { all: number; others: number } }).changes);
}

test("a clock changes its digits and nothing else, and rests after the end", async ({ page }) => {
  await page.clock.install();
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
  await page.locator("input[name=clock][value='3+2']").check();
  await stopClocks(page);
  await mouse.square(page, "e2");
  await expect(page.locator(".move-table")).toContainText("e2");
  await page.clock.runFor(1000);
  const running = await changesIn(page, 5000);
  expect(running.others).toBe(0);
  expect(running.all).toBeGreaterThanOrEqual(4);
  expect(running.all).toBeLessThanOrEqual(6);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await page.clock.runFor(1000);
  expect(await changesIn(page, 5000)).toEqual({ all: 0, others: 0 });
});
