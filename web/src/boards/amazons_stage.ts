// A move of the Amazons is made in three stages: which amazon, where to, where its arrow goes. This
// keeps the stages made so far and knows, from the list of legal moves, what can come next.

import { parseAmazonsMove } from "../squares";

export class AmazonsStage {
  from: string | null = null;
  to: string | null = null;
  /** from -> to -> the squares that an arrow can hit from there */
  #tree = new Map<string, Map<string, Set<string>>>();

  constructor(legalMoves: string[]) {
    for (const move of legalMoves) {
      const { from, to, arrow } = parseAmazonsMove(move);
      const targets = this.#tree.get(from) ?? new Map<string, Set<string>>();
      const arrows = targets.get(to) ?? new Set<string>();
      this.#tree.set(from, targets.set(to, arrows.add(arrow)));
    }
  }

  canLeave(square: string): boolean {
    return this.#tree.has(square);
  }

  /** The squares that continue the move; the amazons that can move while none is chosen. */
  targets(): Set<string> {
    if (this.from === null) return new Set(this.#tree.keys());
    const targets = this.#tree.get(this.from);
    if (this.to === null) return new Set(targets?.keys());
    return targets?.get(this.to) ?? new Set();
  }

  /** Chooses a square. Returns the move if that completes it. */
  choose(square: string): string | null {
    if (this.from !== null && this.to !== null) {
      if (this.targets().has(square)) {
        const move = `${this.from}-${this.to}/${square}`;
        this.reset();
        return move;
      }
      if (square === this.to) this.to = null;
    } else if (this.from !== null && this.targets().has(square)) {
      this.to = square;
    } else if (square === this.from) {
      this.from = null;
    } else {
      this.from = this.canLeave(square) ? square : null;
    }
    return null;
  }

  /** Takes the last stage back; false if there is none. */
  back(): boolean {
    if (this.to !== null) this.to = null;
    else if (this.from !== null) this.from = null;
    else return false;
    return true;
  }

  reset(): void {
    this.from = null;
    this.to = null;
  }
}
