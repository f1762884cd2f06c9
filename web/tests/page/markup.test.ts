import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Names, compilers' messages, stderr and records are shown as text. Nothing in the page makes markup or code of a
// string, so nothing that somebody else wrote can become any.
const SINKS =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createContextualFragment|parseFromString|setHTMLUnsafe)\b|document\.write|\beval\(|new Function\(|["'`]javascript:/;

const folder = fileURLToPath(new URL("../../src", import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ts|js)$/.test(name));

test("no string becomes markup or code", () => {
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.filter((name) => SINKS.test(readFileSync(`${folder}/${name}`, "utf8")));
  expect(found).toEqual([]);
});

test("and the test knows what it looks for", () => {
  for (const line of ["a.innerHTML = b", "eval(text)", 'link.href = "javascript:x"', "document.write(a)"]) {
    expect(SINKS.test(line), line).toBe(true);
  }
  expect(SINKS.test("a.textContent = evaluate(b)")).toBe(false);
});
