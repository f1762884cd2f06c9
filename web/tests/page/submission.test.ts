// What a source tells of itself, and what compilers say of it.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { messagesOf, readMessages } from "../../src/arena/submission/messages";
import type { Version } from "../../src/arena/types";
import { guessLanguage, guessName, protocolsOf } from "../../src/arena/submission/source";

test("the language is guessed from the name, then from the text", () => {
  expect(guessLanguage("bot.c", "using namespace std;")).toBe("c17");
  expect(guessLanguage("Bot.CPP", "")).toBe("c++17");
  expect(guessLanguage("bot.py", "")).toBe("python3");
  expect(guessLanguage("", "#include <stdio.h>\nint main(void) {}")).toBe("c17");
  expect(guessLanguage("", "#include <iostream>\nint main() {}")).toBe("c++17");
  expect(guessLanguage("", "#include <stdio.h>\nstd::string name;")).toBe("c++17");
  expect(guessLanguage("", "import sys\nprint(1)")).toBe("python3");
  expect(guessLanguage("notes.txt", "hello")).toBeNull();
});

test("a file's name becomes a bot's", () => {
  expect(guessName("my bot (2).cpp")).toBe("my-bot-2-");
  expect(guessName("阿尔法.py")).toBe("阿尔法");
  expect(guessName(`${"x".repeat(40)}.c`)).toHaveLength(32);
});

test("the course's protocols belong to the course's rules", () => {
  expect(protocolsOf("quoridor", "sjtu-2022")).toEqual(["sjtu-2022", "text"]);
  expect(protocolsOf("quoridor", "standard")).toEqual(["text"]);
  expect(protocolsOf("amazons", "8x8")[0]).toBe("botzone");
});

test("GCC's places", () => {
  const output = [
    "bot.cpp: In function 'int main()':",
    "bot.cpp:3:7: error: expected ';' before 'return'",
    "    3 |   int x",
    "bot.cpp:9:1: warning: unused variable 'y'",
    "bot.cpp:1:10: fatal error: nothing.h: No such file or directory",
  ].join("\n");
  expect(messagesOf(output)).toEqual([
    { line: 3, column: 7, kind: "error", text: "expected ';' before 'return'" },
    { line: 9, column: 1, kind: "warning", text: "unused variable 'y'" },
    { line: 1, column: 10, kind: "error", text: "nothing.h: No such file or directory" },
  ]);
  expect(readMessages(output).map(({ text }) => text).join("\n")).toBe(output);
});

test("Python's place is told with what is wrong", () => {
  const output = '  File "bot.py", line 2\n    print(\n         ^\nSyntaxError: \'(\' was never closed\n';
  expect(messagesOf(output)).toEqual([
    { line: 2, column: 1, kind: "error", text: "SyntaxError: '(' was never closed" },
  ]);
});

