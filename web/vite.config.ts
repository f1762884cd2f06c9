import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The C core as `make wasm` builds it; IMMURE_WASM names another build's.
const wasm =
  process.env.IMMURE_WASM ?? fileURLToPath(new URL("../build-wasm/src/wasm/immure.wasm", import.meta.url));

/** The page for a slow line and for none: something to see before the styles, and sw.js. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      // The core is fetched beside the script that asks for it.
      const core = Object.keys(bundle ?? {}).find((name) => name.endsWith(".wasm"));
      const preload = `<link rel="preload" as="fetch" crossorigin href="./${core}">`;
      // A style sheet in the head holds back the first paint.
      const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? "";
      return html.replace(sheet, "").replace("</head>", `${preload}</head>`).replace("</body>", `${sheet.trim()}</body>`);
    },
  },
  generateBundle(_options, bundle) {
    // The arena is of no use without its server.
    const names = Object.keys(bundle).filter((name) => !/^assets\/(arena-|editor-|bot-.*\.c$)/.test(name));
    const isLater = (name: string): boolean => /\.(net|txt|md)$/.test(name);
    const needed = ["", "icon.svg", "manifest.webmanifest", ...names.filter((name) => !isLater(name))];
    const lists = { NEEDED: needed, LATER: names.filter(isLater) };
    const source = Object.entries(lists)
      .map(([list, files]) => `const ${list} = ${JSON.stringify(files)};\n`)
      .concat(readFileSync(new URL("src/offline/service_worker.js", import.meta.url), "utf8"));
    this.emitFile({ type: "asset", fileName: "sw.js", source: source.join("") });
  },
};

export default defineConfig({
  plugins: [offline],
  // Relative addresses: the folder works at the root of a host or anywhere below it.
  base: "./",
  resolve: { alias: [{ find: /^immure\.wasm(?=\?)/, replacement: wasm }] },
  // The dev server hands out the core too, which is built beside this folder.
  server: { fs: { allow: ["..", wasm] } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "../build/site",
    emptyOutDir: true,
    // The editor, which only the pages with sources fetch.
    chunkSizeWarningLimit: 600,
    // Puzzles, texts and kits are no part of the first load, however short they are.
    assetsInlineLimit: (file) => (/\.(txt|md|c)$/.test(file) ? false : undefined),
  },
  // Far more than a test takes, but not on a machine that does something else.
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], testTimeout: 60_000 },
});
