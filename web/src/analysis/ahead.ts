// Who is ahead, and by how much: the number that stands in a side's colour is that side's own.

export interface Ahead {
  side: 0 | 1;
  /** That side's win probability, from 50 to 100. */
  percent: number;
}

/** From the first player's win probability. */
export function aheadBy(probability: number): Ahead {
  const percent = Math.round(100 * probability);
  return percent >= 50 ? { side: 0, percent } : { side: 1, percent: 100 - percent };
}
