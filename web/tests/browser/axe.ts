// What axe finds.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  axe?: { run(options: RunOptions): Promise<AxeResults> };
}

/** What depends on colours alone: all that a page in other colours has to be asked again. */
export const COLOURS: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** The serious and critical problems that axe finds on the page as it stands. */
export async function seriousProblems(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Once in a document, and not as an element of the page, which a server's policy would refuse.
  if (!(await page.evaluate(() => (window as WithAxe).axe !== undefined))) await page.evaluate(AXE);
  return page.evaluate(async (how) => {
    // Of what is in order nothing is told: that would be most of the time.
    const results = await (window as WithAxe).axe?.run({ resultTypes: ["violations"], ...how });
    return (results?.violations ?? [])
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
  }, options);
}
