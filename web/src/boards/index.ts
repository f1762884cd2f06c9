// Which board a game is played on.

import type { GameName } from "../core/types";
import { AmazonsBoard } from "./amazons_board";
import type { Board, BoardEvents } from "./board";
import { QuoridorBoard } from "./quoridor_board";

export function createBoard(game: GameName, size: number, events: BoardEvents): Board {
  return game === "amazons" ? new AmazonsBoard(size, events) : new QuoridorBoard(size, events);
}
