/** A file that belongs to the page, by its address. */

import { failure } from "./types";

export async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => null);
  if (response?.ok) return response;
  // The name without the mark of its content, which the build adds.
  const name = url.replace(/^.*\//, "").replace(/-[\w-]{8}(?=\.\w+$)/, "");
  throw failure("not-fetched", `${name}: ${response?.status ?? "no answer"}`, name);
}
