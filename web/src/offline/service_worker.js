// Keeps the page for times without a network. The build puts two lists before this text: NEEDED,
// without which the page does not start, and LATER, which only some games need. Names in assets/
// change with their content, so what is kept under one never goes stale; everything else is asked
// for first and taken from here if nobody answers. A page that was opened before a newer version
// came fetches its own files as it needs them, when the host has them no more: what an older version
// kept stays until a page is opened while no other is open. Everything else, such as the server's
// API, is none of this file's business.

const CACHE = "immure";
const address = (name) => new URL(name, self.registration.scope).href;
const isFixed = (url) => url.startsWith(address("assets/"));
const known = new Set([...NEEDED, ...LATER].map(address));

/**
 * What is asked of the host to be kept. The browser's own cache may still have the index of an older page,
 * which names files that no longer exist; a file whose name changes with its content is right from there too.
 */
function wanted(name) {
  const url = address(name);
  return new Request(url, { cache: isFixed(url) ? "default" : "reload" });
}

async function keepLater() {
  const cache = await caches.open(CACHE);
  for (const name of LATER) {
    if (!(await cache.match(address(name)))) await cache.add(wanted(name));
  }
}

/** Lets what older versions kept go once no page can want it. */
async function prune() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // What a newer version is putting there is not known here either.
  if (pages.length > 0 || self.registration.installing) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!known.has(request.url)) await cache.delete(request);
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(NEEDED.map(wanted))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
  // Not waited for: the page need not stand still while the networks arrive.
  keepLater().catch(() => undefined);
});

async function kept(request) {
  return (await caches.open(CACHE)).match(request, { ignoreSearch: true });
}

async function answer(request) {
  const stored = isFixed(request.url) ? await kept(request) : undefined;
  if (stored) return stored;
  try {
    return await fetch(request);
  } catch (error) {
    const old = await kept(request);
    if (old) return old;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  // The page that is asked for is not open yet.
  if (request.mode === "navigate") event.waitUntil(prune().catch(() => undefined));
  if (known.has(origin + pathname) || isFixed(request.url)) event.respondWith(answer(request));
});
