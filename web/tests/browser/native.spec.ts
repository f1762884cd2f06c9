// The page as `immure serve` hands it out, with the native engine behind it.

import { expect, test } from "@playwright/test";
import { serve, type Served } from "./program";

let server: Served;

test.beforeAll(async () => {
  server = await serve();
});

test.afterAll(() => server.stop());

test("the server's engine analyses", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/analyses")) asked.push(request.method());
  });
  await page.goto(`${server.address}#/analyse?game=quoridor&variant=standard&moves=e2e8e3e7&at=2`);
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
