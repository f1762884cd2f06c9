import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { setLanguage } from "../../src/i18n";
import { whyText } from "../../src/arena/i18n";
import { en as arenaEnglish } from "../../src/arena/i18n/en";
import { FOULS } from "../../src/arena/i18n/fouls";
import { zh as arenaChinese } from "../../src/arena/i18n/zh";
import { en } from "../../src/i18n/en";
import { translateReason, WORDINGS } from "../../src/i18n/reasons";
import { zh } from "../../src/i18n/zh";

test("both languages name the same values", () => {
  const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  const chinese: Record<string, string> = { ...zh, ...arenaChinese };
  for (const [key, english] of Object.entries({ ...en, ...arenaEnglish })) {
    expect(names(chinese[key] ?? ""), key).toEqual(names(english));
  }
});

const at = (code: string, ...args: string[]) => ({ code, arguments: args });
const reason = (code: string, ...args: string[]) => ({ ...at(code, ...args), places: [], text: "as C says it" });

test("reasons are translated by their codes", () => {
  const crossing = reason("wall-crosses", "e3v", "e3h");
  expect(translateReason(crossing, "en")).toBe("crosses the wall e3h");
  expect(translateReason(crossing, "zh")).toBe("与墙 e3h 交叉");
  const path = { ...reason("no-path", "f8v", "second"), places: [at("at-line", "3"), at("at-move", "12", "first")] };
  expect(translateReason(path, "en")).toBe("line 3: move 12 (Light): leaves Dark no way to the goal");
  expect(translateReason(path, "zh")).toBe("第 3 行：第 12 回合（先手）：会堵死后手的路");
});

test("games, boards and rules have their names in reasons", () => {
  expect(translateReason(reason("other-game", "amazons", "quoridor"), "zh")).toBe("这是亚马逊棋的对局，应为步步为营");
  expect(translateReason(reason("position-variant", "10x10", "sjtu"), "zh")).toBe("这是 10 × 10 的局面，不是上海交大 2017 的");
});

test("a reason without a wording is told as the C code says it", () => {
  expect(translateReason(reason("something-new"), "zh")).toBe("as C says it");
  expect(translateReason(reason("position-empty"), "en")).toBe("as C says it");
  const elsewhere = { ...reason("game-over", "1-0", "goal reached"), places: [at("at-elsewhere")] };
  expect(translateReason(elsewhere, "zh")).toBe("as C says it");
});

test("both languages name the same arguments", () => {
  const names = (text: string) => [...new Set(text.match(/\$[a-z.]*\d/g) ?? [])].sort();
  for (const [code, { en: english, zh: chinese }] of Object.entries({ ...WORDINGS, ...FOULS })) {
    if (english !== undefined) expect(names(chinese), code).toEqual(names(english));
  }
});

/** The quoted words of a C source, from one mark in it to another. */
function wordsBetween(path: string, from: string, to: string): string[] {
  const source = readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
  const start = source.indexOf(from);
  const part = source.slice(start, source.indexOf(to, start));
  return [...part.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name ?? "");
}

test("every refusal of the arena has a wording", () => {
  const names = wordsBetween("base/error_codes.h", "/* People. */", "/* The machine. */");
  expect(names).toContain("contest-state");
  for (const name of names) expect.soft(WORDINGS[name] ?? FOULS[name], name).toBeDefined();
});

test("every foul, verdict and end of a compilation is told in both languages", () => {
  const codes = wordsBetween("base/error_codes.h", "/* Fouls", "/* Matches. */");
  expect(codes).toContain("answer-late");
  for (const code of [...codes, "at-side", "at-last-move", "attempts-used", "job-cancelled", "job-late"]) {
    expect.soft(FOULS[code], code).toBeDefined();
  }
  const verdicts = wordsBetween("referee/verdict.c", "NAMES[VERDICT_KIND_COUNT]", "};");
  const compilations = wordsBetween("sandbox/compile.c", "STATUS_NAMES[COMPILE_STATUS_COUNT]", "};");
  const keys = [...verdicts.map((name) => `verdict.${name}`), ...compilations.map((name) => `compile.${name}`)]
    .filter((key) => !["verdict.referee-fault", "compile.ok", "compile.fault"].includes(key)); // never shown
  expect(keys).toContain("verdict.no-move");
  for (const key of keys) {
    for (const messages of [arenaEnglish, arenaChinese]) expect.soft(messages, key).toHaveProperty([key]);
  }
});

test("fouls are told with the side and in the reader's language", () => {
  vi.stubGlobal("document", { documentElement: {} });
  const late = { ...reason("answer-late", "1.000"), places: [at("at-side", "second")] };
  const said = (["en", "zh"] as const).flatMap((language) => {
    setLanguage(language);
    return [late, reason("check-failed", "illegal-move", "a text"), reason("compile-failed", "too-slow")].map(whyText);
  });
  expect(said).toEqual([
    "Dark: no answer within 1.000 s", "it failed in its test game: illegal move", "it does not compile: it took too long",
    "后手：1.000 秒内没有回答", "在测试对局中失败：非法着法", "无法编译：编译时间太长",
  ]);
  vi.unstubAllGlobals();
});
