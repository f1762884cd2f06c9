// The native program and the folders of its build; IMMURE names another program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const built = (name: string): string =>
  fileURLToPath(new URL(`../../../build/${name}`, import.meta.url));

export const PROGRAM = process.env["IMMURE"] ?? built("immure");

export interface Served {
  address: string;
  stop(): Promise<void>;
}

/** The page as `immure serve` hands it out. */
export async function serve(): Promise<Served> {
  const server = spawn(PROGRAM, ["serve", "--no-store", "--port", "0", "--site", built("site")]);
  const [text] = (await once(server.stdout, "data")) as [Buffer];
  return {
    address: /http:\/\/\S+/.exec(text.toString())?.[0] ?? "",
    stop: async () => {
      server.kill("SIGINT");
      await once(server, "exit");
    },
  };
}
