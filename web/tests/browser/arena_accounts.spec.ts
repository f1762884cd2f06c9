// Accounts of an arena: the first admin, registration, invitations, tokens, sessions, deletion.

import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { becomeAdmin, PASSWORD, register, visitor } from "./arena";
import { seriousProblems } from "./axe";
import { serveArena, type Arena } from "./program";

// The admin of the second one opens registration for those after it.
test.describe.configure({ mode: "serial" });

let arena: Arena;

test.beforeAll(async () => {
  arena = await serveArena("--no-worker");
});

test.afterAll(() => arena.stop());

test("a static copy shows nothing of an arena", async ({ page }) => {
  await page.goto("./#/play");
  await expect(page.getByRole("link", { name: "Analyse" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Arena" })).toHaveCount(0);
  await page.goto("./#/submit");
  await expect(page.locator("main")).toContainText("no server with an arena");
});

test("the first link makes the admin, once, who invites a student", async ({ browser }) => {
  const admin = await visitor(browser);
  await becomeAdmin(admin, arena);
  const late = await visitor(browser);
  await late.goto(arena.setup);
  await late.locator("[autocomplete=username]").fill("late");
  for (const field of await late.locator("[type=password]").all()) await field.fill(PASSWORD);
  await late.locator("form button[type=submit]").click();
  await expect(late.locator(".notice.problem")).toBeVisible();

  await admin.goto(`${arena.address}#/people`);
  await expect(admin.locator("input[name=registration][value=invitation]")).toBeChecked();
  await admin.getByRole("button", { name: "Make an invitation" }).click();
  const link = await admin.locator(".copy-block code").last().textContent();
  expect(await seriousProblems(admin)).toEqual([]);

  const student = await visitor(browser, { locale: "zh-CN", viewport: { width: 360, height: 740 } });
  await student.goto(link ?? "");
  await expect(student.getByLabel("邀请码")).not.toHaveValue("");
  await student.locator("[autocomplete=username]").fill("韩梅梅");
  for (const field of await student.locator("[type=password]").all()) await field.fill(PASSWORD);
  await student.locator("form button[type=submit]").click();
  await expect(student.locator("h1")).toContainText("韩梅梅");
  expect(await seriousProblems(student)).toEqual([]);
  await expect(student.getByRole("link", { name: "用户", exact: true })).toHaveCount(0);

  await admin.reload();
  const row = admin.getByRole("row", { name: /韩梅梅/ });
  await row.getByRole("combobox").selectOption("teacher");
  await expect(admin.locator(".notice:visible")).toHaveText("Changed.");
  await admin.locator("input[name=registration][value=open]").check();
  await expect(admin.locator(".notice:visible")).toHaveText("Changed.");
  const days = admin.getByLabel("Logs of games are kept for (days)");
  await expect(days).toHaveValue("30");
  await days.fill("7");
  await admin.getByRole("button", { name: "Save settings" }).click();
  await expect(admin.locator(".notice:visible")).toHaveText("Changed.");
  await admin.reload();
  await expect(days).toHaveValue("7");
  for (const page of [admin, late, student]) await page.context().close();
});

test("a person has tokens, sessions, a password, and can go", async ({ browser }) => {
  const page = await visitor(browser);
  await register(page, arena, "Ada");
  await page.getByLabel("What it is for").fill("laptop");
  await page.getByRole("button", { name: "Make a token" }).click();
  await expect(page.locator(".copy-block code")).toContainText(/IMMURE_TOKEN=\S+[^]*immure submit/);
  await expect(page.getByRole("row", { name: /laptop/ })).toBeVisible();

  const other = await visitor(browser);
  await other.goto(`${arena.address}#/account`);
  await other.getByLabel("Name").fill("ada");
  await other.getByLabel("Password").fill("wrong");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.locator(".notice.problem")).toBeVisible();
  await other.getByLabel("Password").fill(PASSWORD);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.locator("h1")).toContainText("Ada");

  await page.reload();
  await page.getByRole("button", { name: "Sign out there" }).click();
  await expect(page.getByRole("button", { name: "Sign out there" })).toHaveCount(0);
  await other.reload();
  await expect(other.locator("h1")).toHaveText("Sign in");

  const [file] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("button", { name: "Export everything" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain("Ada");
  expect(await seriousProblems(page)).toEqual([]);

  const form = page.locator("form", { has: page.getByRole("button", { name: "Delete my account" }) });
  await form.locator("[type=password]").fill(PASSWORD);
  await form.getByRole("button").click();
  await page.locator("dialog").getByRole("button", { name: "Delete my account" }).click();
  await expect(page.locator(".person")).toHaveText("Sign in");
  for (const each of [page, other]) await each.context().close();
});

test("staff give a link for a new password", async ({ browser }) => {
  const student = await visitor(browser);
  await register(student, arena, "forgetful");
  const admin = await visitor(browser);
  await admin.goto(`${arena.address}#/signin?to=%23%2Fpeople`);
  await admin.getByLabel("Name").fill("admin");
  await admin.getByLabel("Password").fill(PASSWORD);
  await admin.getByRole("button", { name: "Sign in" }).click();
  await admin.getByRole("row", { name: /forgetful/ }).getByRole("button", { name: "Password link" }).click();
  const link = await admin.locator(".copy-block code").first().textContent();
  await student.goto("about:blank");
  await student.goto(link ?? "");
  await expect(student.locator("h1")).toHaveText("New password");
  for (const field of await student.locator("[type=password]").all()) await field.fill("quite another one");
  await student.getByRole("button", { name: "Set password" }).click();
  await expect(student.locator("h1")).toContainText("forgetful");
  for (const page of [student, admin]) await page.context().close();
});
