// A running game: what could destroy it asks first, and what is half made stays.

import { expect, test, type Page } from "@playwright/test";
import { cell, mouse, squaresNamed } from "./board";
import { isMyTurn, openGame } from "./games";

async function start(page: Page): Promise<void> {
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
  await mouse.square(page, "e2");
}

test("a new game asks before it takes the place of a running one", async ({ page }) => {
  await start(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".move-table")).toContainText("e2");
  await page.goto("./#/learn/amazons");
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Play a game" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Play" }).click();
  await expect(page.locator(".move-table")).toContainText("e2");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave this game" }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  // It can be gone on with.
  await page.goBack();
  await expect(page.locator(".move-table")).toContainText("e2");
});

test("a move disarms resigning, and undo takes a resignation back alone", async ({ page }) => {
  await start(page);
  await page.getByRole("button", { name: "Resign" }).click();
  const before = await page.getByRole("button", { name: "Really resign?" }).boundingBox();
  await mouse.square(page, "e8");
  await expect(page.getByRole("button", { name: "Really resign?" })).toHaveCount(0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  // Whoever clicks once more in the same place has not pressed Undo.
  if (!before) throw new Error("no button to resign with");
  await expect(page.locator(".ending")).toBeVisible();
  await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
  await expect(page.locator(".ending")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".move-table")).toContainText("e8");
  await expect(page.locator(".status")).toHaveText("Light to move");
});

test("the language changes without dropping a half-made move", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  await mouse.square(page, "d1");
  await mouse.square(page, "d7");
  await page.getByRole("button", { name: /Theme/ }).click();
  await page.getByRole("button", { name: "切换到中文" }).click();
  expect(await squaresNamed(page, /可以射到这里/)).toContain("g7");
});

test("the language changes without dropping a set-up", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=6x6");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await mouse.square(page, "c3");
  await page.getByRole("button", { name: /Theme/ }).click();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("heading", { name: "摆局面" })).toBeVisible();
  await expect(cell(page, "c3")).toHaveAttribute("aria-label", /箭障/);
});

test("the move list leads through the game and back to it", async ({ page }) => {
  await start(page);
  await mouse.square(page, "e8");
  await mouse.square(page, "e3");
  await page.locator(".move-table").getByRole("button", { name: "e2" }).click();
  await expect(cell(page, "e2")).toHaveAttribute("aria-label", /light pawn/);
  await expect(page.locator(".past")).toContainText("1. e2");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".past")).toContainText("1… e8");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
  await mouse.square(page, "e7");
  await expect(page.locator(".move-table")).toContainText("e7");
});

test("an ending is a panel", async ({ page }) => {
  await start(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  const panel = page.getByRole("region", { name: "The game is over" });
  await expect(panel).toContainText("1-0");
  await expect(panel).toContainText("Light wins");
  await expect(panel).toContainText("resignation");
  await expect(panel.getByRole("button", { name: "Review game" })).toBeVisible();
  await panel.getByRole("button", { name: "Rematch" }).click();
  await expect(panel).toHaveCount(0);
});

test("an engine that paused says so and goes on", async ({ page }) => {
  // A server that has thought for long enough as soon as it is asked.
  let asked = 0;
  const line = { move: "e3", winProbability: 0.5, score: 0, pv: ["e3"] };
  const analysis = { depth: 1, nodes: 10, timeMs: 1, lines: [line], done: true };
  await page.route("**/api/v1/**", async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith("/events")) {
      const report = JSON.stringify({ id: "1", state: "done", analysis });
      const body = `event: done\ndata: ${report}\n\n`;
      await route.fulfill({ contentType: "text/event-stream", body });
    } else if (path.endsWith("/about")) {
      await route.fulfill({ json: { limits: { analysisMs: 1000, multiPv: 3 } } });
    } else {
      if (route.request().method() === "POST") asked++;
      await route.fulfill({ json: { id: "1", state: "running", analysis: null } });
    }
  });
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2e8");
  await page.getByRole("switch", { name: "Think on the server" }).check();
  await page.getByRole("switch", { name: "Engine" }).check();
  await expect(page.getByText("Paused after a minute.")).toBeVisible();
  expect(asked).toBe(1);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => asked).toBe(2);
});

test("an engine that does not start says so and is tried again", async ({ page }) => {
  // A service worker would fetch past the route.
  await page.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  await page.route("**/assets/worker-*.js", (route) => route.fulfill({ status: 503 }));
  await openGame(page, "quoridor", "standard");
  await mouse.square(page, "e2");
  await expect(page.locator(".status")).toContainText("The engine stopped");
  await page.unroute("**/assets/worker-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await isMyTurn(page)).toBe(true);
});

test("an empty graph is empty, and both sides are named", async ({ page }) => {
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2e8");
  const graph = page.getByRole("slider", { name: /win probability/ });
  await expect(graph).toContainText("Light");
  await expect(graph).toContainText("Dark");
  await expect(graph.locator("path")).toHaveCount(0);
  // A game that has ended: how is known, and nothing else.
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2d9e3e9e4d9e5e9e6d9e7e9e8d9e9");
  await expect(page.getByRole("button", { name: "e9", exact: true }).last()).toBeVisible();
  await expect(graph.locator("path")).toHaveCount(0);
});

test("a hint and a refused move are shown and said", async ({ page }) => {
  await openGame(page, "amazons", "6x6");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".notice")).toHaveText(/^Hint: \S+-\S+\/\S+$/);
  await expect(page.locator("#announcements")).toHaveText(/^Hint: /);
  await mouse.square(page, "c3");
  await expect(page.locator(".notice")).toContainText("No amazon of Light on c3");
  await expect(page.locator("#announcements")).toContainText("No amazon of Light on c3");
});

test("a hint that comes after one has left is not said", async ({ page }) => {
  await openGame(page, "amazons", "6x6");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Learn");
  // Back on the board it is drawn when it comes.
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page.locator(".suggestion")).toHaveCount(1);
  await expect(page.locator("#announcements")).toBeEmpty();
});

test("a refused step is shown and said", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.locator(".notice")).toBeVisible();
  await expect(page.locator("#announcements")).not.toBeEmpty();
});

test("it is your move only when it is", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await expect(page.locator(".status")).toHaveText("Your move");
  await page.locator("input[name=side][value=second]").check();
  await expect(page.locator(".status")).toHaveText("Press Start: the computer moves first");
  await page.getByRole("button", { name: "Start" }).click();
  await isMyTurn(page);
});

test("the focus never falls to the body", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  const onBody = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement === document.body);
  await page.locator("input[name=opponent][value=human]").focus();
  await page.keyboard.press("Space");
  expect(await onBody(), "an option").toBe(false);
  await page.getByRole("button", { name: "Start" }).focus();
  await page.keyboard.press("Enter");
  expect(await onBody(), "Start").toBe(false);
  await page.getByRole("textbox", { name: "Move" }).fill("e2");
  await page.keyboard.press("Enter");
  expect(await onBody(), "a typed move").toBe(false);
  for (const name of ["Undo", "Resign", "Really resign?", "Rematch", "New game"]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement !== document.body);
    if (name === "Undo") await page.getByRole("textbox", { name: "Move" }).fill("e2");
    if (name === "Undo") await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  expect(await onBody(), "a dialog").toBe(false);
  await page.getByRole("link", { name: "Analyse" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("switch", { name: "Engine" })).toBeVisible();
  expect(await onBody(), "another page").toBe(false);
});
