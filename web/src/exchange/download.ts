// Files that the browser saves.

import { h } from "../dom";

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function downloadText(name: string, text: string): void {
  download(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}
