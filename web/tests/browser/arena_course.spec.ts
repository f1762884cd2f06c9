// A whole course, in English on a desktop and in Chinese on a phone: the admin makes a contest; a student mends a
// compile error, one is told why a move was illegal, one hands in a good program; the deadline passes, the final is watched and
// replayed, its table is right, and the ladder has them. Names, messages and logs of strangers are shown as text. Then
// every page of it is opened in English on the phone and in Chinese on the desktop.

import { readFileSync } from "node:fs";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { becomeAdmin, register, visitor } from "./arena";
import {
  agree, BROKEN, CHEAT, chooseFile, expectSound, KIT, MARKUP, PATIENCE, readCsv, saying, step, submit, THINKER,
} from "./course";
import { stopClocks, visit } from "./pages";
import { serveArena, type Arena } from "./program";

/** Another language, another page and a reload leave what is being written as it is. */
async function keepsWork(page: Page): Promise<void> {
  const shown = page.locator(".cm-content");
  const first = THINKER.slice(0, 12);
  const other = page.locator(".language");
  for (let turn = 0; turn < 2; turn++) {
    const language = await page.locator("html").getAttribute("lang");
    await other.click();
    await expect(page.locator("html")).not.toHaveAttribute("lang", language ?? "");
    await expect(shown).toContainText(first);
  }
  await page.locator("header [data-act=learn]").click();
  await expect(shown).toHaveCount(0);
  await page.goBack();
  await expect(shown).toContainText(first);
  await page.reload();
  await expect(shown).toContainText(first);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // What is asked for anew is another matter: one is asked, and may stay with what there is.
  await page.evaluate(() => (location.hash = "#/submit?bot=999999999"));
  await page.getByRole("dialog").getByRole("button").first().click();
  await expect(shown).toContainText(first);
  await expect(page).toHaveURL(/#\/submit$/);
}

/** The source is in the editor also where events come faster than it does. */
async function showsSourceOnce(page: Page, version: string): Promise<void> {
  const route = `api/v1/versions/${/\d+$/.exec(version)?.[0]}`;
  const answer = await page.request.get(`${arena.address}${route}`);
  const event = `event: info\ndata: ${JSON.stringify({ ...(await answer.json()), state: "checking" })}\n\n`;
  await page.route(`**/${route}/events`, (asked) => asked.fulfill({
    contentType: "text/event-stream", body: event.repeat(3),
  }));
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText(KIT.slice(0, 12));
}

type Session = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

let arena: Arena;
let session: Session;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  arena = await serveArena("--worker-cores", "2");
  const admin = await visitor(browser);
  await becomeAdmin(admin, arena);
  await visit(admin, `${arena.address}#/people`);
  await admin.locator("input[name=registration][value=open]").check();
  await expect(admin.locator(".notice:visible")).toBeVisible();
  // Our engines play on the ladder too, and quickly. It rests until it is looked at: else its games fill the live view.
  const changed = await admin.request.patch(`${arena.address}api/v1/ladders/amazons-6x6`, {
    data: { timeMs: 50, isPaused: true }, headers: { "Immure-Request": "1" },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  session = await admin.context().storageState();
  await admin.context().close();
});
test.afterAll(() => arena.stop());

const staff = (browser: Browser): Promise<Page> => visitor(browser, { storageState: session });

const ENGLISH = { language: "en", locale: "en-GB" } as const;
const CHINESE = { language: "zh", locale: "zh-CN" } as const;
const DESKTOP = { device: "desktop", options: { viewport: { width: 1280, height: 800 } } };
const PHONE = { device: "phone", options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } };

/** The pages of the courses, for those who look at them in another way. */
const pages = new Set<string>();

/** A moment as a field for dates takes it, in the time zone of this machine. */
function localText(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace(/(T..:..):00$/, "$1");
}

