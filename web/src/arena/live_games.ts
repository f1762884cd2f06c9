// The games under way, as a stream tells them: a snapshot, then what changes. A game that has ended stays for a
// while, so that one sees how.

import type { LiveEnd, LiveGame, LiveMove } from "./compete_types";
import { Stream } from "./stream";

const ENDED_MS = 10_000;

export class LiveGames {
  readonly games = new Map<string, LiveGame>();
  isConnected = false;
  #stream: Stream;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** `only` is the one game that the stream is about. `onChange` hears after each change which game it was; null if it may be any. */
  constructor(
    address: string,
    readonly onChange: (id: string | null) => void,
    readonly only: string | null = null,
  ) {
    this.#stream = new Stream({
      address,
      events: {
        snapshot: (data: { games: LiveGame[] }) => this.#snapshot(data.games),
        begin: (game: LiveGame) => this.#put(game),
        move: (move: LiveMove) => this.#move(move),
        end: (end: LiveEnd) => this.#end(end),
      },
      onConnected: (isConnected) => {
        this.isConnected = isConnected;
        onChange(null);
      },
      isOver: () => Boolean(only !== null && this.games.get(only)?.end),
    });
  }

  close(): void {
    this.#stream.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #snapshot(games: LiveGame[]): void {
    this.games.clear();
    for (const game of games) this.games.set(game.id, game);
    this.onChange(null);
  }

  #put(game: LiveGame): void {
    this.games.set(game.id, game);
    this.onChange(game.id);
  }

  #move({ id, ply, move }: LiveMove): void {
    const game = this.games.get(id);
    if (!game || ply < game.moves.length) return; // told already
    if (ply > game.moves.length) this.#stream.restart();
    else this.#put({ ...game, moves: [...game.moves, move] });
  }

  #end(end: LiveEnd): void {
    const game = this.games.get(end.id);
    if (!game) return;
    this.#put({ ...game, end });
    if (this.only !== null) return;
    const timer = setTimeout(() => this.#forget(end.id), ENDED_MS);
    this.#timers.add(timer);
  }

  /** Unless it was begun anew. */
  #forget(id: string): void {
    if (!this.games.get(id)?.end) return;
    this.games.delete(id);
    this.onChange(null);
  }
}
