import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en as arenaEnglish } from "../../src/arena/i18n/en";
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
  const names = (text: string) => [...new Set(text.match(/\$\d/g) ?? [])].sort();
  for (const [code, { en: english, zh: chinese }] of Object.entries(WORDINGS)) {
    if (english !== undefined) expect(names(chinese), code).toEqual(names(english));
  }
});

test("every refusal of the arena has a wording", () => {
  const codes = readFileSync(new URL("../../../src/base/error_codes.h", import.meta.url), "utf8");
  const sections = codes.slice(codes.indexOf("/* People. */"), codes.indexOf("/* The machine. */"));
  const names = [...sections.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name ?? "");
  expect(names).toContain("contest-state");
  for (const name of names) expect.soft(WORDINGS[name], name).toBeDefined();
});
