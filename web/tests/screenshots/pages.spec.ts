// Every page on a desktop and a phone, light and dark: `make screenshots`.

import { expect, test, type Page } from "@playwright/test";

const FOLDER = "../build/screenshots";
const AMAZONS =
  "d1d7g7j7f3b3j4h6h9a7c5c8a4b4b10d10d8e8d7c7e7g10g8h7h6j8h8c5i5i9b4d2d5f3c3c1g1i3i4g8e" +
  "6b6d2e2b2e6h3f3i3h4b4c3d3d2h4f6i6h3h2f2f6f9c9i5h6f4j8j3j9h2i2i3j3j6j3d8e9f8j6h4h2i2h" +
  "3g3f9f10f9e9d9e9c7c6b5d3f5i5h4g5g6f5c2e4c6c7c3d9d7f5e2f1d3d7c6f6c7b7c7h3g2g1g5g4h4g2" +
  "h3j1f10d10d7c2b1a1";
const QUORIDOR =
  "e2e8c1he8hd2e7d3e6d4e5d5c8hf5e4f6g8hg6f6hf6e3e1he4e6f4g3hf5e7e5f2va8hh6hf5g4vh4he4hh" +
  "7hc7he5d5vf5f7b1vf4vf6f8e6g8e7h8d7i8d6i9";

async function withEngine(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "Engine" }).check();
  // Some thousands of nodes make lines worth looking at.
  await expect(page.locator(".engine-lines p")).toHaveText(/, (\d{4,}|\d+k) nodes/);
}

async function withPuzzle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Solution" }).click();
}

interface Shot {
  name: string;
  route: string;
  prepare?: (page: Page) => Promise<void>;
}

const SHOTS: Shot[] = [
  { name: "play-amazons", route: "play" },
  {
    name: "play-quoridor",
    route: "play",
    prepare: (page) => page.locator("input[name=game][value=quoridor]").check(),
  },
  {
    name: "analyse-amazons",
    route: `analyse?game=amazons&variant=10x10&moves=${AMAZONS}&at=23`,
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
    route: `analyse?game=amazons&variant=10x10&moves=${AMAZONS}&at=30`,
    prepare: (page) => page.getByRole("switch", { name: "Territory" }).check(),
  },
  {
    name: "analyse-quoridor",
    route: `analyse?game=quoridor&variant=standard&moves=${QUORIDOR}&at=25`,
    prepare: (page) => page.getByRole("switch", { name: /Shortest paths/ }).check(),
  },
  { name: "puzzles-amazons", route: "puzzles/amazons", prepare: withPuzzle },
  { name: "puzzles-quoridor", route: "puzzles/quoridor", prepare: withPuzzle },
  { name: "learn", route: "learn" },
  { name: "learn-amazons", route: "learn/amazons" },
  { name: "learn-quoridor", route: "learn/quoridor" },
];

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2,
  },
};

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const { name, route, prepare } of SHOTS) {
        test(`${name}, ${colorScheme}`, async ({ page }) => {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.goto(`./#/${route}`);
          await expect(page.locator("main > *").first()).toBeVisible();
          await prepare?.(page);
          const path = `${FOLDER}/${name}-${device}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: device === "phone" });
        });
      }
    }
  });
}
