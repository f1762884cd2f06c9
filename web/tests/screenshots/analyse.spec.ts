// Analyse, with everything that can be opened there: `make screenshots`. Two of the pictures are the README's.

import { expect, type Page } from "@playwright/test";
import { takeShots, type Scene, type Shot } from "./shots";

const AMAZONS =
  "d1d7g7j7f3b3j4h6h9a7c5c8a4b4b10d10d8e8d7c7e7g10g8h7h6j8h8c5i5i9b4d2d5f3c3c1g1i3i4g8e" +
  "6b6d2e2b2e6h3f3i3h4b4c3d3d2h4f6i6h3h2f2f6f9c9i5h6f4j8j3j9h2i2i3j3j6j3d8e9f8j6h4h2i2h" +
  "3g3f9f10f9e9d9e9c7c6b5d3f5i5h4g5g6f5c2e4c6c7c3d9d7f5e2f1d3d7c6f6c7b7c7h3g2g1g5g4h4g2" +
  "h3j1f10d10d7c2b1a1";
const QUORIDOR =
  "e2e8c1he8hd2e7d3e6d4e5d5c8hf5e4f6g8hg6f6hf6e3e1he4e6f4g3hf5e7e5f2va8hh6hf5g4vh4he4hh" +
  "7hc7he5d5vf5f7b1vf4vf6f8e6g8e7h8d7i8d6i9";
const ANALYSED = `analyse?game=amazons&variant=10x10&moves=${AMAZONS}`;
const RACED = `analyse?game=quoridor&variant=standard&moves=${QUORIDOR}`;
const RECORD = `[Game "quoridor"]
[Variant "standard"]
[First "Winter"]
[Second "小明的第三个程序"]
[Result "0-1"]
[Termination "time forfeit"]

1. e2 {[%emt 1.500] [%eval 0.35] straight ahead} e8 2. e3 (2. d2 e7 3. d3) e7 3. e4 e6 4. d3h f6v 0-1
`;
const OTHER = `[Game "amazons"]
[Variant "6x6"]
[First "Summer"]
[Second "Autumn"]
[Result "*"]

1. b1-b3/d5 *
`;

async function withEngine(scene: Scene): Promise<void> {
  await scene.turnOn("analyse.engine");
  // Some thousands of nodes make lines worth looking at.
  await expect(scene.page.locator(".engine-lines p")).toHaveText(/\b(\d{4,}|\d+k)\b/);
}

async function review(scene: Scene): Promise<void> {
  await scene.press("analyse.review");
  await expect(scene.button("analyse.stop")).toBeVisible();
  await expect(scene.button("analyse.review")).toBeVisible({ timeout: 200_000 });
}

async function paste(scene: Scene, text: string): Promise<void> {
  await scene.unfold("import.heading");
  await scene.page.locator("details[open] textarea").fill(text);
  await scene.press("import.open");
}

async function setUp(scene: Scene): Promise<void> {
  await scene.unfold("import.heading");
  await scene.press("import.setup");
}

/** A server that has thought for long enough as soon as it is asked. */
async function pauseAtOnce(page: Page): Promise<void> {
  const line = { move: "e3", winProbability: 0.5, score: 0, pv: ["e3", "e7", "e4"] };
  const analysis = { depth: 9, nodes: 12345, timeMs: 60_000, lines: [line], done: true };
  const body = `event: done\ndata: ${JSON.stringify({ id: "1", state: "done", analysis })}\n\n`;
  await page.route("**/api/v1/about", (route) =>
    route.fulfill({ json: { limits: { analysisMs: 60_000, multiPv: 3 } } }));
  await page.route("**/api/v1/session", (route) => route.fulfill({ status: 404 }));
  await page.route("**/api/v1/analyses", (route) =>
    route.fulfill({ json: { id: "1", state: "running", analysis: null } }));
  await page.route("**/api/v1/analyses/1/events", (route) =>
    route.fulfill({ contentType: "text/event-stream", body }));
}

