import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Study } from "../../src/analysis/study";
import type { Core, Engine } from "../../src/core/types";
import { PlaySession } from "../../src/game/session";
import { GameTree } from "../../src/game/tree";
import { Keeper } from "../../src/library/keeper";
import { Library } from "../../src/library/library";
import type { Entry } from "../../src/library/entry";
import { makeCore } from "../core/support";
import { OPTIONS } from "./options";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

// No IndexedDB, no locks, and no other tab.
beforeEach(() => {
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setInterval: () => 0 }));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", class {
    postMessage(): void {
      // Nobody listens.
    }
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const noEngine = (): Promise<Engine> => Promise.reject(new Error("no engine"));

/** A game of two people as the library keeps it. */
function played(id: string, ...moves: string[]): Entry {
  const session = new PlaySession(core, noEngine, OPTIONS);
  for (const move of moves) session.move(move);
  const entry = session.entry();
  if (!entry) throw new Error("nothing kept");
  return { ...entry, id };
}

function illegal(id: string): Entry {
  const entry = played(id, "e2");
  return { ...entry, record: { ...entry.record, moves: [{ move: "e9" }] } };
}

test("an entry that the rules refuse is passed over, and what follows is kept", async () => {
  const library = new Library();
  const play = new PlaySession(core, noEngine, OPTIONS);
  const keeper = new Keeper(library, play);
  await expect(keeper.open("none")).resolves.toBe("missing");
  await library.put(illegal("bad"));
  await expect(keeper.open("bad")).rejects.toThrow(/e9/);
  expect(await keeper.openAny([illegal("bad"), played("good", "e2", "e8")])).toBe(true);
  play.move("e3");
  expect((await library.get("good"))?.record.spec.moves).toEqual(["e2", "e8", "e3"]);
});

test("that a document is refused is told once, until one is kept again", async () => {
  const library = new Library();
  const play = new PlaySession(core, noEngine, OPTIONS);
  const keeper = new Keeper(library, play);
  const told: boolean[] = [];
  keeper.isRefused.subscribe((isRefused) => told.push(isRefused));
  const put = vi.spyOn(library, "put").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  play.move("e2");
  play.move("e8");
  await vi.waitFor(() => expect(told).toEqual([true]));
  put.mockRestore();
  play.move("e3");
  await vi.waitFor(() => expect(told).toEqual([true, false]));
  expect((await library.list())[0]?.record.spec.moves).toEqual(["e2", "e8", "e3"]);
});

test("a comment is written after a pause, and before anything else", async () => {
  vi.useFakeTimers();
  const library = new Library();
  const study = new Study(core, noEngine, "quoridor", "standard");
  const keeper = new Keeper(library, study);
  const put = vi.spyOn(library, "put");
  const comments = () => put.mock.calls.map(([{ record }]) => record.comment ?? "");
  const type = (...texts: string[]): void => {
    for (const text of texts) study.setComment(study.state.get().tree.root, text);
  };
  type("a", "ab", "abc");
  expect(comments()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(comments()).toEqual(["abc"]);

  type("abcd");
  study.play("e2");
  expect(comments().at(-1)).toBe("abcd");
  type("abcde");
  window.dispatchEvent(new Event("pagehide"));
  expect(comments().at(-1)).toBe("abcde");

  // Another study takes its place.
  const { id } = study.state.get();
  type("last");
  study.open({ tree: new GameTree(core, { game: "quoridor", variant: "standard" }), isKept: true });
  await vi.advanceTimersByTimeAsync(500);
  expect((await library.get(id))?.record.comment).toBe("last");
  expect(await keeper.open(id)).toBe("opened");

  // What is deleted meanwhile does not come back.
  type("late");
  await library.remove(id);
  await vi.advanceTimersByTimeAsync(500);
  expect(await library.get(id)).toBeUndefined();
});

test("the library lists what is whole", async () => {
  const library = new Library();
  const good = played("good", "e2");
  await library.put(good);
  const { record: _, ...bare } = played("bare", "e2");
  await library.put(bare as Entry);
  await library.put({ ...good, id: "late", updatedMs: 1e300 });
  await library.put({ ...good, id: "strange", record: { ...good.record, moves: [{ move: 7 }] } } as never);
  const { play: _play, ...unplayed } = good;
  await library.put({ ...unplayed, id: "unplayed" });
  expect(await library.list()).toEqual([good]);
});
