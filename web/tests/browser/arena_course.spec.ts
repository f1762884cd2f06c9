// A whole course: the admin opens a contest, a student mends a compile error, one is told why a move was illegal, one
// hands in a good program; the ladder and the games show them, the deadline passes, the final is played and its table
// is right. Names, messages and logs of strangers are shown as text.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { becomeAdmin, register, visitor } from "./arena";
import { seriousProblems } from "./axe";
import { serveArena, type Arena } from "./program";

const MARKUP = "<img src=x onerror=document.title='owned'>";
const BROKEN = `#include <stdio.h>\n#error ${MARKUP}\nint main(void) { return 0; }\n`;
const KIT = readFileSync(new URL("../../../bots/text/bot.c", import.meta.url), "utf8");
/** Says its piece on standard error, then makes a move that no rule allows. */
const CHEAT = `#include <stdio.h>
#include <string.h>
int main(void) {
    char line[9000];
    fputs("${MARKUP}\\n", stderr);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "immure", 6)) puts("immureok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) puts("bestmove a1-a1/a1");
        if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
}
`;

let arena: Arena;
let admin: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  arena = await serveArena();
  admin = await visitor(browser);
  await becomeAdmin(admin, arena);
  await admin.goto(`${arena.address}#/people`);
  await admin.locator("input[name=registration][value=open]").check();
  await expect(admin.locator(".notice:visible")).toBeVisible();
});
test.afterAll(() => arena.stop());

/** Fills the page to submit on, for a new bot on the small board, and sends it. */
async function submit(page: Page, name: string, source: string): Promise<void> {
  await page.goto(`${arena.address}#/submit`);
  await page.locator("input[type=file]").setInputFiles({
    name: "bot.c", mimeType: "text/plain", buffer: Buffer.from(source),
  });
  await expect(page.locator("input[name=language][value=c17]")).toBeChecked();
  await page.locator("input[name=variant][value='6x6']").check();
  await page.locator("input[name=protocol][value=text]").check();
  await page.locator("input[name=bot-name]").fill(name);
  await page.locator("form button[type=submit]").click();
}

const step = (page: Page, name: string) => page.locator(`.step:has(b:text-is("${name}"))`);

test("the admin opens a contest", async () => {
  await admin.goto(`${arena.address}#/contests/new`);
  await admin.getByLabel("Name", { exact: true }).fill("Final");
  await admin.locator("input[name=variant][value='6x6']").check();
  await admin.getByLabel("Pairs of games").fill("1");
  await admin.getByRole("button", { name: "Make a draft" }).click();
  await expect(admin.locator("h1")).toHaveText("Final");
  await admin.getByRole("button", { name: "Open for entries" }).click();
  await admin.locator("dialog").getByRole("button", { name: "Open for entries" }).click();
  await expect(admin.locator(".state-line")).toContainText("open");
  expect(await seriousProblems(admin)).toEqual([]);
});

/** Enters the only bot that the person has. */
async function enterContest(page: Page): Promise<void> {
  await page.goto(`${arena.address}#/contest/1`);
  await page.getByRole("button", { name: "Enter this bot" }).click();
  await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();
}

test("a compile error leads to its line and is mended", async ({ browser }) => {
  const page = await visitor(browser);
  await register(page, arena, "Ada");
  await submit(page, "queen", BROKEN);
  await expect(step(page, "Compile")).toContainText("failed", { timeout: 60_000 });
  await expect(page.locator(".messages")).toContainText(MARKUP);
  await page.locator("button.message.error").first().click();
  await expect(page.locator(".cm-activeLine")).toContainText("#error");
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Mend it" }).click();
  await expect(page.locator("button.message.error").first()).toBeVisible();
  await page.locator(".cm-content").fill(KIT);
  await page.locator("form button[type=submit]").click();
  await expect(step(page, "Test game")).toContainText("done", { timeout: 60_000 });
  await expect(page.locator("h1")).toContainText("active");
  expect(await page.title()).not.toBe("owned");

  await page.locator("h1 a").click();
  await expect(page.locator("h1")).toHaveText("queen");
  await page.locator("summary", { hasText: "Compare" }).click();
  await page.getByRole("button", { name: "Compare versions" }).click();
  await expect(page.locator(".cm-deletedChunk").first()).toContainText("#error");
  expect(await seriousProblems(page)).toEqual([]);
  await enterContest(page);
  await page.context().close();
});

