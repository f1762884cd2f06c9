// Hash routes, so that the page works from any static folder: `#/analyse?game=quoridor&moves=...`.

export type Page = "play" | "analyse" | "learn";

export interface Route {
  page: Page;
  rest: string[];
  parameters: URLSearchParams;
}

const PAGES: readonly string[] = ["play", "analyse", "learn"];

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/");
  return {
    page: PAGES.includes(page) ? (page as Page) : "play",
    rest,
    parameters: new URLSearchParams(query),
  };
}

export function onRoute(listener: (route: Route) => void): void {
  window.addEventListener("hashchange", () => listener(parseRoute(location.hash)));
  listener(parseRoute(location.hash));
}
