/**
 * The contract between the page and the C core compiled to WebAssembly: plain data and two
 * interfaces, with nothing of how they are reached. `Core` answers at once, in the page's own thread;
 * `Engine` thinks in a worker.
 */

export type GameName = "amazons" | "quoridor";

/** A game as text: the variant, perhaps a start position (the rules' position text), and the moves in standard notation. */
export interface GameSpec {
  game: GameName;
  variant: string;
  start?: string;
  moves: string[];
}

/** What was wrong, or where: a code, and the arguments of its text (src/base/error_codes.h). */
export interface ReasonPart {
  code: string;
  arguments: string[];
}

/** Why something was refused; `places` say where it is, the outermost first. `text` is English, for a person. */
export interface Reason extends ReasonPart {
  places: ReasonPart[];
  text: string;
}

export function isReason(value: unknown): value is Reason {
  return typeof value === "object" && value !== null && "code" in value && "places" in value;
}

export type ResultText = "*" | "1-0" | "0-1" | "1/2-1/2";

export interface PositionView {
  turn: 0 | 1;
  ply: number;
  size: number;
  outcome: { result: ResultText; ending: string };
  /** Amazons `d1-d7/g7`; Quoridor `e2`, `e3h`, `d4v`. None once the game is over. */
  legalMoves: string[];
  /** The rules' position text, as `GameSpec.start` takes it. */
  text: string;
  /** Squares, `d1`. */
  amazons?: { first: string[]; second: string[]; arrows: string[] };
  quoridor?: { pawns: [string, string]; wallsLeft: [number, number]; walls: string[] };
}

export interface Overlay {
  /** For each square, row by row from a1, b1, ...: the queen moves that each side needs to get there, -1 if it cannot. */
  amazons?: { first: number[]; second: number[] };
  quoridor?: {
    distances: [number, number];
    /** A shortest path of each side, from the pawn's square to the goal row. */
    paths: [string[], string[]];
    /** What each legal wall adds to the paths of [first, second]. */
    wallEffects: Record<string, [number, number]>;
  };
}

/** What an engine said of a position: the first player's win probability, 0 to 1, its move, and how much it looked at. */
export interface Assessment {
  winProbability: number;
  best: string | null;
  nodes: number;
}

/** `timeMs` is what the move took, `clockMs` what its player had left; `score` is as the record says it, for the first player. */
export interface RecordedMove {
  move: string;
  timeMs?: number;
  clockMs?: number;
  score?: number;
  comment?: string;
  /** What the page's engine said of the position after the move; no record format has it. */
  assessment?: Assessment;
  /** Lines that begin with another move in this one's place. */
  variations?: RecordedMove[][];
}

/** `tags` has Result too, the only one that follows from the game; `moves` are those of `spec`, with what is known about each. */
export interface GameRecord {
  spec: GameSpec;
  tags: Record<string, string>;
  /** What is said before the first move. */
  comment?: string;
  moves: RecordedMove[];
}

export type RecordFormat = "pgn" | "sgf" | "moves";

/** Rules and notation. Methods throw ImmureError with the reason that the C code gives. */
export interface Core {
  variants(game: GameName): string[];
  view(spec: GameSpec): PositionView;
  whyIllegal(spec: GameSpec, move: string): Reason | null;
  overlay(spec: GameSpec): Overlay;
  /** All games of a text, whatever it is written in. */
  readRecords(text: string): GameRecord[];
  writeRecord(record: GameRecord, format: RecordFormat): string;
}

/** A move with what is expected of it, both for the first player: the probability of a win, 0 to 1, and its logit. */
export interface Line {
  move: string;
  winProbability: number;
  score: number;
  pv: string[];
}

/** `lines` are the best first; the first one is the engine's choice. */
export interface Analysis {
  depth: number;
  nodes: number;
  timeMs: number;
  lines: Line[];
  done: boolean;
}

/** What ends a search; without any limit, only stop() does. `multiPv` is the number of lines, 1 if left out. */
export interface Limits {
  timeMs?: number;
  nodes?: number;
  depth?: number;
  multiPv?: number;
}

export interface Search {
  /** Ends the search with what is known; it takes effect within some milliseconds. */
  stop(): void;
  done: Promise<Analysis>;
}

/** Searches are queued: one begins when those before it have ended. */
export interface Engine {
  analyse(spec: GameSpec, limits: Limits, onInfo: (analysis: Analysis) => void): Search;
  /** A move of about the given strength: level 1 (beginner) to 8 (full). */
  play(spec: GameSpec, level: number, limits: Limits): Search;
  dispose(): void;
}

/** Input that is refused: by the core or the site, with a reason, or by the page itself, in the page's words. */
export class ImmureError extends Error {
  override readonly name = "ImmureError";
  readonly reason: Reason | null;

  constructor(what: Reason | string) {
    super(typeof what === "string" ? what : what.text);
    this.reason = typeof what === "string" ? null : what;
  }
}

/** What fails in the page itself, by a code of its own; `i18n/reasons.ts` has the words. */
export function failure(code: string, text: string, ...args: string[]): ImmureError {
  return new ImmureError({ code, arguments: args, places: [], text });
}
