import { readFile } from "node:fs/promises";
import { expect, test, type Download, type Page } from "@playwright/test";
import { cell, centreOf, mouse, squaresNamed } from "./board";
import { openGame } from "./games";
import { stopClocks } from "./pages";

const RECORD = `[Game "quoridor"]
[Variant "standard"]
[First "a bot"]
[Second "another"]
[Result "*"]

1. e2 {[%emt 1.500] [%eval 0.35] straight ahead} e8 2. e3 e7 3. e4 e6 4. d3h f6v *
`;
const LINK = "./#/analyse?game=quoridor&variant=standard&moves=e2e8e3e7e4e6d3hf6v&at=4";

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("textbox", { name: /Paste/ }).fill(text);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

const moves = (page: Page) => page.getByRole("group", { name: "Moves" });

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download") as Promise<Download>,
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("a record is analysed", async ({ page }) => {
  await page.goto("./#/analyse");
  await paste(page, RECORD);
  await expect(moves(page)).toContainText("f6v");
  await expect(page.locator(".strip").last()).toContainText("a bot");
  await page.getByRole("switch", { name: "Engine" }).check();
  await expect(page.locator(".engine-lines li")).toHaveCount(3);
  await expect(page.locator(".suggestion")).toHaveCount(3);
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(page.getByRole("button", { name: "Review game" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator(".graph-curve")).toHaveCount(1);
  await expect(page.locator(".eval-text")).toHaveText(/^\d+$/);
});

test("a replay shows time, score and message of each move", async ({ page }) => {
  await page.clock.install();
  await page.goto("./#/analyse");
  await paste(page, RECORD);
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator(".notes")).toContainText("time 1.5 s");
  await expect(page.locator(".notes")).toContainText("score 0.35");
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("straight ahead");
  await stopClocks(page);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.clock.runFor(2500);
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
});

test("a shared link opens its game at its move", async ({ page }) => {
  await page.goto(LINK);
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
  await expect(cell(page, "e7")).toHaveAttribute("aria-label", /dark pawn/);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /walls d3h/);
});