for (const { language, locale, device, options } of [{ ...ENGLISH, ...DESKTOP }, { ...CHINESE, ...PHONE }]) {
  test.describe(`${language}, ${device}`, () => {
    test.use({ locale, ...options });
    const say = saying(language);
    const own = (name: string): string => `${name}-${language}-${device}`;
    const [QUEEN, GOOD] = [own("queen"), own("good")];
    let contest = "";

    async function look(page: Page): Promise<void> {
      pages.add(page.url());
      await expectSound(page, say);
    }

    /** Enters the only bot that the person has. */
    async function enterContest(page: Page): Promise<void> {
      await visit(page, contest);
      await page.getByRole("button", { name: say("contest.enter") }).click();
      await expect(page.getByRole("button", { name: say("contest.withdraw") })).toBeVisible();
      await look(page);
    }

    test("the admin opens a contest", async ({ browser }) => {
      const admin = await staff(browser);
      await visit(admin, `${arena.address}#/contests/new`);
      await admin.getByLabel(say("contest.name"), { exact: true }).fill(own("Final"));
      await admin.locator("input[name=variant][value='6x6']").check();
      await admin.getByLabel(say("contest.time")).fill("10");
      await admin.getByLabel(say("contest.pairs")).fill("1");
      await look(admin);
      await admin.getByRole("button", { name: say("contest.make") }).click();
      await expect(admin.locator("h1")).toHaveText(own("Final"));
      await agree(admin, "open");
      await expect(admin.locator(".state-line")).toContainText(say("state.open"));
      await look(admin);
      contest = admin.url();
      await admin.context().close();
    });

    test("a compile error leads to its line and is mended", async ({ browser }) => {
      const page = await visitor(browser);
      await register(page, arena, own("Ada"));
      await submit(page, arena, QUEEN, () => chooseFile(page, BROKEN));
      await expect(step(page, say("step.compile"))).toContainText(say("state.failed"), PATIENCE);
      await expect(page.locator(".messages")).toContainText(MARKUP);
      await page.locator("button.message.error").first().click();
      await expect(page.locator(".cm-activeLine")).toContainText("#error");
      await look(page);
      await page.getByRole("link", { name: say("version.mend") }).click();
      await expect(page.locator("form button.message.error").first()).toBeVisible();
      await page.locator(".cm-content").fill(THINKER);
      await keepsWork(page);
      await page.locator("form button[type=submit]").click();
      await expect(step(page, say("step.check"))).toContainText(say("state.done"), PATIENCE);
      await expect(page.locator("h1")).toContainText(say("state.active"));
      expect(await page.title()).not.toBe("owned");

      await page.locator("h1 a").click();
      await expect(page.locator("h1")).toHaveText(QUEEN);
      await page.locator("summary", { hasText: say("bot.compare") }).click();
      await page.getByRole("button", { name: say("bot.compare") }).click();
      await expect(page.locator(".cm-deletedChunk").first()).toContainText("#error");
      await look(page);
      await enterContest(page);
      await page.context().close();
    });

    test("an illegal move is told with what the protocol wanted", async ({ browser }) => {
      const page = await visitor(browser);
      await register(page, arena, own("小明"));
      await submit(page, arena, own("cheat"), () => chooseFile(page, CHEAT));
      await expect(step(page, say("step.check"))).toContainText(say("state.failed"), PATIENCE);
      await expect(page.locator(".notice:visible")).toContainText("bestmove");
      await expect(page.locator(".turns")).toContainText("a1-a1/a1");
      await expect(page.locator(".stderr")).toContainText(MARKUP);
      await look(page);
      await page.getByRole("link", { name: say("version.checkGame") }).click();
      await expect(page.locator(".card").first()).toContainText(say("verdict.illegal-move"));
      await expect(page.locator(".stderr")).toContainText(MARKUP);
      // The end of the record says so too, in the page's language.
      await page.keyboard.press("End");
      await expect(page.locator(".notes")).toContainText(say("verdict.illegal-move"));
      await look(page);
      expect(await page.title()).not.toBe("owned");

      // Others see the game and neither source nor log.
      const stranger = await visitor(browser);
      await stranger.goto(page.url());
      await expect(stranger.locator(".card").first()).toContainText(say("verdict.illegal-move"));
      await expect(stranger.locator(".stderr")).toHaveCount(0);
      // It has nothing that it could enter with.
      await visit(page, contest);
      await expect(page.getByText(say("contest.noBots"))).toBeVisible();
      for (const each of [page, stranger]) await each.context().close();
    });

    test("a starter kit plays as it is", async ({ browser }) => {
      const page = await visitor(browser);
      await register(page, arena, own("Grace"));
      await submit(page, arena, GOOD, async () => {
        await page.getByRole("button", { name: say("protocol.text") }).click();
        await expect(page.locator(".cm-content")).toContainText("A complete bot");
        await look(page);
      });
      await expect(step(page, say("step.check"))).toContainText(say("state.done"), PATIENCE);
      await enterContest(page);
      await page.context().close();
    });

    test("the deadline passes, the final is watched, and its table is right", async ({ browser }) => {
      const page = await visitor(browser);
      await page.clock.install();
      await visit(page, `${arena.address}#/live`);
      await look(page);
      await stopClocks(page); // a game that has ended stays in sight
      const admin = await staff(browser);
      await visit(admin, contest);
      await admin.locator("summary", { hasText: say("contest.staff") }).click();
      await admin.getByLabel(say("contest.deadline"), { exact: true }).fill(localText(Date.now() + 2000));
      await admin.getByRole("button", { name: say("contest.save"), exact: true }).click();

      // Live.
      const final = page.locator(".mini").filter({ hasText: QUEEN }).filter({ hasText: GOOD }).first();
      await final.click(PATIENCE);
      await page.clock.resume();
      await expect(page.locator("h1")).toContainText(QUEEN);
      await look(page);
      await page.getByRole("link", { name: say("live.record") }).click(PATIENCE);

      // Replayed.
      await expect(page.locator(".facts")).toContainText(`${QUEEN} v2`);
      await page.keyboard.press("ArrowRight");
      await expect(page.locator(".move[aria-current]").first()).toContainText("/");
      await look(page);

      // What came out.
      await expect(admin.locator(".state-line")).toContainText(say("state.ended"), PATIENCE);
      await expect(admin.getByRole("table", { name: say("contest.standings") })).toContainText(GOOD);
      await look(admin);
      const address = await admin.locator("a[href$='standings.csv']").getAttribute("href");
      const rows = readCsv(await (await page.request.get(`${arena.address}${address}`)).text());
      const id = /\d+$/.exec(contest)?.[0] ?? "";
      const { items } = await (await page.request.get(`${arena.address}api/v1/games?contest=${id}`)).json();
      expect(items).toHaveLength(2);
      const expected = [[QUEEN, own("Ada"), "2"], [GOOD, own("Grace"), "1"]].map(([bot = "", owner = "", version = ""]) => {
        const won = (items as Played[]).filter(({ players, result }) =>
          players[result === "1-0" ? 0 : 1].bot.name === bot).length;
        return { bot, owner, version, points: String(won), games: "2", won: String(won), drawn: "0",
          lost: String(2 - won), fouls: "0" };
      });
      expect(rows).toHaveLength(2);
      for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
      expect(Number(rows[0]?.["points"])).toBeGreaterThanOrEqual(Number(rows[1]?.["points"]));
      for (const each of [page, admin]) await each.context().close();
    });

    test("the games, the ladder and the course have them", async ({ browser }) => {
      const page = await staff(browser);
      await visit(page, `${arena.address}#/archive?contest=${/\d+$/.exec(contest)?.[0]}`);
      await expect(page.getByRole("row", { name: QUEEN })).toHaveCount(2);
      await look(page);
      // The ladder goes on; the page shows what there is when it is opened.
      const ladder = `${arena.address}#/ladder/amazons-6x6`;
      await visit(page, ladder);
      await page.getByRole("button", { name: say("ladder.goOn") }).click();
      await expect(page.getByRole("button", { name: say("ladder.pause") })).toBeVisible();
      await expect(async () => {
        await visit(page, `${arena.address}#/contests`);
        await expect(page.getByRole("link", { name: own("Final") })).toBeVisible();
        await visit(page, ladder);
        await expect(page.getByRole("link", { name: QUEEN, exact: true })).toBeVisible({ timeout: 5000 });
      }).toPass(PATIENCE);
      await page.getByRole("button", { name: say("ladder.pause") }).click();
      await expect(page.getByRole("button", { name: say("ladder.goOn") })).toBeVisible();
      await look(page);
      await visit(page, `${arena.address}#/course/amazons-6x6`);
      await expect(page.getByRole("row", { name: own("小明") })).toContainText(say("state.failed"));
      await look(page);
      await page.context().close();
    });
  });
}

