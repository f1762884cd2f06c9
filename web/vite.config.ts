import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The C core as `make wasm` builds it; IMMURE_WASM names another build's.
const wasm =
  process.env.IMMURE_WASM ?? fileURLToPath(new URL("../build-wasm/immure.wasm", import.meta.url));

export default defineConfig({
  // Relative addresses: the folder works at the root of a host or anywhere below it.
  base: "./",
  resolve: { alias: { "immure.wasm": wasm } },
  // The dev server hands out the core too, which is built beside this folder.
  server: { fs: { allow: ["..", wasm] } },
  worker: { format: "es" },
  build: { target: "es2022", outDir: "../build/site", emptyOutDir: true },
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], environment: "node" },
});
