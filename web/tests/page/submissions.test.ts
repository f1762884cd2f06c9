import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROTOCOLS, TIME_MS, withSettings, type Submission } from "../../src/submissions/files";
import { parseGuide, parseSpans, type Block } from "../../src/submissions/guide";
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

test("the guide's paragraphs, code, lists and tables are told apart", () => {
  expect(parseGuide("# One\n\nto be\nread\n\n1. an\n   item\n\n   ```sh\n   one\n     two\n   ```\n2. more\n\n| a | b |\n|---|---|\n| 1 | `2` |\n"))
    .toEqual([
      { kind: "heading", level: 1, text: "One" },
      { kind: "paragraph", text: "to be read" },
      {
        kind: "list",
        isOrdered: true,
        items: [
          [{ kind: "paragraph", text: "an item" }, { kind: "code", text: "one\n  two" }],
          [{ kind: "paragraph", text: "more" }],
        ],
      },
      { kind: "table", head: ["a", "b"], rows: [["1", "`2`"]] },
    ]);
  expect(parseGuide("先问\n老师，\n`make`")).toEqual([{ kind: "paragraph", text: "先问老师， `make`" }]);
});

test("code, bold words and links are found within a text", () => {
  expect(parseSpans("`a` is **b**, see [c](https://c.org/) or [d](d.md) on https://e.org.")).toEqual([
    { kind: "code", text: "a" },
    { kind: "text", text: " is " },
    { kind: "bold", text: "b" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "c", url: "https://c.org/" },
    { kind: "text", text: " or " },
    { kind: "text", text: "d" },
    { kind: "text", text: " on " },
    { kind: "link", text: "https://e.org", url: "https://e.org" },
    { kind: "text", text: "." },
  ]);
});

test.each(["submissions.md", "submissions.zh.md"])("no mark of Markdown is left in %s", (name) => {
  const left: string[] = [];
  const look = (text: string): void => {
    for (const span of parseSpans(text)) {
      if (span.kind === "bold") look(span.text);
      else if (span.kind === "text" && /[`|#]|\*\*|\]\(/.test(span.text)) left.push(span.text);
    }
  };
  const kinds = new Set<Block["kind"]>();
  const lookAt = (blocks: Block[]): void => {
    for (const block of blocks) {
      kinds.add(block.kind);
      if (block.kind === "heading" || block.kind === "paragraph") look(block.text);
      else if (block.kind === "table") [block.head, ...block.rows].forEach((row) => row.forEach(look));
      else if (block.kind === "list") block.items.forEach(lookAt);
    }
  };
  lookAt(parseGuide(readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8")));
  expect(left).toEqual([]);
  expect([...kinds].sort()).toEqual(["code", "heading", "list", "paragraph", "table"]);
});
