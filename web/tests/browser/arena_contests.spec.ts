// A contest as staff make it and visitors see it, and the teacher's view of the course. Nothing is played here:
// the whole way from a submission to the final is another test.

import { expect, test, type Page } from "@playwright/test";
import { becomeAdmin, visitor } from "./arena";
import { seriousProblems } from "./axe";
import { serveArena, type Arena } from "./program";

// One server for all of them.
test.describe.configure({ mode: "default" });

let arena: Arena;
let admin: Page;

test.beforeAll(async ({ browser }) => {
  arena = await serveArena("--demo", "--no-worker");
  admin = await visitor(browser);
  await becomeAdmin(admin, arena);
});

test.afterAll(async () => {
  await admin.context().close();
  await arena.stop();
});

async function agree(page: Page, act: string): Promise<void> {
  await page.locator(`[data-act=${act}]`).click();
  await page.getByRole("dialog").locator("button.primary").click();
}

test("staff make a contest, open it and enter bots; a visitor follows it", async ({ page }) => {
  await admin.goto(`${arena.address}#/contests`);
  await expect(admin.getByText("There has been no contest yet.")).toBeVisible();
  await admin.getByRole("link", { name: "New contest" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("春季赛 <b>1</b>");
  await admin.locator("input[name=format][value=knockout]").check();
  // Another language leaves what was filled in.
  await admin.getByRole("button", { name: "切换到中文" }).click();
  await admin.getByRole("button", { name: "Switch to English" }).click();
  await admin.getByRole("button", { name: "Make a draft" }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("春季赛 <b>1</b>");
  expect(await seriousProblems(admin)).toEqual([]);
  const address = admin.url();

  // A draft is for staff alone.
  await page.goto(address);
  await expect(page.locator(".problem")).toBeVisible();
  await agree(admin, "open");
  await expect(admin.locator(".state-line")).toContainText("open");
  await admin.getByRole("button", { name: "Enter this bot" }).click();
  const entries = admin.getByRole("table", { name: "Entries" }).locator("tbody tr");
  await expect(entries).toHaveCount(1);
  // Whoever enters takes nothing away from what is being filled in.
  await admin.getByText("For staff").click();
  await admin.getByLabel("Reason, which everybody sees").fill("half a rea");
  await admin.getByLabel("Name", { exact: true }).fill("half a na");
  const picked = admin.getByLabel("Bot", { exact: true });
  const bots = await picked.locator("option").evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  const last = bots.at(-1) ?? "";
  await picked.selectOption(last);
  const answer = await admin.request.post(`${arena.address}api/v1/contests/${/\d+$/.exec(address)?.[0]}/entries`, {
    data: { bot: Number(bots[0]) }, headers: { "Immure-Request": "1" },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await expect(entries).toHaveCount(2);
  await expect(picked.locator("option")).toHaveCount(bots.length - 1);
  await expect(picked).toHaveValue(last);
  await expect(admin.getByLabel("Disqualify").locator("option")).toHaveCount(2);
  await expect(admin.getByLabel("Reason, which everybody sees")).toHaveValue("half a rea");
  await expect(admin.getByLabel("Name", { exact: true })).toHaveValue("half a na");
  await admin.getByRole("button", { name: "切换到中文" }).click();
  await admin.getByRole("button", { name: "Switch to English" }).click();
  await expect(admin.getByLabel("Reason, which everybody sees")).toHaveValue("half a rea");
  await expect(admin.getByLabel("Name", { exact: true })).toHaveValue("half a na");
  await expect(admin.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(picked).toHaveValue(last);

  await page.goto(`${arena.address}#/contests`);
  await page.getByRole("link", { name: "春季赛" }).click();
  await expect(page.locator(".data tbody tr").first()).toBeVisible();
  await expect(page.getByText("For staff")).toHaveCount(0);
  // Nobody is out, so nothing is said about that.
  const entered = page.getByRole("table", { name: "Entries" });
  await expect(entered.locator("[data-label]").first()).toBeVisible();
  await expect(entered.locator("[data-label=State]")).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("link", { name: "Sign in to enter a bot" })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

const CONTEST = {
  id: 7, name: "Final", game: "amazons", variant: "8x8", rules: { timeMs: 1000 }, opensMs: null, deadlineMs: 1,
  whoMayEnter: "all", format: "roundRobin", rounds: 0, groups: 0, pairs: 1, seed: 1, round: 1, entryCount: 2, entries: [],
};
const ROW = {
  owner: null, version: { id: 1, number: 1 }, out: null, rank: 1, stage: 1, points: 1, games: 1, wins: 1, draws: 0,
  losses: 0, fouls: 0, direct: 0, buchholz: 0, sonnebornBerger: 0,
};
const STANDINGS = {
  contest: 7, gamesPlayed: 1, gamesPlanned: 2, tieBreaks: ["direct"], encounters: [],
  rows: [{ ...ROW, bot: { id: 1, name: "queen" } }, { ...ROW, bot: { id: 2, name: "rook" }, rank: 2 }],
};

test("a contest whose list of people is refused is made once", async () => {
  await admin.goto(`${arena.address}#/contests/new`);
  await admin.getByLabel("Name", { exact: true }).fill("Invited");
  await admin.locator("input[name=who][value=list]").check();
  const people = admin.getByLabel("Names", { exact: false });
  await people.fill("nobody-of-this-name");
  const make = admin.getByRole("button", { name: "Make a draft" });
  await make.click();
  await expect(admin.locator("form .problem")).toContainText("nobody-of-this-name");
  await people.fill("admin");
  await make.click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Invited");
  await admin.goto(`${arena.address}#/contests`);
  await expect(admin.getByRole("link", { name: "Invited" })).toHaveCount(1);
});

test("standings that have not changed stay untouched, and after the end nothing is asked", async ({ page }) => {
  let [state, asked] = ["running", 0];
  await page.route(/\/contests\/7$/, (route) => {
    asked++;
    return route.fulfill({ json: { ...CONTEST, state } });
  });
  await page.route(/\/contests\/7\/standings$/, (route) => route.fulfill({ json: { ...STANDINGS, state } }));
  const refresh = async (): Promise<void> => {
    const answer = page.waitForResponse(/\/standings$/);
    await page.clock.runFor(5000);
    await (await answer).finished();
  };
  await page.clock.install();
  await page.goto(`${arena.address}#/contest/7`);
  const table = page.getByRole("table", { name: "Standings" });
  await table.evaluate((element) => element.setAttribute("data-same", ""));
  await page.locator("h1").evaluate((element) => element.setAttribute("data-same", ""));
  await refresh();
  await refresh(); // what came first is drawn by now
  await expect(table).toHaveAttribute("data-same", "");
  await expect(page.locator("h1")).toHaveAttribute("data-same", "");

  state = "ended";
  await refresh();
  await expect(page.locator(".state-line")).toContainText("ended");
  const before = asked;
  await page.clock.runFor(60_000);
  await page.evaluate(async () => (await fetch("api/v1/session")).text());
  expect(asked).toBe(before);
});

test("a contest that cannot be asked for says so once", async ({ page }) => {
  let isDown = false;
  const contest = { ...CONTEST, state: "frozen" };
  await page.route(/\/contests\/7$/, (route) => (isDown ? route.abort() : route.fulfill({ json: contest })));
  await page.clock.install();
  await page.goto(`${arena.address}#/contest/7`);
  await expect(page.locator("h1")).toHaveText("Final");
  await page.locator("#announcements").evaluate((region) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, { childList: true });
  });
  const said = (): Promise<number> => page.evaluate(() => (window as unknown as { said: string[] }).said.length);
  const fail = async (act: () => Promise<void>): Promise<void> => {
    const failed = page.waitForEvent("requestfailed");
    await act();
    await failed;
    await page.evaluate(() => Promise.resolve());
  };
  isDown = true;
  for (let time = 0; time < 3; time++) await fail(() => page.clock.runFor(5000));
  const retry = page.locator("[data-act=retry]");
  await expect(retry).toBeVisible();
  expect(await said()).toBe(1);
  // Whoever tries again hears what came of it.
  await fail(() => retry.click());
  await expect.poll(said).toBe(2);

  isDown = false;
  await retry.click();
  await expect(page.locator("h1")).toHaveText("Final");
});

test("a contest that is stopped shows its entries in place of its standings", async ({ page }) => {
  let state = "running";
  await page.route(/\/contests\/7$/, (route) => route.fulfill({ json: { ...CONTEST, state } }));
  await page.route(/\/contests\/7\/standings$/, (route) => route.fulfill({ json: { ...STANDINGS, state } }));
  await page.clock.install();
  await page.goto(`${arena.address}#/contest/7`);
  const table = page.getByRole("table", { name: "Standings" });
  const entries = page.getByRole("heading", { name: "Entries" });
  await expect(table).toBeVisible();
  state = "frozen";
  await page.clock.runFor(5000);
  await expect(entries).toBeVisible();
  await expect(table).toHaveCount(0);
  state = "running";
  await page.clock.runFor(5000);
  await expect(table).toBeVisible();
  await expect(entries).toHaveCount(0);
});

test("a teacher sets the thresholds of marks and looks for similar sources", async () => {
  await admin.goto(`${arena.address}#/course`);
  await admin.getByText("Thresholds of the marks").click();
  await admin.getByRole("button", { name: "Add a threshold" }).click();
  const line = admin.locator(".mark-line").last();
  await line.getByLabel("Bot to be beaten").fill("level-3");
  await line.getByLabel("Mark", { exact: true }).fill("110");
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.locator(".overview > .notice")).toHaveText("Changed.");
  expect(await seriousProblems(admin)).toEqual([]);
  await admin.reload();
  await admin.getByText("Thresholds of the marks").click();
  await expect(admin.locator(".mark-line").last().getByLabel("Mark", { exact: true })).toHaveValue("110");
  await admin.getByRole("link", { name: "Similar sources" }).click();
  await expect(admin.getByText("No two sources on this board are alike.")).toBeVisible();
});

test("a starter kit that comes after one has left takes nothing away", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await admin.route(/\/bot-[^/]*\.c$/, async (route) => {
    await held;
    await route.continue();
  });
  await admin.goto(`${arena.address}#/submit`);
  const source = admin.locator(".cm-content");
  await source.fill("int mine;");
  const asked = admin.waitForRequest(/\/bot-[^/]*\.c$/);
  await admin.locator("[data-act^='kit ']").first().click();
  await admin.getByRole("dialog").locator("button.primary").click();
  const request = await asked;
  await admin.locator("header [data-act=learn]").click();
  await expect(admin).toHaveTitle(/^Learn/);
  release();
  await (await request.response())?.finished();
  // The page has read the answer by then.
  await admin.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await admin.goBack();
  await expect(source).toContainText("int mine;");
  await admin.reload();
  await expect(source).toContainText("int mine;");
  await admin.unrouteAll();
});

test("what was handed in takes nobody back who has left, and what was typed meanwhile stays", async () => {
  let release = (): void => undefined;
  await admin.route(/\/api\/v1\/bots(\/\d+\/versions)?$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  const send = async (): Promise<() => Promise<void>> => {
    const asked = admin.waitForRequest((request) => request.method() === "POST");
    await admin.locator("form.submit button[type=submit]").click();
    const request = await asked;
    return async () => {
      release();
      await (await request.response())?.finished();
    };
  };
  await admin.goto(`${arena.address}#/submit`);
  const source = admin.locator(".cm-content");
  await source.fill("int first;");
  await admin.locator("input[name=bot-name]").fill("hasty");
  const answer = await send();
  await source.fill("int second;");
  await answer();
  await expect(admin).toHaveURL(/#\/version\/\d+$/);
  await admin.goBack();
  await expect(source).toContainText("int second;");
  // It is for the bot that was made.
  await expect(admin.getByText("hasty (", { exact: false }).first()).toBeAttached();
  await expect(admin.locator("input[name=bot-name]")).toHaveCount(0);

  const late = await send();
  await admin.locator("header [data-act=learn]").click();
  await expect(admin).toHaveTitle(/^Learn/);
  await late();
  // The page has read the answer by then.
  await admin.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(admin).toHaveURL(/#\/learn$/);
  await admin.unrouteAll();
});
