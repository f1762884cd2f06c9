// The number of a move, the same in every list: `12.` before the first player's, `12…` before the
// second player's. Plies count from 1, also where a game begins in its middle.

interface NumberedMove {
  ply: number;
  move: string | null;
}

export function moveNumber(ply: number): number {
  return Math.floor((ply + 1) / 2);
}

export function numberText(ply: number): string {
  return `${moveNumber(ply)}${ply % 2 === 1 ? "." : "…"}`;
}

/** `12. e4`, and nothing for the start. */
export function numberedMove({ ply, move }: NumberedMove): string {
  return move ? `${numberText(ply)} ${move}` : "";
}
