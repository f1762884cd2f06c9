import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The C core as `make wasm` builds it; IMMURE_WASM names another build's.
const wasm =
  process.env.IMMURE_WASM ?? fileURLToPath(new URL("../build-wasm/src/wasm/immure.wasm", import.meta.url));

export default defineConfig({
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
    // Puzzles are no part of the first load, however few they are.
    assetsInlineLimit: (file) => (file.endsWith(".txt") ? false : undefined),
  },
  // Far more than a test takes, but not on a machine that does something else.
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], testTimeout: 60_000 },
});
