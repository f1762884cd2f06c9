import { expect, test, type Page } from "@playwright/test";
import { centreOf, cell, finger, keys, mouse, squaresNamed, wallPoint } from "./board";
import { isMyTurn, openGame, playAmazons, playQuoridor } from "./games";
import { stopClocks, visit } from "./pages";

async function focusBoard(page: Page): Promise<void> {
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
}

async function expectOver(page: Page): Promise<void> {
  await expect(page.locator(".ending")).toContainText(/win|lose|Draw/);
  await expect(page.getByRole("button", { name: "Rematch" })).toBeVisible();
}

test("a game of Amazons by mouse", async ({ page }) => {
  await openGame(page, "amazons", "6x6");
  expect(await playAmazons(page, mouse)).toBeGreaterThan(2);
  await expectOver(page);
});

test("a game of Quoridor by mouse", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  expect(await playQuoridor(page, mouse)).toBeGreaterThan(7);
  await expectOver(page);
});

test("a game of Amazons by keyboard", async ({ page }) => {
  await openGame(page, "amazons", "6x6");
  await focusBoard(page);
  expect(await playAmazons(page, keys)).toBeGreaterThan(2);
  await expectOver(page);
});

test("a game of Quoridor by keyboard", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await focusBoard(page);
  expect(await playQuoridor(page, keys)).toBeGreaterThan(7);
  await expectOver(page);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a game of Amazons by touch", async ({ page }) => {
    await openGame(page, "amazons", "6x6");
    await page.evaluate(() => scrollTo(0, 0));
    expect(await playAmazons(page, finger)).toBeGreaterThan(2);
    await expectOver(page);
  });

  test("a game of Quoridor by touch", async ({ page }) => {
    await openGame(page, "quoridor", "standard");
    await page.evaluate(() => scrollTo(0, 0));
    expect(await playQuoridor(page, finger)).toBeGreaterThan(7);
    await expectOver(page);
  });

  test("the page is no wider than the phone", async ({ page }) => {
    for (const route of ["play", "analyse", "learn", "learn/amazons", "learn/quoridor", "games"]) {
      await visit(page, `./#/${route}`);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${route} ${width}`).toBe(0);
      }
    }
  });
});

test("an amazon is dragged and its arrow clicked", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  const [from, to] = [await centreOf(page, "d1"), await centreOf(page, "d7")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await mouse.square(page, "g7");
  await expect(page.locator(".move-table")).toContainText("d1-d7/g7");
  await expect(cell(page, "g7")).toHaveAttribute("aria-label", /arrow/);
});

test("each stage of a move is taken back", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  await mouse.square(page, "d1");
  await mouse.square(page, "d7");
  expect(await squaresNamed(page, /can shoot here/)).toContain("g7");
  await page.keyboard.press("Escape");
  expect(await squaresNamed(page, /can go here/)).toContain("d7");
  await mouse.square(page, "d1");
  expect(await squaresNamed(page, /can move/)).toEqual(["a4", "j4", "d1", "g1"]);
});

test("an illegal wall is red and says why", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await mouse.wall(page, "e3h");
  await isMyTurn(page);
  const crossing = await wallPoint(page, "e3v");
  await page.mouse.move(crossing.x, crossing.y);
  await expect(page.locator(".ghost.illegal")).toBeVisible();
  await expect(page.locator(".bubble")).toContainText("Crosses the wall e3h");
  await page.mouse.click(crossing.x, crossing.y);
  await expect(page.locator(".ghost.illegal")).toBeVisible();
});

test("typed moves, undo, hint, resigning and a rematch", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await page.getByRole("textbox", { name: "Move" }).fill("e4");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("not one step");
  await page.getByRole("textbox", { name: "Move" }).fill("e2");
  await page.keyboard.press("Enter");
  await isMyTurn(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".suggestion")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, "e1")).toHaveAttribute("aria-label", /light pawn/);
  await mouse.square(page, "e2");
  await isMyTurn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await expect(page.locator(".ending")).toContainText("resignation");
  await page.getByRole("button", { name: "Rematch" }).click();
  // The sides change: the computer begins, and the person waits for it.
  await expect(page.locator(".move-table")).toContainText("1.");
  expect(await isMyTurn(page)).toBe(true);
});

test("who types moves stays in the field while the engine thinks", async ({ page }) => {
  // It thinks for as long as nobody lets it start.
  let load = (): void => undefined;
  const loading = new Promise<void>((resolve) => (load = resolve));
  await page.route("**/assets/worker-*.js", async (route) => {
    await loading;
    await route.continue();
  });
  await openGame(page, "quoridor", "standard");
  const field = page.getByRole("textbox", { name: "Move" });
  await field.focus();
  await page.keyboard.type("e2");
  await page.keyboard.press("Enter");
  await expect(page.locator(".status")).toContainText("Thinking");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
  await expect(field).toBeFocused();
  await page.keyboard.type("e3");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("e3");
  await expect(cell(page, "e2")).toHaveAttribute("aria-label", /light pawn/);
  load();
  await isMyTurn(page);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("e3");
});

test("a clock runs and ends the game", async ({ page }) => {
  await page.clock.install();
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
  await page.locator("input[name=clock][value='3+2']").check();
  await stopClocks(page);
  await mouse.square(page, "e2");
  await page.clock.runFor(10_000);
  await expect(page.locator("[data-side='1'] .clock")).toHaveText("2:50");
  await page.clock.runFor(171_000);
  await expect(page.locator(".ending")).toContainText("on time");
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});
