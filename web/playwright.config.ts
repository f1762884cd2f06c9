import { defineConfig } from "@playwright/test";

// The built page in Debian's Chromium. `make page` builds it; CHROMIUM names another browser, PORT another
// port.
const port = Number(process.env["PORT"] ?? 4180);
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  projects: [
    { name: "browser", testDir: "tests/browser", fullyParallel: true },
    { name: "screenshots", testDir: "tests/screenshots" },
  ],
  outputDir: "../build/browser-tests",
  reporter: "./tests/browser/tap_reporter.ts",
  // Each has a browser of its own, and waits half of the time: for an engine, a compiler or the other side.
  workers: 2,
  timeout: 240_000,
  // A browser on a busy machine has accidents; what failed once is told all the same.
  retries: process.env["CI"] ? 1 : 0,
  // Nothing here is about speed, and the machine may have other work.
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    contextOptions: { reducedMotion: "reduce" },
    // It takes over a page that is two seconds old, and then answers what a test wants to answer itself.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      // Chromium refuses to put root into its sandbox.
      args: isRoot ? ["--no-sandbox"] : [],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} ` +
      "--strictPort",
    url: `http://127.0.0.1:${port}/`,
    timeout: 120_000,
  },
});
