import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Analysis, Core, Engine, Search } from "../../src/core/types";
import { PlaySession } from "../../src/game/session";
import type { GameOptions } from "../../src/settings";
import { makeCore } from "../core/support";
import { OPTIONS } from "./options";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

afterEach(() => {
  vi.useRealTimers();
});

const ANALYSIS: Analysis = {
  depth: 1, nodes: 1, timeMs: 1, done: true,
  lines: [{ move: "e2", winProbability: 0.5, score: 0, pv: ["e2"] }],
};

/** An engine that answers at once and counts what it is asked. */
class CountingEngine implements Engine {
  asked = 0;

  analyse(): Search {
    this.asked++;
    return { stop: () => undefined, done: Promise.resolve(ANALYSIS) };
  }

  play(): Search {
    return this.analyse();
  }

  dispose(): void {
    // Nothing is held.
  }
}

test("a hint is given up when the position changes while the engine is loading", async () => {
  const engine = new CountingEngine();
  let load: (engine: Engine) => void = () => undefined;
  const loading = new Promise<Engine>((resolve) => (load = resolve));
  const session = new PlaySession(core, () => loading, OPTIONS);
  const hint = session.hint();
  session.move("e2");
  load(engine);
  await hint;
  expect(engine.asked).toBe(0);
  expect(session.state.get()).toMatchObject({ hint: null, thinking: false });
});

test("a game goes on from what the library kept of it", () => {
  const session = new PlaySession(core, () => Promise.resolve(new CountingEngine()), OPTIONS);
  expect(session.entry()).toBeNull();
  for (const move of ["e2", "e8", "e3"]) session.move(move);
  session.resign();
  const entry = session.entry();
  if (!entry) throw new Error("nothing kept");
  expect(entry.record.tags).toEqual({ Result: "1-0", Termination: "resignation" });
  const other = new PlaySession(core, () => Promise.resolve(new CountingEngine()), OPTIONS);
  other.resume(structuredClone(entry));
  expect(other.entry()).toEqual({ ...entry, updatedMs: expect.any(Number) as number });
  // The resignation is taken back alone, then one move at a time.
  other.undo();
  expect(other.state.get()).toMatchObject({ finish: null });
  expect(other.entry()?.record.spec.moves).toEqual(["e2", "e8", "e3"]);
  other.undo();
  expect(other.entry()?.record).toMatchObject({ tags: {}, spec: { moves: ["e2", "e8"] } });
});

test("a game lost on time is over, and undo takes nothing of it back", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const options: GameOptions = { ...OPTIONS, clock: "3+2" };
  const session = new PlaySession(core, () => Promise.resolve(new CountingEngine()), options);
  for (const move of ["e2", "e8", "e3"]) session.move(move);
  expect(session.canUndo).toBe(true);
  vi.advanceTimersByTime(200_000);
  const finish = { result: "1-0", ending: "time" };
  expect(session.state.get().finish).toEqual(finish);
  expect(session.canUndo).toBe(false);
  session.undo();
  expect(session.entry()).toMatchObject({ play: { finish }, record: { spec: { moves: ["e2", "e8", "e3"] } } });
});
