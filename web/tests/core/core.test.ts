/** The rules as the page sees them. */

import { beforeAll, describe, expect, test } from "vitest";
import type { WasmCore } from "../../src/core/core";
import { ImmureError, type GameRecord, type GameSpec } from "../../src/core/types";
import { WORDINGS } from "../../src/i18n/reasons";
import { game, makeCore, makeInstance } from "./support";

let core: WasmCore;
/** The one game of a text. */
const readOne = (text: string): GameRecord => core.readRecords(text)[0] as GameRecord;

beforeAll(async () => {
  core = await makeCore();
});

describe("positions", () => {
  test("the variants of both games, the usual one first", () => {
    expect(core.variants("amazons")).toEqual(["8x8", "6x6", "10x10"]);
    expect(core.variants("quoridor")[0]).toBe("standard");
  });

  test("an Amazons board", () => {
    const view = core.view(game("amazons", "d1-d7/g7", "10x10"));
    expect(view).toMatchObject({ turn: 1, ply: 1, size: 10, outcome: { result: "*" } });
    expect(view.amazons?.first).toEqual(["g1", "a4", "j4", "d7"]);
    expect(view.amazons?.second).toHaveLength(4);
    expect(view.amazons?.arrows).toEqual(["g7"]);
    expect(view.quoridor).toBeUndefined();
    expect(view.text).toMatch(/ b - - 0 1$/);
  });

  test("a Quoridor board", () => {
    const view = core.view(game("quoridor", "e2 e8 e3h d4v"));
    expect(view.quoridor).toEqual({ pawns: ["e2", "e8"], wallsLeft: [9, 9], walls: ["e3h", "d4v"] });
    expect(view.legalMoves).toContain("e3");
    expect(view.legalMoves).toContain("a1h");
    expect(view.legalMoves).not.toContain("e3h");
  });

  test("a game that is over has no moves and says why", () => {
    const view = core.view(game("quoridor", "e2 e8 e3 e7 e4 d7 e5 d6 e6 d5 e7 d4 e8 d3 e9"));
    expect(view.outcome.result).toBe("1-0");
    expect(view.outcome.ending).not.toBe("");
    expect(view.legalMoves).toEqual([]);
  });

  test("a start position of one's own", () => {
    const start = core.view(game("quoridor", "e2 e8 e3h")).text;
    const view = core.view({ ...game("quoridor", "e7"), start });
    expect(view.quoridor?.walls).toEqual(["e3h"]);
    expect(view.turn).toBe(0);
  });
});

describe("refusals", () => {
  const refusal = (spec: GameSpec): string => {
    try {
      core.view(spec);
    } catch (error) {
      expect(error).toBeInstanceOf(ImmureError);
      return (error as ImmureError).message;
    }
    return "";
  };

  test("say what is wrong and where", () => {
    expect(refusal(game("quoridor", "e2 e9"))).toMatch(/^move 1 \(second\): /);
    expect(refusal(game("amazons", "d1-d7"))).toMatch(/^move 1 \(first\): /);
    expect(refusal(game("quoridor", "", "huge"))).toBe("unknown variant 'huge' of quoridor");
    expect(refusal({ ...game("quoridor"), game: "chess" as "quoridor" })).toMatch(/unknown game/);
    expect(refusal({ ...game("quoridor"), start: "nonsense" })).toMatch(/^position: /);
  });

  test("a board of another size than the variant's", () => {
    const start = core.view(game("amazons", "", "10x10")).text;
    expect(refusal({ ...game("amazons"), start })).toBe("position: the board is 10x10, not 8x8");
  });

  test("bytes that mean nothing do no harm", () => {
    expect(refusal(game("quoridor", "\0 \u{1f600} e2\u0007"))).toMatch(/^move 1 \(first\): /);
    expect(refusal(game("quoridor", "x".repeat(100_000)))).toMatch(/^move 1 \(first\): /);
    expect(core.view(game("quoridor")).ply).toBe(0);
  });

  test("more than the core reads at once", () => {
    expect(() => readOne("x".repeat(17 << 20))).toThrow(ImmureError);
    expect(core.view(game("quoridor")).ply).toBe(0);
  });

  test("a move that may not be played has a reason, one that may has none", () => {
    expect(core.whyIllegal(game("quoridor"), "e2")).toBeNull();
    expect(core.whyIllegal(game("quoridor"), "e5")).toEqual({
      code: "not-a-step", arguments: ["e1", "e5"], places: [], text: "e1 to e5 is not a step",
    });
    expect(core.whyIllegal(game("quoridor", "e3h"), "d3h")?.code).toBe("wall-overlaps");
    expect(core.whyIllegal(game("amazons"), "c1-c6/c6")?.code).toBe("arrow-not-straight");
  });

  test("a refusal has its code, its arguments and its places", () => {
    const refused = () => readOne('[Game "quoridor"]\n\n1. e2 e2 *\n');
    expect(refused).toThrow(ImmureError);
    try {
      refused();
    } catch (error) {
      expect((error as ImmureError).reason).toEqual({
        code: "square-taken",
        arguments: ["e2"],
        places: [{ code: "at-line", arguments: ["3"] }, { code: "at-move", arguments: ["1", "second"] }],
        text: "line 3: move 1 (second): e2 is taken by the other pawn",
      });
    }
  });

  test("every code has its wording", async () => {
    const instance = await makeInstance(0);
    const codes = instance.ask<string[]>([], (exports, it) => exports.immure_error_codes(it));
    expect(codes).toContain("wall-crosses");
    for (const code of codes) expect(WORDINGS[code], code).toBeDefined();
  });
});

