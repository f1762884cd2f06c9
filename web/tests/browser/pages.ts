// Going from view to view. A change of the hash returns before the view has changed, so whoever looks at once
// sees the old one.

import { expect, type Page } from "@playwright/test";

/** Opens a view and waits until it stands in the place of the one before. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(() => document.querySelector("#main > *")?.setAttribute("data-left", ""));
  await page.goto(address);
  await expect(page.locator("#main > [data-left]")).toHaveCount(0);
  await expect(page.locator("#main").locator(".board, .overview").first()).toBeVisible();
}

/** Stops the clocks of a page with `page.clock`: time passes by `runFor` alone, however slow the machine is. */
export async function stopClocks(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(nowMs + 60_000);
}
