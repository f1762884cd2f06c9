/** The engine behind its port: what it finds, when it stops, how it fails. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EngineClient } from "../../src/core/engine";
import { ImmureError, type Analysis } from "../../src/core/types";
import { specFields } from "../../src/core/module";
import { MEMORY_MB, game, makeCore, makeEngine, makeInstance, native } from "./support";

let engine: EngineClient;
beforeEach(() => {
  engine = makeEngine();
});
afterEach(() => engine.dispose());

const ignore = () => {};

describe("analysis", () => {
  // The second needs most of its memory: a tree that is smaller than it should be finds something else.
  test.each([
    ["amazons", "c1-c6/f6 c8-g4/f3 f1-b5/g5 f8-c5/b4", 600],
    ["quoridor", "e2 e8 d1h d5h f2h d2h b1h f8", 15_000],
  ] as const)("in slices finds what the native engine finds: %s", async (name, moves, nodes) => {
    const found = await engine.analyse(game(name, moves), { nodes, multiPv: 3 }, ignore).done;
    // With as much memory: how many positions a search remembers is part of what it finds.
    const limits = ["--nodes", String(nodes), "--memory-mb", String(MEMORY_MB)];
    const words = ["analyse", name, "--moves", moves, ...limits, "--multipv", "3", "--json"];
    const { analysis } = JSON.parse(native(...words)) as { analysis: Analysis };
    expect(found.lines).toHaveLength(3);
    expect(found).toEqual({ ...analysis, timeMs: found.timeMs });
  });

  test("tells what it knows while it thinks, more and more", async () => {
    const seen: Analysis[] = [];
    const spec = game("quoridor");
    const last = await engine.analyse(spec, { timeMs: 450, multiPv: 4 }, (info) => seen.push(info)).done;
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.every((info) => !info.done)).toBe(true);
    expect(last.done).toBe(true);
    expect(last.nodes).toBeGreaterThan(seen[0]?.nodes ?? Infinity);
    expect(last.lines).toHaveLength(4);
    expect(new Set(last.lines.map((line) => line.move)).size).toBe(4);
    const legal = (await makeCore()).view(spec).legalMoves;
    for (const line of last.lines) {
      expect(legal).toContain(line.move);
      expect(line.pv[0]).toBe(line.move);
      expect(line.winProbability).toBeCloseTo(1 / (1 + Math.exp(-line.score)), 2);
    }
  });

  test("keeps to its time", async () => {
    const found = await engine.analyse(game("amazons", "", "10x10"), { timeMs: 300 }, ignore).done;
    expect(found.timeMs).toBeGreaterThanOrEqual(300);
  });

  test("ends at a depth", async () => {
    const found = await engine.analyse(game("quoridor"), { depth: 3 }, ignore).done;
    expect(found.depth).toBeGreaterThanOrEqual(3);
  });

  test("ends when the result is proven", async () => {
    const race = "e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 e8 d3";
    const found = await engine.analyse(game("quoridor", race), {}, ignore).done;
    expect(found.lines[0]?.move).toMatch(/9$/);
    expect(found.lines[0]?.winProbability).toBeGreaterThan(0.99);
  });

  test("has nothing to say when the game is over", async () => {
    const over = "e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 e8 d3 e9";
    const found = await engine.analyse(game("quoridor", over), {}, ignore).done;
    expect(found).toMatchObject({ lines: [], done: true, nodes: 0 });
  });
});

describe("stopping", () => {
  test("a search without end stops at once and has a move", async () => {
    let slices = 0;
    const counted = makeEngine(makeInstance, () => slices++);
    for (const spec of [game("quoridor"), game("amazons", "", "10x10")]) {
      let slicesBefore = 0;
      const search = counted.analyse(spec, {}, (info) => {
        if (info.nodes > 20) {
          slicesBefore = slices;
          search.stop();
        }
      });
      const found = await search.done;
      expect(found.lines).toHaveLength(1);
      // The slice that was under way, and one in which the message travels.
      expect(slices - slicesBefore).toBeLessThanOrEqual(2);
    }
    counted.dispose();
  });

  test("a slice takes some milliseconds, however slow the game", async () => {
    const instance = await makeInstance();
    for (const spec of [game("quoridor"), game("amazons", "", "10x10")]) {
      instance.tell(specFields(spec), (exports, core) =>
        exports.immure_search_begin(core, 0, 0, 0, 0, 0, 1),
      );
      const times = Array.from({ length: 40 }, () => {
        const start = performance.now();
        instance.run((exports, core) => exports.immure_search_step(core, 12));
        return performance.now() - start;
      });
      // The median, for the machine may do something else now and then.
      expect(times.sort((a, b) => a - b)[20]).toBeLessThan(50);
    }
  });

  test("a search that still waits, and one that has ended", async () => {
    const first = engine.analyse(game("quoridor"), {}, ignore);
    const second = engine.analyse(game("amazons"), {}, ignore);
    second.stop();
    first.stop();
    expect((await first.done).lines).toHaveLength(1);
    expect((await second.done).lines).toHaveLength(1);
    first.stop();
    expect((await engine.analyse(game("quoridor"), { nodes: 5 }, ignore).done).nodes).toBe(5);
  });

  test("closing the engine ends everything", async () => {
    const search = engine.analyse(game("quoridor"), {}, ignore);
    engine.dispose();
    await expect(search.done).rejects.toThrow("closed");
    await expect(engine.analyse(game("quoridor"), {}, ignore).done).rejects.toThrow("closed");
  });
});

describe("levels", () => {
  test("every level plays legal moves of both games, in bounded time", async () => {
    const core = await makeCore();
    for (const spec of [game("amazons", "", "6x6"), game("quoridor")]) {
      const legal = core.view(spec).legalMoves;
      for (let level = 1; level <= 8; level++) {
        const found = await engine.play(spec, level, { timeMs: 200 }).done;
        expect(legal).toContain(found.lines[0]?.move);
      }
    }
  });

  test("a low level is not made strong by an analysis before it", async () => {
    const spec = game("quoridor");
    const before = await engine.play(spec, 5, {}).done;
    await engine.analyse(spec, { nodes: 5000 }, ignore).done;
    const after = await engine.play(spec, 5, {}).done;
    expect(after.lines).toEqual(before.lines);
  });

  test("there are eight", async () => {
    await expect(engine.play(game("quoridor"), 9, {}).done).rejects.toThrow("choose 1 to 8");
  });
});

describe("failures", () => {
  test("a wrong game is refused, and the next search is served", async () => {
    await expect(engine.analyse(game("quoridor", "e9"), {}, ignore).done).rejects.toThrow(ImmureError);
    expect((await engine.analyse(game("quoridor"), { nodes: 5 }, ignore).done).nodes).toBe(5);
  });

  test("bytes that are no network are refused", async () => {
    const instance = await makeInstance();
    expect(() => instance.loadNetwork(new TextEncoder().encode("no network"))).toThrow(ImmureError);
  });

  test("a memory that cannot be had is refused", async () => {
    const greedy = makeEngine(() => makeInstance(2000));
    await expect(greedy.analyse(game("quoridor"), {}, ignore).done).rejects.toThrow(/2000 MB/);
    greedy.dispose();
  });

  test("a tree that is full goes on within its memory", async () => {
    const small = makeEngine(() => makeInstance(2));
    const found = await small.analyse(game("quoridor"), { nodes: 20_000 }, ignore).done;
    expect(found.nodes).toBe(20_000);
    small.dispose();
  });
});
