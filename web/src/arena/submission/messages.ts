// What compilers say, line by line: GCC's "bot.cpp:3:7: error: ..." and Python's 'File "bot.py", line 3'.

export interface Message {
  line: number;
  column: number;
  kind: "error" | "warning" | "note";
  text: string;
}

/** A line of a compiler's output; `message` is the place that it is about. */
export interface OutputLine {
  text: string;
  message: Message | null;
}

const GCC = /^[^\s:][^:]*:(\d+):(?:(\d+):)? (?:fatal )?(error|warning|note): (.*)$/;
const PYTHON = /^\s*File "[^"]*", line (\d+)/;

function messageOf(text: string): Message | null {
  const gcc = GCC.exec(text);
  if (gcc) {
    const [, line, column, kind, what = ""] = gcc;
    return { line: Number(line), column: Number(column ?? 1), kind: kind as Message["kind"], text: what };
  }
  const python = PYTHON.exec(text);
  return python ? { line: Number(python[1]), column: 1, kind: "error", text } : null;
}

export function readMessages(output: string): OutputLine[] {
  const lines = output.replace(/\n$/, "").split("\n").map((text) => ({ text, message: messageOf(text) }));
  // Python says below the place what is wrong there.
  const last = lines.at(-1)?.text ?? "";
  for (const { text, message } of lines) if (message && PYTHON.test(text)) message.text = last;
  return lines;
}

export function messagesOf(output: string): Message[] {
  return readMessages(output).flatMap(({ message }) => (message ? [message] : []));
}
