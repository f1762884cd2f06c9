// No English is left in what the page says in Chinese, but for names.

import { beforeAll, describe, expect, test } from "vitest";
import { FOULS } from "../../src/arena/i18n/fouls";
import { zh as arena } from "../../src/arena/i18n/zh";
import { ImmureError, type Core } from "../../src/core/types";
import { translateReason, WORDINGS } from "../../src/i18n/reasons";
import { zh } from "../../src/i18n/zh";
import { makeCore } from "../core/support";

const NAMES = new Set([
  "Immure", "WebAssembly", "SIMD", "English", "Esc", "Botzone", "Elo",
  "PGN", "SGF", "JSON", "SVG", "PNG", "GIF", "MB", "Result", "C17", "UCI", "Python",
]);
/** Addresses, files and commands, which are typed as they stand. */
const LITERALS =
  /\{"response".*\}\}|\b(?:[xy]\d ?)+|\b(?:Action|END|bestmove|go)\b|Fairy-Stockfish|botzone\.org\.cn|submit\.h|AIController\.h|docs\/\S+\.md|-O2|immure (judge [-\w ./]+|match)/g;

/** Words in letters that are neither names, squares, walls nor single letters such as keys. */
function foreignWords(text: string): string[] {
  const words = text.replace(LITERALS, "").match(/[A-Za-z][A-Za-z0-9]+/g) ?? [];
  return words.filter((word) => !NAMES.has(word) && !/^[a-j]\d+[hv]?$/.test(word));
}

test("messages", () => {
  for (const [key, text] of Object.entries({ ...zh, ...arena })) {
    if (key === "language.label") continue; // says to English readers how to get there
    expect.soft(foreignWords(text.replace(/\{\w+\}/g, "")), key).toEqual([]);
  }
  for (const [code, wording] of Object.entries({ ...WORDINGS, ...FOULS })) {
    expect(foreignWords(wording.zh.replace(/\$[a-z]+\./g, "$")), code).toEqual([]);
  }
});

describe("refusals", () => {
  let core: Core;

  beforeAll(async () => {
    core = await makeCore();
  });

  const AMAZONS = '[Game "amazons"]\n';
  const QUORIDOR = '[Game "quoridor"]\n';
  const BOARD = "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2";
  const TEXTS = [
    "", "hello", "1. e2 e8 2. e5", "d1-d7/g7 d1-d2/d3", "2 0 2 4 4 4\n2 7 2",
    `${QUORIDOR}1. e2`, `${QUORIDOR}2. e2 *`, `${QUORIDOR}1. 1. e2 *`, `${QUORIDOR}e2 {a`,
    `${QUORIDOR}e2 $x *`, `${QUORIDOR}e2 ) *`, `${QUORIDOR}e2 e2 *`,
    `${QUORIDOR}[Variant "tiny"] *`, `${QUORIDOR}[A 1] *`, `${QUORIDOR}${QUORIDOR} *`,
    '[Game "chess"] *', "[A *", `${AMAZONS}[Result "1-0"]\n0-1`,
    ...["9 9", "e3 e1 e9 10 10 1", "- x e9 10 10 1", "- e1 e9 11 10 1", "- e1 e9 10 10 3", "- e1 e1 10 10 1",
      "- e9 e1 10 10 1", "- e1 e9 10 10 1 x", "a1hc1he1hg1hh2vh1v e1 e9 5 5 1 0"].map(
      (position) => `${QUORIDOR}[Position "${position}"] *`),
    ...["x", `${BOARD}/8`, `${BOARD}[Q`, `${BOARD} x`, `${BOARD} w K`, `${BOARD} w - e3`, `${BOARD} w - - x`,
      `${BOARD} w - - 0 99`, `${BOARD} w - - 0 1 1`, "8/8/8/8/8/8/8/8 w", "9/8/8/8/8/8/8/8 w", ""].map(
      (position) => `${AMAZONS}[Position "${position}"] *`),
    "(", "(;)", "(;GM[18]", "(;GM[18];)", "(;GM[18];W[addgad])", "(;GM[18];B[djddgd]BL[soon])", "(;GM[18]SZ[9])",
    "(;GM[18];B[djddgd];AE[aa])", "(;GM[18]IMPLY[1])", "(;GM[18]AB[aa][aa:zz])", "(;GM[18]GM[18])", "(;GM[18]FF[3])",
    "(;GM[18];B[djddgd]", "(;GM[18]C[a)", "(;GM[18]PL[X])", "(;GM[18]RE[who])",
  ];

  test.each(TEXTS)("%j", (text) => {
    try {
      core.readRecords(text);
    } catch (error) {
      const reason = (error as ImmureError).reason;
      if (!reason) throw error;
      const said = translateReason(reason, "zh");
      expect(said).toMatch(/[\u4e00-\u9fff]/);
      // What the user wrote is quoted as it stands; tags and properties have names.
      const own = said.replace(/“[^”]*”/g, "").replace(/(属性|标签|不能有) \w+/g, "");
      expect(foreignWords(own), said).toEqual([]);
      return;
    }
    throw new Error("was read");
  });
});
