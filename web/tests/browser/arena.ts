// People of an arena, as they use its pages.

import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import type { Arena } from "./program";

export const PASSWORD = "a long enough sentence";

/** A browser of one's own, with its own cookies. */
export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

async function fillAccount(page: Page, name: string): Promise<void> {
  await page.locator("[autocomplete=username]").fill(name);
  for (const field of await page.locator("[type=password]").all()) await field.fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await expect(page.locator(".person")).toHaveText(name);
}

/** Uses the link of the first start. */
export async function becomeAdmin(page: Page, arena: Arena, name = "admin"): Promise<void> {
  await page.goto(arena.setup);
  await fillAccount(page, name);
}

export async function register(page: Page, arena: Arena, name: string): Promise<void> {
  await page.goto(`${arena.address}#/register`);
  await fillAccount(page, name);
}
