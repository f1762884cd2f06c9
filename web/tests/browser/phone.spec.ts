// A phone: what one needs during a game is under the thumb, upright and on its side.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { cell, finger, wallPoint } from "./board";
import { openGame } from "./games";
import { visit } from "./pages";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error("it is not on the page");
  return box;
}

/** The named buttons in one row, whole on the screen. */
async function expectWithinReach(page: Page, names: string[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = [];
  for (const name of names) boxes.push(await boxOf(page.getByRole("button", { name, exact: true })));
  for (const box of boxes) {
    expect(box.y).toBe(boxes[0]?.y);
    expect(box.y).toBeGreaterThan(height - 70);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
}

async function startGame(page: Page): Promise<void> {
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
  await page.evaluate(() => window.scrollTo(0, 0));
  await finger.square(page, "e2");
  await expect(page.locator(".move-table")).toContainText("e2");
}

test.use({ hasTouch: true, isMobile: true });

test.describe("upright", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("a game of the library takes two lines", async ({ page }) => {
    await startGame(page);
    await page.goto("./#/games");
    expect((await boxOf(page.locator(".entry"))).height).toBeLessThan(72);
    await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  });
});

test("every page is in sight in the header", async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("./#/games");
    for (const language of ["中文", "English"]) {
      const nav = page.getByRole("navigation");
      const hidden = await nav.evaluate((each) => each.scrollWidth - each.clientWidth);
      expect(hidden, `${width} before ${language}`).toBe(0);
      await page.locator(".language", { hasText: language }).click();
    }
  }
});

for (const [device, viewport] of [
  ["narrow", { width: 320, height: 640 }],
  ["landscape", { width: 844, height: 390 }],
  ["small landscape", { width: 740, height: 360 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport });

    test("buttons and moves are in reach", async ({ page }) => {
      await startGame(page);
      await expectWithinReach(page, ["Undo", "Hint", "Flip", "Resign", "New game"]);
      for (const square of ["e8", "e3", "e7", "e4", "e6"]) await finger.square(page, square);
      const list = page.locator(".move-table");
      await expect(list).toContainText("e6");
      expect((await boxOf(list)).height).toBeLessThan(50);
      const last = await boxOf(list.getByRole("button", { name: "e6" }));
      expect(last.x + last.width).toBeLessThanOrEqual(viewport.width);
      await page.getByRole("button", { name: "Resign" }).tap();
      await expectWithinReach(page, ["Undo", "Really resign?", "New game"]);
      await page.getByRole("button", { name: "Really resign?" }).tap();
      await expectWithinReach(page, ["Rematch", "Review game"]);
      const overflow = await page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBe(0);
    });
  });
}

test.describe("narrow", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the steps of a lesson are in one row", async ({ page }) => {
    await page.goto("./#/learn/amazons");
    const boxes = [];
    for (const name of ["Back", "Reset", "Next"]) {
      boxes.push(await boxOf(page.getByRole("button", { name, exact: true })));
    }
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  });
});

test.describe("upright and on its side", () => {
  const covers = (a: Box, b: Box): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

  for (const viewport of [{ width: 320, height: 640 }, { width: 844, height: 390 }]) {
    test(`the buttons of a wall leave the pawns in sight at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await startGame(page);
      for (const square of ["e8", "e3", "e7", "e4", "e6"]) await finger.square(page, square);
      await expect(cell(page, "e6")).toHaveAttribute("aria-label", /dark pawn/);
      for (const wall of ["e5h", "d3h", "e3v", "d6h", "d6v", "a4h", "h5v"]) {
        const { x, y } = await wallPoint(page, wall);
        await page.touchscreen.tap(x, y);
        const bubble = await boxOf(page.locator(".bubble"));
        expect(covers(bubble, await boxOf(page.locator(".ghost"))), wall).toBe(false);
        for (const pawn of ["e4", "e6"]) {
          expect(covers(bubble, await boxOf(cell(page, pawn))), `${wall} and ${pawn}`).toBe(false);
        }
        await page.getByRole("button", { name: "Cancel", exact: true }).tap();
      }
      // It finds another place when the phone is turned.
      const { x, y } = await wallPoint(page, "e5h");
      await page.touchscreen.tap(x, y);
      await page.setViewportSize({ width: viewport.height, height: viewport.width });
      await expect(async () => {
        for (const pawn of ["e4", "e6"]) {
          expect(covers(await boxOf(page.locator(".bubble")), await boxOf(cell(page, pawn))), pawn).toBe(false);
        }
      }).toPass();
    });
  }
});

test.describe("on its side", () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test("the board stands whole beside the panel", async ({ page }) => {
    for (const route of ["play", "analyse?game=quoridor&variant=standard&moves=e2", "learn/amazons"]) {
      await visit(page, `./#/${route}`);
      const board = await boxOf(page.locator(".board"));
      const panel = await boxOf(page.locator(".panel"));
      expect(board.y + board.height, route).toBeLessThanOrEqual(390);
      expect(board.height, route).toBeGreaterThan(300);
      expect(panel.x, route).toBeGreaterThanOrEqual(board.x + board.width);
    }
  });
});