describe("a draft", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  /** The page as it is after it was loaded. */
  const reload = async () => {
    vi.resetModules();
    return import("../../src/arena/submission/draft");
  };

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("outlives a reload, for the person who wrote it", async () => {
    const before = await reload();
    const draft = before.currentDraft(1, "amazons", "8x8");
    before.changeDraft(draft, { game: "quoridor", variant: "sjtu", source: "int x;", isTyped: true });
    expect(draft.protocol).toBe("sjtu");
    before.keepDraft();
    const after = await reload();
    expect(after.currentDraft(2, "amazons", "8x8").source).toBe("");
    expect(after.currentDraft(1, "amazons", "8x8")).toEqual(draft);
    after.dropDraft();
    expect((await reload()).currentDraft(1, "amazons", "8x8").source).toBe("");
  });

  test("is left alone by a tab in which nothing was written", async () => {
    const idle = await reload();
    idle.currentDraft(1, "amazons", "8x8");
    const busy = await reload();
    busy.changeDraft(busy.currentDraft(1, "amazons", "8x8"), { source: "int x;", isTyped: true });
    busy.keepDraft();
    const reader = await reload();
    reader.currentDraft(1, "amazons", "8x8");
    busy.changeDraft(busy.currentDraft(1, "amazons", "8x8"), { source: "int x, y;" });
    busy.keepDraft();
    for (const page of [idle, reader]) page.keepDraft();
    expect((await reload()).currentDraft(1, "amazons", "8x8").source).toBe("int x, y;");
    idle.dropDraft();
    expect(kept.size).toBe(0);
  });

  test("is over once it was handed in, but for what was typed meanwhile", async () => {
    const version = { id: 9, bot: { id: 5, name: "b" } } as Version;
    const page = await reload();
    const written = () => {
      const draft = page.currentDraft(1, "amazons", "8x8");
      page.changeDraft(draft, { name: "b", source: "int x;", isTyped: true });
      page.keepDraft();
      return draft;
    };
    const draft = written();
    page.handedIn(draft, { ...draft }, version, true);
    expect(page.currentDraft(1, "amazons", "8x8")).toMatchObject({ bot: null, source: "" });
    expect(kept.size).toBe(0);

    const changed = written();
    const sent = { ...changed };
    changed.source = "int x, y;";
    page.handedIn(changed, sent, version, true);
    expect(page.currentDraft(1, "amazons", "8x8")).toMatchObject({ bot: 5, from: 9, source: "int x, y;" });
    expect((await reload()).currentDraft(1, "amazons", "8x8")).toMatchObject({ bot: 5, source: "int x, y;" });
  });

  test("that a later page shows goes on as the next version", async () => {
    const page = await reload();
    const draft = page.currentDraft(1, "amazons", "8x8");
    page.changeDraft(draft, { name: "b", source: "int x;", isTyped: true });
    page.handedIn(draft, { ...draft }, { id: 9, bot: { id: 5, name: "b" } } as Version, false);
    expect(page.currentDraft(1, "amazons", "8x8")).toBe(draft);
    expect(draft).toMatchObject({ bot: 5, from: 9, source: "int x;" });
    expect(page.hasWork(draft)).toBe(false);
    page.keepDraft();
    expect(kept.size).toBe(0);
  });

  test("lasts as long as the page where nothing can be kept, and what is not ours is no draft", async () => {
    kept.set("immure.source", JSON.stringify({ person: 1, draft: { source: 7 } }));
    const page = await reload();
    const draft = page.currentDraft(1, "amazons", "8x8");
    expect(draft.source).toBe("");
    const refuse = (): never => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    page.changeDraft(draft, { source: "int x;", isTyped: true });
    page.keepDraft();
    expect(page.currentDraft(1, "amazons", "8x8").source).toBe("int x;");
  });

  test("begins with a version once, and only what was typed is work", async () => {
    const version = {
      id: 7, bot: { id: 5, name: "b", game: "amazons", variant: "6x6" }, protocol: "text", language: "c17",
      messages: null,
    };
    const answers: Record<string, unknown> = { "api/v1/bots/5": { ...version.bot, versions: [
      { id: 3, number: 1 }, { id: 7, number: 2 },
    ] }, "api/v1/versions/7": version };
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(
      new Response(url.endsWith("/source") ? "the source" : JSON.stringify(answers[url])),
    ));
    const page = await reload();
    const draft = page.currentDraft(1, "amazons", "8x8");
    expect(page.isOf(draft, { from: 0, bot: 0 })).toBe(true);
    expect(page.isOf(draft, { from: 7, bot: 0 })).toBe(false);
    page.changeDraft(draft, await page.startOf({ from: 0, bot: 5 }));
    expect(draft).toMatchObject({ bot: 5, from: 7, variant: "6x6", protocol: "text", source: "the source" });
    expect(page.hasWork(draft)).toBe(false);
    page.keepDraft();
    expect(kept.size).toBe(0);
    page.changeDraft(draft, { source: "typed", isTyped: true });
    expect(page.hasWork(draft)).toBe(true);
    // Going away and coming back by the same address changes nothing; another one is another draft.
    expect(page.isOf(draft, { from: 7, bot: 0 })).toBe(true);
    expect(page.isOf(draft, { from: 0, bot: 5 })).toBe(true);
    expect(page.isOf(draft, { from: 3, bot: 0 })).toBe(false);
    expect(page.isOf(draft, { from: 0, bot: 6 })).toBe(false);
  });
});
