import { expect, test } from "@playwright/test";
import { COLOURS, seriousProblems } from "./axe";
import { cell, mouse } from "./board";
import { openGame } from "./games";
import { visit } from "./pages";

test("the language changes in place and is remembered", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  await mouse.square(page, "d1");
  await mouse.square(page, "d7");
  await mouse.square(page, "g7");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("navigation")).toContainText("对局");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.locator(".move-table")).toContainText("d1-d7/g7");
  await expect(cell(page, "g7")).toHaveAttribute("aria-label", /箭障/);
  await page.reload();
  await expect(page.getByRole("navigation")).toContainText("对局");
  await page.getByRole("button", { name: "Switch to English" }).click();
  await expect(page.getByRole("navigation")).toContainText("Play");
});

test("a page that could not start can be tried again", async ({ page }) => {
  let isDown = true;
  await page.route("**/*.wasm", (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto("./#/play");
  await expect(page.getByRole("alert")).toContainText("could not start");
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("navigation")).toContainText("Play");
});

test("a view that could not be made ready says why", async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.getAll = () => {
      throw new Error("no disk");
    };
  });
  await page.goto("./#/play");
  await expect(page.getByRole("alert")).toContainText("no disk");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("button", { name: "重试" })).toBeVisible();
  await page.getByRole("link", { name: "学习" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("学习");
  // The list of games says so itself.
  await page.getByRole("link", { name: "棋局" }).click();
  await expect(page.getByRole("alert")).toContainText("no disk");
  await expect(page.getByRole("button", { name: "重试" })).toBeVisible();
});

test("a view that fails after it was left leaves the next one alone", async ({ page }) => {
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  let isAsked = false;
  await page.route("**/assets/arena-*.js", async (route) => {
    isAsked = true;
    await failing;
    await route.abort();
  });
  await page.goto("./#/learn");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Learn");
  await page.evaluate(() => (location.hash = "#/ladder"));
  await expect.poll(() => isAsked).toBe(true);
  await page.evaluate(() => (location.hash = "#/games"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Games");
  const failed = page.waitForEvent("requestfailed");
  fail();
  await failed;
  // The page hears of it before it draws twice.
  await page.evaluate(() => new Promise<void>((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Games");
});

test("the theme is switched", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./#/play");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: /Theme/ }).click(); // light
  await page.getByRole("button", { name: /Theme/ }).click(); // dark
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("moves are announced", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  await page.locator("input[name=opponent][value=human]").check();
  await mouse.square(page, "d1");
  await expect(page.locator("#announcements")).toHaveText(/d1 chosen, \d+ squares/);
  await mouse.square(page, "d7");
  await mouse.square(page, "g7");
  await expect(page.locator("#announcements")).toHaveText("Light: d1-d7/g7");
});

test("the tutorial checks what is done", async ({ page }) => {
  await page.goto("./#/learn/quoridor");
  await mouse.square(page, "d1");
  await expect(page.locator(".reply")).toContainText("Not quite");
  await mouse.square(page, "e2");
  await expect(page.locator(".reply")).toContainText("Well done");
  // Said once: in the region for announcements, and in no other that is read out.
  await expect(page.locator("#announcements")).toContainText("Well done");
  await expect(page.getByRole("status")).toHaveCount(0);
  await page.getByRole("button", { name: "Next" }).click();
  await mouse.wall(page, "e8h");
  await expect(page.locator(".reply")).toContainText("Well done");
});

test("the tutorial is gone through with one key", async ({ page }) => {
  await page.goto("./#/learn/quoridor");
  await page.getByRole("button", { name: "Next" }).focus();
  for (const step of [2, 3, 4]) {
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  }
  await page.getByRole("button", { name: "Back" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Step 3 of 5")).toBeVisible();
  await expect(page.getByRole("button", { name: "Back" })).toBeFocused();
});

test("every lesson can be finished", async ({ page }) => {
  const answers = {
    amazons: [["b1", "b3", "d5"], ["e2", "c2", "c5"], ["f1", "f5", "e6"], ["c1", "c4", "e6"]],
    quoridor: [["e2"], ["e8h"], ["a1h"], ["e6"], ["e5h"]],
  };
  for (const [game, steps] of Object.entries(answers)) {
    await page.goto(`./#/learn/${game}`);
    for (const [index, inputs] of steps.entries()) {
      for (const input of inputs) {
        await (/[hv]$/.test(input) ? mouse.wall(page, input) : mouse.square(page, input));
      }
      await expect(page.locator(".reply"), `${game} ${index + 1}`).toContainText("Well done");
      await expect(page.locator(".dot:visible")).toHaveCount(steps.length);
      const next = page.getByRole("button", { name: "Next" });
      if (await next.isVisible()) await next.click();
    }
    await expect(page.getByRole("button", { name: "Play a game" })).toBeVisible();
  }
});

const ROUTES = [
  "play", "games", "bots", "puzzles/amazons", "puzzles/quoridor", "learn", "learn/amazons", "learn/quoridor",
  "analyse?game=amazons&variant=10x10&moves=d1d7g7",
  "analyse?game=quoridor&variant=standard&moves=e2e8e3e7d3h",
];

test("no label of a button needs more than two lines", async ({ page }) => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const route of [...ROUTES, "setup"]) {
      await visit(page, `./#/${route === "setup" ? "analyse?game=amazons&variant=6x6" : route}`);
      if (route === "setup") {
        await page.getByRole("heading", { name: "Open a game" }).click();
        await page.getByRole("button", { name: "Set up a position" }).click();
      }
      for (const language of ["中文", "English"]) {
        const high = await page.locator("button, .button, .option > span").evaluateAll((all) =>
          all.filter((each) => {
            const { lineHeight } = getComputedStyle(each);
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect().height > 2.5 * (parseFloat(lineHeight) || 24);
          }).map((each) => each.textContent));
        expect(high, `${route} ${width}`).toEqual([]);
        await page.locator(".language", { hasText: language }).click();
      }
    }
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ serviceWorkers: "allow" }); // a browser complains of one that is blocked

    test(`axe finds no serious problem, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Whatever the browser complains about on the way is a defect too.
      const messages: string[] = [];
      page.on("console", (message) => messages.push(message.text()));
      page.on("pageerror", (error) => messages.push(error.message));
      for (const route of ROUTES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await visit(page, `./#/${route}`);
        if (route.startsWith("analyse")) {
          await page.getByRole("switch", { name: "Engine" }).check();
          await expect(page.locator(".engine-lines li").first()).toBeVisible();
          await page.getByRole("heading", { name: "Open a game" }).click();
          await page.getByRole("heading", { name: "Share and save" }).click();
        }
        for (const width of [1280, 768, 320]) {
          await page.setViewportSize({ width, height: 800 });
          const found = await seriousProblems(page, colorScheme === "dark" ? COLOURS : {});
          expect(found, `${route} ${width}`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 420, height: 800 });
      await expect(page.locator(".brand")).toHaveAccessibleName("Immure");
      expect(messages).toEqual([]);
    });
  });
}
