// Hash routes, so that the page works from any static folder: `#/analyse?game=quoridor&moves=...`.

export const PAGES = ["play", "analyse", "learn", "puzzles", "games", "bots"] as const;
export type Page = (typeof PAGES)[number];

export interface Route {
  page: Page;
  rest: string[];
  parameters: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/");
  return {
    page: PAGES.find((known) => known === page) ?? "play",
    rest,
    parameters: new URLSearchParams(query),
  };
}

/** Has the address say what is shown, without going anywhere. */
export function showAddress(hash: string): void {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

export function onRoute(listener: (route: Route) => void): void {
  window.addEventListener("hashchange", () => listener(parseRoute(location.hash)));
  listener(parseRoute(location.hash));
}
