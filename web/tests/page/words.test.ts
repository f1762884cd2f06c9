import { expect, test } from "vitest";
import { en } from "../../src/i18n/en";
import { translateReason } from "../../src/i18n/reasons";
import { zh } from "../../src/i18n/zh";

test("both languages name the same values", () => {
  const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(names(zh[key]), key).toEqual(names(en[key]));
  }
});

test("reasons of the rules are translated", () => {
  const reason = "e3v crosses a wall at e3h";
  expect(translateReason(reason, "en")).toBe("crosses the wall e3h");
  expect(translateReason(reason, "zh")).toBe("与墙 e3h 交叉");
  const path = "move 12: f8v leaves the second player no path";
  expect(translateReason(path, "en")).toBe("move 12: leaves Dark no way to the goal");
  expect(translateReason(path, "zh")).toBe("第 12 步：会堵死后手的路");
  expect(translateReason("something new", "zh")).toBe("something new");
});
