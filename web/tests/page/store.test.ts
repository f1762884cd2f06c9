// What a view undoes when it goes.

import { afterEach, expect, test, vi } from "vitest";
import { Cleanup } from "../../src/store";

afterEach(() => vi.unstubAllGlobals());

test("a view undoes its steps once, the last one first", () => {
  const done: string[] = [];
  const cleanup = new Cleanup();
  cleanup.add(() => done.push("first"));
  cleanup.add(() => done.push("second"));
  expect(cleanup.isGone).toBe(false);
  cleanup.run();
  cleanup.run();
  expect(done).toEqual(["second", "first"]);
  expect(cleanup.isGone).toBe(true);
});

test("what a view begins after it has gone is undone at once", () => {
  vi.stubGlobal("window", new EventTarget());
  const heard: string[] = [];
  const cleanup = new Cleanup();
  cleanup.run();
  cleanup.add(() => heard.push("undone"));
  cleanup.listen("keydown", () => heard.push("key"));
  window.dispatchEvent(new Event("keydown"));
  expect(heard).toEqual(["undone"]);
});