test("a copied link leads back to the same game", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(LINK);
  await mouse.wall(page, "a5v");
  await page.getByRole("heading", { name: "Share and save" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(cell(other, "a5")).toHaveAttribute("aria-label", /walls a5v/);
});

test("a link can be copied by hand while the engine runs", async ({ page }) => {
  // As over plain HTTP, where there is no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(LINK);
  await page.getByRole("switch", { name: "Engine" }).check();
  await page.getByRole("heading", { name: "Share and save" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = page.getByRole("textbox", { name: "Link to this game" });
  const info = page.locator(".engine-lines p");
  for (let report = 0; report < 2; report++) {
    const before = await info.textContent();
    await expect(info).not.toHaveText(before ?? "");
  }
  await expect(link).toHaveValue(/moves=e2e8e3e7e4e6d3hf6v&at=4$/);
  await expect(link).toBeVisible();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(link).toBeHidden();
});

test("a link with an illegal move says so", async ({ page }) => {
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2e4");
  await expect(page.locator(".notice")).toContainText("Could not be read");
});

test("variations are kept beside the game", async ({ page }) => {
  await page.goto(LINK);
  await mouse.square(page, "d3");
  await expect(page.locator(".variation")).toHaveCount(1);
  await expect(page.locator(".variation")).toContainText("d3");
  await page.getByRole("button", { name: "Make main line" }).click();
  await expect(page.locator(".variation")).toContainText("e4");
  await page.keyboard.press("ArrowLeft");
  await expect(cell(page, "e3")).toHaveAttribute("aria-label", /light pawn/);
});

test("comments are written beside the moves", async ({ page }) => {
  await page.goto(LINK);
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.click();
  // Every letter redraws the moves; the field and its focus stay.
  await page.keyboard.type("why not d3 ");
  await page.keyboard.press("ArrowLeft");
  await expect(cell(page, "e7")).toHaveAttribute("aria-label", /dark pawn/);
  await expect(comment).toHaveValue("why not d3 ");
  await expect(page).toHaveURL(/#\/analyse\/\w+$/);
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(comment).toHaveValue("");
  await page.getByRole("button", { name: "切换到中文" }).click();
  await page.getByRole("button", { name: "Switch to English" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(comment).toHaveValue("why not d3");
  await page.getByRole("heading", { name: "Share and save" }).click();
  const record = await saved(page, "Record (PGN)");
  expect(record.bytes.toString()).toContain("{why not d3}");
});

test("a game is shortened from any move on", async ({ page }) => {
  await page.goto(LINK);
  await expect(moves(page)).toContainText("e4");
  await page.getByRole("button", { name: "Forward" }).click();
  const remove = page.getByRole("button", { name: "Delete from here" });
  const question = page.getByRole("dialog");
  await remove.click();
  await expect(question).toContainText("3. e4");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(moves(page)).toContainText("e4");
  await remove.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(moves(page)).not.toContainText("e4");
  await expect(moves(page)).toContainText("e7");
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(remove).toBeHidden();
  await page.reload();
  await expect(moves(page)).toContainText("e7");
  await expect(moves(page)).not.toContainText("e4");
});

test("a variation does not end with the game's result", async ({ page }) => {
  await page.goto("./#/analyse");
  await paste(page, RECORD.replaceAll("*", "0-1"));
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.locator(".notes")).toContainText("0-1");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByRole("textbox", { name: "Move", exact: true }).fill("a5v");
  await page.keyboard.press("Enter");
  await expect(page.locator(".variation")).toContainText("a5v");
  await expect(page.locator(".notes")).toHaveCount(0);
});

test("overlays show paths and ownership", async ({ page }) => {
  await page.goto(LINK);
  await page.getByRole("switch", { name: "Paths and good walls" }).check();
  await expect(page.locator(".path")).toHaveCount(2);
  await page.goto("./#/analyse?game=amazons&variant=6x6");
  await expect(page.locator(".owned")).toHaveCount(28);
});

test("an amazon that is dragged stays under the pointer while the engine runs", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=10x10");
  await page.getByRole("switch", { name: "Engine" }).check();
  const info = page.locator(".engine-lines p");
  await expect(info).toBeVisible();
  const [from, to] = [await centreOf(page, "d1"), await centreOf(page, "d6")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  const dragged = page.locator(".piece.dragging");
  const place = (): Promise<string> => dragged.evaluate((piece) => (piece as SVGElement).style.transform);
  const before = await place();
  const text = await info.textContent();
  await expect(info).not.toHaveText(text ?? "");
  expect(await place()).toBe(before);
  await page.mouse.up();
  await mouse.square(page, "d8");
  await expect(moves(page)).toContainText("d1-d6/d8");
});

test("an amazon goes back to its square where Escape ends a drag", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=10x10");
  const pieces = page.locator(".layer-pieces .piece");
  const places = (): Promise<string[]> =>
    pieces.evaluateAll((all) => all.map((piece) => (piece as SVGElement).style.transform));
  await expect(pieces).toHaveCount(8);
  const before = await places();
  const [from, to] = [await centreOf(page, "d1"), await centreOf(page, "d6")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(page.locator(".piece.dragging")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.locator(".piece.dragging")).toHaveCount(0);
  expect(await places()).toEqual(before);
});

test("a position is set up by hand", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=6x6");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await mouse.square(page, "c3");
  await expect(cell(page, "c3")).toHaveAttribute("aria-label", /arrow/);
  await page.locator("input[name=tool][value=erase]").check();
  await mouse.square(page, "b1");
  await expect(page.getByRole("button", { name: "Use position" })).toBeDisabled();
  await page.locator("input[name=tool][value=Q]").check();
  await mouse.square(page, "c1");
  await page.getByRole("button", { name: "Use position" }).click();
  await expect(cell(page, "c1")).toHaveAttribute("aria-label", /light amazon/);
  expect(await squaresNamed(page, /blocked by an arrow/)).toEqual(["c3"]);
});

test("a position is changed where a press ends as it began", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=6x6");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  const press = async (square: string): Promise<void> => {
    const { x, y } = await centreOf(page, square);
    await page.mouse.move(x, y);
    await page.mouse.down();
  };
  // The browser takes a press away that becomes scrolling.
  await press("c3");
  await cell(page, "c3").dispatchEvent("pointercancel");
  await page.mouse.up();
  await press("c4");
  const elsewhere = await centreOf(page, "d4");
  await page.mouse.move(elsewhere.x, elsewhere.y);
  await page.mouse.up();
  await mouse.square(page, "c5");
  expect(await squaresNamed(page, /blocked by an arrow/)).toEqual(["c5"]);
});

test("the focus stays where a position is changed as a whole", async ({ page }) => {
  await page.goto("./#/analyse?game=amazons&variant=6x6");
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  for (const name of ["Clear", "Start position"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toBeFocused();
  }
  await expect(cell(page, "b1")).toHaveAttribute("aria-label", /light amazon/);
});

test("no key walks through the game while a position is set up", async ({ page }) => {
  await page.goto(LINK);
  const current = page.locator(".move-tree [aria-current=true]");
  const before = await current.textContent();
  await page.getByRole("heading", { name: "Open a game" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(current).toHaveText(before ?? "");
});

test("records and pictures are saved", async ({ page }) => {
  await page.goto(LINK);
  await page.getByRole("heading", { name: "Share and save" }).click();
  const record = await saved(page, "Record (PGN)");
  expect(record.bytes.toString()).toContain("4. d3h f6v");
  const svg = await saved(page, "Picture (SVG)");
  expect(svg.bytes.toString()).toMatch(/^<svg.*<\/svg>$/s);
  const png = await saved(page, "Picture (PNG)");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  const gif = await saved(page, "Animation (GIF)");
  expect(gif.name).toBe("quoridor.gif");
  // The browser's own decoder counts the frames: the start and eight moves.
  const frames = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
    await decoder.tracks.ready;
    const { image } = await decoder.decode({ frameIndex: 8 });
    return { count: decoder.tracks.selectedTrack?.frameCount, width: image.displayWidth };
  }, gif.bytes.toString("base64"));
  expect(frames).toEqual({ count: 9, width: 480 });
});

test("a finished game goes from playing to analysis", async ({ page }) => {
  await openGame(page, "amazons", "10x10");
  await page.locator("input[name=opponent][value=human]").check();
  await mouse.square(page, "d1");
  await mouse.square(page, "d7");
  await mouse.square(page, "g7");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(moves(page)).toContainText("d1-d7/g7");
});

test("the engine goes on in another language", async ({ page }) => {
  await page.goto("./#/analyse?game=quoridor&variant=standard&moves=e2e8&at=2");
  await page.getByRole("switch", { name: "Engine" }).check();
  await expect(page.locator(".engine-lines li")).toHaveCount(3);
  await page.getByRole("button", { name: "切换到中文" }).click();
  await expect(page.getByRole("switch", { name: "引擎" })).toBeChecked();
  await expect(page.locator(".engine-lines li")).toHaveCount(3);
});
