/** All that the page needs of the core. */

export { loadCore } from "./core";
export { startEngine } from "./engine";
export * from "./types";
