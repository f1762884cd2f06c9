// A board on the page as a person meets it: squares with names, read from the grid that assistive
// technology reads too, and three ways to act on them.

import { expect, type Locator, type Page } from "@playwright/test";

export interface Point {
  x: number;
  y: number;
}

export const grid = (page: Page): Locator => page.getByRole("grid");

export const cell = (page: Page, square: string): Locator =>
  page.locator(`[role=gridcell][data-square="${square}"]`);

/** The squares whose spoken name matches, in the order of the board. */
export async function squaresNamed(page: Page, pattern: RegExp): Promise<string[]> {
  const names = await page
    .locator("[role=gridcell]")
    .evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label") ?? ""));
  return names.filter((name) => pattern.test(name)).map((name) => name.split(",")[0] ?? "");
}

export async function centreOf(page: Page, square: string): Promise<Point> {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A point in the gap where a wall stands, nearer to its own gap than to the crossing one. */
export async function wallPoint(page: Page, wall: string): Promise<Point> {
  const column = wall.charCodeAt(0);
  const row = Number(wall[1]);
  const a = await centreOf(page, wall.slice(0, 2));
  const b = await centreOf(page, `${String.fromCharCode(column + 1)}${row + 1}`);
  const pitch = Math.abs(b.x - a.x);
  const slot = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return wall.endsWith("h")
    ? { x: slot.x + pitch * 0.2, y: slot.y }
    : { x: slot.x, y: slot.y + pitch * 0.2 };
}

/** One way to use a board. */
export interface Hand {
  square(page: Page, square: string): Promise<void>;
  wall(page: Page, wall: string): Promise<void>;
}

export const mouse: Hand = {
  async square(page, square) {
    const { x, y } = await centreOf(page, square);
    await page.mouse.click(x, y);
  },
  async wall(page, wall) {
    const { x, y } = await wallPoint(page, wall);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  },
};

export const finger: Hand = {
  async square(page, square) {
    const { x, y } = await centreOf(page, square);
    await page.touchscreen.tap(x, y);
  },
  async wall(page, wall) {
    const { x, y } = await wallPoint(page, wall);
    await page.touchscreen.tap(x, y);
    const confirm = page.getByRole("button", { name: "Place", exact: true });
    await expect(confirm).toBeVisible();
    const box = await confirm.boundingBox();
    if (!box) throw new Error("nothing to confirm with");
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  },
};

async function steer(page: Page, from: string, to: string): Promise<void> {
  const columns = to.charCodeAt(0) - from.charCodeAt(0);
  const rows = Number.parseInt(to.slice(1)) - Number.parseInt(from.slice(1));
  for (let i = 0; i < Math.abs(columns); i++) {
    await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
  }
  for (let i = 0; i < Math.abs(rows); i++) {
    await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
  }
}

async function cursor(page: Page): Promise<string> {
  const square = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
  if (!square) throw new Error("the board has no focus");
  return square;
}

/** The board must have the focus, as Tab gives it. */
export const keys: Hand = {
  async square(page, square) {
    await steer(page, await cursor(page), square);
    await page.keyboard.press("Enter");
  },
  async wall(page, wall) {
    const at = await cursor(page);
    await page.keyboard.press(wall.endsWith("h") ? "h" : "v");
    // The ghost starts at the cursor, or one before the last row and column.
    const column = String.fromCharCode(Math.min(at.charCodeAt(0), "h".charCodeAt(0)));
    await steer(page, `${column}${Math.min(Number(at.slice(1)), 8)}`, wall.slice(0, 2));
    await page.keyboard.press("Enter");
  },
};
