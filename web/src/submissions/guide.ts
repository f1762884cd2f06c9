// docs/submissions.md as a part of the page: the Markdown that it is written in, and no more.

import { h, type Child } from "../dom";

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "code"; text: string }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "list"; isOrdered: boolean; items: Block[][] };

export type Span = { kind: "text" | "code" | "bold"; text: string } | { kind: "link"; text: string; url: string };

const FENCE = /^```/;
const HEADING = /^(#+) (.*)$/;
const ROW = /^\|(.*)\|$/;
const ITEM = /^(?:(\d+)\.|[-*]) +/;
const CHINESE = /[\u3000-\u9fff\uff00-\uffef]/;

/** A paragraph's lines in one: between Chinese characters without a blank. */
function joined(lines: string[]): string {
  return lines.reduce((text, line) => {
    const isChinese = CHINESE.test(text.slice(-1)) && CHINESE.test(line.slice(0, 1));
    return text + (text === "" || isChinese ? "" : " ") + line;
  }, "");
}

class Lines {
  #at = 0;

  constructor(readonly lines: string[]) {}

  get next(): string | undefined {
    return this.lines[this.#at];
  }

  /** The lines from here on that are wanted. */
  takeWhile(isWanted: (line: string) => boolean): string[] {
    const from = this.#at;
    while (this.next !== undefined && isWanted(this.next)) this.#at++;
    return this.lines.slice(from, this.#at);
  }

  take(): string {
    return this.lines[this.#at++] ?? "";
  }
}

function cells(line: string): string[] {
  return (ROW.exec(line)?.[1] ?? "").split("|").map((cell) => cell.trim());
}

function readCode(lines: Lines): Block {
  lines.take();
  const text = lines.takeWhile((line) => !FENCE.test(line)).join("\n");
  lines.take();
  return { kind: "code", text };
}

function readTable(lines: Lines): Block {
  const [head, , ...rows] = lines.takeWhile((line) => ROW.test(line));
  return { kind: "table", head: cells(head ?? ""), rows: rows.map(cells) };
}

/** What is indented as far as an item's text belongs to the item. */
function readList(lines: Lines): Block {
  const isOrdered = ITEM.exec(lines.next ?? "")?.[1] !== undefined;
  const items: Block[][] = [];
  for (let match; (match = ITEM.exec(lines.next ?? "")); ) {
    const indent = match[0].length;
    const first = lines.take();
    const more = lines.takeWhile((line) => line === "" || line.startsWith(" ".repeat(indent)));
    items.push(parseGuide([first, ...more].map((line) => line.slice(indent)).join("\n")));
  }
  return { kind: "list", isOrdered, items };
}

function isParagraph(line: string): boolean {
  return line !== "" && !FENCE.test(line) && !HEADING.test(line) && !ROW.test(line) && !ITEM.test(line);
}

export function parseGuide(text: string): Block[] {
  const lines = new Lines(text.split("\n"));
  const blocks: Block[] = [];
  for (let line; (line = lines.next) !== undefined; ) {
    const heading = HEADING.exec(line);
    if (line === "") {
      lines.take();
    } else if (FENCE.test(line)) {
      blocks.push(readCode(lines));
    } else if (heading) {
      lines.take();
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    } else if (ROW.test(line)) {
      blocks.push(readTable(lines));
    } else if (ITEM.test(line)) {
      blocks.push(readList(lines));
    } else {
      blocks.push({ kind: "paragraph", text: joined(lines.takeWhile(isParagraph)) });
    }
  }
  return blocks;
}

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)|https?:\/\/[^\s，。；）]*[^\s，。；）.,;:)]/g;

/** Code, bold words and links within a text. Links to other files of the project are their words alone. */
export function parseSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    const [whole, code, bold, words, target] = match;
    if (match.index > end) spans.push({ kind: "text", text: text.slice(end, match.index) });
    end = match.index + whole.length;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (bold !== undefined) spans.push({ kind: "bold", text: bold });
    else if (words === undefined) spans.push({ kind: "link", text: whole, url: whole });
    else if (target?.startsWith("https://")) spans.push({ kind: "link", text: words, url: target });
    else spans.push({ kind: "text", text: words });
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

function drawSpans(text: string): Child[] {
  return parseSpans(text).map((span) => {
    switch (span.kind) {
      case "text": return span.text;
      case "code": return h("code", {}, span.text);
      case "bold": return h("b", {}, ...drawSpans(span.text));
      case "link": return h("a", { href: span.url, rel: "noopener" }, span.text);
    }
  });
}

function drawBlock(block: Block): HTMLElement {
  switch (block.kind) {
    case "heading":
      // The page has a heading of its own above.
      return h(block.level === 1 ? "h2" : "h3", {}, ...drawSpans(block.text));
    case "paragraph":
      return h("p", {}, ...drawSpans(block.text));
    case "code":
      return h("pre", {}, h("code", {}, block.text));
    case "table":
      return h("table", {},
        h("thead", {}, h("tr", {}, ...block.head.map((cell) => h("th", { scope: "col" }, ...drawSpans(cell))))),
        h("tbody", {}, ...block.rows.map((row) =>
          h("tr", {}, ...row.map((cell) => h("td", {}, ...drawSpans(cell)))))));
    case "list":
      return h(block.isOrdered ? "ol" : "ul", {},
        ...block.items.map((item) => h("li", {}, ...item.map(drawBlock))));
  }
}

/** The line that leads to the guide in another language is left out: the page has a switch for that. */
const OTHER_LANGUAGE = /^(?:English|中文)[:：]/;

export function drawGuide(text: string): HTMLElement[] {
  return parseGuide(text)
    .filter((block) => block.kind !== "paragraph" || !OTHER_LANGUAGE.test(block.text))
    .map(drawBlock);
}