for (const { language, locale, device, options } of [{ ...ENGLISH, ...PHONE }, { ...CHINESE, ...DESKTOP }]) {
  test.describe(`${language}, ${device}`, () => {
    test.use({ locale, ...options });

    test("every page of the courses is sound", async ({ browser }) => {
      expect(pages.size).toBeGreaterThan(10);
      const page = await staff(browser);
      // A game under way is under way no more.
      for (const address of [...pages].filter((each) => !each.includes("#/live/"))) {
        await visit(page, address);
        await expectSound(page, saying(language));
      }
      await page.context().close();
    });
  });
}

interface Played {
  players: [{ bot: { name: string } }, { bot: { name: string } }];
  result: string;
}

test("a draft plays at once against another bot, and the game is replayed", async ({ browser }) => {
  const page = await visitor(browser);
  const say = saying("en");
  await register(page, arena, "Noether");
  await submit(page, arena, "draft", async () => {
    await chooseFile(page, KIT);
    await page.getByText("A draft: only for games that I ask for").click();
  });
  await expect(page.getByRole("heading", { name: "Play against" })).toBeVisible(PATIENCE);
  await page.getByRole("combobox", { name: "Opponent" }).selectOption({ label: "queen-en-desktop · Ada-en-desktop" });
  await page.getByRole("button", { name: "Play now" }).click();
  const version = page.url();
  const rows = page.getByRole("row", { name: /queen/ });
  await expect(rows).toHaveCount(2, PATIENCE);
  await rows.first().getByRole("link", { name: /^#/ }).click();
  await expect(page.locator(".facts")).toContainText("draft v1");
  await expect(page.getByText("what was said")).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("link", { name: "SGF" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain("GM[18]");
  await visit(page, `${arena.address}#/archive?purpose=requested`);
  await expect(page.getByRole("row", { name: /draft/ })).toHaveCount(2);
  await expectSound(page, say);
  await visit(page, version);
  await page.getByRole("button", { name: "Make active" }).click();
  await expect(page.locator(".notice:visible")).toHaveText("This version plays now.");
  await expect(page.locator("h1")).toContainText("active");
  await expect(page.getByRole("button", { name: "Make active" })).toHaveCount(0);
  await showsSourceOnce(page, version);
  await page.context().close();
});
