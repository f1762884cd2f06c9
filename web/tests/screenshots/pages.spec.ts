// Every view on a desktop and on a phone, upright and on its side, light and dark, in both languages:
// `make screenshots`. Two of the pictures are the README's.

import { expect, test, type Page } from "@playwright/test";
import { cell, finger, mouse } from "../browser/board";

const FOLDER = "../build/screenshots";
const AMAZONS =
  "d1d7g7j7f3b3j4h6h9a7c5c8a4b4b10d10d8e8d7c7e7g10g8h7h6j8h8c5i5i9b4d2d5f3c3c1g1i3i4g8e" +
  "6b6d2e2b2e6h3f3i3h4b4c3d3d2h4f6i6h3h2f2f6f9c9i5h6f4j8j3j9h2i2i3j3j6j3d8e9f8j6h4h2i2h" +
  "3g3f9f10f9e9d9e9c7c6b5d3f5i5h4g5g6f5c2e4c6c7c3d9d7f5e2f1d3d7c6f6c7b7c7h3g2g1g5g4h4g2" +
  "h3j1f10d10d7c2b1a1";
const QUORIDOR =
  "e2e8c1he8hd2e7d3e6d4e5d5c8hf5e4f6g8hg6f6hf6e3e1he4e6f4g3hf5e7e5f2va8hh6hf5g4vh4he4hh" +
  "7hc7he5d5vf5f7b1vf4vf6f8e6g8e7h8d7i8d6i9";

/** What is pressed is named by what it does, whatever the language. */
const act = (page: Page, name: string) => page.locator(`[data-act="${name}"]`).first();

async function check(page: Page, field: string, value: string): Promise<void> {
  await page.locator(`input[name=${field}][value="${value}"]`).check();
}

async function withEngine(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "Engine" }).check();
  // Some thousands of nodes make lines worth looking at.
  await expect(page.locator(".engine-lines p")).toHaveText(/, (\d{4,}|\d+k) nodes/);
}

async function withPuzzle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Solution" }).click();
}

/** A game of two people on one device. */
async function withGame(page: Page, isTouched: boolean): Promise<void> {
  const hand = isTouched ? finger : mouse;
  await check(page, "game", "quoridor");
  await check(page, "opponent", "human");
  await check(page, "clock", "5+3");
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const square of ["e2", "e8", "e3", "e7", "e4", "e6"]) {
    await hand.square(page, square);
    await expect(cell(page, square)).toHaveAttribute("aria-label", /pawn/);
  }
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
}

/** Makes the screen as high as the page: what is fixed to its lower edge is then at the end. */
async function showAll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width, height: least } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width, height: Math.max(height, least) });
}

interface Shot {
  name: string;
  route: string;
  prepare?: (page: Page, isTouched: boolean) => Promise<void>;
  /** The README's picture. */
  picture?: string;
}

const ANALYSED = `analyse?game=amazons&variant=10x10&moves=${AMAZONS}`;
const RACED = `analyse?game=quoridor&variant=standard&moves=${QUORIDOR}`;

const SHOTS: Shot[] = [
  { name: "play-amazons", route: "play" },
  {
    name: "play-quoridor",
    route: "play",
    prepare: async (page) => {
      await check(page, "game", "quoridor");
      await check(page, "variant", "sjtu");
      await page.getByRole("heading", { name: "Board and sound" }).click();
    },
  },
  { name: "play-running", route: "play", prepare: withGame },
  {
    name: "play-ended",
    route: "play",
    prepare: async (page, isTouched) => {
      await withGame(page, isTouched);
      await resign(page);
    },
  },
  {
    name: "analyse-amazons",
    route: `${ANALYSED}&at=23`,
    picture: "../docs/amazons.png",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Review game" }).click();
      await expect(page.getByRole("button", { name: "Review game" })).toBeVisible({
        timeout: 120_000,
      });
      await withEngine(page);
    },
  },
  {
    name: "analyse-territory",
    route: `${ANALYSED}&at=30`,
    prepare: (page) => page.getByRole("switch", { name: "Territory" }).check(),
  },
  {
    name: "analyse-quoridor",
    route: `${RACED}&at=25`,
    picture: "../docs/quoridor.png",
    prepare: async (page) => {
      await page.getByRole("switch", { name: "Paths and good walls" }).check();
      await withEngine(page);
    },
  },
  {
    name: "analyse-panels",
    route: `${RACED}&at=25`,
    prepare: async (page) => {
      for (const name of ["Open a game", "Share and save", "New board"]) {
        await page.getByRole("heading", { name }).click();
      }
      await page.getByRole("textbox", { name: /Paste/ }).fill("e2 e8\ne3 e5");
      await page.getByRole("button", { name: "Open", exact: true }).click();
    },
  },
  {
    name: "setup",
    route: `${RACED}&at=25`,
    prepare: async (page) => {
      await page.getByRole("heading", { name: "Open a game" }).click();
      await page.getByRole("button", { name: "Set up a position" }).click();
    },
  },
  { name: "puzzles-amazons", route: "puzzles/amazons", prepare: withPuzzle },
  { name: "puzzles-quoridor", route: "puzzles/quoridor", prepare: withPuzzle },
  { name: "learn", route: "learn" },
  { name: "learn-amazons", route: "learn/amazons" },
  { name: "learn-quoridor", route: "learn/quoridor" },
  { name: "bots", route: "bots" },
  {
    name: "games",
    route: "play",
    prepare: async (page, isTouched) => {
      await withGame(page, isTouched);
      await resign(page);
      await page.getByRole("button", { name: "Rematch" }).click();
      await page.goto(`./#/${RACED}&at=2`);
      await expect(cell(page, "e2")).toHaveAttribute("aria-label", /light pawn/);
      await (isTouched ? finger : mouse).square(page, "d2");
      await page.goto("./#/games");
      await expect(page.locator(".entry")).toHaveCount(3);
    },
  },
];

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, ...PHONE },
  landscape: { viewport: { width: 740, height: 360 }, ...PHONE },
};

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);
    for (const { name, route, prepare, picture } of SHOTS) {
      test(name, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.goto(`./#/${route}`);
        await expect(page.locator("main > *").first()).toBeVisible();
        await prepare?.(page, device !== "desktop");
        await page.mouse.move(0, 0);
        for (const language of ["en", "zh"]) {
          if (device === "phone") await showAll(page);
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            const path = `${FOLDER}/${name}-${device}-${colorScheme}-${language}.png`;
            await page.screenshot({ path, fullPage: true });
            const isPicture = device === "desktop" && `${colorScheme} ${language}` === "light en";
            if (picture && isPicture) await page.screenshot({ path: picture });
          }
          if (language === "en") await act(page, "language").dispatchEvent("click");
        }
      });
    }
  });
}
