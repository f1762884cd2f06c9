// How a picture is made. A shot is a view in some state; it is prepared once for each language and each
// hand, and then taken on every screen of that hand, light and dark: build/screenshots/NAME-SCREEN-COLOURS-LANGUAGE.png.
// A view that says anything on the console fails.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { MESSAGES, type Key } from "../../src/i18n/messages";
import { finger, mouse, wallPoint, type Hand } from "../browser/board";

// Fonts are ready once the page is loaded, and one picture is of a page that is not. All of its fonts are the system's.
process.env["PW_TEST_SCREENSHOT_NO_FONTS_READY"] = "1";

const FOLDER = "../build/screenshots";
const LANGUAGES = { en: "en-GB", zh: "zh-CN" } as const;
const COLOURS = ["light", "dark"] as const;

interface Screen {
  width: number;
  height: number;
}

interface Device {
  hand: Hand;
  options: { hasTouch?: boolean; isMobile?: boolean; deviceScaleFactor?: number };
  screens: Record<string, Screen>;
}

const DEVICES: Record<string, Device> = {
  mouse: {
    hand: mouse,
    options: {},
    screens: { desktop: { width: 1280, height: 800 }, wide: { width: 1920, height: 1080 } },
  },
  finger: {
    hand: finger,
    options: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    screens: {
      phone: { width: 390, height: 844 },
      narrow: { width: 320, height: 640 },
      landscape: { width: 844, height: 390 },
    },
  },
};

/** The page as whoever prepares a shot meets it: by the words of its language. */
export class Scene {
  constructor(
    readonly page: Page,
    readonly hand: Hand,
    readonly language: keyof typeof LANGUAGES,
  ) {}

  words(key: Key): string {
    return MESSAGES[this.language][key];
  }

  /** A message, whatever is filled in. */
  pattern(key: Key): RegExp {
    const parts = this.words(key).split(/\{\w+\}/);
    return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+"));
  }

  button(key: Key): Locator {
    return this.page.getByRole("button", { name: this.words(key), exact: true });
  }

  async press(...keys: Key[]): Promise<void> {
    for (const key of keys) await this.button(key).click();
  }

  async unfold(key: Key): Promise<void> {
    await this.page.locator("summary", { hasText: this.words(key) }).click();
  }

  async turnOn(key: Key): Promise<void> {
    await this.page.getByRole("switch", { name: this.words(key) }).check();
  }

  async choose(field: string, value: string): Promise<void> {
    await this.page.locator(`input[name=${field}][value="${value}"]`).check();
  }

  async squares(...names: string[]): Promise<void> {
    await this.page.evaluate(() => window.scrollTo(0, 0));
    for (const name of names) await this.hand.square(this.page, name);
  }

  /** Shows the ghost of a wall, which a finger leaves where it is. */
  async ghost(wall: string): Promise<void> {
    const { page, hand } = this;
    const { x, y } = await wallPoint(page, wall);
    if (hand === mouse) await page.mouse.move(x, y);
    else if (await page.locator(".ghost").isHidden()) await page.touchscreen.tap(x, y);
    await expect(page.locator(".ghost")).toBeVisible();
  }
}

export interface Shot {
  name: string;
  route: string;
  /** What the network does to the page from its start on; the console then tells of it. */
  sabotage?: (page: Page) => Promise<void>;
  prepare?: (scene: Scene) => Promise<void>;
  /** What must be done again on each screen, as a pointer does not stay where it was. */
  aim?: (scene: Scene) => Promise<void>;
  /** The README's picture. */
  picture?: string;
}

/** Makes the screen as high as the page: what is fixed to its lower edge is then at the end. */
async function showAll(page: Page, { width, height }: Screen): Promise<void> {
  const all = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > width && all > height) await page.setViewportSize({ width, height: all });
}

async function take(scene: Scene, screens: Record<string, Screen>, shot: Shot): Promise<void> {
  const { page, language } = scene;
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await showAll(page, size);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shot.aim?.(scene);
    for (const colorScheme of COLOURS) {
      await page.emulateMedia({ colorScheme });
      const path = `${FOLDER}/${shot.name}-${screen}-${colorScheme}-${language}.png`;
      // A picture of the whole page would move the pointer off what it points at.
      await page.screenshot({ path, fullPage: !shot.aim });
      const isPicture = `${screen} ${colorScheme} ${language}` === "desktop light en";
      if (shot.picture && isPicture) await page.screenshot({ path: shot.picture });
    }
  }
}

async function sabotage(page: Page, act: (page: Page) => Promise<void>): Promise<void> {
  // A service worker would fetch past it.
  await page.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  await act(page);
}

export function takeShots(shots: Shot[]): void {
  for (const [device, { hand, options, screens }] of Object.entries(DEVICES)) {
    for (const language of ["en", "zh"] as const) {
      test.describe(`${device} ${language}`, () => {
        test.use({ ...options, locale: LANGUAGES[language], serviceWorkers: "allow" });
        for (const shot of shots) {
          test(shot.name, async ({ page }) => {
            const messages: string[] = [];
            page.on("console", (message) => messages.push(message.text()));
            page.on("pageerror", (error) => messages.push(error.message));
            const scene = new Scene(page, hand, language);
            await page.setViewportSize(Object.values(screens)[0] as Screen);
            await page.emulateMedia({ reducedMotion: "reduce" });
            if (shot.sabotage) await sabotage(page, shot.sabotage);
            await page.goto(`./#/${shot.route}`, { waitUntil: shot.sabotage ? "commit" : "load" });
            await expect(page.locator("main > *, .loading, .failure").first()).toBeVisible();
            await shot.prepare?.(scene);
            if (!shot.aim) await page.mouse.move(0, 0);
            await take(scene, screens, shot);
            if (!shot.sabotage) expect(messages).toEqual([]);
          });
        }
      });
    }
  }
}
