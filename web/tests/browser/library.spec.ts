// Nothing is lost: games and studies stay in the browser, and the address names what is shown.

import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { cell, mouse } from "./board";
import { isMyTurn, openGame } from "./games";
import { stopClocks } from "./pages";

const LINK = "./#/analyse?game=quoridor&variant=standard&moves=e2e8e3e7e4e6d3hf6v&at=4";
/** The address of a game that has begun. */
const KEPT_GAME = /#\/play\/(?!new$)\w+$/;
const moves = (page: Page) => page.getByRole("group", { name: "Moves" });

async function twoPeople(page: Page): Promise<void> {
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=opponent][value=human]").check();
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
}

/** When the only entry of the library was written, by the page's clock. */
function writtenMs(page: Page): Promise<number> {
  return page.evaluate(() => new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open("immure");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction("documents").objectStore("documents").getAll();
      reading.onsuccess = () => resolve((reading.result as { updatedMs: number }[])[0]?.updatedMs ?? 0);
    };
  }));
}

test("a game under way is there after a reload and on return", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await mouse.square(page, "e2");
  await isMyTurn(page);
  await expect(page).toHaveURL(KEPT_GAME);
  const table = await page.locator(".move-table").textContent();
  await page.reload();
  await expect(page.locator(".move-table")).toHaveText(table ?? "");
  await page.goto("about:blank");
  await page.goto("./#/play");
  await expect(page.locator(".move-table")).toHaveText(table ?? "");
  await expect(page).toHaveURL(KEPT_GAME);
});

test("a clock goes on where it was", async ({ page }) => {
  await page.clock.install();
  await twoPeople(page);
  await page.locator("input[name=clock][value='3+2']").check();
  await stopClocks(page);
  await mouse.square(page, "e2");
  await page.clock.runFor(30_000);
  // A page that is left takes back the writes that wait for others.
  const nowMs = await page.evaluate(() => Date.now());
  await expect.poll(() => writtenMs(page)).toBeGreaterThan(nowMs - 2000);
  await page.reload();
  await expect(page.locator("[data-side='1'] .clock")).toHaveText(/^2:(30|31)$/);
});

test("a study with variations is there after a reload", async ({ page }) => {
  await page.goto(LINK);
  await mouse.square(page, "d3");
  await expect(page).toHaveURL(/#\/analyse\/\w+$/);
  await page.reload();
  await expect(page.locator(".variation")).toContainText("d3");
  await expect(cell(page, "d3")).toHaveAttribute("aria-label", /light pawn/);
  await page.goto("about:blank");
  await page.goto("./#/analyse");
  await expect(page.locator(".variation")).toContainText("d3");
});

test("a shared link stays in the address", async ({ page }) => {
  await page.goto(LINK);
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
  await expect(page).toHaveURL(/moves=e2e8e3e7e4e6d3hf6v&at=4$/);
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page).toHaveURL(/at=5$/);
  await page.reload();
  await expect(cell(page, "e4")).toHaveAttribute("aria-label", /light pawn/);
  await expect(page).toHaveURL(/at=5$/);
});