test("an illegal move is told with what the protocol wanted, on a phone, in Chinese", async ({ browser }) => {
  const page = await visitor(browser, { locale: "zh-CN", viewport: { width: 360, height: 740 } });
  await register(page, arena, "小明");
  await submit(page, "cheat", CHEAT);
  await expect(step(page, "测试对局")).toContainText("失败", { timeout: 60_000 });
  await expect(page.locator(".notice:visible")).toContainText("bestmove");
  await expect(page.locator(".turns")).toContainText("a1-a1/a1");
  await expect(page.locator(".stderr")).toContainText(MARKUP);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "回放" }).click();
  await expect(page.locator(".card").first()).toContainText("非法着法");
  await expect(page.locator(".stderr")).toContainText(MARKUP);
  expect(await seriousProblems(page)).toEqual([]);
  expect(await page.title()).not.toBe("owned");

  // Others see the game and neither source nor log.
  const game = page.url();
  const stranger = await visitor(browser);
  await stranger.goto(game);
  await expect(stranger.locator(".card").first()).toContainText("illegal move");
  await expect(stranger.locator(".stderr")).toHaveCount(0);
  for (const each of [page, stranger]) await each.context().close();
});

test("a draft plays at once against another bot, and the game is replayed", async ({ browser }) => {
  const page = await visitor(browser);
  await register(page, arena, "Grace");
  await page.goto(`${arena.address}#/submit`);
  await page.getByText("A draft: only for games that I ask for").click();
  await page.locator("input[name=variant][value='6x6']").check();
  await page.getByRole("button", { name: "Text (Immure)" }).click();
  await expect(page.locator(".cm-content")).toContainText("A complete bot");
  await page.locator("input[name=bot-name]").fill("draft");
  await page.locator("form button[type=submit]").click();
  await expect(page.getByRole("heading", { name: "Play against" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("combobox", { name: "Opponent" }).selectOption({ label: "queen · Ada" });
  await page.getByRole("button", { name: "Play now" }).click();
  const version = page.url();
  const row = page.getByRole("row", { name: /queen/ }).first();
  await row.getByRole("link", { name: /^#/ }).click({ timeout: 60_000 });
  await expect(page.locator(".facts")).toContainText("draft v1");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".move[aria-current]").first()).not.toHaveText("Start");
  await expect(page.getByText("what was said")).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("link", { name: "SGF" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain("GM[18]");
  await page.goto(`${arena.address}#/archive?purpose=requested`);
  await expect(page.getByRole("row", { name: /draft/ })).toHaveCount(2);
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto(version);
  await page.getByRole("button", { name: "Make active" }).click();
  await expect(page.locator(".notice:visible")).toHaveText("This version plays now.");
  await enterContest(page);
  await page.context().close();
});

test("the deadline passes, the final is played, and its table is right", async ({ browser }) => {
  const refused = await admin.evaluate(async (deadlineMs) => {
    const response = await fetch("api/v1/contests/1", {
      method: "PATCH", body: JSON.stringify({ deadlineMs }),
      headers: { "Content-Type": "application/json", "Immure-Request": "1" },
    });
    return response.ok ? "" : response.text();
  }, Date.now() + 1500);
  expect(refused).toBe("");
  const page = await visitor(browser, { locale: "zh-CN", viewport: { width: 360, height: 740 } });
  await page.goto(`${arena.address}#/live`);
  await expect(page.locator("h1")).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.goto(`${arena.address}#/contest/1`);
  await expect(page.locator(".state-line")).toContainText("已结束", { timeout: 90_000 });
  await expect(page.getByRole("row", { name: /queen/ }).first()).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  const address = await page.locator("a[href$='standings.csv']").getAttribute("href");
  const table = await page.evaluate(async (url) => (await fetch(url)).text(), address ?? "");
  const [head = "", ...lines] = table.trim().split("\r\n");
  const columns = head.split(",");
  const rows = lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [columns[index], cell])));
  expect(rows.map(({ bot, owner }) => `${bot} ${owner}`).sort()).toEqual(["draft Grace", "queen Ada"]);
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
  expect([sum("points"), sum("won"), sum("lost"), sum("games"), sum("fouls")]).toEqual([2, 2, 2, 4, 0]);

  // The games of the contest say the same, and can be replayed.
  await page.goto(`${arena.address}#/archive?contest=1`);
  await expect(page.getByRole("row", { name: /queen/ })).toHaveCount(2);
  await page.getByRole("link", { name: /^#/ }).first().click();
  await expect(page.locator(".board svg")).toBeVisible();
  await page.goto(`${arena.address}#/ladder/amazons-6x6`);
  await expect(page.getByRole("row", { name: /queen/ }).first()).toBeVisible({ timeout: 60_000 });
  await page.context().close();
});