describe("overlays", () => {
  test("queen moves to each square", () => {
    const { first, second } = core.overlay(game("amazons", "", "6x6")).amazons ?? {};
    expect(first).toHaveLength(36);
    // 6x6: the first player's amazons start on b1, e1, a2, f2.
    const at = (square: string) => (square.charCodeAt(1) - 49) * 6 + square.charCodeAt(0) - 97;
    expect(first?.[at("b1")]).toBe(0);
    expect(first?.[at("b5")]).toBe(1);
    expect(first?.[at("b6")]).toBe(-1); // the other side's amazon stands there
    expect(second?.[at("b6")]).toBe(0);
    expect(Math.max(...(first ?? []))).toBe(2);
  });

  test("paths, and what walls do to them", () => {
    const overlay = core.overlay(game("quoridor", "e2 e8 e2h")).quoridor;
    expect(overlay?.distances).toEqual([8, 8]);
    expect(overlay?.paths[0]).toHaveLength(9);
    expect(overlay?.paths[0][0]).toBe("e2");
    expect(overlay?.paths[0][8]).toMatch(/9$/);
    expect(overlay?.paths[1]).toHaveLength(9);
    expect(overlay?.wallEffects["c2h"]).toEqual([1, 1]);
    expect(overlay?.wallEffects["a8h"]).toEqual([0, 0]);
    expect(overlay?.wallEffects["e2h"]).toBeUndefined();
  });
});

describe("records", () => {
  const record = {
    spec: game("amazons", "c1-c6/f6 c8-g4/f3"),
    tags: { Event: 'A "game"', White: "甲", Result: "*" },
    comment: "before",
    moves: [
      { move: "c1-c6/f6", timeMs: 1500, clockMs: 60000, score: 0.25, comment: "good {really}" },
      {
        move: "c8-g4/f3",
        variations: [
          [{ move: "c8-c7/d7", comment: "quieter" }, { move: "f1-f5/g5", timeMs: 20 }],
          [{ move: "f8-f7/g7" }],
        ],
      },
    ],
  };

  test.each(["pgn", "sgf"] as const)("what is written as %s is read back", (format) => {
    const text = core.writeRecord(record, format);
    expect(readOne(text)).toEqual(record);
  });

  test("a list of moves", () => {
    expect(core.writeRecord(record, "moves")).toBe("c1-c6/f6\nc8-g4/f3\n");
  });

  test("a start position of one's own is kept", () => {
    const start = core.view(game("quoridor", "e2 e8 e3h")).text;
    const own = { spec: { ...game("quoridor", "e7"), start }, tags: { Result: "*" }, moves: [{ move: "e7" }] };
    expect(readOne(core.writeRecord(own, "pgn"))).toEqual(own);
  });

  test("bare moves are understood, whatever the board", () => {
    expect(readOne("1. e2 e8 2. e3").spec).toEqual(game("quoridor", "e2 e8 e3"));
    expect(readOne("e2\ne8\n").spec.moves).toEqual(["e2", "e8"]);
    expect(readOne("1. e2 e8 2.e3 0-1").tags["Result"]).toBe("0-1");
    expect(readOne("d1-d7/g7").spec.variant).toBe("10x10");
  });

  test("what is no record is refused", () => {
    expect(() => readOne("")).toThrow("there is no record");
    expect(() => readOne("hello")).toThrow(/^line 1: move 1 \(first\): /);
    expect(() => readOne("1. d1-d7/g7 d1-d2/d3")).toThrow(/^line 1: move 1 \(second\): /);
    expect(() => readOne('[Game "quoridor"]\n\n1. e2 e2 *\n')).toThrow(/line 3: /);
    const step = { spec: game("quoridor", "e2"), moves: [{ move: "e2" }] };
    expect(() => core.writeRecord({ ...record, ...step }, "sgf")).toThrow(/sgf/);
    expect(() => core.writeRecord({ ...record, tags: { Result: "2-0" } }, "pgn")).toThrow(/result/);
  });
});
