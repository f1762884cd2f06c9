// Whole games, played by somebody who knows the rules only from what the page says.

import { expect, type Page } from "@playwright/test";
import { squaresNamed, type Hand } from "./board";
import { visit } from "./pages";

const STATUS = ".status:visible, .ending";
const OVER = /You win|You lose|wins|Draw/;

/** Waits until a person is to move or the game has ended; true if it goes on. */
export async function isMyTurn(page: Page): Promise<boolean> {
  const status = page.locator(STATUS);
  await expect(status).toHaveText(/Your move|You win|You lose|wins|Draw/, { timeout: 30_000 });
  return !OVER.test((await status.textContent()) ?? "");
}

function pick<T>(list: T[], seed: number): T {
  const chosen = list[(seed * 7919 + 13) % list.length];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

/** Plays Amazons to its end and returns how many moves that took. */
export async function playAmazons(page: Page, hand: Hand): Promise<number> {
  let count = 0;
  while (await isMyTurn(page)) {
    await hand.square(page, pick(await squaresNamed(page, /can move/), count));
    await hand.square(page, pick(await squaresNamed(page, /can go here/), count));
    await hand.square(page, pick(await squaresNamed(page, /can shoot here/), count));
    count++;
  }
  return count;
}

interface Race {
  pawn: string;
  walls: Set<string>;
  steps: string[];
}

async function readRace(page: Page): Promise<Race> {
  const labels = await page
    .locator("[role=gridcell]")
    .evaluateAll((cells) => cells.map((each) => each.getAttribute("aria-label") ?? ""));
  const [pawn = ""] = await squaresNamed(page, /light pawn/);
  const walls = labels.flatMap((label) => label.match(/\b[a-h][1-8][hv]\b/g) ?? []);
  return { pawn, walls: new Set(walls), steps: await squaresNamed(page, /can go here/) };
}

const name = (column: number, row: number): string => String.fromCharCode(97 + column) + (row + 1);

function isOpen(walls: Set<string>, column: number, row: number, dx: number, dy: number): boolean {
  if (dx !== 0) {
    const x = dx > 0 ? column : column - 1;
    return !walls.has(`${name(x, row)}v`) && !walls.has(`${name(x, row - 1)}v`);
  }
  const y = dy > 0 ? row : row - 1;
  return !walls.has(`${name(column, y)}h`) && !walls.has(`${name(column - 1, y)}h`);
}

/** Steps from each square to the top row. */
function distances(walls: Set<string>): Map<string, number> {
  const found = new Map<string, number>();
  let edge = Array.from({ length: 9 }, (_, column) => [column, 8] as [number, number]);
  for (let steps = 0; edge.length > 0; steps++) {
    for (const [column, row] of edge) found.set(name(column, row), steps);
    const next = edge.flatMap(([column, row]) =>
      [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap(([dx = 0, dy = 0]): [number, number][] => {
        const [x, y] = [column + dx, row + dy];
        const isOn = x >= 0 && x < 9 && y >= 0 && y < 9;
        return isOn && !found.has(name(x, y)) && isOpen(walls, column, row, dx, dy) ? [[x, y]] : [];
      }),
    );
    edge = next.filter(([x, y], index) => next.findIndex(([u, v]) => u === x && v === y) === index);
  }
  return found;
}

/** Plays Quoridor to its end: two walls, then the shortest way. Returns the number of moves. */
export async function playQuoridor(page: Page, hand: Hand): Promise<number> {
  const walls = ["d8h", "f7h"];
  let count = 0;
  while (await isMyTurn(page)) {
    const race = await readRace(page);
    const wall = count > 0 ? walls.shift() : undefined;
    if (wall && !race.walls.has(wall)) {
      await hand.wall(page, wall);
    } else {
      const way = distances(race.walls);
      const [best] = race.steps.sort((a, b) => (way.get(a) ?? 99) - (way.get(b) ?? 99));
      await hand.square(page, best ?? "");
    }
    count++;
    if (count > 100) throw new Error("this game does not end");
  }
  return count;
}

/** A new game of some kind against the weakest level. */
export async function openGame(page: Page, game: string, variant: string): Promise<void> {
  await visit(page, "./#/play");
  await page.locator(`input[name=game][value=${game}]`).check();
  await page.locator(`input[name=variant][value="${variant}"]`).check();
  await page.getByRole("slider").fill("1");
}
