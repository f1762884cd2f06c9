/**
 * The compiled C core: fetching it once, making an instance, and calling it. The other side of this
 * is src/wasm/exports.h.
 */

import wasmUrl from "immure.wasm?url";
import { fetchFile } from "./fetch_file";
import { ImmureError, type GameSpec, type Reason } from "./types";
import { wasiImports } from "./wasi";

/** What src/wasm/exports.h declares; pointers and sizes are numbers, booleans 0 or 1. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  immure_new(memoryMb: number): number;
  immure_request(core: number, sizeBytes: number): number;
  immure_answer(core: number): number;
  immure_answer_size(core: number): number;
  immure_variants(core: number): number;
  immure_error_codes(core: number): number;
  immure_view(core: number): number;
  immure_overlay(core: number): number;
  immure_why_illegal(core: number): number;
  immure_perft(core: number, depth: number): number;
  immure_read_records(core: number): number;
  immure_write_record(core: number): number;
  immure_load_network(core: number): number;
  immure_bench(core: number): number;
  immure_search_begin(
    core: number,
    level: number,
    seed: number,
    timeMs: number,
    nodes: number,
    depth: number,
    lineCount: number,
  ): number;
  immure_search_step(core: number, sliceMs: number): number;
  immure_search_report(core: number): number;
}

/** A part of a request. */
export type Field = string | Uint8Array;

type Call = (exports: Exports, core: number) => number;

const SIZE_BYTES = 4;
/** CORE_REQUEST_MAX of src/wasm/core.h. */
const REQUEST_MAX = 16 << 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the core cannot say itself. */
function refusal(code: string, args: string[], text: string): ImmureError {
  return new ImmureError({ code, arguments: args, places: [], text });
}

/** The fields of a request that say which game is meant. */
export function specFields(spec: GameSpec): string[] {
  return [spec.game, spec.variant, spec.start ?? "", spec.moves.join("\n")];
}

/** One instance of the core, with memory of its own. */
export class CoreInstance {
  readonly #exports: Exports;
  readonly #core: number;

  private constructor(exports: Exports, memoryMb: number) {
    this.#exports = exports;
    this.#core = exports.immure_new(memoryMb);
    if (this.#core === 0) throw refusal("out-of-memory", [], "there is no memory for the engine");
  }

  /** `memoryMb` bounds what the engine takes; the rules alone need next to nothing. */
  static async make(module: WebAssembly.Module, memoryMb: number): Promise<CoreInstance> {
    let exports: Exports | undefined;
    const memory = (): WebAssembly.Memory => {
      if (!exports) throw new Error("the core is not there yet");
      return exports.memory;
    };
    const imports = { wasi_snapshot_preview1: wasiImports(memory) };
    const instance = await WebAssembly.instantiate(module, imports);
    exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new CoreInstance(exports, memoryMb);
  }

  /** Sends fields, makes the call, and returns its answer; a refusal is thrown as ImmureError. */
  ask<Answer>(fields: Field[], call: Call): Answer {
    this.tell(fields, call);
    return this.#answer<Answer>();
  }

  /** The same for a call that has no answer. */
  tell(fields: Field[], call: Call): void {
    this.#send(fields);
    if (!call(this.#exports, this.#core)) throw new ImmureError(this.#answer<Reason>());
  }

  /** A call without request or answer: what it returns. */
  run(call: Call): boolean {
    return call(this.#exports, this.#core) !== 0;
  }

  /** Makes a network known to the searches to come, and returns the board that it is for. */
  loadNetwork(bytes: Uint8Array): string {
    return this.ask([bytes], (exports, core) => exports.immure_load_network(core));
  }

  #send(fields: Field[]): void {
    const encoded = fields.map((field) => (typeof field === "string" ? encoder.encode(field) : field));
    const size = encoded.reduce((sum, bytes) => sum + SIZE_BYTES + bytes.length, 0);
    let at = this.#exports.immure_request(this.#core, size);
    if (at === 0) throw refusal("input-too-long", ["that", String(REQUEST_MAX)], "that is too long to be read");
    const { buffer } = this.#exports.memory; // only now: the request may have made the memory grow
    const view = new DataView(buffer);
    const target = new Uint8Array(buffer);
    for (const bytes of encoded) {
      view.setUint32(at, bytes.length, true);
      target.set(bytes, at + SIZE_BYTES);
      at += SIZE_BYTES + bytes.length;
    }
  }

  #text(): string {
    const start = this.#exports.immure_answer(this.#core);
    const size = this.#exports.immure_answer_size(this.#core);
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, size));
  }

  #answer<Answer>(): Answer {
    return JSON.parse(this.#text()) as Answer;
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetchFile(wasmUrl);
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  // While it arrives, but for hosts that do not know the type of .wasm files.
  if (isTyped) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled core; fetched and compiled once, however often it is asked for. */
export function coreModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined; // the next one who asks tries again
    throw error;
  });
  return compiled;
}
