// Small pictures, drawn on a grid of 24.

import { s } from "../dom";

const PATHS = {
  logo: "M3 3h8v8H3zM13 13h8v8h-8zM13 3h3v8h-3zM18 3h3v8h-3zM3 13h8v3H3zM3 18h8v3H3z",
  "theme-auto": "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18v-2a7 7 0 0 0 0-14z",
  "theme-light":
    "M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10M11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z" +
    "M3.5 5L5 3.5L7.8 6.3L6.3 7.8zM16.2 17.7l1.5-1.5l2.8 2.8l-1.5 1.5z" +
    "M3.5 19l2.8-2.8l1.5 1.5L5 20.5zM16.2 6.3L19 3.5L20.5 5l-2.8 2.8z",
  "theme-dark": "M14 3a9 9 0 1 0 7 12.5A7.5 7.5 0 0 1 14 3z",
  first: "M5 5h2.5v14H5zM19 5v14l-10-7z",
  back: "M16 5v14L6 12z",
  forward: "M8 5v14l10-7z",
  last: "M16.5 5H19v14h-2.5zM5 5v14l10-7z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  undo: "M10 4v4h4a6 6 0 0 1 0 12H8v-2.5h6a3.5 3.5 0 0 0 0-7h-4v4L3.5 9.250z",
  hint:
    "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8.5 18.5h7V20h-7zM10 21.2h4V22.5h-4z",
  resign: "M5 3h2.2v1.2h11.3l-3 4.3l3 4.3H7.2V22H5z",
  new: "M10.7 4h2.6v6.7H20v2.6h-6.7V20h-2.6v-6.7H4v-2.6h6.7z",
  again: "M12 5V1.5L17.5 6.2L12 11V7.6A4.9 4.9 0 1 0 16.9 12.5H19.5A7.5 7.5 0 1 1 12 5z",
  review: "M4 20V11h3.5v9zM10.2 20V4h3.5v16zM16.5 20V14H20v6z",
  file: "M5 2h9l5 5v15H5zM13 3.500V8h4.500zM8 12v1.800h8V12zM8 16v1.800h8V16z",
  delete: "M9 3h6v2h5v2H4V5h5zM6 8.500h12L17 21H7zM9.700 10.500v8h1.600v-8zM12.700 10.500v8h1.600v-8z",
  flip: "M7 4l-4 4h3v8h2V8h3zM17 20l4-4h-3V8h-2v8h-3z",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}
