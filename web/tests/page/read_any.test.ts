import { beforeAll, expect, test } from "vitest";
import type { Core, GameRecord } from "../../src/core/types";
import { BYTES_MAX, exportEntries, readAny, readEntry, type Found } from "../../src/exchange/read_any";
import { GameTree } from "../../src/game/tree";
import type { Entry } from "../../src/library/entry";
import { makeCore } from "../core/support";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

function records(text: string): GameRecord[] {
  const found: Found = readAny(core, text);
  if (found.kind !== "records") throw new Error(found.kind);
  return found.records;
}

const FIRST = { x0: 2, y0: 0, x1: 2, y1: 4, x2: 4, y2: 4 };
const SECOND = { x0: 2, y0: 7, x1: 2, y1: 6, x2: 3, y2: 6 };
const BEGIN = { x0: -1, y0: -1, x1: -1, y1: -1, x2: -1, y2: -1 };
const MOVES = ["c1-c5/e5", "c8-c7/d7"];

test("what Botzone sends a bot is a game", () => {
  const asFirst = { requests: [BEGIN, SECOND], responses: [FIRST] };
  const asSecond = { requests: [FIRST], responses: [SECOND] };
  const inStrings = { requests: [BEGIN, JSON.stringify(SECOND)], responses: [JSON.stringify(FIRST)] };
  for (const turns of [asFirst, asSecond, inStrings]) {
    const [record] = records(JSON.stringify(turns));
    expect(record?.spec).toEqual({ game: "amazons", variant: "8x8", moves: MOVES });
  }
});

test("a match log of Botzone is a game with its times", () => {
  const judge = { output: { command: "request", content: { 0: BEGIN }, display: {} } };
  const log = [
    judge,
    { 0: { verdict: "OK", response: FIRST, time: 12, memory: 3 } },
    judge,
    { 1: { verdict: "OK", response: SECOND, time: 34, memory: 3 } },
    { output: { command: "finish", content: { 0: 0, 1: 2 } } },
  ];
  for (const json of [log, { logs: log }]) {
    const [record] = records(JSON.stringify(json, null, 2));
    expect(record?.spec.moves).toEqual(MOVES);
    expect(record?.moves.map(({ timeMs }) => timeMs)).toEqual([12, 34]);
  }
});

test("our own JSON is read back", () => {
  const [record] = records("1. e2 e8");
  expect(records(JSON.stringify(record))).toEqual([record]);
  const entry = { id: "a", record } as Entry;
  expect(readAny(core, exportEntries([entry]))).toEqual({ kind: "library", entries: [entry] });
});

test("of a library's file each entry is looked at", () => {
  const [record] = records("1. e2 e8");
  if (!record) throw new Error("no record");
  const study: Entry = { id: "a", kind: "study", createdMs: 1, updatedMs: 2, record, at: [0], flipped: false };
  expect(readEntry(core, JSON.parse(JSON.stringify(study)))).toEqual(study);
  const { id: _id, ...nameless } = study;
  const { record: _record, ...empty } = study;
  const others: unknown[] = [
    null, 7, "a", [], nameless, empty,
    { ...study, id: "../a" },
    { ...study, kind: "game" },
    { ...study, updatedMs: 1e300 },
    { ...study, record: { ...record, tags: { First: {} } } },
    { ...study, record: { ...record, moves: [{ move: "e9" }] } },
    { ...study, record: { ...record, moves: [{ move: "e2", score: "much" }] } },
    { ...study, record: { ...record, moves: [{ move: "e2", variations: [[{ move: 1 }]] }] } },
    { ...study, record: { ...record, spec: { ...record.spec, variant: "other" } } },
  ];
  for (const other of others) expect(readEntry(core, other), JSON.stringify(other)).toBeNull();
});

test("a record says about its moves what it can, and nothing else", () => {
  const [record] = records("1. e2 e8");
  const moves = [{ move: "e2", children: null, parent: "e8", view: 1, timeMs: 5 }, { move: "e8" }];
  const [strange] = records(JSON.stringify({ ...record, moves }));
  if (!strange) throw new Error("no record");
  expect(GameTree.fromRecord(core, strange).record().moves).toEqual([{ move: "e2", timeMs: 5 }, { move: "e8" }]);
});

test("lines, lists, positions and collections are read by the rules", () => {
  expect(records("2 0 2 4 4 4\n2 7 2 6 3 6")[0]?.spec.moves).toEqual(MOVES);
  expect(records("4 10\n16 10")[0]?.spec).toEqual({
    game: "quoridor", variant: "sjtu", moves: ["e2", "e8"],
  });
  expect(records("- e4 e5 10 10 1 8")[0]?.spec.start).toBe("- e4 e5 10 10 1 8");
  expect(records("(;GM[18]SZ[8])(;GM[18])").map(({ spec }) => spec.variant)).toEqual([
    "8x8", "10x10",
  ]);
  const [game] = records('[Game "quoridor"]\n\n1. e2 (1. d1 e8) e8 *');
  expect(game?.moves[0]?.variations).toEqual([[{ move: "d1" }, { move: "e8" }]]);
});

test("what cannot be read says where and why", () => {
  expect(() => readAny(core, '{"requests": [')).toThrow(/line 1/);
  expect(() => readAny(core, '[\n{"a": 1},\n]')).toThrow(/line 3/);
  expect(() => readAny(core, '{"a": 1}')).toThrow(/no game/);
  expect(() => readAny(core, "e2 e8\ne3 第三步")).toThrow(/line 2: move 2 \(second\): .*第三步/);
  expect(() => readAny(core, "x".repeat(BYTES_MAX + 1))).toThrow(/too large/);
});
