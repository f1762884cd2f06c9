// Everything opens, and everything that a study holds survives being saved.

import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { cell, mouse } from "./board";

const moves = (page: Page) => page.getByRole("group", { name: "Moves" });

async function paste(page: Page, text: string): Promise<void> {
  const area = page.getByRole("textbox", { name: /Paste/ });
  if (!(await area.isVisible())) await page.getByRole("heading", { name: "Open a game" }).click();
  await area.fill(text);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

async function saved(page: Page, button: string): Promise<string> {
  const share = page.locator("details").filter({ hasText: "Share and save" });
  if ((await share.getAttribute("open")) === null) await share.locator("summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

const STUDY = `[Game "amazons"]
[Variant "8x8"]
[First "甲"]
[Second "another"]
[Result "0-1"]
[Termination "resignation"]

{start} 1. c1-c5/e5 {[%emt 1.500] [%clk 0:01:00.000] good} (1. f1-f5/d5 {or this} c8-c7/d7)
1... c8-c7/d7 0-1
`;

test("everything in a study survives every way out and in", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#/analyse");
  await paste(page, STUDY);
  await expect(page.locator(".variation")).toContainText("f1-f5/d5");
  const pgn = await saved(page, "Record (PGN)");
  expect(pgn).toBe(STUDY);
  const sgf = await saved(page, "Record (SGF)");
  const json = await saved(page, "All data (JSON)");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  for (const text of [sgf, json, link]) {
    await page.goto("./#/analyse?game=quoridor&variant=standard");
    await expect(page.locator(".variation")).toHaveCount(0);
    await paste(page, text);
    await expect(page.locator(".variation")).toContainText("f1-f5/d5");
    expect(await saved(page, "Record (PGN)")).toBe(STUDY);
  }
});

/** No move that tells one is in the text before it. */
const TEXTS: [string, string, string][] = [
  ["Botzone's lines", "2\n-1 -1 -1 -1 -1 -1\n2 0 2 4 4 4\n2 7 2 6 3 6", "c8-c7/d7"],
  ["SJTU's lines of 2017", "4 10\n16 10\n7 10", "e3h"],
  ["Botzone's JSON", JSON.stringify({
    requests: [{ x0: -1, y0: -1, x1: -1, y1: -1, x2: -1, y2: -1 }],
    responses: [{ x0: 2, y0: 0, x1: 2, y1: 4, x2: 4, y2: 4 }],
  }), "c1-c5/e5"],
  ["SJTU's lines of 2022", "0 7 4\n0 1 4\n2 5 4", "e3h"],
  ["moves with separators", "1. D1-D7/G7 a7 b7 b8", "a7-b7/b8"],
  ["moves without separators", "E2E8E3H", "e3h"],
];

test("every format is found out from its text", async ({ page }) => {
  await page.goto("./#/analyse");
  for (const [name, text, move] of TEXTS) {
    await paste(page, text);
    await expect(moves(page), name).toContainText(move);
  }
  await paste(page, "- e4 e5 10 10 1 8");
  await expect(cell(page, "e4")).toHaveAttribute("aria-label", /light pawn/);
  await paste(page, "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1");
  await expect(cell(page, "c1")).toHaveAttribute("aria-label", /light amazon/);
});

test("of several games one is chosen", async ({ page }) => {
  await page.goto("./#/analyse");
  await paste(page, `[Game "quoridor"]\n[First "A"]\n[Second "B"]\n\n1. e2 e8 1-0\n
[Game "quoridor"]\n[First "C"]\n[Second "D"]\n\n1. d1 d9 0-1\n`);
  await expect(page.locator("#main").getByText("2 games found: choose one")).toBeVisible();
  await page.getByRole("button", { name: /C – D/ }).click();
  await expect(page.locator("#main").getByText("2 games found: choose one")).toBeHidden();
  await expect(moves(page)).toContainText("d9");
  await expect(page.locator(".strip").last()).toContainText("C");
});

test("what cannot be read says where and why, in the page's language", async ({ page }) => {
  await page.goto("./#/analyse");
  await paste(page, "e2 e8\ne4");
  const problem = page.getByRole("alert").filter({ hasText: /line|行/ });
  await expect(problem).toContainText("line 2");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await page.getByRole("textbox", { name: "粘贴" }).fill("e2 e8\n第三步");
  await page.getByRole("button", { name: "打开", exact: true }).click();
  await expect(problem).toContainText("第三步");
  await expect(problem).toContainText("第 2 行");
});

test("moves are numbered as everywhere, and signs after them do no harm", async ({ page }) => {
  await page.goto("./#/analyse");
  await paste(page, "e2 e8\ne3 e5");
  const problem = page.getByRole("alert").first();
  await expect(problem).toContainText("line 2: move 2 (Dark): e5 is not one step away from e8");
  await paste(page, '[Game "quoridor"]\n\n1. e2!? $14 (1. d1?? $4 {no}) e8 2. e3h! *');
  await expect(moves(page)).toContainText("e3h");
  await expect(page.locator(".variation")).toContainText("d1");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await page.getByRole("textbox", { name: /粘贴/ }).fill("e2 e8\ne3 e5");
  await page.getByRole("button", { name: "打开", exact: true }).click();
  await expect(problem).toContainText("第 2 行：第 2 回合（后手）：从 e8 到 e5 不是一步");
});

test("files are dropped, and one that is too large says so", async ({ page }) => {
  await page.goto("./#/analyse");
  await expect(page.locator("[role=gridcell]").first()).toBeVisible(); // the page listens
  const drop = (size: number) =>
    page.evaluate((bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["e2 e8 ".padEnd(bytes)], "game.txt"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    }, size);
  await drop(5 << 20);
  await expect(page.getByRole("alert").filter({ hasText: "too large" })).toBeVisible();
  await drop(10);
  await expect(moves(page)).toContainText("e8");
});

test("Analyse has every board, and plays on from any position", async ({ page }) => {
  await page.goto("./#/analyse");
  await page.locator("input[name=game][value=quoridor]").check();
  await expect(cell(page, "e1")).toHaveAttribute("aria-label", /light pawn/);
  await page.locator("input[name=variant][value=sjtu]").check();
  await expect(page).toHaveURL(/variant=sjtu/);
  await page.locator("input[name=game][value=amazons]").check();
  await page.locator("input[name=variant][value='6x6']").check();
  await expect(page.locator("[role=gridcell]")).toHaveCount(36);
  await mouse.square(page, "b1");
  await mouse.square(page, "b3");
  await mouse.square(page, "d5");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page).toHaveURL(/#\/play\/\w+/);
  await expect(cell(page, "d5")).toHaveAttribute("aria-label", /arrow/);
  await expect(page.locator(".status")).toHaveText("Your move");
  await expect(page.locator(".strip").last()).toContainText("You");
});

test("a review counts mistakes and accuracy for each side", async ({ page }) => {
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2e8e3e7e2e6e1e5&at=0");
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(page.getByRole("button", { name: "Review game" })).toBeVisible({
    timeout: 60_000,
  });
  const summary = page.locator(".summary");
  await expect(summary.getByRole("row", { name: /Accuracy/ })).toContainText(/\d\d\.\d%/);
  await expect(summary.getByRole("columnheader", { name: "Light" })).toBeVisible();
  // Moves are counted, not plies: Light's second step back is its fourth move.
  await expect(page.locator(".mistake-list")).toContainText(/[34]\. e[12]/);
});
