// Games as Botzone shows them in JSON: what a bot is sent (`requests` and `responses`), or the log
// of a match. Both become a list of moves in Botzone's notation, which the rules read.

/** A move with the milliseconds that it took, where the log says so. */
export interface BotzoneMove {
  text: string;
  timeMs?: number;
}

const FIELDS = ["x0", "y0", "x1", "y1", "x2", "y2"];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** The six numbers of a request or response, which may itself be JSON in a string. */
function moveText(value: unknown): string | null {
  if (typeof value === "string") {
    const numbers = /^\s*-?\d+(\s+-?\d+){5}\s*$/.test(value) ? value.trim() : null;
    if (numbers) return numbers;
    try {
      return moveText(JSON.parse(value));
    } catch {
      return null;
    }
  }
  if (!isObject(value)) return null;
  const numbers = FIELDS.map((name) => value[name]);
  return numbers.every((number) => Number.isInteger(number)) ? numbers.join(" ") : null;
}

/** The first request to the player who begins is no move. */
const isMove = (text: string | null): text is string => text !== null && !text.startsWith("-1");

function fromTurns({ requests, responses }: Json): BotzoneMove[] | null {
  if (!Array.isArray(requests) || !Array.isArray(responses)) return null;
  const both = requests.flatMap((request, index) => [request, responses[index]]);
  return both.map(moveText).filter(isMove).map((text) => ({ text }));
}

/** Entries of a log are by turns the judge's and the players', which have their number as key. */
function fromLog(log: unknown[]): BotzoneMove[] | null {
  const players = log.filter(isObject).flatMap((entry) => [entry["0"], entry["1"]]).filter(isObject);
  if (players.length === 0) return null;
  return players.flatMap(({ response, time }) => {
    const text = moveText(response);
    if (!isMove(text)) return [];
    return [{ text, ...(typeof time === "number" ? { timeMs: time } : {}) }];
  });
}

/** The moves of Botzone's JSON; null if it is none of Botzone's. */
export function botzoneMoves(json: unknown): BotzoneMove[] | null {
  if (Array.isArray(json)) return fromLog(json);
  if (!isObject(json)) return null;
  const log = json["logs"] ?? json["log"];
  return Array.isArray(log) ? fromLog(log) : fromTurns(json);
}
