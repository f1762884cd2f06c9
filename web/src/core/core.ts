/** The rules in the page's own thread: every answer is there at once. */

import { CoreInstance, coreModule, specFields } from "./module";
import type {
  Core,
  GameName,
  GameRecord,
  GameSpec,
  Overlay,
  PositionView,
  Reason,
  RecordedMove,
  RecordFormat,
} from "./types";

// Nothing thinks here.
const MEMORY_MB = 0;

const DERIVED_RESULT = "*";

function noteFields(moves: RecordedMove[]): string[] {
  const number = (value: number | undefined) => (value === undefined ? "" : String(Math.round(value)));
  return moves.flatMap((note) => [
    note.comment ?? "",
    number(note.timeMs),
    number(note.clockMs),
    note.score === undefined ? "" : note.score.toFixed(4).replace(/\.?0+$/, ""),
  ]);
}

/** The variations of a line whose first move is at a ply. */
function variationFields(moves: RecordedMove[], start: number): string[] {
  const found = moves.flatMap(({ variations = [] }, index) =>
    variations.map((line) => ({ ply: start + index, line })),
  );
  const fields = found.flatMap(({ ply, line }) => [
    String(ply),
    line.map(({ move }) => move).join("\n"),
    ...noteFields(line),
    ...variationFields(line, ply),
  ]);
  return [String(found.length), ...fields];
}

function recordFields(record: GameRecord, format: RecordFormat): string[] {
  const tags = Object.entries(record.tags).filter(([name]) => name !== "Result");
  return [
    format,
    ...specFields(record.spec),
    record.tags["Result"] ?? DERIVED_RESULT,
    record.comment ?? "",
    String(tags.length),
    ...tags.flat(),
    ...noteFields(record.moves),
    ...variationFields(record.moves, 0),
  ];
}

export class WasmCore implements Core {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  variants(game: GameName): string[] {
    return this.#instance.ask([game], (exports, core) => exports.immure_variants(core));
  }

  view(spec: GameSpec): PositionView {
    return this.#instance.ask(specFields(spec), (exports, core) => exports.immure_view(core));
  }

  whyIllegal(spec: GameSpec, move: string): Reason | null {
    const fields = [...specFields(spec), move];
    return this.#instance.ask(fields, (exports, core) => exports.immure_why_illegal(core));
  }

  overlay(spec: GameSpec): Overlay {
    return this.#instance.ask(specFields(spec), (exports, core) => exports.immure_overlay(core));
  }

  readRecords(text: string): GameRecord[] {
    return this.#instance.ask([text], (exports, core) => exports.immure_read_records(core));
  }

  writeRecord(record: GameRecord, format: RecordFormat): string {
    const fields = recordFields(record, format);
    return this.#instance.ask(fields, (exports, core) => exports.immure_write_record(core));
  }
}

/** Fetches the core and makes the rules ready. */
export async function loadCore(): Promise<Core> {
  return new WasmCore(await CoreInstance.make(await coreModule(), MEMORY_MB));
}
