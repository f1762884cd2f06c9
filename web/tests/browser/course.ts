// A course as its people see it, in one of the page's languages: what they hand in and where they click.

import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { en } from "../../src/arena/i18n/en";
import { zh } from "../../src/arena/i18n/zh";
import type { Language } from "../../src/settings";
import { seriousProblems } from "./axe";
import { visit } from "./pages";
import type { Arena } from "./program";

export const MARKUP = "<img src=x onerror=document.title='owned'>";
export const BROKEN = `#include <stdio.h>\n#error ${MARKUP}\nint main(void) { return 0; }\n`;
export const KIT = readFileSync(new URL("../../../bots/text/bot.c", import.meta.url), "utf8");
/** Thinks for a thirtieth of its time, so that a game with much of it can be watched. */
export const THINKER = `#include <threads.h>\n${KIT}`.replace(
  /\(void\)time_ms;.*/, "thrd_sleep(&(struct timespec){.tv_nsec = time_ms * 1000000 / 30}, NULL);");
/** Says its piece on standard error, then makes a move that no rule allows. */
export const CHEAT = `#include <stdio.h>
#include <string.h>
int main(void) {
    char line[9000];
    fputs("${MARKUP}\\n", stderr);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "immure", 6)) puts("immureok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) puts("bestmove a1-a1/a1");
        if (!strncmp(line, "quit", 4)) break;
        fflush(stdout);
    }
}
`;

/** What somebody else's machine does for us takes as long as it takes. */
export const PATIENCE = { timeout: 120_000 };

/** What the page says in a language. */
export const saying = (language: Language) => (key: keyof typeof en): string => ({ en, zh })[language][key];
export type Say = ReturnType<typeof saying>;

/** What is loaded stands whole within the screen, and axe finds nothing serious. */
export async function expectSound(page: Page, say: Say): Promise<void> {
  await expect(page.locator("main").getByText(say("list.loading"), { exact: true })).toHaveCount(0);
  const overflow = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, page.url()).toBe(0);
  expect(await seriousProblems(page), page.url()).toEqual([]);
}

/** Presses a button that asks whether one is sure, and is. */
export async function agree(page: Page, act: string): Promise<void> {
  await page.locator(`[data-act=${act}]`).click();
  await page.getByRole("dialog").locator("button.primary").click();
}

/** Fills the page to submit on, for a new bot on the small board; what is given is done before it is sent. */
export async function submit(page: Page, arena: Arena, name: string, choose: () => Promise<void>): Promise<void> {
  await visit(page, `${arena.address}#/submit`);
  await page.locator("input[name=variant][value='6x6']").check();
  await page.locator("input[name=protocol][value=text]").check();
  await choose();
  await expect(page.locator("input[name=language][value=c17]")).toBeChecked();
  await page.locator("input[name=bot-name]").fill(name);
  await page.locator("form button[type=submit]").click();
}

export async function chooseFile(page: Page, source: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({
    name: "bot.c", mimeType: "text/plain", buffer: Buffer.from(source),
  });
  await expect(page.locator(".cm-content")).toContainText(source.slice(0, 12));
}

export const step = (page: Page, name: string): Locator => page.locator(`.step:has(b:text-is("${name}"))`);

/** A table as a program for tables reads it; no cell of ours has a comma. */
export function readCsv(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trim().split("\r\n");
  const columns = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [columns[index] ?? "", cell])));
}
