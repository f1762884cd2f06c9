// Following what changes on the server. A stream of server-sent events tells at once; the browser takes it
// up again by itself after a lost connection. What the browser gives up on (a 5xx, a proxy's page) is opened
// anew after a while, and until then the document is asked for, so that a page never stands still because
// streams do not get through.

export interface Followed<T> {
  /** Where its events come from, and how it is asked for. */
  events: string;
  read(): Promise<T>;
  /** Whether nothing will change any more. */
  isOver(document: T): boolean;
  onDocument(document: T): void;
  /** The document itself is refused: it is not followed any longer. */
  onRefused(error: unknown): void;
}

/** The names of the events that hold the whole document. */
const NAMES = ["info", "done"];
const DELAY_MIN_MS = 1000;
const DELAY_MAX_MS = 30_000;

/** Grows with each failure; the jitter keeps a thousand pages from coming back in one moment. */
export function delayMs(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(DELAY_MIN_MS * 2 ** failures, DELAY_MAX_MS);
  return whole / 2 + (whole / 2) * random();
}

/** Tells of the document now and at each change; returns what ends that. */
export function follow<T>(followed: Followed<T>): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isEnded = false;

  const end = (): void => {
    isEnded = true;
    stream?.close();
    clearTimeout(timer);
  };
  const show = (document: T): void => {
    if (isEnded) return;
    followed.onDocument(document);
    if (followed.isOver(document)) end();
  };
  const fallBack = async (): Promise<void> => {
    stream?.close();
    failures++;
    try {
      show(await followed.read());
      failures = 1; // asking works: go on with that while streams do not
    } catch (error) {
      const status = (error as { status?: number }).status ?? 503;
      if (status >= 400 && status < 500 && status !== 429 && !isEnded) {
        end();
        followed.onRefused(error);
      }
    }
    if (!isEnded) timer = setTimeout(open, delayMs(failures));
  };
  const open = (): void => {
    const opened = new EventSource(followed.events);
    stream = opened;
    for (const name of NAMES) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        failures = 0;
        show(JSON.parse(event.data) as T);
      });
    }
    opened.addEventListener("error", () => {
      if (!isEnded && opened.readyState === EventSource.CLOSED) void fallBack();
    });
  };
  open();
  return end;
}
