// How boards look and sound: coordinates beside the squares, the last move, and what can be chosen.

import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { mouse } from "./board";
import { openGame } from "./games";

const AMAZONS = "./#/analyse?game=amazons&variant=8x8&moves=c1c5e5";

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Board and sound" }).click();
}

/** How many coordinates lie on a square, where a piece may cover them. */
function coveredLabels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".board .square")].map((each) =>
      each.getBoundingClientRect());
    return [...document.querySelectorAll(".board .label")].filter((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return boxes.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom);
    }).length;
  });
}

test("coordinates stand beside the squares", async ({ page }) => {
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2");
  await expect(page.locator(".label")).toHaveCount(18);
  expect(await coveredLabels(page)).toBe(0);
  await page.goto(AMAZONS);
  await expect(page.locator(".label")).toHaveCount(16);
  expect(await coveredLabels(page)).toBe(0);
  await page.getByRole("heading", { name: "Share and save" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Picture (SVG)" }).click(),
  ]);
  const picture = await readFile(await download.path(), "utf8");
  // Below the last row of squares, which ends 34 units above the edge of the picture.
  expect(picture).toMatch(/<text[^>]* x="84" y="859"[^>]*>a<\/text>/);
});

test("the last arrow is marked", async ({ page }) => {
  await page.goto(`${AMAZONS}c8c7d7`);
  await expect(page.locator(".stone")).toHaveCount(2);
  await expect(page.locator(".stone.last")).toHaveCount(1);
  await expect(page.locator("rect.last")).toHaveCount(3);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(page.locator(".stone.last, rect.last")).toHaveCount(0);
});

test("the territory has numbers only above one", async ({ page }) => {
  await page.goto(AMAZONS);
  await page.getByRole("switch", { name: "Territory" }).check();
  await expect(page.locator(".owned-label").first()).toBeVisible();
  const numbers = await page.locator(".owned-label").allTextContents();
  expect(numbers.filter((number) => number === "1")).toEqual([]);
});

test("coordinates and colours are chosen and remembered", async ({ page }) => {
  await openGame(page, "amazons", "6x6");
  await openSettings(page);
  const ground = () =>
    page.locator("rect.ground").evaluate((element) => getComputedStyle(element).fill);
  const before = await ground();
  await page.getByRole("switch", { name: "Coordinates" }).uncheck();
  await expect(page.locator(".label")).toHaveCount(0);
  await page.locator("input[name=board][value=ocean]").check();
  await expect.poll(ground).not.toBe(before);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-board", "ocean");
  await expect(page.locator(".label")).toHaveCount(0);
});

test("sounds are heard only where they are asked for", async ({ page }) => {
  await page.addInitScript(() => {
    const heard = { count: 0 };
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when?: number): void {
      heard.count++;
      start.call(this, when);
    };
  });
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: { count: number } }).heard.count);
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
  await mouse.square(page, "e2");
  await expect(page.locator(".move-table")).toContainText("e2");
  expect(await heard()).toBe(0);
  await openSettings(page);
  await page.getByRole("switch", { name: "Sounds" }).check();
  await mouse.square(page, "e8");
  await expect.poll(heard).toBe(1);
  await mouse.wall(page, "a5h");
  await expect.poll(heard).toBe(3);
});

test("nothing moves where less motion is wanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openGame(page, "amazons", "6x6");
  const piece = page.locator(".layer-pieces .piece").first();
  expect(await piece.evaluate((element) => getComputedStyle(element).transitionDuration))
    .toMatch(/^0(\.0+1)?s$/);
});