const STUDIED: Shot[] = [
  { name: "analyse-new", route: "analyse?game=amazons&variant=8x8" },
  {
    name: "analyse-amazons",
    route: `${ANALYSED}&at=23`,
    picture: "../docs/amazons.png",
    prepare: async (scene) => {
      await review(scene);
      await withEngine(scene);
    },
  },
  {
    name: "analyse-territory",
    route: `${ANALYSED}&at=30`,
    prepare: (scene) => scene.turnOn("analyse.overlay.amazons"),
  },
  {
    name: "analyse-territory-6x6",
    route: "analyse?game=amazons&variant=6x6&moves=b1b3d5",
    prepare: async (scene) => {
      await scene.turnOn("analyse.overlay.amazons");
      await scene.press("play.flip");
      await withEngine(scene);
    },
  },
  {
    name: "analyse-quoridor",
    route: `${RACED}&at=25`,
    picture: "../docs/quoridor.png",
    prepare: async (scene) => {
      await scene.turnOn("analyse.overlay.quoridor");
      await withEngine(scene);
    },
  },
  {
    name: "analyse-wall-effect",
    route: `${RACED}&at=6`,
    prepare: (scene) => scene.turnOn("analyse.overlay.quoridor"),
    aim: (scene) => scene.ghost("c5h"),
  },
  {
    name: "analyse-variations",
    route: "analyse",
    prepare: async (scene) => {
      await paste(scene, RECORD);
      await expect(scene.page.locator(".variation")).toHaveCount(1);
      await scene.press("analyse.forward", "analyse.forward");
      await scene.squares("d2");
      await scene.squares("d8");
      await expect(scene.button("analyse.promote")).toBeVisible();
    },
  },
  {
    name: "analyse-notes",
    route: "analyse",
    prepare: async (scene) => {
      await paste(scene, RECORD);
      await review(scene);
      await scene.press("analyse.forward");
      await expect(scene.page.locator(".notes")).toBeVisible();
    },
  },
  {
    name: "analyse-ended",
    route: "analyse?game=quoridor&variant=standard&moves=e2d9e3e9e4d9e5e9e6d9e7e9e8d9e9",
    prepare: (scene) => scene.turnOn("analyse.engine"),
  },
];

const WAITING: Shot[] = [
  {
    name: "analyse-reviewing",
    route: `${RACED}&at=25`,
    // A network that never comes is a long review.
    sabotage: (page) => page.route("**/*.net", () => undefined),
    prepare: (scene) => scene.press("analyse.review"),
  },
  {
    name: "analyse-paused",
    route: "analyse?game=quoridor&variant=standard&moves=e2e8",
    sabotage: pauseAtOnce,
    prepare: async (scene) => {
      await scene.turnOn("analyse.native");
      await scene.turnOn("analyse.engine");
      await expect(scene.button("analyse.goOn")).toBeVisible();
    },
  },
  {
    name: "analyse-no-engine",
    route: `${RACED}&at=25`,
    sabotage: (page) => page.route("**/assets/worker-*.js", (route) => route.fulfill({ status: 503 })),
    prepare: async (scene) => {
      await scene.turnOn("analyse.engine");
      await expect(scene.button("play.retry")).toBeVisible();
    },
  },
];

const OPENED: Shot[] = [
  { name: "analyse-bad-link", route: "analyse?game=quoridor&variant=standard&moves=e2e4" },
  {
    name: "import-list",
    route: "analyse",
    prepare: (scene) => paste(scene, `${RECORD}\n${OTHER}\n${RECORD}`),
  },
  {
    name: "import-error",
    route: "analyse",
    prepare: (scene) => paste(scene, "e2 e8\ne3 e5"),
  },
  {
    name: "export",
    route: `${RACED}&at=25`,
    prepare: async (scene) => {
      await scene.page.context().grantPermissions(["clipboard-write"]);
      await scene.unfold("export.heading");
      await scene.press("export.link");
      await expect(scene.page.getByText(scene.words("export.copied"))).toBeVisible();
    },
  },
  {
    name: "setup-amazons",
    route: "analyse?game=amazons&variant=8x8",
    prepare: async (scene) => {
      await setUp(scene);
      await scene.squares("d4", "d5");
      await scene.choose("tool", "erase");
      await scene.squares("c1");
      await expect(scene.page.locator(".setup .problem")).not.toBeEmpty();
    },
  },
  { name: "setup-quoridor", route: `${RACED}&at=25`, prepare: setUp },
];

takeShots([...STUDIED, ...WAITING, ...OPENED]);
