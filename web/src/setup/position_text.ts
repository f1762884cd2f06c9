// A position being set up by hand, and its text as the rules read it (docs/formats.md). Nothing
// here knows what is legal: the rules say so when they read the text.

import type { PositionView } from "../core/types";
import { squareName } from "../squares";

export interface Draft {
  size: number;
  turn: 0 | 1;
  ply: number;
  amazons?: { pieces: Map<string, AmazonsPiece> };
  quoridor?: { pawns: [string, string]; wallsLeft: [number, number]; walls: Set<string> };
}

/** As the position text writes them: amazons of the first and the second player, and arrows. */
export type AmazonsPiece = "Q" | "q" | "*";

export function draftOf(view: PositionView): Draft {
  const draft: Draft = { size: view.size, turn: view.turn, ply: view.ply };
  if (view.amazons) {
    const { first, second, arrows } = view.amazons;
    const pieces = new Map<string, AmazonsPiece>();
    for (const name of first) pieces.set(name, "Q");
    for (const name of second) pieces.set(name, "q");
    for (const name of arrows) pieces.set(name, "*");
    draft.amazons = { pieces };
  }
  if (view.quoridor) {
    const { pawns, wallsLeft, walls } = view.quoridor;
    draft.quoridor = {
      pawns: [...pawns],
      wallsLeft: [...wallsLeft],
      walls: new Set(walls),
    };
  }
  return draft;
}

function amazonsText(draft: Draft, pieces: Map<string, AmazonsPiece>): string {
  const ranks: string[] = [];
  for (let row = draft.size - 1; row >= 0; row--) {
    let rank = "";
    let emptyCount = 0;
    for (let column = 0; column < draft.size; column++) {
      const piece = pieces.get(squareName({ column, row }));
      if (!piece) {
        emptyCount++;
        continue;
      }
      rank += (emptyCount > 0 ? String(emptyCount) : "") + piece;
      emptyCount = 0;
    }
    ranks.push(rank + (emptyCount > 0 ? String(emptyCount) : ""));
  }
  const side = draft.turn === 0 ? "w" : "b";
  return `${ranks.join("/")} ${side} - - 0 ${Math.floor(draft.ply / 2) + 1}`;
}

export function draftText(draft: Draft): string {
  if (draft.amazons) return amazonsText(draft, draft.amazons.pieces);
  const { pawns, wallsLeft, walls } = draft.quoridor ?? {
    pawns: ["e1", "e9"],
    wallsLeft: [10, 10],
    walls: new Set<string>(),
  };
  // By file and then rank, as the text has them.
  const placed = [...walls].sort().join("") || "-";
  return [placed, ...pawns, ...wallsLeft, draft.turn + 1, draft.ply].join(" ");
}

/** The draft as a position to draw; nobody can move in it. */
export function draftView(draft: Draft): PositionView {
  const view: PositionView = {
    turn: draft.turn,
    ply: draft.ply,
    size: draft.size,
    outcome: { result: "*", ending: "" },
    legalMoves: [],
    text: draftText(draft),
  };
  if (draft.amazons) {
    const of = (wanted: AmazonsPiece): string[] =>
      [...(draft.amazons?.pieces ?? [])].filter(([, kind]) => kind === wanted).map(([at]) => at);
    view.amazons = { first: of("Q"), second: of("q"), arrows: of("*") };
  }
  if (draft.quoridor) {
    const { pawns, wallsLeft, walls } = draft.quoridor;
    view.quoridor = { pawns, wallsLeft, walls: [...walls] };
  }
  return view;
}
