// Questions to the server and streams of its answers, without a server.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { delayMs, follow, type Followed } from "../../src/arena/events";
import { get, Refusal, send, wantsSignIn } from "../../src/arena/http";
import { ImmureError } from "../../src/core/types";

const reason = (code: string) => ({ error: { code, arguments: [], places: [], text: "as C says it" } });
const answers = (status: number, body: unknown, headers = {}) =>
  vi.fn().mockResolvedValue(new Response(JSON.stringify(body), { status, headers }));

afterEach(() => vi.unstubAllGlobals());

describe("questions", () => {
  test("empty parameters are left out", async () => {
    const fetch = answers(200, { items: [], next: null });
    vi.stubGlobal("fetch", fetch);
    await get("games", { bot: 3, q: "", after: null, ladder: "a b" });
    expect(fetch.mock.calls[0]?.[0]).toBe("api/v1/games?bot=3&ladder=a+b");
  });

  test("a change is marked as ours", async () => {
    const fetch = answers(201, { secret: "s" });
    vi.stubGlobal("fetch", fetch);
    expect(await send("POST", "person/tokens", { name: "n" })).toEqual({ secret: "s" });
    const [, init] = fetch.mock.calls[0] as [string, RequestInit];
    expect(init).toMatchObject({
      method: "POST", body: '{"name":"n"}',
      headers: { "Content-Type": "application/json", "Immure-Request": "1" },
    });
  });

  test("a refusal has its reason, status and delay", async () => {
    vi.stubGlobal("fetch", answers(429, reason("too-many-tries"), { "Retry-After": "7" }));
    const error = await get("session").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, retryAfterS: 7, reason: { code: "too-many-tries" } });
    vi.stubGlobal("fetch", answers(401, reason("sign-in")));
    expect(wantsSignIn(await get("x").catch((thrown: unknown) => thrown))).toBe(true);
  });

  test("what is no answer of ours is a lost connection", async () => {
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("<html>", { status: 502 })));
    await expect(get("session")).rejects.toMatchObject({ reason: { code: "connection-lost" } });
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));
    await expect(get("session")).rejects.toBeInstanceOf(ImmureError);
  });
});

class FakeSource extends EventTarget {
  static CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;

  constructor(readonly address: string) {
    super();
    FakeSource.all.push(this);
  }

  tell(name: string, document: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(document) }));
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

describe("streams", () => {
  let seen: string[] = [];
  const followed = (read: () => Promise<string>): Followed<string> => ({
    events: "events",
    read,
    isOver: (document) => document === "over",
    onDocument: (document) => seen.push(document),
    onRefused: (error) => seen.push((error as Refusal).reason?.code ?? "?"),
  });
  const last = () => FakeSource.all.at(-1) as FakeSource;

  beforeEach(() => {
    seen = [];
    FakeSource.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("EventSource", FakeSource);
    return () => vi.useRealTimers();
  });

  test("ends when the document is over", () => {
    follow(followed(() => Promise.reject(new Error("never asked"))));
    last().tell("info", "on");
    last().tell("done", "over");
    expect(seen).toEqual(["on", "over"]);
    expect(last().readyState).toBe(FakeSource.CLOSED);
  });

  test("a stream that the browser takes up again is left to it", async () => {
    follow(followed(() => Promise.reject(new Error("never asked"))));
    last().fail(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSource.all).toHaveLength(1);
  });

  test("a stream that was given up is opened again, and the document is asked for meanwhile", async () => {
    follow(followed(() => Promise.resolve("asked")));
    last().fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(["asked"]);
    expect(FakeSource.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSource.all).toHaveLength(2);
    last().tell("done", "over");
    expect(seen).toEqual(["asked", "over"]);
  });

  test("what is over is found out by asking, too", async () => {
    follow(followed(() => Promise.resolve("over")));
    last().fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(["over"]);
    expect(FakeSource.all).toHaveLength(1);
  });

  test("what is refused is not asked for again, what fails is", async () => {
    const refusal = (status: number) => new Refusal(reason("not-found").error, status, null);
    const read = vi.fn().mockRejectedValueOnce(refusal(503)).mockRejectedValueOnce(refusal(404));
    follow(followed(read));
    last().fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSource.all).toHaveLength(2);
    expect(seen).toEqual([]);
    last().fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(["not-found"]);
    expect(FakeSource.all).toHaveLength(2);
  });

  test("delays grow, are bounded, and differ", () => {
    expect([0, 1, 2].map((failures) => delayMs(failures, () => 1))).toEqual([1000, 2000, 4000]);
    expect(delayMs(50, () => 1)).toBe(30_000);
    expect(delayMs(0, () => 0)).toBe(500);
  });
});
