// What a source tells of itself, and what compilers say of it.

import { expect, test } from "vitest";
import { messagesOf, readMessages } from "../../src/arena/submission/messages";
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
