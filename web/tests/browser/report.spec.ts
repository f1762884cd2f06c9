import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { PROGRAM } from "./program";

test("the report of a match replays its games", async ({ page }, info) => {
  const path = info.outputPath("report.html");
  const player = (name: string): string[] => ["--player", `name=${name},engine=random,time=1m`];
  const match = ["match", "quoridor", ...player("Alpha"), ...player("Beta"), "--games", "2"];
  execFileSync(PROGRAM, [...match, "--report", path], { stdio: "ignore" });
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) failures.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  await page.getByText("record", { exact: true }).first().click();
  const replay = page.locator(".replay-host").first();
  await expect(replay.getByRole("gridcell")).toHaveCount(81);
  await replay.getByRole("button", { name: "Forward" }).click();
  await expect(replay.locator(".note")).toHaveText(/^1\. \S+/);
  await replay.getByRole("button", { name: "To the end" }).click();
  await expect(replay.locator(".note")).toHaveText(/^\d+(\.|…) \S+ · time \d/);
  await expect(replay.locator(".player-name").first()).toHaveText(/Alpha|Beta/);
  expect(failures).toEqual([]);
});
