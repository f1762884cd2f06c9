// What a newcomer meets: what the games are, where to learn them, and words that say what they mean.

import { expect, test, type Page } from "@playwright/test";
import { cell, finger, mouse } from "./board";

const card = (page: Page) => page.locator(".panel .card").first();

test("the first page says what the games are and where to learn them", async ({ page }) => {
  await page.goto("./");
  await expect(card(page)).toContainText("Whoever cannot move loses");
  await expect(page.locator("input[name=variant]:checked")).toHaveValue("8x8");
  const sizes = await page.locator("input[name=variant]").evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value));
  expect(sizes).toEqual(["6x6", "8x8", "10x10"]);
  await expect(page.locator(".level output")).toHaveText(/ \d+ Elo above level 1$/);
  await page.locator("input[name=game][value=quoridor]").check();
  await expect(card(page)).toContainText("Reach the far side first");
  await page.locator("input[name=variant][value=sjtu]").check();
  await expect(card(page)).toContainText("Shanghai Jiao Tong University");
  await page.getByRole("link", { name: "New here? Learn it in two minutes" }).click();
  await expect(page).toHaveURL(/#\/learn\/quoridor$/);
});

test("the tutorial shows an arrow before it asks for one", async ({ page }) => {
  await page.goto("./#/learn/amazons");
  await expect(page.locator(".suggestion .shot")).toHaveCount(1);
  for (const square of ["b1", "b3", "d5"]) await mouse.square(page, square);
  await expect(page.locator(".suggestion")).toHaveCount(0);
});

test("the tutorial explains names of squares and walls before it uses them", async ({ page }) => {
  for (const [game, notation, use] of [
    ["amazons", "start-end/arrow", /c5/],
    ["quoridor", "h for horizontal or v for vertical", /f8v/],
  ] as const) {
    await page.goto(`./#/learn/${game}`);
    const lesson = page.locator(".panel .card");
    while (!(await lesson.textContent())?.includes(notation)) {
      await expect(lesson.locator(".task")).not.toContainText(use);
      await page.getByRole("button", { name: "Next" }).click();
    }
  }
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the tutorial asks for nothing that a finger cannot do", async ({ page }) => {
    await page.goto("./#/learn/quoridor");
    const lesson = page.locator(".panel .card");
    for (let step = 0; step < 5; step++) {
      await expect(lesson).not.toContainText(/\b(point|click|hover)/i);
      if (step === 1) await finger.wall(page, "e8h");
      if (step < 4) await page.getByRole("button", { name: "Next" }).tap();
    }
    await expect(lesson).toContainText("third time is a draw");
    await expect(cell(page, "d4")).toHaveAttribute("aria-label", /light pawn/);
  });
});

test("both languages name the review, the start and the sides alike", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=8x8&moves=c1c5e5");
  await expect(page.getByRole("button", { name: "Review game" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Territory" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Theme: system" })).toBeVisible();
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("button", { name: "整局复盘" })).toBeVisible();
  await expect(page.getByRole("button", { name: "初始局面" })).toBeVisible();
  await page.goto("./#/learn/quoridor");
  for (let step = 0; step < 5; step++) {
    await expect(page.locator(".panel .card")).not.toContainText(/浅色|深色|白|黑/);
    if (step < 4) await page.getByRole("button", { name: "下一步" }).click();
  }
  await expect(page.getByRole("button", { name: "开始对局" })).toBeVisible();
});
