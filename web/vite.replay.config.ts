import { defineConfig, type Plugin } from "vite";

// The replay board as one script without imports, for pages that must be complete in themselves:
// the reports of `immure match`, which are well-formed XML as well as HTML. So the script must not
// contain what would end it in either.
const forPages: Plugin = {
  name: "for-pages",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      file.code = file.code.replaceAll("]]>", "]] >").replaceAll("</script", "<\\/script");
    }
  },
};

export default defineConfig({
  plugins: [forPages],
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "../build/site",
    emptyOutDir: false,
    lib: {
      entry: "src/replay/replay.ts",
      formats: ["iife"],
      name: "replay",
      fileName: () => "replay.js",
    },
  },
});
