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
  await expect(boards.first()).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".data.ladder tbody tr").first()).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await boards.nth(1).click();
  await expect(boards.nth(1)).toHaveAttribute("aria-current", "page");
  await page.goto(`${arena.address}#/ladder/chess-8x8`);
  await expect(page.getByText("There is no ladder of that name.")).toBeVisible();
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
