// The other pages: puzzles, the library, the tutorials, the engine as a file, and a page that does not
// start. `make screenshots`.

import { expect } from "@playwright/test";
import { LESSONS } from "../../src/learn/lessons";
import { takeShots, type Scene, type Shot } from "./shots";

async function solve(scene: Scene): Promise<void> {
  const { page } = scene;
  await scene.press("puzzles.solution");
  const solution = await page.locator(".notice").textContent();
  await page.locator("input[name=move]").fill(/[a-i]\d[-\w/]*/.exec(solution ?? "")?.[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator(".notice")).toHaveText(scene.pattern("puzzles.answer"));
}

const PUZZLES: Shot[] = [
  { name: "puzzles-amazons", route: "puzzles/amazons" },
  {
    name: "puzzles-amazons-shown",
    route: "puzzles/amazons",
    prepare: (scene) => scene.press("puzzles.solution"),
  },
  { name: "puzzles-amazons-solved", route: "puzzles/amazons", prepare: solve },
  { name: "puzzles-quoridor", route: "puzzles/quoridor" },
  { name: "puzzles-quoridor-solved", route: "puzzles/quoridor", prepare: solve },
  {
    name: "puzzles-wrong",
    route: "puzzles/quoridor",
    prepare: async (scene) => {
      const { page } = scene;
      const target = page.locator(`[role=gridcell][aria-label*="${scene.words("cell.target")}"]`).first();
      await scene.squares((await target.getAttribute("data-square")) ?? "");
      await expect(page.locator(".notice")).toBeVisible();
    },
  },
  {
    name: "puzzles-missing",
    route: "puzzles/quoridor/nothing",
    prepare: ({ page }) => expect(page.locator(".notice")).toBeVisible(),
  },
  {
    name: "puzzles-failed",
    route: "puzzles/quoridor",
    sabotage: (page) => page.route("**/*.txt", (route) => route.fulfill({ status: 503 })),
    prepare: (scene) => expect(scene.button("play.retry")).toBeVisible(),
  },
];

/** Two games against the computer, one of two people, and a study of the last. */
async function fillLibrary(scene: Scene): Promise<void> {
  const { page } = scene;
  await scene.squares("c1", "c5", "e5");
  await expect(page.locator(".stone")).toHaveCount(2);
  await scene.press("play.new");
  await scene.press("ask.leaveGame.yes");
  await scene.choose("game", "quoridor");
  await scene.squares("e2");
  await scene.press("play.resign", "play.resignSure", "play.new");
  await scene.choose("opponent", "human");
  await scene.squares("e2", "e8");
  await scene.press("play.resign", "play.resignSure", "play.review");
  await expect(scene.button("analyse.review")).toBeVisible({ timeout: 60_000 });
  await page.goto("./#/games");
  await expect(page.locator(".entry")).toHaveCount(4);
}

const LIBRARY: Shot[] = [
  { name: "games-empty", route: "games" },
  { name: "games", route: "play", prepare: fillLibrary },
  {
    name: "games-delete",
    route: "play",
    prepare: async (scene) => {
      await scene.squares("c1", "c5", "e5");
      await expect(scene.page.locator(".stone")).toHaveCount(2);
      await scene.page.goto("./#/games");
      await scene.page.getByRole("searchbox").fill("nobody");
      await expect(scene.page.locator(".entry")).toHaveCount(0);
      await scene.page.getByRole("searchbox").fill("");
      await scene.press("library.delete");
    },
  },
  {
    name: "games-missing",
    route: "play/none",
    prepare: ({ page }) => expect(page.locator(".notice")).toBeVisible(),
  },
];

/** Each step as one meets it. */
const STEPS: Shot[] = (["amazons", "quoridor"] as const).flatMap((game) =>
  LESSONS[game].map((_, index): Shot => ({
    name: `learn-${game}-${index + 1}`,
    route: `learn/${game}`,
    prepare: async (scene) => {
      for (let step = 0; step < index; step++) await scene.press("learn.next");
    },
  })),
);

const LEARN: Shot[] = [
  { name: "learn", route: "learn" },
  ...STEPS,
  {
    name: "learn-done",
    route: "learn/amazons",
    prepare: async (scene) => {
      await scene.squares("b1", "b3", "d5");
      await expect(scene.page.locator(".reply.good")).toBeVisible();
    },
  },
  {
    name: "learn-wrong",
    route: "learn/quoridor",
    prepare: async (scene) => {
      await scene.squares("d1");
      await expect(scene.page.locator(".reply")).toBeVisible();
    },
  },
  {
    name: "learn-illegal-wall",
    route: "learn/quoridor",
    prepare: (scene) => scene.press("learn.next", "learn.next"),
    aim: (scene) => scene.ghost("f8v"),
  },
];

const OTHERS: Shot[] = [
  { name: "bots", route: "bots" },
  {
    name: "bots-course",
    route: "bots",
    prepare: async (scene) => {
      await scene.choose("game", "quoridor");
      await scene.page.locator("summary").click();
      await expect(scene.page.locator(".guide")).not.toBeEmpty();
    },
  },
  {
    name: "bots-failed",
    route: "bots",
    sabotage: (page) => page.route("**/api/v1/submissions/*", (route) => route.fulfill({ status: 404 })),
    prepare: async (scene) => {
      await scene.press("bots.download");
      await expect(scene.page.locator(".notice")).toBeVisible();
    },
  },
  {
    name: "page-loading",
    route: "play",
    sabotage: (page) => page.route("**/assets/*.{js,wasm}", () => undefined),
    prepare: ({ page }) => expect(page.locator(".loading")).toBeVisible(),
  },
  {
    name: "page-failed",
    route: "play",
    sabotage: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 503 })),
    prepare: ({ page }) => expect(page.locator(".failure")).toBeVisible(),
  },
];

takeShots([...PUZZLES, ...LIBRARY, ...LEARN, ...OTHERS]);
