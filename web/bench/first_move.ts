/**
 * How soon a visitor who was never here before can move, and how much is fetched for that: the page
 * as `immure serve` hands it out, in a Chromium that has nothing of it, from asking for the page
 * until the visitor's first move of Quoridor stands on the board. The networks are counted apart, as
 * the engine fetches them when it first thinks.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium, type Browser, type Request } from "@playwright/test";

const ROUNDS = 5;
const WAIT_MS = 30_000;

interface Visit {
  firstMoveMs: number;
  pageBytes: number;
  networkBytes: number;
}

/** What was sent; of what the service worker answered, what it had been sent itself. */
async function bytesOf(request: Request): Promise<number> {
  const response = await request.response();
  if (response?.fromServiceWorker()) return Number(response.headers()["content-length"] ?? 0);
  return (await request.sizes()).responseBodySize;
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const result: Visit = { firstMoveMs: 0, pageBytes: 0, networkBytes: 0 };
  const fetched: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    fetched.push(
      bytesOf(request).then((bytes) => {
        const part = request.url().endsWith(".net") ? "networkBytes" : "pageBytes";
        result[part] += bytes;
      }),
    );
  });
  const start = performance.now();
  await page.goto(`${address}#/play`, { waitUntil: "commit" });
  await page.locator("input[name=game][value=quoridor]").check({ timeout: WAIT_MS });
  await page.locator("[role=gridcell][data-square=e2]").click({ timeout: WAIT_MS });
  await page
    .locator("[role=gridcell][data-square=e2][aria-label*='light pawn']")
    .waitFor({ state: "attached", timeout: WAIT_MS });
  result.firstMoveMs = performance.now() - start;
  await page.waitForLoadState("networkidle");
  // What comes later is no part of the visit, and would be asked about when the page is gone.
  page.removeAllListeners("requestfinished");
  await Promise.all(fetched);
  await context.close();
  return result;
}

async function measure(address: string): Promise<Visit[]> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, address));
    return visits;
  } finally {
    await browser.close();
  }
}

const server = spawn(process.env["IMMURE"] ?? "build/immure", ["serve", "--port", "0"]);
try {
  const [text] = (await once(server.stdout, "data")) as [Buffer];
  const visits = await measure(/http:\/\/\S+/.exec(text.toString())?.[0] ?? "");
  const times = visits.map(({ firstMoveMs }) => firstMoveMs).sort((a, b) => a - b);
  console.log(`page_first_move_ms ${(times[ROUNDS >> 1] ?? 0).toFixed(0)}`);
  console.log(`page_first_move_worst_ms ${(times[ROUNDS - 1] ?? 0).toFixed(0)}`);
  console.log(`page_bytes ${Math.max(...visits.map(({ pageBytes }) => pageBytes))}`);
  console.log(`page_network_bytes ${Math.max(...visits.map(({ networkBytes }) => networkBytes))}`);
} finally {
  server.kill("SIGINT");
}
