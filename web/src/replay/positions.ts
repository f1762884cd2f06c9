// The positions of a recorded game, for drawing alone: moves are carried out, never judged.

import type { GameName, PositionView } from "../core/types";
import { isWall, parseAmazonsMove, squareName } from "../squares";
import type { ReplayRecord } from "./record";

const STARTS: Record<string, string> = {
  "6x6": "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
  "8x8": "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
  "10x10": "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
  quoridor: "- e1 e9 10 10 1 0",
};

const NOBODY = { outcome: { result: "*", ending: "" } as const, legalMoves: [] };

function readAmazons(text: string): PositionView {
  const [board = "", side] = text.split(" ");
  const ranks = board.split("/");
  const amazons = { first: [] as string[], second: [] as string[], arrows: [] as string[] };
  ranks.forEach((rank, index) => {
    const row = ranks.length - 1 - index;
    let column = 0;
    for (const [part] of rank.matchAll(/\d+|./g)) {
      const name = squareName({ column, row });
      if (part === "Q") amazons.first.push(name);
      else if (part === "q") amazons.second.push(name);
      else if (part === "*") amazons.arrows.push(name);
      column += /\d/.test(part) ? Number(part) : 1;
    }
  });
  const turn = side === "b" ? 1 : 0;
  return { ...NOBODY, turn, ply: turn, size: ranks.length, text, amazons };
}

function readQuoridor(text: string): PositionView {
  const [walls = "", first = "", second = "", left1, left2, turn] = text.split(" ");
  return {
    ...NOBODY,
    turn: turn === "2" ? 1 : 0,
    ply: 0,
    size: 9,
    text,
    quoridor: {
      pawns: [first, second],
      wallsLeft: [Number(left1), Number(left2)],
      walls: walls.match(/[a-h]\d[hv]/g) ?? [],
    },
  };
}

/** The position after a move. */
export function positionAfter(view: PositionView, move: string): PositionView {
  const next: PositionView = {
    ...view,
    turn: view.turn === 0 ? 1 : 0,
    ply: view.ply + 1,
    text: `${view.text} ${move}`, // only to tell positions apart
  };
  if (view.amazons) {
    const { from, to, arrow } = parseAmazonsMove(move);
    const moved = (squares: string[]): string[] =>
      squares.map((square) => (square === from ? to : square));
    const { first, second, arrows } = view.amazons;
    next.amazons = { first: moved(first), second: moved(second), arrows: [...arrows, arrow] };
  }
  if (view.quoridor) {
    const { pawns, wallsLeft, walls } = view.quoridor;
    next.quoridor = { pawns: [...pawns], wallsLeft: [...wallsLeft], walls: [...walls] };
    if (isWall(move)) {
      next.quoridor.walls.push(move);
      next.quoridor.wallsLeft[view.turn]--;
    } else next.quoridor.pawns[view.turn] = move;
  }
  return next;
}

/** Where a game begins: at a position text, or where its variant does. */
export function startPosition(game: GameName, variant = "8x8", text?: string): PositionView {
  const usual = STARTS[game === "amazons" ? variant : game] ?? "";
  return (game === "amazons" ? readAmazons : readQuoridor)(text ?? usual);
}

/** The start and the position after each move. */
export function replayPositions({ game, tags, moves }: ReplayRecord): PositionView[] {
  const views = [startPosition(game, tags["Variant"], tags["Position"])];
  for (const { move } of moves) views.push(positionAfter(views.at(-1) as PositionView, move));
  return views;
}
