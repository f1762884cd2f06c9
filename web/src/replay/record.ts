// Reading the records that the program writes (docs/formats.md, PGN), as far as a replay needs them:
// without the C core, for a page that must be complete in itself. What was written has been checked.

import type { GameName, RecordedMove } from "../core/types";

export interface ReplayRecord {
  game: GameName;
  tags: Record<string, string>;
  moves: RecordedMove[];
}

const TAG = /^\[(\w+) "((?:\\.|[^"\\])*)"\]\s*$/gm;
const TOKEN = /\{((?:\\.|[^}\\])*)\}|\d+\.+|1-0|0-1|1\/2-1\/2|\*|[^\s{]+/gs;
const COMMAND = /\[%(emt|clk|eval|sgf) ((?:\\.|[^\]\\])*)\] ?/g;

function seconds(text: string): number {
  return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

function readComment(move: RecordedMove, text: string): void {
  const rest = text.replace(COMMAND, (_, name: string, value: string) => {
    if (name === "emt") move.timeMs = Math.round(1000 * seconds(value));
    if (name === "clk") move.clockMs = Math.round(1000 * seconds(value));
    if (name === "eval") move.score = Number(value);
    return "";
  });
  const comment = rest.replace(/\\([\\}[\]])/g, "$1").trim();
  if (comment) move.comment = comment;
}

export function readReplay(text: string): ReplayRecord {
  const tags: Record<string, string> = {};
  const body = text.replace(TAG, (_, name: string, value: string) => {
    tags[name] = value.replace(/\\(["\\])/g, "$1");
    return "";
  });
  const moves: RecordedMove[] = [];
  for (const [token, comment] of body.matchAll(TOKEN)) {
    const last = moves.at(-1);
    if (comment !== undefined) {
      if (last) readComment(last, comment);
    } else if (/^[a-j]\d/.test(token)) {
      moves.push({ move: token });
    }
  }
  return { game: tags["Game"] === "quoridor" ? "quoridor" : "amazons", tags, moves };
}
