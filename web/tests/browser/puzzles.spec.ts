// Puzzles: one move wins, and the page knows which ones were solved. The files say the answers.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { finger, grid, keys, mouse, squaresNamed, type Hand } from "./board";

interface Line {
  move: string;
  position: string;
}

/** The puzzles of a file, in the order in which the page shows those of a grade. */
function lines(file: string, grade: string): Line[] {
  const text = readFileSync(new URL(`../../../puzzles/${file}.txt`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${grade} `))
    .map((line) => line.split(" "))
    .map(([, move = "", ...position]) => ({ move, position: position.join(" ") }));
}

const notice = (page: Page) => page.locator(".notice");
const task = (page: Page) => page.getByRole("heading", { name: "to move: only one move wins" });
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true });
const squaresOf = (page: Page) =>
  page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((each) => each.ariaLabel));

async function open(page: Page, route: string): Promise<void> {
  await page.goto(`./#/puzzles${route}`);
  await expect(task(page)).toBeVisible();
}

async function play(page: Page, hand: Hand, move: string): Promise<void> {
  if (/[hv]$/.test(move)) await hand.wall(page, move);
  else for (const square of move.split(/[-/]/)) await hand.square(page, square);
}

/** Some legal move that is not the one that wins. */
async function playWrong(page: Page, answer: string): Promise<void> {
  const [from = ""] = await squaresNamed(page, /can move/);
  await mouse.square(page, from);
  const [to = ""] = await squaresNamed(page, /can go here/);
  await mouse.square(page, to);
  const arrows = await squaresNamed(page, /can shoot here/);
  const arrow = arrows.find((square) => `${from}-${to}/${square}` !== answer);
  await mouse.square(page, arrow ?? "");
}

test("a puzzle is solved, and is so after a reload", async ({ page }) => {
  const [first, second] = lines("amazons-8x8", "1");
  await open(page, "/amazons");
  await play(page, mouse, first?.move ?? "");
  await expect(notice(page)).toContainText(`Right: ${first?.move} wins.`);
  await expect(page.locator(".panel")).toContainText("You have solved this one");
  await expect(page.locator(".panel")).toContainText(/Grade 1: 1 of \d+ solved/);
  const solved = page.url();
  await next(page).click();
  await expect(page).not.toHaveURL(solved);
  const unsolved = page.url();
  // Reloaded without naming a puzzle, it goes on with the one that is next.
  await page.goto("about:blank");
  await open(page, "/amazons");
  await expect(page).toHaveURL(unsolved);
  await expect(page.locator(".panel")).toContainText(/Grade 1: 1 of \d+ solved · 1 of \d+ in all/);
  await play(page, mouse, second?.move ?? "");
  await expect(page.locator(".panel")).toContainText(/Grade 1: 2 of \d+ solved/);
});

test("the other side's best try is shown after a right move", async ({ page }) => {
  const [first] = lines("amazons-8x8", "5");
  await open(page, "/amazons");
  await page.locator("input[name=grade][value='5']").check();
  await play(page, mouse, first?.move ?? "");
  await expect(notice(page)).toContainText(/wins\. (Light|Dark)'s best try is \w\d-\w\d\/\w\d/);
});

test("a wrong move is answered, and one tries again", async ({ page }) => {
  const [first] = lines("amazons-8x8", "3");
  const answer = first?.move ?? "";
  await open(page, "/amazons");
  await page.locator("input[name=grade][value='3']").check();
  await expect(page.locator(".panel")).toContainText("Grade 3. Every other move loses.");
  const before = await squaresOf(page);
  await playWrong(page, answer);
  await expect(notice(page)).toContainText("another move wins");
  await expect(page.locator("#announcements")).toContainText("another move wins");
  expect(await squaresOf(page)).toEqual(before);
  await expect(page.locator(".panel")).toContainText(/Grade 3: 0 of \d+ solved/);
  await play(page, mouse, answer);
  await expect(notice(page)).toContainText("Right");
  await expect(page.locator(".panel")).toContainText(/Grade 3: 1 of \d+ solved/);
});

test("a puzzle whose solution was looked at is not solved", async ({ page }) => {
  const [first] = lines("amazons-8x8", "2");
  await open(page, "/amazons");
  await page.locator("input[name=grade][value='2']").check();
  await page.getByRole("button", { name: "Solution" }).click();
  await expect(notice(page)).toContainText(first?.move ?? "");
  await play(page, mouse, first?.move ?? "");
  await expect(notice(page)).toContainText("Right");
  await expect(page.locator(".panel")).toContainText(/Grade 2: 0 of \d+ solved/);
});

test("the address names the puzzle and can be shared", async ({ page, browser }) => {
  await open(page, "/quoridor");
  await next(page).click();
  await expect(page).toHaveURL(/#\/puzzles\/quoridor\/\w+$/);
  const shown = await squaresOf(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(task(other)).toBeVisible();
  expect(await squaresOf(other)).toEqual(shown);
  await other.getByRole("link", { name: "Analyse" }).last().click();
  await expect(other).toHaveURL(/#\/analyse\?game=quoridor&variant=standard&start=/);
  await expect(grid(other)).toBeVisible();
  await other.goto("./#/puzzles/quoridor/nonsense");
  await expect(notice(other)).toContainText("There is no such puzzle");
  await other.context().close();
});

test("a puzzle is solved with the keyboard, in another language", async ({ page }) => {
  // Light's, so that the board stands as the arrow keys of the test expect it.
  const ours = lines("quoridor", "1");
  const index = ours.findIndex(({ position }) => / 1 \d+$/.test(position));
  const move = ours[index]?.move ?? "";
  await open(page, "/quoridor");
  await next(page).focus();
  for (let i = 0; i < index; i++) await page.keyboard.press("Enter");
  await expect(task(page)).toContainText("Light");
  const address = page.url();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("heading", { name: "只有一步能赢" })).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await play(page, keys, move);
  await expect(notice(page)).toContainText(`正确：${move} 获胜`);
});

test("what was said about a puzzle is said again in another language", async ({ page }) => {
  await open(page, "/amazons");
  const [first] = lines("amazons-8x8", "1");
  await page.getByRole("button", { name: "Solution" }).click();
  await expect(notice(page)).toHaveText(`The move that wins is ${first?.move}.`);
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(notice(page)).toHaveText(`获胜的一步是 ${first?.move}。`);
});

test("hundreds of puzzles are as good as a few", async ({ page }) => {
  const [first] = lines("quoridor", "1");
  const position = (first?.position ?? "").replace(/\d+$/, "");
  const file = Array.from({ length: 600 }, (_, index) =>
    `${1 + (index % 5)} ${first?.move} ${position}${2 * index}`);
  await page.route("**/quoridor*.txt", (route) =>
    route.fulfill({ body: file.join("\n"), contentType: "text/plain" }));
  await open(page, "/quoridor");
  await expect(page.locator(".panel")).toContainText("Grade 1: 0 of 120 solved · 0 of 600 in all");
  await play(page, mouse, first?.move ?? "");
  await expect(page.locator(".panel")).toContainText("Grade 1: 1 of 120 solved · 1 of 600 in all");
  const solved = page.url();
  await next(page).click();
  await expect(page).not.toHaveURL(solved);
});

test("the files are fetched when the view is first opened", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("./#/play");
  await expect(grid(page)).toBeVisible();
  expect(asked.filter((url) => url.endsWith(".txt"))).toEqual([]);
  await page.getByRole("link", { name: "Puzzles" }).click();
  await expect(task(page)).toBeVisible();
  expect(asked.filter((url) => url.endsWith(".txt"))).toHaveLength(1);
  await page.locator("input[name=game][value=quoridor]").check();
  await expect(page).toHaveURL(/puzzles\/quoridor/);
  expect(asked.filter((url) => url.endsWith(".txt"))).toHaveLength(2);
});

test("what could not be fetched is tried again", async ({ page }) => {
  await page.route("**/*.txt", (route) => route.fulfill({ status: 503 }));
  await page.goto("./#/puzzles/amazons");
  await expect(page.locator(".panel")).toContainText("The puzzles could not be loaded: amazons-8x8.txt could not be fetched");
  await page.unroute("**/*.txt");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(task(page)).toBeVisible();
});

test("what fails after the other game was chosen leaves that one alone", async ({ page }) => {
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route("**/amazons*.txt", async (route) => {
    await failing;
    await route.abort();
  });
  const asked = page.waitForRequest("**/amazons*.txt");
  const failed = page.waitForEvent("requestfailed");
  await page.goto("./#/puzzles/amazons");
  await asked;
  await page.locator("input[name=game][value=quoridor]").check();
  await expect(page).toHaveURL(/puzzles\/quoridor\/./);
  fail();
  await failed;
  // The page hears of it before it draws twice.
  await page.evaluate(() => new Promise<void>((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  await expect(task(page)).toBeVisible();
  await expect(page.locator("#announcements")).not.toContainText("could not be loaded");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  for (const game of ["amazons", "quoridor"]) {
    test(`a puzzle of ${game} is solved by finger, nothing sticks out`, async ({ page }) => {
      const [first] = lines(game === "amazons" ? "amazons-8x8" : game, "1");
      await open(page, `/${game}`);
      await play(page, finger, first?.move ?? "");
      await expect(notice(page)).toContainText("Right");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBe(320);
    });
  }
});
