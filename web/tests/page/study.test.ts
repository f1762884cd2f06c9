import { beforeAll, expect, test } from "vitest";
import { Study } from "../../src/analysis/study";
import type { Core, Engine } from "../../src/core/types";
import type { TreeNode } from "../../src/game/tree";
import { makeCore } from "../core/support";

let core: Core;

beforeAll(async () => {
  core = await makeCore();
});

const noEngine = (): Promise<Engine> => Promise.reject(new Error("no engine"));

function studyOf(...moves: string[]): Study {
  const study = new Study(core, noEngine, "quoridor", "standard");
  study.play(...moves);
  return study;
}

const here = (study: Study): TreeNode => study.state.get().node;

const pgnOf = (study: Study): string => {
  const { tree } = study.state.get();
  return core.writeRecord(tree.record(), "pgn");
};

test("a comment is kept with the study and written into the record", () => {
  const study = studyOf("e2", "e8");
  study.setComment(here(study), "  甲 {good}\u0007\nand }  ");
  const { root } = study.state.get().tree;
  study.setComment(root, "the start");
  const kept = study.entry()?.record;
  expect(kept).toMatchObject({ comment: "the start", moves: [{ move: "e2" }, { move: "e8", comment: "甲 {good}\nand }" }] });
  expect(core.readRecords(pgnOf(study))[0]).toMatchObject({
    comment: "the start", moves: [{ move: "e2" }, { move: "e8", comment: "甲 {good}\nand }" }],
  });
  const { revision } = study;
  study.setComment(root, " ");
  expect(study.revision).not.toBe(revision);
  expect(study.entry()?.record).not.toHaveProperty("comment");
});

test("a comment is the first change of a game from a link", () => {
  const study = studyOf();
  expect(study.entry()).toBeNull();
  study.setComment(here(study), "from here on");
  expect(study.entry()?.record.comment).toBe("from here on");
});

test("any move can be cut off, with all after it", () => {
  const study = studyOf("e2", "e8", "e3");
  const [, first, second] = study.state.get().tree.line(here(study));
  if (!first || !second) throw new Error("no moves");
  study.goTo(first);
  study.remove(second);
  expect(here(study)).toBe(first);
  study.play("d9", "e3");
  study.remove(first);
  expect(study.entry()).toMatchObject({ at: [], record: { moves: [] } });
  study.remove(here(study));
  expect(here(study).children).toEqual([]);
  // What belongs to a study that is no longer open is none of this one's.
  const other = studyOf("e2");
  other.remove(first);
  other.setComment(first, "elsewhere");
  expect(other.entry()?.record.moves).toEqual([{ move: "e2" }]);
});
