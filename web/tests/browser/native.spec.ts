import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { built, PROGRAM } from "./program";

// The page as `immure serve` hands it out, with the native engine behind it.

let server: ChildProcess;
let address = "";

test.beforeAll(async () => {
  server = spawn(PROGRAM, ["serve", "--port", "0", "--site", built("site")]);
  const [text] = (await once(server.stdout ?? server, "data")) as [Buffer];
  address = /http:\/\/\S+/.exec(text.toString())?.[0] ?? "";
});

test.afterAll(async () => {
  server.kill("SIGINT");
  await once(server, "exit");
});

test("the server's engine analyses", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/analyses")) asked.push(request.method());
  });
  await page.goto(`${address}#/analyse?game=quoridor&variant=standard&moves=e2e8e3e7&at=2`);
  await page.getByRole("switch", { name: "Think on the server" }).check();
  await page.getByRole("switch", { name: "Engine" }).check();
  await expect(page.locator(".engine-lines li")).toHaveCount(3);
  expect(asked).toContain("POST");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".strip.to-move")).toContainText("Dark");
  await expect(page.locator(".engine-lines li").first()).toBeVisible();
  // The first question was given up for the second one.
  expect(asked).toContain("DELETE");
});
