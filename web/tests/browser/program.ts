// The native program and the folders of its build; IMMURE names another program.

import { fileURLToPath } from "node:url";

export const built = (name: string): string =>
  fileURLToPath(new URL(`../../../build/${name}`, import.meta.url));

export const PROGRAM = process.env["IMMURE"] ?? built("immure");
