// Whether a value is a record as far as types go; whether its moves are legal, only the rules know.

import type { GameRecord } from "../core/types";
import { fields, isNumber, isText, listOf, mapOf, nullOr, oneOf, optional, type Shape } from "../shape";

const isMove: Shape = fields({
  move: isText,
  timeMs: optional(isNumber),
  clockMs: optional(isNumber),
  score: optional(isNumber),
  comment: optional(isText),
  assessment: optional(fields({ winProbability: isNumber, best: nullOr(isText), nodes: isNumber })),
  variations: optional(listOf(listOf((value) => isMove(value)))),
});

const isRecord = fields({
  spec: fields({
    game: oneOf("amazons", "quoridor"), variant: isText, start: optional(isText), moves: listOf(isText),
  }),
  tags: mapOf(isText),
  comment: optional(isText),
  moves: listOf(isMove),
});

export function isGameRecord(value: unknown): value is GameRecord {
  return isRecord(value);
}
