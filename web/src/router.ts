// Hash routes, so that the page works from any static folder: `#/analyse?game=quoridor&moves=...`.

export const OWN_PAGES = ["play", "analyse", "learn", "puzzles", "games", "bots"] as const;
/** Those of a server with an arena, which are fetched when one of them is first wanted. */
export const ARENA_PAGES = [
  "account", "archive", "arena", "bot", "contest", "contests", "course", "game", "ladder", "live", "people", "register", "reset",
  "room", "setup", "signin", "similar", "submit", "version",
] as const;
const PAGES = [...OWN_PAGES, ...ARENA_PAGES];
export type OwnPage = (typeof OWN_PAGES)[number];
export type ArenaPage = (typeof ARENA_PAGES)[number];
export type Page = OwnPage | ArenaPage;

export function isArenaPage(page: Page): page is ArenaPage {
  return (ARENA_PAGES as readonly string[]).includes(page);
}

export interface Route {
  page: Page;
  rest: string[];
  parameters: URLSearchParams;
  /** The address names no page. */
  isBare: boolean;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/");
  return {
    page: PAGES.find((known) => known === page) ?? "play",
    rest,
    parameters: new URLSearchParams(query),
    isBare: page === "",
  };
}

/** The address of what is shown. While the browser's is another one, somebody is on the way there. */
let settled = "";

/** What the address names is shown now. */
export function settleAddress(): void {
  settled = location.hash;
}

/** Has the address say what is shown, without going anywhere. A view that is being left has no say any more. */
export function showAddress(hash: string): void {
  if (location.hash === hash || location.hash !== settled) return;
  history.replaceState(null, "", hash);
  settleAddress();
}

/** The same, with the address before it behind Back. */
export function pushAddress(hash: string): void {
  history.pushState(null, "", hash);
  settleAddress();
}

export function onRoute(listener: (route: Route) => void): void {
  window.addEventListener("hashchange", () => listener(parseRoute(location.hash)));
  listener(parseRoute(location.hash));
}
