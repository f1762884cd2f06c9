// The service worker as the build writes it, with a browser around it that has only what it asks for.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SCOPE = "https://host/page/";
const NEEDED = ["", "manifest.webmanifest", "assets/index-1.js"];
const LATER = ["assets/amazons-1.net"];

type Listener = (event: { waitUntil(work: Promise<unknown>): void }) => void;

class CacheStub {
  asked: Request[] = [];

  async addAll(requests: Request[]): Promise<void> {
    this.asked.push(...requests);
  }

  async add(request: Request): Promise<void> {
    this.asked.push(request);
  }

  async match(url: string): Promise<Request | undefined> {
    return this.asked.find((request) => request.url === url);
  }

  async keys(): Promise<Request[]> {
    return this.asked;
  }
}

test("files whose names do not change are asked of the host, not of the browser's cache", async () => {
  const cache = new CacheStub();
  const listeners = new Map<string, Listener>();
  const self = {
    registration: { scope: SCOPE },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: () => undefined,
    clients: { claim: () => Promise.resolve() },
  };
  const source = readFileSync(new URL("../../src/offline/service_worker.js", import.meta.url), "utf8");
  const caches = { open: () => Promise.resolve(cache) };
  new Function("NEEDED", "LATER", "self", "caches", source)(NEEDED, LATER, self, caches);
  for (const type of ["install", "activate"]) {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (one) => work.push(one) });
    await Promise.all(work);
  }
  await expect.poll(() => cache.asked.length).toBe(4); // what comes later is not waited for
  expect(cache.asked.map(({ url, cache: mode }) => [url.slice(SCOPE.length), mode])).toEqual([
    ["", "reload"], ["manifest.webmanifest", "reload"], ["assets/index-1.js", "default"], ["assets/amazons-1.net", "default"],
  ]);
});