test("a view that is being left does not take the address back", async ({ page }) => {
  await page.goto(LINK);
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
  // The view is drawn once more after the address has changed, before the browser tells of that.
  await page.evaluate(() => {
    requestAnimationFrame(() => (location.hash = "#/games"));
    document.querySelector<HTMLElement>("button[aria-label='Forward']")?.click();
  });
  await expect(page).toHaveURL(/#\/games$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Games");
});

test("playing and analysing have a game each", async ({ page }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await resign(page);
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(moves(page)).toContainText("e2");
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(cell(page, "e1")).toHaveAttribute("aria-label", /light pawn/);
  await mouse.square(page, "d1");
  await expect(page.locator(".variation")).toContainText("d1");
  await page.getByRole("link", { name: "Play" }).click();
  await expect(page.locator(".move-table")).not.toContainText("d1");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Analyse" }).click();
  await expect(moves(page)).toContainText("e2");
});

test("a review keeps names, result, orientation and times", async ({ page }) => {
  await openGame(page, "quoridor", "standard");
  await page.locator("input[name=side][value=second]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await isMyTurn(page);
  await mouse.square(page, "e8");
  await isMyTurn(page);
  await resign(page);
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(page.locator(".strip").last()).toContainText("You");
  await expect(page.locator(".strip").first()).toContainText("Computer, level 1");
  await expect(page.locator(".notes")).toContainText(/time \d/);
  await expect(page.locator(".notes")).toContainText("1-0 · resignation");
});

test("two tabs do not write over each other", async ({ page, context }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await expect(page).toHaveURL(KEPT_GAME);
  const other = await context.newPage();
  // The same game, opened a second time, is a copy.
  await other.goto(page.url());
  await expect(other.locator(".notice")).toContainText("another tab");
  const made: [Page, string][] = [[other, "d9"], [page, "f9"]];
  for (const [tab, move] of made) {
    await tab.bringToFront();
    await mouse.square(tab, move);
    await expect(tab.locator(".move-table")).toContainText(move);
  }
  for (const [tab, move] of made) {
    await tab.reload();
    await expect(tab.locator(".move-table")).toContainText(move);
  }
  // On return there is nothing to go on with that is not open already.
  const third = await context.newPage();
  await third.goto("./#/play");
  await expect(third.getByRole("button", { name: "Start" })).toBeVisible();
  // Settings are merged key by key.
  await other.getByRole("button", { name: /Theme/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await third.reload();
  await expect(third.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(third.locator("html")).toHaveAttribute("lang", "zh-Hans");
});

test("a game that is deleted in another tab is gone there too", async ({ page, context }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await expect(page).toHaveURL(KEPT_GAME);
  const other = await context.newPage();
  await other.goto("./#/games");
  await other.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(other.locator(".entry")).toHaveCount(0);
  await page.bringToFront();
  await expect(page.locator(".notice")).toContainText("deleted");
  await expect(page).toHaveURL(/#\/play\/new$/);
  await mouse.square(page, "d1");
  await expect(page.locator(".move-table")).toContainText("d1");
  await other.bringToFront();
  await expect(other.locator(".entry")).toHaveCount(1);
  await other.reload();
  await expect(other.locator(".entry")).toHaveCount(1);
});

test("after an old game is deleted the form says what stands on the board", async ({ page }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await expect(page).toHaveURL(KEPT_GAME);
  const address = page.url();
  await page.goto("./#/play/new");
  await page.locator("input[name=game][value=amazons]").check();
  await page.goto(address);
  await expect(page.locator(".move-table")).toContainText("e2");
  await page.getByRole("link", { name: "Games" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.locator(".entry")).toHaveCount(0);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page.locator(".board.quoridor")).toBeVisible();
  await expect(page.locator("input[name=game][value=quoridor]")).toBeChecked();
  await mouse.square(page, "e2");
  await expect(page.locator(".move-table")).toContainText("e2");
});

test("a running clock leaves the rows of the library alone", async ({ page }) => {
  await page.clock.install();
  await twoPeople(page);
  await page.locator("input[name=clock][value='3+2']").check();
  await stopClocks(page);
  // Rows say the minute, so a fresh one begins.
  await page.clock.runFor(60_000 - (await page.evaluate(() => Date.now() % 60_000)));
  await mouse.square(page, "e2");
  await page.getByRole("link", { name: "Games" }).click();
  await expect(page.locator(".entry")).toHaveCount(1);
  await page.locator(".entry").evaluate((row) => row.setAttribute("data-known", ""));
  // Each write is read back before the next one.
  for (let write = 0; write < 3; write++) {
    const before = await writtenMs(page);
    await page.clock.runFor(1000);
    await expect.poll(() => writtenMs(page)).toBeGreaterThan(before);
  }
  await expect(page.locator(".entry[data-known]")).toHaveCount(1);
});

test("the library lists, finds, deletes and exports", async ({ page }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await resign(page);
  await page.goto("./#/play/new");
  await page.locator("input[name=game][value=amazons]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("link", { name: "Games" }).click();
  const entries = page.locator(".entry");
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText("1-0");
  await expect(entries.first()).toContainText("under way");
  await page.getByRole("searchbox").fill("quoridor");
  await expect(entries).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export JSON" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(JSON.parse(file).entries).toHaveLength(1);
  await entries.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(entries).toHaveCount(0);
  // What was exported comes back.
  await page.goto("./#/analyse");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("textbox", { name: /Paste/ }).fill(file);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(entries).toHaveCount(2);
  await entries.filter({ hasText: "1-0" }).getByRole("link").click();
  await expect(page.locator(".ending")).toContainText("Light wins");
});

test("of a file only what can be read comes in, and it is said how much", async ({ page }) => {
  const record = { spec: { game: "quoridor", variant: "standard", moves: ["e2"] }, tags: {}, moves: [{ move: "e2" }] };
  const study = { id: "whole", kind: "study", createdMs: 1, updatedMs: 1, record, at: [], flipped: false };
  const { record: _, ...empty } = study;
  const { id: __, ...nameless } = study;
  const entries = [{ ...empty, id: "empty" }, nameless, { ...study, record: { ...record, moves: [{ move: "e9" }] } }, study];
  await page.goto("./#/analyse");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("textbox", { name: /Paste/ }).fill(JSON.stringify({ immure: "library", entries }));
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "3 of 4" })).toContainText("Added to Games: 1");
  await page.getByRole("link", { name: "Games" }).click();
  await expect(page.locator(".entry")).toHaveCount(1);
  await page.locator(".entry").getByRole("link").click();
  await expect(moves(page)).toContainText("e2");
});

test("a file that is read slowly takes nobody back who has left", async ({ page }) => {
  // The library looks the entry up for as long as nobody lets it go on.
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (key !== "slow") return get.call(this, key);
      const request = { result: undefined, onsuccess: (): void => undefined };
      Object.assign(window, { goOn: () => request.onsuccess() });
      return request as unknown as IDBRequest;
    };
  });
  const record = { spec: { game: "quoridor", variant: "standard", moves: ["e2"] }, tags: {}, moves: [{ move: "e2" }] };
  const study = { id: "slow", kind: "study", createdMs: 1, updatedMs: 1, record, at: [], flipped: false };
  await page.goto("./#/analyse");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("textbox", { name: /Paste/ }).fill(JSON.stringify({ immure: "library", entries: [study] }));
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => "goOn" in window);
  await page.getByRole("link", { name: "Learn" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Learn");
  await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
  await expect(page.locator("#announcements")).toContainText("Added to Games: 1");
  await expect(page).toHaveURL(/#\/learn$/);
});

test("a game of a file that is read slowly opens nothing for who has left", async ({ page }) => {
  await page.addInitScript(() => {
    File.prototype.text = () => new Promise((resolve) => Object.assign(window, { goOn: resolve }));
  });
  await page.goto("./#/analyse");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: "game.txt", mimeType: "text/plain", buffer: Buffer.from("e2"),
  });
  await page.waitForFunction(() => "goOn" in window);
  await page.getByRole("link", { name: "Learn" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Learn");
  await page.evaluate(() => (window as unknown as { goOn(text: string): void }).goOn(
    "https://host/#/analyse?game=quoridor&variant=standard&moves=e2e8"));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page).toHaveURL(/#\/learn$/);
});

test("a game that the browser does not keep says so until it is kept", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  // A full disk is found out when the request has succeeded already.
  await page.addInitScript(() => {
    const [{ put }, { commit }] = [IDBObjectStore.prototype, IDBTransaction.prototype];
    const isFull = (): boolean => !("hasRoom" in window);
    IDBTransaction.prototype.commit = function () {
      if (!isFull()) commit.call(this);
    };
    IDBObjectStore.prototype.put = function (...thing) {
      const request = put.apply(this, thing);
      if (isFull()) request.addEventListener("success", () => this.transaction.abort());
      return request;
    };
  });
  await twoPeople(page);
  await mouse.square(page, "e2");
  const line = page.locator(".panel").getByText("The browser does not keep this game");
  await expect(line).toBeVisible();
  await expect(page.locator("#announcements")).toContainText("does not keep");
  await mouse.square(page, "e8");
  await expect(page.locator(".move-table")).toContainText("e8");
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.locator(".panel").getByText("浏览器没有保存这局棋")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { hasRoom: true }));
  await mouse.square(page, "e3");
  await expect(page.locator(".panel").getByText("浏览器没有保存这局棋")).toBeHidden();
  expect(errors).toEqual([]);
});

test("an entry that is broken hides no other", async ({ page }) => {
  await twoPeople(page);
  await mouse.square(page, "e2");
  await expect(page).toHaveURL(KEPT_GAME);
  await page.evaluate(() => new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("immure");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("documents", "readwrite");
      change.objectStore("documents").put({ id: "broken", kind: "game", updatedMs: Date.now() });
      change.oncomplete = () => resolve();
    };
  }));
  await page.goto("./#/games");
  await page.reload();
  await expect(page.locator(".entry")).toHaveCount(1);
  await page.goto("./#/play");
  await expect(page.locator(".move-table")).toContainText("e2");
});
