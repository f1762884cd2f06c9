// docs/submissions.md on screens of any width, many of which are narrower than its lines.

/** What begins a line of its own: a heading, a row of a table, code, an item of a list; or nothing does. */
const BEGINS = /^ *(?:#|\||```|[-*] |\d+\. |$)/;
/** What ends with its line. */
const ENDS = /^ *(?:#|\||```|$)/;
const CHINESE = /[\u3000-\u9fff\uff00-\uffef]/;

/** The text with each paragraph in one line; code stays as it is. */
export function unwrapped(text: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    const before = lines[lines.length - 1] ?? "";
    if (/^ *```/.test(line)) isCode = !isCode;
    if (isCode || BEGINS.test(line) || ENDS.test(before)) {
      lines.push(line);
      continue;
    }
    const rest = line.trimStart();
    const isChinese = CHINESE.test(before.slice(-1)) && CHINESE.test(rest.slice(0, 1));
    lines[lines.length - 1] = `${before}${isChinese ? "" : " "}${rest}`;
  }
  return lines.join("\n");
}
