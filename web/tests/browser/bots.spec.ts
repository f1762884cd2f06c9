// The engine as one file, to download for Botzone and for the SJTU course.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { PROGRAM, serve } from "./program";

const written = (...words: string[]): string =>
  execFileSync(PROGRAM, ["submission", ...words], { encoding: "utf8", maxBuffer: 1 << 24 });

async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download/ }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

async function choose(page: Page, choices: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(choices)) {
    await page.locator(`input[name=${field}][value=${value}]`).check();
  }
}

async function setLevelAndTime(page: Page, level: number, timeMs: number): Promise<void> {
  await page.getByRole("slider", { name: /Level/ }).fill(String(level));
  await page.getByRole("spinbutton", { name: /Time for a move/ }).fill(String(timeMs));
  await page.keyboard.press("Tab");
}

test("a server writes the file that was chosen", async ({ page }) => {
  const server = await serve();
  await page.goto(`${server.address}#/learn`);
  await page.getByRole("link", { name: /The engine as one file/ }).click();
  await expect(page.getByRole("note")).toContainText("not a student's homework");
  await expect(page.getByRole("heading", { name: "Upload this to Botzone" })).toBeVisible();
  await choose(page, { protocol: "botzone-json", language: "c", running: "restart" });
  await setLevelAndTime(page, 3, 200);
  expect(await downloaded(page)).toEqual({
    name: "immure-botzone-json-level3.c",
    text: written(
      "amazons", "--protocol", "botzone-json", "--level", "3", "--time", "200ms", "--restart"),
  });
  await server.stop();
});

test("a static host has the file, and the settings are put into it", async ({ page }) => {
  const asked: string[] = [];
  await page.route("**/api/v1/submissions/*", (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      body: written("quoridor", "--protocol", "sjtu-2022", "--course"), contentType: "text/plain",
    });
  });
  await page.goto("./#/bots");
  await choose(page, { game: "quoridor", protocol: "sjtu-2022" });
  await expect(page.getByRole("heading", { name: "Use this in the SJTU course" })).toBeVisible();
  await setLevelAndTime(page, 5, 900);
  const words = ["quoridor", "--protocol", "sjtu-2022", "--course", "--level", "5"];
  expect(await downloaded(page)).toEqual({
    name: "immure-sjtu-2022-course-level5.cpp", text: written(...words),
  });
  expect(asked).toEqual(["/api/v1/submissions/sjtu-2022-course.cpp"]);
});

test("a host without the files says so, in the language of the page", async ({ page }) => {
  await page.route("**/api/v1/submissions/*", (route) => route.fulfill({ status: 404 }));
  await page.goto("./#/bots");
  await page.getByRole("button", { name: /^Download/ }).click();
  await expect(page.locator(".notice")).toContainText("botzone.cpp could not be fetched");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await page.getByRole("button", { name: /^下载/ }).click();
  await expect(page.locator(".notice")).toHaveText("下载失败：无法取得 botzone.cpp");
});

test("a guide that could not be fetched is asked for again", async ({ page }) => {
  await page.route("**/submissions*.md", (route) => route.abort());
  await page.goto("./#/bots");
  const guide = page.locator("summary");
  await guide.click();
  await expect(page.locator(".guide")).toContainText("could not be fetched");
  await guide.click();
  await page.unrouteAll();
  await guide.click();
  await expect(page.locator(".guide pre").first()).toHaveText("build/immure submission amazons -o amazons.cpp");
});

test("the guide is read in the language of the page", async ({ page }) => {
  await page.goto("./#/bots");
  await page.getByText("All steps and options").click();
  await expect(page.locator(".guide b").first()).toHaveText("A generated engine is a sparring partner.");
  await expect(page.locator(".guide pre").first()).toHaveText("build/immure submission amazons -o amazons.cpp");
  await expect(page.getByRole("columnheader", { name: "Option" })).toBeVisible();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await page.getByText("全部步骤和选项").click();
  await expect(page.locator(".guide")).toContainText("生成的引擎是陪练");
});
