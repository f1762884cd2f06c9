// The native program and the folders of its build; IMMURE names another program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const built = (name: string): string =>
  fileURLToPath(new URL(`../../../build/${name}`, import.meta.url));

export const PROGRAM = process.env["IMMURE"] ?? built("immure");

export interface Served {
  address: string;
  stop(): Promise<void>;
}

async function start(words: string[]): Promise<Served & { printed: string }> {
  const server = spawn(PROGRAM, ["serve", "--port", "0", "--site", built("site"), ...words]);
  const [text] = (await once(server.stdout, "data")) as [Buffer];
  const printed = text.toString();
  return {
    printed,
    address: /http:\/\/\S+/.exec(printed)?.[0] ?? "",
    stop: async () => {
      server.kill("SIGINT");
      await once(server, "exit");
    },
  };
}

/** The page as `immure serve` hands it out. */
export function serve(): Promise<Served> {
  return start(["--no-store"]);
}

export interface Arena extends Served {
  /** The link that makes the first admin. */
  setup: string;
}

/** A server with the store of a folder. */
export async function serveStore(data: string, ...words: string[]): Promise<Arena> {
  const { printed, ...served } = await start(["--data", data, ...words]);
  return { ...served, setup: /\S+#\/setup\/\S+/.exec(printed)?.[0] ?? "" };
}

/** A new server with a store of its own, which goes with it. */
export async function serveArena(...words: string[]): Promise<Arena> {
  const data = await mkdtemp(join(tmpdir(), "immure-arena-"));
  const arena = await serveStore(data, ...words);
  return {
    ...arena,
    stop: async () => {
      await arena.stop();
      await rm(data, { recursive: true });
    },
  };
}
