// Play, from the first look to the result, in both games and on every board: `make screenshots`.

import { expect } from "@playwright/test";
import { takeShots, type Scene, type Shot } from "./shots";

/** Chooses what the next game is. */
async function choose(scene: Scene, game: string, variant: string, others: Record<string, string> = {}): Promise<void> {
  for (const [field, value] of Object.entries({ game, variant, ...others })) await scene.choose(field, value);
}

/** A game of Quoridor of two people on one device. */
async function race(scene: Scene, moves: string, clock = "none"): Promise<void> {
  await choose(scene, "quoridor", "standard", { opponent: "human", clock });
  for (const move of moves.split(" ")) {
    await scene.squares(move);
    await expect(scene.page.locator(".move[aria-current]")).toHaveText(move);
  }
}

const MEETING = "e2 e8 e3 e7 e4 e6";

async function resign(scene: Scene): Promise<void> {
  await scene.press("play.resign", "play.resignSure");
  await expect(scene.page.locator(".ending")).toBeVisible();
}

const BEFORE: Shot[] = [
  { name: "play-amazons-8x8", route: "play" },
  {
    name: "play-amazons-6x6",
    route: "play",
    prepare: (scene) => choose(scene, "amazons", "6x6", { side: "second", clock: "10+5" }),
  },
  {
    name: "play-amazons-10x10",
    route: "play",
    prepare: async (scene) => {
      await choose(scene, "amazons", "10x10", { opponent: "human" });
      await scene.unfold("settings.heading");
      await scene.choose("board", "ocean");
    },
  },
  { name: "play-quoridor", route: "play", prepare: (scene) => choose(scene, "quoridor", "standard") },
  {
    name: "play-quoridor-sjtu",
    route: "play",
    prepare: async (scene) => {
      await choose(scene, "quoridor", "sjtu");
      await scene.unfold("settings.heading");
      await scene.choose("board", "forest");
    },
  },
];

const MOVING: Shot[] = [
  {
    name: "play-chosen",
    route: "play",
    prepare: (scene) => scene.squares("c1"),
  },
  {
    name: "play-half-made",
    route: "play",
    prepare: async (scene) => {
      await choose(scene, "amazons", "10x10", { opponent: "human" });
      await scene.squares("d1", "d7", "g7", "g10", "g9", "c5", "a4", "c4");
    },
  },
  {
    name: "play-ghost",
    route: "play",
    prepare: (scene) => race(scene, MEETING, "5+3"),
    aim: (scene) => scene.ghost("e5h"),
  },
  {
    name: "play-ghost-illegal",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING);
      await scene.page.locator("input[name=move]").fill("d6h");
      await scene.page.keyboard.press("Enter");
      await scene.page.evaluate(() => window.scrollTo(0, 0));
    },
    aim: (scene) => scene.ghost("d6v"),
  },
  {
    name: "play-running",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING, "5+3");
      await scene.press("play.resign");
    },
  },
  {
    name: "play-past",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING);
      await scene.page.locator(".move-table .move").nth(2).click();
    },
  },
  {
    name: "play-clock-low",
    route: "play",
    prepare: async (scene) => {
      await scene.page.clock.install({ time: 0 });
      await scene.page.reload();
      await race(scene, "e2", "3+2");
      await scene.page.clock.pauseAt(172_000);
    },
  },
  {
    name: "play-hint",
    route: "play",
    prepare: async (scene) => {
      await scene.press("play.hint");
      await expect(scene.page.locator(".notice")).toHaveText(scene.pattern("play.hintIs"));
    },
  },
  {
    name: "play-hint-quoridor",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING);
      await scene.press("play.hint");
      await expect(scene.page.locator(".notice")).toHaveText(scene.pattern("play.hintIs"));
    },
  },
  {
    name: "play-refused",
    route: "play",
    prepare: async (scene) => {
      await scene.page.locator("input[name=move]").fill("c1c9d9");
      await scene.page.keyboard.press("Enter");
      await scene.squares("d4");
      await expect(scene.page.locator(".notice")).toBeVisible();
    },
  },
  {
    name: "play-thinking",
    route: "play",
    // A network that never comes is a long thought.
    sabotage: (page) => page.route("**/*.net", () => undefined),
    prepare: (scene) => scene.squares("c1", "c5", "e5"),
  },
  {
    name: "play-no-engine",
    route: "play",
    sabotage: (page) => page.route("**/assets/worker-*.js", (route) => route.fulfill({ status: 503 })),
    prepare: async (scene) => {
      await scene.squares("c1", "c5", "e5");
      await expect(scene.page.locator("[data-act=retry]")).toBeVisible();
    },
  },
];

const ENDED: Shot[] = [
  {
    name: "play-resigned",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING, "5+3");
      await resign(scene);
    },
  },
  {
    name: "play-lost",
    route: "play",
    prepare: async (scene) => {
      await choose(scene, "amazons", "6x6");
      await scene.squares("b1", "b3", "d5");
      await expect(scene.page.locator(".stone")).toHaveCount(2);
      await resign(scene);
    },
  },
  {
    name: "play-goal",
    route: "play",
    prepare: (scene) => race(scene, "e2 d9 e3 e9 e4 d9 e5 e9 e6 d9 e7 e9 e8 d9 e9"),
  },
  {
    name: "play-draw",
    route: "play",
    prepare: (scene) => race(scene, "e2 e8 e1 e9 e2 e8 e1 e9"),
  },
  {
    name: "play-question",
    route: "play",
    prepare: async (scene) => {
      await race(scene, MEETING);
      await scene.press("play.new");
    },
  },
];

takeShots([...BEFORE, ...MOVING, ...ENDED]);
