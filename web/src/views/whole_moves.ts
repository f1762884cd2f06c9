// Texts with moves of Amazons in them, none of which is broken at the end of a line.

import { h, type Child } from "../dom";

/** `b1-b3/d5`, and what explains it in words. */
const MOVE = /([\p{L}\p{N}]{1,6}-[\p{L}\p{N}]{1,6}\/[\p{L}\p{N}]{1,6})/u;

export function withWholeMoves(text: string): Child[] {
  return text
    .split(MOVE)
    .map((part, index) => (index % 2 === 1 ? h("span", { class: "whole-move" }, part) : part));
}
