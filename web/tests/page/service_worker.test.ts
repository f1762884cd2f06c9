// The service worker as the build writes it, with a browser around it that has only what it asks for.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SCOPE = "https://host/page/";
const NEEDED = ["", "manifest.webmanifest", "assets/index-1.js"];
const LATER = ["assets/amazons-1.net"];

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  respondWith?(answer: Promise<unknown>): void;
  request?: Pick<Request, "url" | "method" | "mode">;
}
type Listener = (event: WorkerEvent) => void;

class CacheStub {
  asked: Request[] = [];

  async addAll(requests: Request[]): Promise<void> {
    this.asked.push(...requests);
  }

  async add(request: Request): Promise<void> {
    this.asked.push(request);
  }

  async match(wanted: string | { url: string }): Promise<Request | undefined> {
    const url = typeof wanted === "string" ? wanted : wanted.url;
    return this.asked.find((request) => request.url === url);
  }

  async delete(request: Request): Promise<void> {
    this.asked = this.asked.filter((one) => one !== request);
  }

  async keys(): Promise<Request[]> {
    return this.asked;
  }
}

/** The service worker of a version, installed and active, with the pages that are open. */
async function startWorker(needed: string[], cache: CacheStub, pages: unknown[]) {
  const listeners = new Map<string, Listener>();
  const self = {
    registration: { scope: SCOPE },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: () => undefined,
    clients: { claim: () => Promise.resolve(), matchAll: () => Promise.resolve(pages) },
  };
  const source = readFileSync(new URL("../../src/offline/service_worker.js", import.meta.url), "utf8");
  const caches = { open: () => Promise.resolve(cache) };
  new Function("NEEDED", "LATER", "self", "caches", "fetch", source)(needed, LATER, self, caches, () =>
    Promise.reject(new TypeError("gone from the host")));
  const tell = async (type: string, name = "", mode: RequestMode = "cors"): Promise<unknown> => {
    const work: Promise<unknown>[] = [];
    let answer: Promise<unknown> = Promise.resolve(undefined);
    listeners.get(type)?.({
      request: { url: SCOPE + name, method: "GET", mode },
      waitUntil: (one) => work.push(one),
      respondWith: (one) => (answer = one),
    });
    await Promise.all(work);
    return answer;
  };
  for (const type of ["install", "activate"]) await tell(type);
  return tell;
}

test("files whose names do not change are asked of the host, not of the browser's cache", async () => {
  const cache = new CacheStub();
  await startWorker(NEEDED, cache, []);
  await expect.poll(() => cache.asked.length).toBe(4); // what comes later is not waited for
  expect(cache.asked.map(({ url, cache: mode }) => [url.slice(SCOPE.length), mode])).toEqual([
    ["", "reload"], ["manifest.webmanifest", "reload"], ["assets/index-1.js", "default"], ["assets/amazons-1.net", "default"],
  ]);
});

test("what an older version kept stays while one of its pages may be open", async () => {
  const cache = new CacheStub();
  const old = "assets/puzzles-1.js";
  await startWorker([...NEEDED, old], cache, []);
  const pages: unknown[] = [{}];
  const tell = await startWorker(["", "assets/index-2.js"], cache, pages);
  const names = () => cache.asked.map(({ url }) => url.slice(SCOPE.length));
  await expect.poll(names).toContain("assets/index-2.js");
  await expect(tell("fetch", old)).resolves.toMatchObject({ url: SCOPE + old });
  await tell("fetch", "", "navigate");
  expect(names()).toContain(old);
  // The last page was closed: the next one is of the newer version.
  pages.pop();
  await tell("fetch", "", "navigate");
  expect(names()).not.toContain(old);
  expect(names()).toEqual(expect.arrayContaining(["", "assets/index-2.js", ...LATER]));
});
