import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROTOCOLS, TIME_MS, withSettings, type Submission } from "../../src/submissions/files";
import { unwrapped } from "../../src/submissions/guide";
import { native } from "../core/support";

const GAMES = ["amazons", "quoridor"] as const;
const FILES = GAMES.flatMap((game) =>
  PROTOCOLS[game].flatMap((protocol) =>
    [false, ...(game === "quoridor" ? [true] : [])].map((isCourse) => ({ game, protocol, isCourse }))));

function write({ game, protocol, isCourse }: (typeof FILES)[number], ...words: string[]): string {
  return native("submission", game, "--protocol", protocol, ...(isCourse ? ["--course"] : []), ...words);
}

test.each(FILES)("settings make of $protocol what the program writes with them", (file) => {
  const usual = write(file);
  const isBotzone = file.game === "amazons";
  const settings: Submission = {
    ...file, language: "cpp", level: 8, timeMs: TIME_MS[file.game], keepsRunning: isBotzone,
  };
  expect(withSettings(usual, settings)).toBe(usual);
  const weak = write(file, "--level", "3", "--time", "123ms", ...(isBotzone ? ["--restart"] : []));
  expect(weak).not.toBe(usual);
  expect(withSettings(usual, { ...settings, level: 3, timeMs: 123, keepsRunning: false })).toBe(weak);
});

test("make site has every file that the page asks for", () => {
  const makefile = readFileSync(new URL("../../../Makefile", import.meta.url), "utf8");
  for (const { game, protocol, isCourse } of FILES) {
    const words = `${game} --protocol ${protocol}${isCourse ? " --course" : ""}`;
    const name = `${protocol}${isCourse ? "-course" : ""}.cpp`;
    expect(makefile).toContain(`build/immure submission ${words} -o build/submissions/${name}\n`);
  }
});

test("the guide has each paragraph in one line", () => {
  const code = "   ```sh\n   one\n   two\n   ```";
  expect(unwrapped(`# One\n\nto be\nread\n\n1. an\n   item\n\n${code}\n\n| a |\n|---|\n`))
    .toBe(`# One\n\nto be read\n\n1. an item\n\n${code}\n\n| a |\n|---|\n`);
  expect(unwrapped("先问\n老师，\n`make`")).toBe("先问老师， `make`");
});
